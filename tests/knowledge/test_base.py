"""A base made from JSON lines: what it keeps, which names lead to articles, and that an incomplete one is never served."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from wherein.core.errors import NoText, ParseError, UsageError
from wherein.knowledge.article_kind import ArticleKind, article_kind
from wherein.knowledge.building import build_base, installed_bases, remove_base
from wherein.knowledge.importers import importer_for
from wherein.knowledge.names import key_of, words_of
from wherein.knowledge.record import LeftOut, Origin, Record
from wherein.knowledge.store import InstalledBase


class Given:
    """An importer of records made in the test."""

    def __init__(self, *records: Record, fails_after: int | None = None) -> None:
        self._records = records
        self._fails_after = fails_after
        self.skipped = 0

    @property
    def origin(self) -> Origin:
        return Origin("a test", "2026-01-01", "CC0", "nobody")

    @property
    def dropped(self) -> dict[str, int]:
        return {}

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        return ()

    def size(self) -> int | None:
        return len(self._records)

    def records(self, skip: int = 0) -> Iterator[Record]:
        self.skipped = skip
        for number, record in enumerate(self._records[skip:], skip):
            if number == self._fails_after:
                raise KeyboardInterrupt
            yield record


def titles(base: InstalledBase, name: str) -> list[str]:
    key = base.names.key(key_of(name))
    if key is None:
        return []
    return [base.title(posting.article) for posting in base.names.postings(key)]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Gerald Ford", "gerald ford "),
        ("Les Humanoïdes  Associés", "les humanoides associes "),
        ("Bobigny's", "bobigny "),
        ("O\u2019Brien", "obrien "),
        ("Seine-Saint-Denis", "seine saint denis "),
        ("AT&T", "at and t "),
        ("Łódź", "lodz "),
        ("東京", "東 京 "),
        ("القاهرة", "القاهرة "),
        ("!!!", ""),
    ],
)
def test_a_name_is_normalised(name: str, key: str) -> None:
    assert key_of(name) == key


def test_words_lie_where_they_stand() -> None:
    text = "Whose is Anna's café?"
    assert [(word.span.of(text), word.norm) for word in words_of(text)] == [
        ("Whose", "whose"), ("is", "is"), ("Anna", "anna"), ("café", "cafe"),
    ]  # fmt: skip


def test_names_lead_to_articles(tmp_path: Path) -> None:
    base = build_base(
        tmp_path,
        "small",
        [
            Given(
                Record("Mercury (planet)", "Mercury is a planet. " * 100),
                Record("Mercury (element)", "Mercury is a chemical element."),
                Record("The Who", "The Who are an English rock band."),
                Record("Springfield, Illinois", "Springfield is a city.", aliases=("Abe's Town",)),
                Record("Timothy J. Roemer", "Timothy John Roemer (born 1956) is a politician."),
                Record("Tim Roemer", redirect_to="Timothy Roemer"),
                Record("Timothy Roemer", redirect_to="Timothy J. Roemer"),
                Record("A", redirect_to="B"),
                Record("B", redirect_to="A"),
                Record("The Who", "Shorter."),
            )
        ],
    )
    assert sorted(titles(base, "mercury")) == ["Mercury (element)", "Mercury (planet)"]
    assert titles(base, "who") == ["The Who"]
    assert titles(base, "Springfield") == titles(base, "abes town") == ["Springfield, Illinois"]
    for name in (
        "Timothy J. Roemer",
        "Tim Roemer",
        "timothy roemer",
        "Timothy John Roemer",
        "Roemer",
    ):
        assert titles(base, name) == ["Timothy J. Roemer"], name
    assert titles(base, "A") == titles(base, "nothing") == []
    assert base.number("A") is None
    number = base.number("Tim Roemer")
    assert number is not None
    assert base.article(number).title == "Timothy J. Roemer"
    planet = base.number("Mercury (planet)")
    assert planet is not None
    assert base.article(planet).text == "Mercury is a planet. " * 100
    assert base.article(planet).text.startswith(base.opening(planet))
    assert base.info.origins == (Origin("a test", "2026-01-01", "CC0", "nobody"),)
    assert base.info.articles == 5


@pytest.mark.parametrize(
    ("opening", "kind"),
    [
        ("Ann Lee (born 1950) is an English retired football player.", ArticleKind.PERSON),
        ("Albert Einstein was a German-born theoretical physicist.", ArticleKind.PERSON),
        ("Sigmund Freud was an Austrian neurologist.", ArticleKind.PERSON),
        ("Johannes Kepler was a German polymath.", ArticleKind.PERSON),
        ("Bobigny is a commune in the suburbs of Paris.", ArticleKind.PLACE),
        ("Help! is the fifth studio album by the Beatles.", ArticleKind.MUSIC),
        ("Lee may refer to:", ArticleKind.DISAMBIGUATION),
        ("Not a sentence of that kind", ArticleKind.UNKNOWN),
        ("", ArticleKind.UNKNOWN),
    ],
)
def test_the_first_sentence_determines_the_kind(opening: str, kind: ArticleKind) -> None:
    assert article_kind("Title", opening) is kind


def test_an_interrupted_build_serves_nothing_and_goes_on(tmp_path: Path) -> None:
    records = [Record(f"Town {n}", f"Town {n} is a town.") for n in range(5000)]
    old = build_base(tmp_path, "towns", [Given(Record("Old", "Old is a town."))])
    old.close()
    with pytest.raises(KeyboardInterrupt):
        build_base(tmp_path, "towns", [Given(*records, fails_after=4500)])
    assert installed_bases(tmp_path) == ["towns"]
    assert titles(InstalledBase(tmp_path / "towns"), "old") == ["Old"]
    again = Given(*records)
    base = build_base(tmp_path, "towns", [again])
    assert again.skipped == 4000
    assert base.info.articles == 5000
    assert titles(base, "town 4999") == ["Town 4999"]
    assert titles(base, "old") == []


def test_a_base_is_there_after_a_kill_between_two_renames(tmp_path: Path) -> None:
    old = Record("Bern", "Bern is the capital of Switzerland.")
    new = Record("Basel", "Basel is a city on the Rhine.")
    build_base(tmp_path, "mine", [Given(old)]).close()
    build_base(tmp_path, "other", [Given(new)]).close()
    # As it lies when the process dies after the first of the two renames.
    (tmp_path / "mine").replace(tmp_path / "mine.old")
    (tmp_path / "other").replace(tmp_path / "mine.building")
    assert installed_bases(tmp_path) == ["mine"]
    assert InstalledBase(tmp_path / "mine").number("Basel") == 0
    # Without a new one the old one comes back; a removed base does not.
    (tmp_path / "mine").replace(tmp_path / "mine.gone")
    assert installed_bases(tmp_path) == ["mine"]
    assert InstalledBase(tmp_path / "mine").number("Bern") == 0
    (tmp_path / "mine").replace(tmp_path / "mine.gone2")
    assert installed_bases(tmp_path) == []


def test_five_thousand_of_one_name_are_cut_to_the_best(tmp_path: Path) -> None:
    records = [Record(f"John Smith (person {n})", "John Smith was a man.") for n in range(5000)]
    base = build_base(tmp_path, "smiths", [Given(*records, Record("News", "A John Smith came."))])
    assert len(titles(base, "John Smith")) == 64


def test_errors_in_json_lines_name_the_line(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps({"title": "A", "text": "A is."}) + "\n{\n", "utf-8")
    with pytest.raises(ParseError, match=r"Line 2 of a\.jsonl"):
        build_base(tmp_path, "bad", [importer_for(file)])
    assert installed_bases(tmp_path) == []


def test_a_base_without_articles_or_with_a_bad_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoText):
        build_base(tmp_path, "empty", [Given()])
    for name in ("../x", "", "a b", "-"):
        with pytest.raises(UsageError):
            build_base(tmp_path, name, [Given(Record("A", "A."))])
    with pytest.raises(UsageError):
        remove_base(tmp_path, "absent")
    assert list(tmp_path.iterdir()) == []

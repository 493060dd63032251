"""Searching a base's articles by words: a question without a name finds them, and an interrupted index is completed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.knowledge.test_base import Given
from wherein import Engine
from wherein.answering.articles.article_words import ArticlePassages, ArticleWords, index_articles
from wherein.answering.articles.knowledge import Knowledge
from wherein.answering.options import Options
from wherein.home.folder import Home
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.knowledge.record import Record
from wherein.knowledge.store import WORDS_FOLDER, InstalledBase

TOWNS = (
    Record("Ulm", "Ulm is a city on the Danube. Its minster has the tallest church spire of all."),
    Record("Passau", "Passau lies where three rivers meet. Its cathedral has a famous organ."),
    Record("Bonn", "Bonn was the seat of a government. Beethoven was born there in 1770."),
)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    importers = [importer_for("sample")]
    build_base(folder / "knowledge", "sample", importers, index_words=index_articles).close()
    return folder


@pytest.fixture
def towns(tmp_path: Path) -> Iterator[InstalledBase]:
    base = build_base(tmp_path / "knowledge", "towns", [Given(*TOWNS)], index_words=index_articles)
    yield base
    base.close()


def titles(words: ArticleWords, question: str, limit: int = 5) -> list[str]:
    return [hit.passage.document for hit in words.search(question, limit)]


def test_articles_are_found_by_what_they_say(towns: InstalledBase) -> None:
    words = ArticleWords([towns])
    assert titles(words, "the tallest church spire", 1) == ["towns:Ulm"]
    assert titles(words, "where is the famous organ", 1) == ["towns:Passau"]
    assert titles(words, "zeppelins") == []
    assert titles(words, "rivers", 0) == []


def test_a_title_counts_as_a_heading(towns: InstalledBase) -> None:
    (hit,) = ArticleWords([towns]).search("Bonn", 5)
    assert hit.passage.section[0] == "Bonn"
    assert hit.passage.text == TOWNS[2].text


def test_what_is_indexed_is_counted(towns: InstalledBase) -> None:
    assert towns.info.words == sum(len(record.text.split()) for record in TOWNS)
    files = [path for path in towns.folder.rglob("*") if path.is_file()]
    assert towns.info.bytes == sum(path.stat().st_size for path in files)


def test_several_bases_are_searched_together(towns: InstalledBase, tmp_path: Path) -> None:
    more = Given(Record("Jena", "Jena is a city on the Saale."))
    other = build_base(tmp_path / "knowledge", "more", [more], index_words=index_articles)
    names = build_base(tmp_path / "knowledge", "names", [more])
    words = ArticleWords([towns, other, names])
    assert set(titles(words, "which city")) == {"towns:Ulm", "more:Jena"}
    assert len(titles(words, "which city", 1)) == 1
    assert words.words() == sum(base.info.words or 0 for base in (towns, other))
    other.close()
    names.close()


def test_names_alone_are_not_searched(tmp_path: Path) -> None:
    build_base(tmp_path / "knowledge", "towns", [Given(*TOWNS)]).close()
    knowledge = Knowledge(Home.choose(tmp_path))
    assert knowledge.by_words() is None
    assert knowledge.link("Where is Ulm?")
    knowledge.close()


def test_an_interrupted_index_goes_on_and_is_not_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wherein.answering.articles.article_words.COMMIT_EVERY_PASSAGES", 1)

    def stopped(done: int, of: int | None, what: str) -> None:
        if what == "words" and done == 2:
            raise KeyboardInterrupt

    folder = tmp_path / "knowledge"
    with pytest.raises(KeyboardInterrupt):
        build_base(folder, "towns", [Given(*TOWNS)], stopped, index_articles)
    assert not (folder / "towns").exists()
    seen: list[int] = []
    base = build_base(
        folder,
        "towns",
        [Given(*TOWNS)],
        lambda done, of, what: seen.append(done) if what == "words" else None,
        index_articles,
    )
    assert seen == [3]  # the first two were in it already
    assert base.info.words == sum(len(record.text.split()) for record in TOWNS)
    words = ArticleWords([base])
    assert [titles(words, question, 1) for question in ("spire", "organ", "Beethoven")] == [
        ["towns:Ulm"], ["towns:Passau"], ["towns:Bonn"],
    ]  # fmt: skip
    base.close()


def test_a_damaged_unfinished_index_is_rebuilt(towns: InstalledBase, tmp_path: Path) -> None:
    folder = tmp_path / "words"
    folder.mkdir()
    (folder / "meta.json").write_text("{", "utf-8")
    assert index_articles(towns, "towns", folder, lambda done, of, what: None) == towns.info.words


@pytest.mark.parametrize("change", ["damaged", "gone"])
def test_a_base_with_a_damaged_word_index_is_asked_by_names(tmp_path: Path, change: str) -> None:
    base = build_base(tmp_path / "knowledge", "towns", [Given(*TOWNS)], index_words=index_articles)
    base.close()
    if change == "gone":
        for path in (base.folder / WORDS_FOLDER).iterdir():
            path.unlink()
    else:
        (base.folder / WORDS_FOLDER / "meta.json").write_text("{", "utf-8")
    with Engine.open(tmp_path) as engine:
        result = engine.ask("Where is Ulm?")
        assert [hit.passage.document for hit in result.nearest] == ["towns:Ulm"]
        assert any("wherein kb add towns" in note for note in result.notes)


def test_what_names_nothing_is_found_in_a_base(sample: Path) -> None:
    question = "Who built organs and died in Schaffhausen?"
    with Engine.open(sample) as engine:
        result = engine.ask(question)
    assert "John Snetzler" in {label.title for label in result.labels.values()}
    assert any(step.name == "fused" for step in result.steps)


def test_what_the_named_article_answers_is_not_searched_further(sample: Path) -> None:
    with Engine.open(sample) as engine:
        result = engine.ask("Where did John Snetzler die?")
    assert result.answers[0].text == "Schaffhausen"
    assert all(step.name != "fused" for step in result.steps)


def test_search_looks_into_a_base_where_words_name_an_article_or_the_library_has_nothing(
    sample: Path, tmp_path: Path
) -> None:
    notes = tmp_path / "organs.txt"
    notes.write_text("The organ in our church was built in 1890 and is out of tune.", "utf-8")
    with Engine.open(sample) as engine:
        engine.add(notes)

        def found(words: str) -> set[bool]:
            hits = engine.search(words, limit=5)
            assert all(label.title for label in engine.labels(hits).values())
            return {hit.passage.document.startswith("sample:") for hit in hits}

        assert found("organ builder") == {False}
        assert found("the organ of John Snetzler") == {True, False}
        assert found("pharmacist") == {True}
        engine.remove(str(notes))


def test_kept_places_are_those_of_splitting(sample: Path) -> None:
    base = InstalledBase(sample / "knowledge" / "sample")
    source = ArticlePassages(base)
    for number in range(base.info.articles):
        document, passages = source.split(number)
        assert base.places(number) is not None
        assert source.passages([(document, at) for at in range(len(passages) + 1)]) == passages
    assert source.passages([("sample:there is none", 0)]) == []
    base.close()


def test_a_base_under_another_name_than_it_was_built_with(tmp_path: Path) -> None:
    """Its folder was renamed or copied: its articles are found and shown under the name that it has now."""
    folder = tmp_path / "knowledge"
    build_base(folder, "towns", [Given(*TOWNS)], index_words=index_articles).close()
    (folder / "towns").rename(folder / "cities")
    with Engine.open(tmp_path) as engine:
        result = engine.ask("Which cathedral has a famous organ?")
        assert result.answers
        assert {answer.document for answer in result.answers} == {"cities:Passau"}
        assert engine.ask("Where is an organ?", options=Options(within="cities")).answers
        (hit, *_) = engine.search("seat of a government")
        assert hit.passage.document == "cities:Bonn"
    base = InstalledBase(folder / "cities")
    words = ArticleWords([base])
    found = words.search("city cathedral government", 5, {"cities:Ulm"})
    assert [hit.passage.document for hit in found] == ["cities:Ulm"]
    base.close()

"""Another town's mayor, another boat's rope, articles of one name, copies, empty periods, names in two compositions."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import normalize

import pytest

from tests.cli.test_commands import run
from wherein import Engine, Options, Result
from wherein.answering.articles.about_articles import others
from wherein.answering.articles.article_words import index_articles
from wherein.answering.articles.named_subject import (
    names_of_the_subject,
    numbers_of_the_subject,
    owners_of_the_subject,
    says_all,
)
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for

TOWNS = [
    {"title": "Ottern", "text": "Ottern is a town on the river Alm. Its mayor is Henrik Sand. It has 4,120 inhabitants."},
    {"title": "Skarvik", "text": "Skarvik is a fishing village. Its mayor is Oda Lindqvist. It has 912 inhabitants."},
    {"title": "Lund Sound", "text": "Lund Sound is a strait. The ferry boat Kestrel has a rope of 40 metres."},
    {"title": "Curling", "text": "Curling is a sport on a sheet of ice. Two teams take turns. It was invented in Scotland in 1511."},
    {"alias": "Bandy", "title": "Bandy"},
    {"alias": "Rink ball", "title": "Ice ball"},
    {"alias": "Ice ball", "title": "Rink ball"},
]  # fmt: skip
MERROWS = [
    {"title": "Tobias Merrow", "text": "Tobias Merrow was a painter of harbours. He was born in Skarvik in 1861."},
    {"title": "Tobias Merrow (sailor)", "text": "Tobias Merrow was a sailor who crossed the northern sea. He was born in Lund in 1877."},
    {"title": "Tobias Merrow, physician", "text": "Tobias Merrow was a physician who founded a hospital. He was born in Ottern in 1840."},
]  # fmt: skip


def base(engine: Engine, tmp_path: Path, name: str, rows: list[dict[str, str]]) -> None:
    source = tmp_path / f"{name}.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    importers = [importer_for(source)]
    build_base(engine.home.knowledge, name, importers, index_words=index_articles).close()


def said(result: Result) -> list[str]:
    return [answer.text for answer in result.answers]


@pytest.mark.parametrize(
    ("question", "names", "owners", "numbers"),
    [
        ("Who is the mayor of Sandvik?", ("sandvik",), ("sandvik",), ()),
        ("What is the Heron's rope made of?", ("heron",), ("heron",), ()),
        ("How many inhabitants does Brenholt have?", ("brenholt",), (), ()),
        ("How long is the rope of boat 9999?", (), (), ("9999",)),
        ("Who sleeps in room no. 12?", (), (), ("12",)),
        ("What was the rent before 2000?", (), (), ()),
        ("Who came in May 2019?", (), (), ()),
        ("Is there room for over 30 people?", (), (), ()),
        ("Who was Tobias Merrow?", (), (), ()),
        ("WHO IS THE MAYOR OF SANDVIK?", (), (), ()),
        ("Are fires allowed on Sundays?", (), (), ()),
        ("What does CWG stand for?", (), (), ()),
        ("Wer hat den Leuchtturm gebaut?", (), (), ()),
    ],
)
def test_what_tells_the_subject(
    question: str, names: tuple[str, ...], owners: tuple[str, ...], numbers: tuple[str, ...]
) -> None:
    assert names_of_the_subject(question) == names
    assert owners_of_the_subject(question) == owners
    assert numbers_of_the_subject(question) == numbers


def test_a_name_is_said_in_any_inflection() -> None:
    assert says_all(["emilie"], "Émilie N’Diaye")
    assert says_all(["france"], "the French capital")
    assert says_all(["norway"], "the Norwegian coast")
    assert not says_all(["sandvik"], "Sandnes")
    assert says_all(["1234"], "Visit to boat 1234.")
    assert not says_all(["123"], "Visit to boat 1234.")


def test_a_name_that_no_article_has_is_not_answered_by_another(
    engine: Engine, tmp_path: Path
) -> None:
    base(engine, tmp_path, "towns", TOWNS)
    for question in (
        "Who is the mayor of Sandvik?",
        "How many inhabitants does Brenholt have?",
        "How long is the rope of the Heron?",
        "When was bandy invented?",  # a redirect to itself
        "When was rink ball invented?",  # two redirects to each other
    ):
        assert not said(engine.ask(question)), question
    assert said(engine.ask("How long is the rope of the Kestrel?")) == ["40 metres"]
    assert said(engine.ask("Who is the mayor of Ottern?")) == ["Henrik Sand"]
    assert said(engine.ask("When was curling invented?")) == ["1511"]


def test_a_library_gives_no_other_boat_s_rope(engine: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number, length in ((1234, 39), (1209, 14), (1999, 8)):
        (folder / f"{number}.md").write_text(
            f"# Visit to boat {number}\n\nIts rope is {length} metres long.\n"
        )
    (folder / "Ottern.md").write_text("The mayor is Henrik Sand.\n")
    engine.add(folder)
    assert said(engine.ask("How long is the rope of boat 1234?"))[0].startswith("39 metres")
    assert not said(engine.ask("How long is the rope of boat 9999?"))
    assert said(engine.ask("Who is the mayor of Ottern?")) == ["Henrik Sand"]  # by its file's name
    assert not said(engine.ask("Who is the mayor of Sandvik?"))


def test_articles_of_one_name_are_offered(engine: Engine, tmp_path: Path) -> None:
    base(engine, tmp_path, "people", MERROWS)
    result = engine.ask("Where was Tobias Merrow born?")
    (link,) = result.links
    assert {other.title for other in others(link)} == {row["title"] for row in MERROWS[1:]}
    (note,) = (note for note in result.notes if note.startswith("Which one?"))
    assert "Tobias Merrow (sailor)" in note
    assert "Tobias Merrow, physician" in note


def test_the_question_may_say_which_one(engine: Engine, tmp_path: Path) -> None:
    base(engine, tmp_path, "people", MERROWS)
    result = engine.ask("Where was the sailor Tobias Merrow born?")
    assert said(result) == ["Lund"]
    assert not any(note.startswith("Which one?") for note in result.notes)


def test_copies_of_the_same_bytes_are_one_document(engine: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "lib"
    folder.mkdir()
    text = "The ferry to Gannet Isle leaves at 8:15 from the east pier.\n"
    (folder / "ferry.txt").write_text(text)
    (folder / "ferry copy.txt").write_text(text)
    engine.add(folder)
    question = "When does the ferry to Gannet Isle leave?"
    assert engine.ask(question, options=Options(memory=False)).said == ()
    (folder / "notice.txt").write_text(f"Notice: {text}")
    engine.add(folder)
    result = engine.ask(question, options=Options(memory=False))
    assert [len(group.places) for group in result.agreement] == [2]


def test_the_share_read_is_that_of_the_bases_that_are_asked(engine: Engine, tmp_path: Path) -> None:
    base(engine, tmp_path, "small", [TOWNS[0]])
    large = [{"title": f"Town {n}", "text": "A town with a long wall. " * 200} for n in range(5)]
    base(engine, tmp_path, "large", large)
    question = "What is the speed of the wind on the river?"
    assert engine.ask(question, options=Options(within="small")).read.fraction == 1.0
    assert engine.ask(question).read.fraction < 0.2


def test_a_period_without_documents_says_so(
    capsys: pytest.CaptureFixture[str], engine: Engine, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        '<meta name="date" content="2020-05-01"><title>Ferry</title><p>The ferry costs 240 kroner.'
    )
    note = tmp_path / "note.txt"
    note.write_text("The ferry costs 240 kroner.")
    engine.add(page, note)
    for source in ((), (page,), ("--in", "page.html")):
        _, out, _ = run(capsys, "ask", *source, "What does the ferry cost?", "--since", "2031")
        assert "read all 0 words" not in out
        assert "I read all of it" not in out
        assert "Not here: no text was found to read." in out
        assert "No document is dated from 2031." in out


@pytest.mark.parametrize(("written", "typed"), [("NFD", "NFC"), ("NFC", "NFD")])
def test_a_name_is_found_in_either_composition(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, typed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / normalize(written, "Häfen")  # type: ignore[arg-type]
    folder.mkdir()
    path = folder / normalize(written, "Nebelhörner.txt")  # type: ignore[arg-type]
    path.write_text("The fog horn is kept by Per Aasen.\n")

    def name(text: str) -> str:
        return normalize(typed, text)  # type: ignore[arg-type]

    question = "Who keeps the fog horn?"
    relative = name("Häfen/Nebelhörner.txt")
    assert said(engine.ask(question, relative)) == ["Per Aasen"]  # before it is added
    engine.add(relative)
    for asked in (relative, str(tmp_path / relative)):
        assert said(engine.ask(question, asked)) == ["Per Aasen"]
    for scope in (name("Nebelhörner.txt"), name("Häfen"), relative):
        result = engine.ask(question, options=Options(within=scope, memory=False))
        assert said(result) == ["Per Aasen"], scope
    assert engine.kept(name("Nebelhörner.txt")).source == str(path)
    entry = engine.entry(name("Nebelhörner.txt"))
    engine.rename(entry.document, normalize(written, "Hörner"))  # type: ignore[arg-type]
    engine.tag(entry.document, [normalize(written, "Küste")])  # type: ignore[arg-type]
    for scope in (name("hörner"), name("tag:Küste")):
        assert said(engine.ask(question, options=Options(within=scope))) == ["Per Aasen"]
    path.unlink()
    assert engine.remove(str(tmp_path / relative)).document == entry.document

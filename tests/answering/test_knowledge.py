"""`ask` with a knowledge base: the article that the question names is read and credited."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from wherein import Engine
from wherein.answering.articles.about_articles import others
from wherein.answering.articles.article_words import index_articles
from wherein.core.answer import Outcome
from wherein.core.credit import Credit
from wherein.core.errors import SourceNotFound, UnknownDocument
from wherein.knowledge.building import build_base, remove_base
from wherein.knowledge.importers import importer_for
from wherein.samples import sample_files
from wherein.server.wire.json_form import result_json

QUESTIONS = {
    "What is the capital of Seine-Saint-Denis?": ("Bobigny", "Seine-Saint-Denis"),
    "Where did John Snetzler die?": ("Schaffhausen", "John Snetzler"),
}


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    build_base(folder / "knowledge", "sample", [importer_for("sample")]).close()
    return folder


@pytest.mark.parametrize(("question", "expected"), QUESTIONS.items())
def test_the_paper_s_questions_are_answered(
    sample: Path, question: str, expected: tuple[str, str]
) -> None:
    with Engine.open(sample) as engine:
        result = engine.ask(question)
    best = result.answers
    assert best, result
    assert best[0].text == expected[0]
    assert best[0].title == expected[1]
    assert expected[0] in best[0].quote
    assert any("CC BY-SA 3.0" in note for note in result.notes)
    assert result.steps[1].name.startswith("entity")


def test_what_an_article_calls_otherwise_is_asked_for_so(sample: Path) -> None:
    with Engine.open(sample) as engine:
        result = engine.ask("What is the capital of Seine-Saint-Denis?")
    assert result.meant == "What is the prefecture of Seine-Saint-Denis?"
    assert result.question == "What is the capital of Seine-Saint-Denis?"


def test_both_entities_of_a_comparison_are_read(sample: Path) -> None:
    with Engine.open(sample) as engine:
        result = engine.ask("Is John Snetzler older than Amedeo Avogadro?")
    assert {hit.passage.document for hit in result.nearest} == {
        "sample:John Snetzler",
        "sample:Amedeo Avogadro",
    }


def test_a_question_that_names_nothing_asks_the_library_alone(sample: Path, tmp_path: Path) -> None:
    with Engine.open(sample) as engine:
        result = engine.ask("What does it cost?")
        assert not result.steps[1].name.startswith("entity")


def test_a_base_that_comes_and_goes_counts_at_once(tmp_path: Path) -> None:
    with Engine.open(tmp_path) as engine:
        question = "Where did John Snetzler die?"
        assert not engine.ask(question).answered
        build_base(tmp_path / "knowledge", "sample", [importer_for("sample")]).close()
        assert engine.ask(question).steps[1].name.startswith("entity")
        remove_base(tmp_path / "knowledge", "sample")
        assert not engine.ask(question).steps[0].name.startswith("entity")


def test_documents_that_have_nothing_to_do_with_it_change_no_answer_of_an_article(
    sample: Path,
) -> None:
    with Engine.open(sample) as engine:
        alone = {question: engine.ask(question).answers[0] for question in QUESTIONS}
        engine.add(*sample_files())
        beside = {question: engine.ask(question).answers[0] for question in QUESTIONS}
        for entry in engine.documents():
            engine.remove(entry.document)
    assert beside == alone
    assert [answer.text for answer in beside.values()] == ["Bobigny", "Schaffhausen"]


ARTICLES = {
    "Wolfgang Amadeus Mozart": "Wolfgang Amadeus Mozart was a Classical composer and musician. He completed"
    " more than 800 works in his life.",
    "Iraq War": "The Iraq War was an armed conflict in Iraq. It began with an invasion.",
    "Iran–Iraq War": "The Iran–Iraq War was a war of eight years. In the Iran–Iraq War 500,000 soldiers died.",
    "Bhopal": "Bhopal is the capital of Madhya Pradesh. It is one of the greenest cities.",
    "Bhola cyclone": "The Bhola cyclone was a storm. In the disaster 300,000 people died.",
}
SALZBURG = "Salzburg is a city. Wolfgang Amadeus Mozart was born in Salzburg on 27 January 1756."


def base_of(folder: Path, articles: Mapping[str, str], source: str = "") -> None:
    """A base `few`; `source` is what the articles' addresses begin with, if they have any."""
    file = folder / "articles.jsonl"
    rows = (
        {"title": title, "text": text, **({"source": source + title} if source else {})}
        for title, text in articles.items()
    )
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    index = index_articles
    build_base(folder / "knowledge", "few", [importer_for(file)], index_words=index).close()


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("When was Wolfgang Amadeus Mozart born?", "Wolfgang Amadeus Mozart"),
        ("Who was the father of Wolfgang Amadeus Mozart?", "Wolfgang Amadeus Mozart"),
        ("How many soldiers died in the Iraq War?", "Iraq War"),
        ("How many people died in the Bhopal disaster?", "Bhopal"),
    ],
)
def test_an_article_that_does_not_say_gives_no_sentence_for_an_answer(
    tmp_path: Path, question: str, title: str
) -> None:
    base_of(tmp_path, ARTICLES)
    with Engine.open(tmp_path) as engine:
        result = engine.ask(question)
    assert [link.title for link in result.links] == [title]
    assert not result.answered
    assert f"The article on {title} does not say." in result.notes
    assert "sentence" not in {answer.found_by for answer in result.perhaps}
    assert result.nearest[0].passage.document == f"few:{title}"


def test_what_an_article_does_not_say_is_looked_for_where_its_subject_is_named(
    tmp_path: Path,
) -> None:
    base_of(tmp_path, {**ARTICLES, "Salzburg": SALZBURG})
    with Engine.open(tmp_path) as engine:
        result = engine.ask("When was Wolfgang Amadeus Mozart born?")
    assert (result.answers[0].title, result.answers[0].text) == ("Salzburg", "27 January 1756")
    assert "The article on Wolfgang Amadeus Mozart does not say." in result.notes


def test_links_and_their_alternatives_are_reported(tmp_path: Path) -> None:
    towns = {
        "Washington, D.C.": "Washington is the capital of the United States. It lies on the Potomac.",
        "George Washington": "George Washington was an American general. He was born in Virginia.",
        "Virginia": "Virginia is a state beside Washington, D.C.",
        "Potomac": "The Potomac is a river that flows through Washington, D.C.",
        "Ulm": "Ulm is a town.",
    }
    base_of(tmp_path, towns)
    with Engine.open(tmp_path) as engine:
        result = engine.ask("Where does Washington lie?")
        nothing = engine.ask("What does it cost?")
    (link,) = result.links
    assert (link.surface, link.title) == ("Washington", "Washington, D.C.")
    assert "George Washington" in [other.title for other in others(link)]
    step = result.steps[0]
    assert (step.name, step.outcome) == ("linking", Outcome.ANSWERED)
    assert step.reason is not None
    assert step.reason.startswith(
        f"'Washington' is the article Washington, D.C. ({link.score:.2f}); it could be"
    )
    (row,) = result_json(result)["links"]
    assert row["document"] == "few:Washington, D.C."
    assert row["probability"] == round(link.score, 4)
    assert result.question[row["start"] : row["end"]] == "Washington"
    assert "few:George Washington" in [other["document"] for other in row["others"]]
    assert nothing.links == ()
    assert nothing.steps[0].reason == "The question names no article."
    assert "links" not in result_json(nothing)


def test_a_mistyped_name_is_looked_for_elsewhere_as_its_article_has_it(tmp_path: Path) -> None:
    base_of(tmp_path, {**ARTICLES, "Salzburg": SALZBURG})
    with Engine.open(tmp_path) as engine:
        result = engine.ask("When was Wolfgang Amadeus Mozrat born?")
    assert [link.title for link in result.links] == ["Wolfgang Amadeus Mozart"]
    assert result.answers[0].text == "27 January 1756"


def test_whom_to_credit_stands_with_every_piece(tmp_path: Path) -> None:
    origin = {
        "snapshot": "2026-03-01",
        "licence": "CC BY-SA 4.0",
        "attribution": "the authors of W",
    }
    (tmp_path / "articles.origin.json").write_text(json.dumps(origin), "utf-8")
    base_of(tmp_path, {**ARTICLES, "Salzburg": SALZBURG}, source="https://w.example/wiki/")
    said = "From the knowledge base few: the authors of W, CC BY-SA 4.0, 2026-03-01."
    with Engine.open(tmp_path) as engine:
        answered = engine.ask("When was Wolfgang Amadeus Mozart born?")
        refused = engine.ask("Who was the father of Wolfgang Amadeus Mozart?")
        hits = engine.search("greenest cities")
        labels = engine.labels(hits)
    assert answered.answers[0].credit == Credit(said, "CC BY-SA 4.0")
    assert answered.answers[0].source == "https://w.example/wiki/Salzburg"
    pieces = [*result_json(answered)["answers"], *result_json(refused)["nearest"]]
    assert len(pieces) >= 2
    assert {(piece["credit"], piece["licence"]) for piece in pieces} == {(said, "CC BY-SA 4.0")}
    assert said in answered.notes
    assert said in refused.notes
    assert {label.credit for label in labels.values()} == {Credit(said, "CC BY-SA 4.0")}


def test_an_article_is_asked_and_shown_by_its_base_and_title(tmp_path: Path) -> None:
    base_of(tmp_path, {**ARTICLES, "Salzburg": SALZBURG})
    with Engine.open(tmp_path) as engine:
        result = engine.ask("When was Mozart born?", "few:Salzburg")
        assert (result.answers[0].text, result.answers[0].document) == (
            "27 January 1756",
            "few:Salzburg",
        )
        assert result.read.fraction == 1.0
        assert any("the knowledge base few" in note for note in result.notes)
        assert engine.document("few:iran-iraq war").title == "Iran\u2013Iraq War"
        again = engine.ask("When was Mozart born?", "few:Salzburg")
        assert again.answers[0].found_by == "small"  # a base changes, and memory does not follow it
        with pytest.raises(UnknownDocument, match="few has no article 'Linz'"):
            engine.document("few:Linz")
        with pytest.raises(SourceNotFound):
            engine.ask("When?", "other:Salzburg")


@pytest.mark.parametrize(
    ("question", "is_answered"),
    [
        ("When was Nikola Tesla born?", False),
        ("When was Otto Lind born?", True),
    ],
)
def test_who_is_in_no_article_has_not_another_one_s_birthday(
    tmp_path: Path, question: str, is_answered: bool
) -> None:
    home = tmp_path / "home"
    file = tmp_path / "people.jsonl"
    rows = (
        {"title": "Otto Lind", "text": "Otto Lind (born 9 March 1856) was a Swedish engineer."},
        {"title": "Ada Rowe", "text": "Ada Rowe (born 29 February 1880) was Governor of Maine."},
    )
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    build_base(
        home / "knowledge", "people", [importer_for(file)], index_words=index_articles
    ).close()
    with Engine.open(home) as engine:
        result = engine.ask(question)
    assert bool(result.answers) is is_answered
    assert not is_answered or result.answers[0].text == "9 March 1856"


def test_where_something_is_is_not_answered_by_what_it_is(tmp_path: Path) -> None:
    home = tmp_path / "home"
    file = tmp_path / "lakes.jsonl"
    text = "Lake Baikal is the largest freshwater lake by volume, holding a fifth of all unfrozen surface water, and at 1642 m the deepest."
    file.write_text(json.dumps({"title": "Lake Baikal", "text": text}) + "\n", "utf-8")
    build_base(
        home / "knowledge", "lakes", [importer_for(file)], index_words=index_articles
    ).close()
    with Engine.open(home) as engine:
        result = engine.ask("Where is Lake Baikal?")
    assert result.answers == ()
    assert "The article on Lake Baikal does not say." in result.notes

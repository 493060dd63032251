"""`ask` with a knowledge base: the article that the question names is read, and who wrote it is told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from wherein import Engine
from wherein.answering.article_words import index_articles
from wherein.knowledge.building import build_base, remove_base
from wherein.knowledge.importers import importer_for
from wherein.samples import sample_files

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
    assert result.steps[0].name.startswith("entity")


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
        result = engine.ask("How are you?")
        assert not result.steps[0].name.startswith("entity")


def test_a_base_that_comes_and_goes_counts_at_once(tmp_path: Path) -> None:
    with Engine.open(tmp_path) as engine:
        question = "Where did John Snetzler die?"
        assert not engine.ask(question).answered
        build_base(tmp_path / "knowledge", "sample", [importer_for("sample")]).close()
        assert engine.ask(question).steps[0].name.startswith("entity")
        remove_base(tmp_path / "knowledge", "sample")
        assert not engine.ask(question).steps[0].name.startswith("entity")


def test_documents_that_have_nothing_to_do_with_it_change_no_answer_of_an_article(sample: Path) -> None:
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


def base_of(folder: Path, articles: Mapping[str, str]) -> None:
    source = folder / "articles.jsonl"
    rows = (json.dumps({"title": title, "text": text}) for title, text in articles.items())
    source.write_text("\n".join(rows), "utf-8")
    index = index_articles
    build_base(folder / "knowledge", "few", [importer_for(source)], index_words=index).close()


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
    assert "sentence" not in {answer.found_by for answer in result.less_likely}
    assert result.nearest[0].passage.document == f"few:{title}"


def test_what_an_article_does_not_say_is_looked_for_where_its_subject_is_named(tmp_path: Path) -> None:
    base_of(tmp_path, {**ARTICLES, "Salzburg": SALZBURG})
    with Engine.open(tmp_path) as engine:
        result = engine.ask("When was Wolfgang Amadeus Mozart born?")
    assert (result.answers[0].title, result.answers[0].text) == ("Salzburg", "27 January 1756")
    assert "The article on Wolfgang Amadeus Mozart does not say." in result.notes

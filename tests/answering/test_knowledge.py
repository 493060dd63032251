"""`ask` with a knowledge base: the article that the question names is read, and who wrote it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherein import Engine
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

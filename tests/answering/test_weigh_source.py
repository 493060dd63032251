"""A reader's answer in a document that things are looked up in is graded by what its confidence means there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.answering.case_pages import Finds, scope_of
from tests.answering.case_pages import page as case_page
from tests.answering.test_grading_cases import calibrated
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.grades import document_grades, grades
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Outcome, Result
from wherein.core.document import Document
from wherein.questions.question import parse_question
from wherein.reading.source_kind import in_document

TEXT = "The lamp is red. It hangs in the hall."
DOCUMENT = replace(case_page({"blocks": [["paragraph", TEXT]]}), kind="docx")
ARTICLE = replace(DOCUMENT, kind="html")


def asked(sure: float, document: Document = DOCUMENT, where: Scope | None = None) -> Result:
    reader = calibrated(Finds(TEXT, [["red", sure]], "small"), grades())
    pipeline = Pipeline([reader], document_bounds=document_grades())
    return pipeline.ask(
        parse_question("What colour is the lamp?"), where or scope_of(document)
    ).result()


def test_a_likely_answer_is_shown_with_what_its_confidence_means_there() -> None:
    (found,) = asked(0.8).answers
    assert found.confidence == pytest.approx(in_document(0.8, "small"))
    assert found.confidence < 0.8


def test_an_answer_below_the_bound_there_is_a_perhaps_and_a_step_says_so() -> None:
    result = asked(0.45)
    assert not result.answers
    assert [one.text for one in result.perhaps] == ["red"]
    (step,) = (step for step in result.steps if step.name == "source")
    assert step.outcome is Outcome.REFUSED
    assert step.reason == "In such a document its best answer has confidence 0.38, below 0.40."


def test_a_page_of_running_text_keeps_the_confidence() -> None:
    (found,) = asked(0.45, ARTICLE).answers
    assert found.confidence == pytest.approx(0.45)


def test_a_library_keeps_the_confidence() -> None:
    whole = scope_of(DOCUMENT)
    library = replace(whole, passages=None)
    shown = [*asked(0.8, where=library).answers, *asked(0.8, where=library).perhaps]
    assert [one.confidence for one in shown] == [pytest.approx(0.8)]


def test_without_bounds_nothing_changes() -> None:
    reader = calibrated(Finds(TEXT, [["red", 0.45]], "small"), grades())
    question = parse_question("What colour is the lamp?")
    (found,) = Pipeline([reader]).ask(question, scope_of(DOCUMENT)).result().answers
    assert found.confidence == pytest.approx(0.45)

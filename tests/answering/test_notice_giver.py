"""contracts/notice-givers.json: a notice that another party gives is no answer to how much notice one has to give."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.answering.case_pages import Finds, contract, page, scope_of
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.grades import grades
from wherein.answering.grading.notice_giver import another_gives
from wherein.answering.question.scope_builder import by_its_party
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.questions.question import parse_question
from wherein.reading.calibration import FEATURES, Calibration

CASES: dict[str, Any] = contract("notice-givers.json")
BOUND = 0.5


def candidate(sentence: str, answer: str) -> Candidate:
    text = f"Rent is due on the first. {sentence} Keys are returned."
    start = text.index(answer)
    span = Span(start, start + len(answer)).shifted(100)
    passage = Passage("d", 0, Span(100, 100 + len(text)), text, ())
    return Candidate(passage, span, 1.0, 0.0)


@pytest.mark.parametrize(("question", "sentence", "answer", "party", "another"), CASES["sentences"])
def test_who_gives_the_notice(
    question: str, sentence: str, answer: str, party: str, another: bool
) -> None:
    assert another_gives(question, candidate(sentence, answer), party) is another


def test_a_question_of_nothing_but_notices_is_looked_through_once() -> None:
    assert not another_gives("notice " * 20_000, candidate("It is 3 days.", "3 days"), "the Tenant")


@pytest.mark.parametrize("case", CASES["pages"], ids=lambda case: case["question"])
def test_what_another_gives_is_left_out_before_the_rest_are_weighed(case: dict[str, Any]) -> None:
    lease = page(case)
    where = replace(scope_of(lease), means=by_its_party(lease))
    margin_alone = tuple(1.0 if feature == "margin" else 0.0 for feature in FEATURES)
    calibration = Calibration(margin_alone, 0.0, BOUND, BOUND)
    reader = CalibratedReader(Finds(lease.text, case["finds"], "small"), calibration, graded=True)
    bounds = replace(grades(), answer=BOUND, perhaps=BOUND)
    found = Pipeline([reader], bounds=bounds).ask(parse_question(case["question"]), where).result()
    assert [one.text for one in found.answers] == case["answers"]
    assert [one.text for one in found.perhaps] == case["perhaps"]

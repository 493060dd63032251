"""contracts/grading.json: what of a reader's candidates is an answer, what is a perhaps, and in which order, as in TypeScript.

Each case runs through the whole pipeline, with a reader that finds the given words with the given probabilities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.answering.case_pages import Finds, contract, page, place, scope_of
from wherein.answering.attempts.beside_main import attempt_beside_main
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.grades import Caution, Grades, grades
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Answer
from wherein.memory.answers.judged_places import Barred
from wherein.questions.question import parse_question
from wherein.reading.calibration import FEATURES, Calibration
from wherein.reading.together import Together

LOADED: dict[str, Any] = contract("grading.json")
MARGIN_ALONE = {"margin": 1.0}


def calibrated(
    reader: Finds,
    bounds: Grades,
    judge: bool = False,
    weights: Mapping[str, float] = MARGIN_ALONE,
) -> CalibratedReader:
    """The reader, with a calibration that weighs these features."""
    row = tuple(weights.get(feature, 0.0) for feature in FEATURES)
    calibration = Calibration(row, 0.0, bounds.answer, bounds.perhaps)
    return CalibratedReader(
        reader,
        calibration,
        graded=True,
        rerank_depth=16 if judge else 0,
        escalation_threshold=1.0 if judge else 0.0,
        together=Together("finds", (1.0, -1.0, 1.0, -1.0), 0.0) if judge else None,
    )


def bounds_of(case: dict[str, Any]) -> Grades:
    answer, perhaps = case.get("bounds", LOADED["bounds"])
    return replace(grades(), answer=answer, perhaps=perhaps)


def asked(case: dict[str, Any], *readers: CalibratedReader) -> tuple[list[Any], list[Any], bool]:
    document = page(case)
    where = scope_of(document)
    wrong = tuple(place(document.text, words) for words in case.get("wrong", ()))
    pipeline = Pipeline(readers, bounds=bounds_of(case), barring=lambda question, _: Barred(wrong))
    further = [attempt_beside_main(lambda: where, "The main text has no answer.")]
    question = parse_question(case["question"])
    result = pipeline.ask(question, where, LOADED["limit"], further=further).result()
    return shown(result.answers), shown(result.perhaps), result.several


def shown(answers: Sequence[Answer]) -> list[Any]:
    """Each answer as a case has it."""
    return [
        [
            answer.text,
            pytest.approx(answer.confidence, abs=1e-6),
            *(["evidence"] if answer.evidence else []),
            *([] if answer.main else ["beside"]),
        ]
        for answer in answers
    ]


@pytest.mark.parametrize("case", LOADED["cases"], ids=lambda case: case["name"])
def test_what_is_shown(case: dict[str, Any]) -> None:
    reader = Finds(page(case).text, case["finds"])
    weights = case.get("weights", MARGIN_ALONE)
    answers, perhaps, several = asked(case, calibrated(reader, bounds_of(case), weights=weights))
    assert (answers, perhaps) == (case["answers"], case["perhaps"])
    assert several is case.get("several", False)


@pytest.mark.parametrize("case", LOADED["readers"], ids=lambda case: case["name"])
def test_a_second_reader(case: dict[str, Any]) -> None:
    text, bounds = page(case).text, bounds_of(case)
    first = calibrated(Finds(text, case["finds"]), bounds)
    second = calibrated(Finds(text, case["second"], "second"), bounds, case["judge"])
    if case["judge"] == "alone":
        second = replace(second, together=None)
    answers, perhaps, _ = asked(case, first, second)
    assert (answers, perhaps) == (case["answers"], case["perhaps"])


@pytest.mark.parametrize("case", LOADED["cautions"], ids=str)
def test_the_bounds_of_a_caution(case: dict[str, Any]) -> None:
    bounds = grades(Caution(case["caution"]))
    least = bounds.answer if case["bound"] == "answer" else bounds.perhaps
    one: dict[str, Any] = {
        "question": "What colour is it?",
        "blocks": [["paragraph", "The lamp is red."]],
        "bounds": [bounds.answer, bounds.perhaps],
        "finds": [["red", least + case["by"]]],
    }
    reader = Finds("The lamp is red.", one["finds"])
    answers, perhaps, _ = asked(one, calibrated(reader, bounds))
    assert ["answer"] * len(answers) + ["perhaps"] * len(perhaps) == case["grade"]

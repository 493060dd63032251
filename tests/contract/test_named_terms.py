"""contracts/named-terms.json: what stands under a question's term, and how it joins what a reader found, as in TypeScript.

`WHEREIN_UPDATE_CONTRACTS=1 python -m pytest tests/contract/test_named_terms.py` writes what the code gives; the diff is for
reviewing.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.answering.case_pages import Finds, scope_of
from tests.contract.test_table_cells import ANSWERS, NEAR, lines, rounded, shown
from tests.contract.test_text_cases import blocks_of
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.grades import grades
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.memory.answers.judged_places import Barred
from wherein.questions.question import parse_question
from wherein.reading.calibration import FEATURES, Calibration
from wherein.reading.terms.asked_term import asked_term
from wherein.reading.terms.named_term import named_terms
from wherein.reading.terms.term_probability import measures_of, probability

FILE = Path(__file__).resolve().parents[2] / "contracts" / "named-terms.json"
UPDATE = os.environ.get("WHEREIN_UPDATE_CONTRACTS") == "1"
LOADED: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
MOST = 3
"""The places of a case."""


def page(case: dict[str, Any]) -> Document:
    made = LOADED["pages"][case["page"]]
    text, language = made["text"], made.get("language")
    return Document("page", "s", "Lamps", "html", text, "h", blocks_of(made), language=language)


def asked(case: dict[str, Any]) -> dict[str, Any] | None:
    term = asked_term(case["question"])
    if term is None:
        return None
    words = [[word.whole, *word.parts] for word in term.words]
    return {"form": term.form.value, "phrase": term.phrase, "words": words}


def named(case: dict[str, Any]) -> list[dict[str, Any]]:
    document = page(case)
    found = sorted(named_terms(case["question"], document), key=lambda term: -probability(term))
    return [
        {
            "text": term.span.of(document.text),
            "start": term.span.start,
            "where": term.where,
            "measures": [rounded(measure) for measure in measures_of(term)],
            "probability": rounded(probability(term)),
        }
        for term in found[:MOST]
    ]


def joined(case: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    document = page(case)
    answer, perhaps = LOADED["bounds"]
    bounds = replace(grades(), answer=answer, perhaps=perhaps)
    margin_alone = tuple(1.0 if feature == "margin" else 0.0 for feature in FEATURES)
    calibration = Calibration(margin_alone, 0.0, answer, perhaps)
    reader = CalibratedReader(Finds(document.text, case["finds"]), calibration, graded=True)
    starts = ((document.text.index(words), len(words)) for words in case.get("wrong", ()))
    wrong = tuple(Span(start, start + length) for start, length in starts)
    pipeline = Pipeline([reader], bounds=bounds, barring=lambda question, _: Barred(wrong))
    question = parse_question(case["question"])
    result = pipeline.ask(question, scope_of(document), ANSWERS).result()
    return shown(result.answers), shown(result.perhaps)


@pytest.mark.skipif(not UPDATE, reason="writes the cases")
def test_write_the_cases() -> None:
    for case in LOADED["asked"]:
        case["term"] = asked(case)
    for case in LOADED["named"]:
        case["terms"] = named(case)
    for case in LOADED["joined"]:
        case["answers"], case["perhaps"] = joined(case)
    FILE.write_text("".join(lines(LOADED)), "utf-8")


@pytest.mark.parametrize("case", LOADED["asked"], ids=lambda case: case["question"])
def test_the_term_that_a_question_asks_about(case: dict[str, Any]) -> None:
    assert asked(case) == case["term"]


@pytest.mark.parametrize("case", LOADED["named"], ids=lambda case: case["name"])
def test_what_stands_under_a_term(case: dict[str, Any]) -> None:
    found = named(case)
    kept = ("text", "start", "where")
    assert [[one[key] for key in kept] for one in found] == [
        [one[key] for key in kept] for one in case["terms"]
    ]
    for one, expected in zip(found, case["terms"], strict=True):
        assert one["measures"] == pytest.approx(expected["measures"], abs=NEAR)
        assert one["probability"] == pytest.approx(expected["probability"], abs=NEAR)


@pytest.mark.parametrize("case", LOADED["joined"], ids=lambda case: case["name"])
def test_what_stands_under_a_term_joins_what_a_reader_found(case: dict[str, Any]) -> None:
    for found, expected in zip(joined(case), (case["answers"], case["perhaps"]), strict=True):
        assert [one[:1] + one[2:] for one in found] == [one[:1] + one[2:] for one in expected]
        assert [one[1] for one in found] == pytest.approx([one[1] for one in expected], abs=NEAR)


def test_the_cases_have_every_form_and_every_kind_of_place() -> None:
    forms = {case["term"]["form"] for case in LOADED["asked"] if case["term"]}
    places = {one["where"] for case in LOADED["named"] for one in case["terms"]}
    assert forms == {"meaning", "default", "howto", "which", "bare", "other"}
    assert places == {
        "heading", "row", "line", "label", "means", "named", "quoted", "acronym", "lead", "sentence", "instruction",
    }  # fmt: skip

"""contracts/table-cells.json: the cells that a question names, and how they join what a reader found, as in TypeScript.

`WHEREIN_UPDATE_CONTRACTS=1 python -m pytest tests/contract/test_table_cells.py` writes what the code gives; the diff is for
reviewing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.answering.case_pages import Finds, scope_of
from tests.contract.test_text_cases import blocks_of
from wherein.answering.attempts.beside_main import attempt_beside_main
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.grades import grades
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.memory.answers.judged_places import Barred
from wherein.questions.question import parse_question
from wherein.reading.calibration import FEATURES, Calibration
from wherein.reading.cells.cell_probability import measures_of, probability
from wherein.reading.cells.cell_terms import question_terms
from wherein.reading.cells.likeness import Alike
from wherein.reading.cells.named_cell import named_cells
from wherein.reading.cells.table_rows import share_in, tables_of
from wherein.reading.value_kind import asked_kind, cell_agreement

FILE = Path(__file__).resolve().parents[2] / "contracts" / "table-cells.json"
UPDATE = os.environ.get("WHEREIN_UPDATE_CONTRACTS") == "1"
LOADED: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
ANSWERS = 9
"""Answers that the browser shows."""
NEAR = 6e-4


def page(case: dict[str, Any]) -> Document:
    made = LOADED["pages"][case["page"]]
    text, language = made["text"], made.get("language")
    return Document("page", "s", "Lamps", "html", text, "h", blocks_of(made), language=language)


def rounded(value: float) -> float:
    """To 3 digits, without a negative zero."""
    return round(value, 3) + 0.0


def named(case: dict[str, Any]) -> list[dict[str, Any]]:
    document = page(case)
    whole = [Span(0, len(document.text))]
    tables = tables_of(document, whole)
    share = share_in(tables, whole)
    return [
        {
            "cell": cell.cell.text,
            "start": cell.span.start,
            "measures": [rounded(measure) for measure in measures_of(cell, share)],
            "probability": rounded(probability(cell, share)),
        }
        for cell in named_cells(case["question"], tables, alike_of(case))
    ]


def alike_of(case: dict[str, Any]) -> Alike:
    """The likeness that a case gives pairs of texts; 0 for others."""
    known = {(one, other): value for one, other, value in case.get("alike", ())}
    return lambda one, other: known.get((one, other), 0.0)


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
    where = scope_of(document)
    further = [attempt_beside_main(lambda: where, "The main text has no answer.")]
    question = parse_question(case["question"])
    result = pipeline.ask(question, where, ANSWERS, further=further).result()
    return shown(result.answers), shown(result.perhaps)


def shown(answers: tuple[Answer, ...]) -> list[Any]:
    return [
        [one.text, rounded(one.confidence), *([] if one.main else ["beside"])] for one in answers
    ]


@pytest.mark.skipif(not UPDATE, reason="writes the cases")
def test_write_the_cases() -> None:
    for case in LOADED["named"]:
        case["cells"] = named(case)
    for case in LOADED["joined"]:
        case["answers"], case["perhaps"] = joined(case)
    FILE.write_text("".join(lines(LOADED)), "utf-8")


def lines(cases: dict[str, Any]) -> Iterator[str]:
    """The file with one line for each entry of its lists."""
    between = "{\n "
    for key, value in cases.items():
        yield f"{between}{json.dumps(key)}: "
        between = ",\n "
        if isinstance(value, list) and isinstance(value[0], dict):
            yield "[\n  " + ",\n  ".join(json.dumps(v, ensure_ascii=False) for v in value) + "\n ]"
        elif isinstance(value, dict):
            entries = (
                f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in value.items()
            )
            yield "{\n  " + ",\n  ".join(entries) + "\n }"
        else:
            yield json.dumps(value, ensure_ascii=False)
    yield "\n}\n"


@pytest.mark.parametrize("case", LOADED["named"], ids=lambda case: case["name"])
def test_the_cells_that_a_question_names(case: dict[str, Any]) -> None:
    found = named(case)
    assert [(one["cell"], one["start"]) for one in found] == [
        (one["cell"], one["start"]) for one in case["cells"]
    ]
    for one, expected in zip(found, case["cells"], strict=True):
        assert one["measures"] == pytest.approx(expected["measures"], abs=NEAR)
        assert one["probability"] == pytest.approx(expected["probability"], abs=NEAR)


@pytest.mark.parametrize("case", LOADED["joined"], ids=lambda case: case["name"])
def test_a_cell_joins_what_a_reader_found(case: dict[str, Any]) -> None:
    for found, expected in zip(joined(case), (case["answers"], case["perhaps"]), strict=True):
        assert [one[:1] + one[2:] for one in found] == [one[:1] + one[2:] for one in expected]
        assert [one[1] for one in found] == pytest.approx([one[1] for one in expected], abs=NEAR)


def test_the_cases_have_every_kind_of_cell_and_term() -> None:
    kinds = {
        cell_agreement(case["question"], asked_kind(case["question"]), cell["cell"])
        for case in LOADED["named"]
        for cell in case["cells"]
    }
    terms = [term for case in LOADED["named"] for term in question_terms(case["question"])]
    assert kinds == {-1, 0, 1}
    assert any(term.day is not None for term in terms)
    assert any(term.month is not None for term in terms)
    assert any(term.number is not None for term in terms)

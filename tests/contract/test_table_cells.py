"""contracts/table-cells.json: the cells that a question names, and how they join what a reader found, as in TypeScript.

`WHEREIN_UPDATE_CONTRACTS=1 python -m pytest tests/contract/test_table_cells.py` writes what the code gives; the diff is for
reviewing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.answering.case_pages import Finds, place, scope_of
from tests.contract.test_text_cases import blocks_of
from wherein.answering.attempts.beside_main import attempt_beside_main
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.grades import grades
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Answer, Candidate
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.memory.answers.judged_places import Barred
from wherein.questions.question import parse_question
from wherein.reading.calibration import FEATURES, Calibration
from wherein.reading.cells.cell_probability import measures_of, probability
from wherein.reading.cells.cell_terms import question_terms
from wherein.reading.cells.likeness import Alike
from wherein.reading.cells.named_cell import ahead, best_cells, named_cells, scored_cells
from wherein.reading.cells.read_cells import (
    Marked,
    are_read,
    read_probability,
    rows_to_read,
    with_margins,
)
from wherein.reading.cells.table_rows import share_in, tables_of
from wherein.reading.reader import Reading
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
    finds = FindsInRows(document.text, case["finds"], case.get("reads", ()))
    reader = CalibratedReader(
        finds, calibration, graded=True, cells="read_cell" if "reads" in case else None
    )
    starts = ((document.text.index(words), len(words)) for words in case.get("wrong", ()))
    wrong = tuple(Span(start, start + length) for start, length in starts)
    pipeline = Pipeline([reader], bounds=bounds, barring=lambda question, _: Barred(wrong))
    where = scope_of(document)
    further = [attempt_beside_main(lambda: where, "The main text has no answer.")]
    question = parse_question(case["question"])
    result = pipeline.ask(question, where, ANSWERS, further=further).result()
    return shown(result.answers), shown(result.perhaps)


class FindsInRows(Finds):
    """Finds words of the page, and others, with their margins, in rows that it is given as sentences."""

    def __init__(self, text: str, finds: Sequence[Any], reads: Sequence[Sequence[Any]]) -> None:
        super().__init__(text, finds)
        self._reads = reads

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        if passages and passages[0].document:
            yield from super().read(question, passages)
            return
        for passage in passages:
            yield Reading(
                (passage,),
                tuple(
                    Candidate(passage, place(passage.text, words), margin, 0.0)
                    for words, margin in self._reads
                    if words in passage.text
                ),
            )


def read(case: dict[str, Any]) -> dict[str, Any]:
    """Whether rows are read, their texts, and their cells with the margins that the case gives."""
    document = page(case)
    whole = [Span(0, len(document.text))]
    tables = tables_of(document, whole)
    share = share_in(tables, whole)
    scored = scored_cells(case["question"], tables, alike_of(case))
    (best,) = best_cells(scored, 1)
    rows = rows_to_read(case["question"], scored, tables)
    marks = (
        Marked(row, place(rows[row].text, words), margin) for row, words, margin in case["marks"]
    )
    cells = with_margins(rows, marks)
    return {
        "are_read": are_read(case["question"], best.cell),
        "rows": [
            {"text": row.text, "cells": [[one.start, one.end] for one in row.places]}
            for row in rows
        ],
        "cells": [
            {
                "cell": one.cell.text,
                "start": one.cell.span.start,
                "score": rounded(one.score),
                "probability": rounded(
                    read_probability(
                        one, cells, probability(ahead(one.cell, scored), share), "read_cell"
                    )
                ),
            }
            for one in cells
        ],
    }


def shown(answers: tuple[Answer, ...]) -> list[Any]:
    return [
        [one.text, rounded(one.confidence), *([] if one.main else ["beside"])] for one in answers
    ]


@pytest.mark.skipif(not UPDATE, reason="writes the cases")
def test_write_the_cases() -> None:
    for case in LOADED["named"]:
        case["cells"] = named(case)
    for case in LOADED["read"]:
        case.update(read(case))
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


@pytest.mark.parametrize("case", LOADED["read"], ids=lambda case: case["name"])
def test_the_rows_that_are_read_as_sentences(case: dict[str, Any]) -> None:
    found = read(case)
    assert found["are_read"] is case["are_read"]
    assert found["rows"] == case["rows"]
    assert [one["start"] for one in found["cells"]] == [one["start"] for one in case["cells"]]
    for one, expected in zip(found["cells"], case["cells"], strict=True):
        assert one == pytest.approx(expected, abs=NEAR)


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

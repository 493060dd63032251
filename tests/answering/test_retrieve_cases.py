"""contracts/retrieve.json: the order in which a page's passages are read, and those shown where nothing answers, as in
TypeScript."""

from __future__ import annotations

from typing import Any

import pytest

from tests.answering.case_pages import Finds, contract, encoder, page, scope_of
from wherein.answering.attempts.beside_main import attempt_beside_main
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.passages.split import split
from wherein.questions.question import parse_question
from wherein.reading.calibration import FEATURES, Calibration


def read(case: dict[str, Any]) -> tuple[list[int], list[int]]:
    """The numbers of the passages in the order of reading, and of the nearest ones."""
    document = page(case)
    reader = Finds(document.text, ())
    where = scope_of(document, encoder() if case.get("by_meaning") else None)
    calibration = Calibration((0.0,) * len(FEATURES), 0.0, 1.0, 1.0)
    result = (
        Pipeline([CalibratedReader(reader, calibration)])
        .ask(
            parse_question(case["question"]),
            where,
            further=[attempt_beside_main(lambda: where, "The main text has no answer.")],
        )
        .result()
    )
    return reader.passages, [hit.passage.index for hit in result.nearest]


@pytest.mark.parametrize("case", contract("retrieve.json")["cases"], ids=lambda case: case["name"])
def test_the_order_of_reading(case: dict[str, Any]) -> None:
    assert [passage.text for passage in split(page(case))] == case["passages"]
    assert read(case) == (case["read"], case["nearest"])

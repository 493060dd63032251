"""contracts/numbered-clauses.json: a question that names a clause by its number is answered with it, as in TypeScript.

`WHEREIN_UPDATE_CONTRACTS=1 python -m pytest tests/answering/test_numbered_clause_cases.py` writes what the code gives; the
diff is for reviewing.
"""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from tests.answering.case_pages import ROOT, Finds, contract, page, scope_of
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.numbered_clause import requested_clause
from wherein.questions.question import parse_question
from wherein.reading.calibration import FEATURES, Calibration

NAME = "numbered-clauses.json"
CASES: dict[str, Any] = contract(NAME)
UPDATE = os.environ.get("WHEREIN_UPDATE_CONTRACTS") == "1"
BOUND = 0.5


def asked(question: str) -> dict[str, Any]:
    """What the question names, and what is shown; nothing else is found on the page."""
    made = page(CASES)
    wanted = requested_clause(question)
    margin_alone = tuple(1.0 if feature == "margin" else 0.0 for feature in FEATURES)
    calibration = Calibration(margin_alone, 0.0, BOUND, BOUND)
    reader = CalibratedReader(Finds(made.text, [], "small"), calibration, graded=True)
    result = Pipeline([reader]).ask(parse_question(question), scope_of(made)).result()
    return {
        "question": question,
        "clause": None if wanted is None else list(wanted.chain),
        "answers": [
            [
                one.text,
                list(one.section),
                one.confidence,
                None if one.struck_by is None else one.struck_by.quote,
            ]
            for one in result.answers
        ],
    }


@pytest.mark.skipif(not UPDATE, reason="writes the cases")
def test_write_the_cases() -> None:
    rows = [json.dumps(asked(case["question"]), ensure_ascii=False) for case in CASES["cases"]]
    blocks = [json.dumps(block, ensure_ascii=False) for block in CASES["blocks"]]
    about = json.dumps(CASES["about"], ensure_ascii=False)
    parts = [",\n".join(f"  {line}" for line in lines) for lines in (blocks, rows)]
    text = (
        f'{{\n "about": {about},\n "blocks": [\n{parts[0]}\n ],\n "cases": [\n{parts[1]}\n ]\n}}\n'
    )
    (ROOT / "contracts" / NAME).write_text(text, "utf-8")


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["question"])
def test_a_question_that_names_a_clause(case: dict[str, Any]) -> None:
    assert asked(case["question"]) == case

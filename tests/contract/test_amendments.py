"""contracts/amendments.json: what amendments of contracts strike and put in place, and what is shown then, as in TypeScript.

`WHEREIN_UPDATE_CONTRACTS=1 python -m pytest tests/contract/test_amendments.py` writes what the code gives; the diff is for
reviewing.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.answering.case_pages import Finds, place, scope_of
from tests.contract.test_table_cells import ANSWERS, NEAR, lines, rounded
from tests.documents.test_clauses import hostile
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.grades import Grades, grades
from wherein.answering.question.scope_builder import by_its_party
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Answer
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.clauses.amending import amendments_of
from wherein.documents.clauses.changes import newer_than
from wherein.documents.clauses.labels import label_of, references
from wherein.documents.clauses.parties import asking_party
from wherein.documents.clauses.quoting import sentences
from wherein.documents.clauses.standing import Standing
from wherein.documents.clauses.values import values
from wherein.questions.question import parse_question
from wherein.reading.calibration import FEATURES, Calibration

FILE = Path(__file__).resolve().parents[2] / "contracts" / "amendments.json"
UPDATE = os.environ.get("WHEREIN_UPDATE_CONTRACTS") == "1"
LOADED: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
HOSTILE_SIZE = 8_000


def document(name: str) -> Document:
    text, blocks = "", []
    for kind, piece, *more in LOADED["documents"][name]["blocks"]:
        facts = more[0] if more else {}
        text += facts.get("after", "\n\n") if text else ""
        level = facts.get("level", 1) if kind == "heading" else None
        span = Span(len(text), len(text) + len(piece))
        blocks.append(Block(BlockKind(kind), span, level, facts.get("row"), facts.get("column")))
        text += piece
    return Document("page", "s", "Contract", "html", text, "h", tuple(blocks))


def amended(case: dict[str, Any]) -> dict[str, Any]:
    """What the amendments do, and each sentence of the document of which something is to be said."""
    made = document(case["document"])
    text, standing = made.text, Standing(made)
    found = [
        {
            "effect": one.effect.value,
            "quote": one.quote.of(text),
            "struck": [place.of(text) for place in one.struck],
            "new": one.new.of(text) if one.new is not None else None,
            "whole": one.whole,
            "instead": standing.amendments.index(standing.instead(one)),
        }
        for one in standing.amendments
    ]
    told = []
    for block in made.blocks:
        for sentence in sentences(block.span.of(text)):
            span = sentence.shifted(block.span.start)
            struck, over = standing.struck(span), standing.overriding(span)
            said = {
                "struck": struck.words.of(text) if struck is not None else None,
                "over": over.quote.of(text) if over is not None else None,
                "beneath": [one.of(text) for one in standing.beneath(span)],
            }
            if any(said.values()):
                told.append({"sentence": span.of(text), "start": span.start, **said})
    clauses = [[".".join(one.chain), one.heading, one.part] for one in standing.outline.clauses]
    return {"clauses": clauses, "amendments": found, "sentences": told}


def labelled(case: dict[str, Any]) -> dict[str, Any]:
    label = label_of(case["line"])
    if label is None:
        return {"label": None}
    return {"label": [list(label.chain), label.end, label.inner, label.kind]}


def referred(case: dict[str, Any]) -> dict[str, Any]:
    return {
        "references": [
            [one.span.of(case["text"]), list(one.chain), one.kind, one.heading, one.last and list(one.last)]
            for one in references(case["text"])
        ]
    }  # fmt: skip


def valued(case: dict[str, Any]) -> dict[str, Any]:
    return {"values": [[one.span.of(case["text"]), one.kind] for one in values(case["text"])]}


def changed(case: dict[str, Any]) -> dict[str, Any]:
    sentence = case["sentence"]
    new = newer_than(case["question"], sentence, place(sentence, case["old"]))
    return {"new": new.of(sentence) if new is not None else None}


def asking(case: dict[str, Any]) -> dict[str, Any]:
    return {"party": asking_party(document(case["document"]))}


def staged(case: dict[str, Any]) -> dict[str, Any]:
    made = document(case["document"])
    answer, perhaps = LOADED["bounds"]
    bounds = replace(grades(), answer=answer, perhaps=perhaps)
    margin_alone = tuple(1.0 if feature == "margin" else 0.0 for feature in FEATURES)
    calibration = Calibration(margin_alone, 0.0, answer, perhaps)
    reader = CalibratedReader(Finds(made.text, case["finds"], "small"), calibration, graded=True)
    least, doubtful = LOADED["document_bounds"]
    in_document = Grades(least, doubtful, grades().most_perhaps)
    where = replace(scope_of(made), means=by_its_party(made))
    pipeline = Pipeline([reader], bounds=bounds, document_bounds=in_document)
    result = pipeline.ask(parse_question(case["question"]), where, ANSWERS).result()
    return {
        "answers": [shown(one) for one in result.answers],
        "perhaps": [shown(one) for one in result.perhaps],
    }


def shown(one: Answer) -> list[Any]:
    by = one.struck_by
    told = [] if by is None else [by.quote, one.struck_words or None]
    beneath = [place.quote for place in one.subject_to]
    return [one.text, rounded(one.confidence), told, beneath]


def repeated(case: dict[str, Any]) -> dict[str, Any]:
    return {"amendments": len(amendments_of(hostile(case["part"], HOSTILE_SIZE))[1])}


KINDS = {
    "amended": amended,
    "labels": labelled,
    "references": referred,
    "values": valued,
    "changes": changed,
    "parties": asking,
    "stage": staged,
    "hostile": repeated,
}


@pytest.mark.skipif(not UPDATE, reason="writes the cases")
def test_write_the_cases() -> None:
    for name, told in KINDS.items():
        for case in LOADED[name]:
            case.update(told(case))
    FILE.write_text("".join(lines(LOADED)), "utf-8")


@pytest.mark.parametrize(
    ("kind", "case"),
    [
        pytest.param(kind, case, id=f"{kind}-{number}")
        for kind in KINDS
        if kind != "stage"
        for number, case in enumerate(LOADED[kind])
    ],
)
def test_a_case_of_a_text(kind: str, case: dict[str, Any]) -> None:
    found = KINDS[kind](case)
    assert found == {key: case[key] for key in found}


@pytest.mark.parametrize("case", LOADED["stage"], ids=lambda case: case["question"])
def test_a_case_of_the_stage(case: dict[str, Any]) -> None:
    found = staged(case)
    for kind in ("answers", "perhaps"):
        assert [(one[0], *one[2:]) for one in found[kind]] == [
            (one[0], *one[2:]) for one in case[kind]
        ]
        confidences = [one[1] for one in case[kind]]
        assert [one[1] for one in found[kind]] == pytest.approx(confidences, abs=NEAR)


def test_the_cases_have_every_effect_and_enough_of_each_kind() -> None:
    effects = {one["effect"] for case in LOADED["amended"] for one in case["amendments"]}
    assert effects == {"replaced", "deleted", "limited", "overridden"}
    assert len(LOADED["amended"]) >= 30
    assert len(LOADED["stage"]) >= 15
    assert any(one["beneath"] for case in LOADED["amended"] for one in case["sentences"])

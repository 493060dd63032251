"""contracts/source-kinds.json: what a confidence means on a page of running text and in a document, as in TypeScript.

`WHEREIN_UPDATE_CONTRACTS=1 python -m pytest tests/reading/test_source_kind.py` writes what the code gives; the diff is for
reviewing.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.answering.case_pages import page
from wherein.answering.attempts.weigh_source import weighed
from wherein.answering.grading.grades import Caution, Grades, document_grades, grades
from wherein.answering.stages.progress import Progress
from wherein.core.answer import Answer, Coverage
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.reading.source_kind import in_document, is_article, is_running_text
from wherein.reading.terms.question_heading import likest_question

FILE = Path(__file__).resolve().parents[2] / "contracts/source-kinds.json"
LOADED: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
UPDATE = os.environ.get("WHEREIN_UPDATE_CONTRACTS") == "1"
NAME = "small"
"""The reader that the browser has."""


def bounds() -> Grades:
    answer, perhaps = LOADED["bounds"]
    shipped = grades()
    return Grades(answer, perhaps, shipped.most_perhaps, shipped.beside, shipped.gathered)


def document(case: dict[str, Any]) -> Document:
    kind, text, times = case.get("repeat", ["paragraph", "", 0])
    blocks = [[kind, text]] * times + case["blocks"]
    if not blocks:
        return Document("page", "s", "Lamps", "html", case.get("text", ""), "h", ())
    return page({"blocks": blocks})


def answer(
    text: str,
    confidence: float,
    found_by: str | None,
    heading: str | None = None,
    evidence: bool = False,
) -> Answer:
    at, section = Span(0, len(text)), (heading,) if heading else ()
    return Answer(
        text, "d", "", at, text, at, section, confidence, found_by or NAME, evidence=evidence
    )


def alike(one: str, other: str) -> float:
    """The share of the first text's words that the second one has, for the cases."""
    words, others = ({word.strip("?").lower() for word in text.split()} for text in (one, other))
    return len(words & others) / len(words)


def shown(case: dict[str, Any]) -> dict[str, Any]:
    answers, perhaps = (
        tuple(answer(*one) for one in case[name]) for name in ("answers", "perhaps")
    )
    progress = Progress(answers, perhaps, Coverage(1.0, 1))
    found = weighed(progress, bounds(), case.get("asked_there"))
    return {
        name: [[one.text, round(one.confidence, 6)] for one in some]
        for name, some in (("answers", found.answers), ("perhaps", found.perhaps))
    }


@pytest.mark.parametrize("case", LOADED["kinds"], ids=lambda case: case["name"])
def test_the_kind_of_a_page(case: dict[str, Any]) -> None:
    made = document(case)
    assert is_running_text(made.text, made.blocks) is case["running"]
    assert is_article(made) is case["running"]


@pytest.mark.skipif(not UPDATE, reason="only where the cases are written anew")
def test_write_the_confidences() -> None:
    rows = [[p, by, round(in_document(p, by), 6)] for p, by, _ in LOADED["confidences"]]
    cases = [{**case, "shown": shown(case)} for case in LOADED["graded"]]
    parts = [f' "about": {_json(LOADED["about"])}', f' "bounds": {_json(LOADED["bounds"])}']
    for name, some in (
        ("kinds", LOADED["kinds"]),
        ("confidences", rows),
        ("graded", cases),
        ("likest", LOADED["likest"]),
    ):
        lines = ",\n".join(f"  {_json(one)}" for one in some)
        parts.append(f' "{name}": [\n{lines}\n ]')
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("row", LOADED["confidences"], ids=str)
@pytest.mark.skipif(UPDATE, reason="the cases are being written")
def test_a_confidence_in_a_document(row: list[Any]) -> None:
    confidence, found_by, there = row
    assert in_document(confidence, found_by) == pytest.approx(there, abs=1e-6)


@pytest.mark.parametrize("case", LOADED["graded"], ids=lambda case: case["name"])
@pytest.mark.skipif(UPDATE, reason="the cases are being written")
def test_what_is_shown_of_a_document(case: dict[str, Any]) -> None:
    found = shown(case)
    for name in ("answers", "perhaps"):
        assert found[name] == [
            [text, pytest.approx(p, abs=1e-6)] for text, p in case["shown"][name]
        ]


@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from(["small", "large", "sentence", "cells"]))
def test_a_surer_answer_of_one_reader_stays_surer(one: float, other: float, by: str) -> None:
    low, high = sorted((one, other))
    assert 0 <= in_document(low, by) <= in_document(high, by) <= 1


def test_a_file_is_no_web_page_however_it_is_written() -> None:
    text = LOADED["kinds"][1]["text"]
    assert is_article(Document("d", "s", "Lamps", "html", text, "h", ()))
    assert not is_article(Document("d", "s", "Lamps", "pdf", text, "h", ()))


def test_an_article_of_an_encyclopedia_is_one_with_all_its_tables() -> None:
    table = page({"blocks": [["cell", "Height"], ["cell", "31 metres"]]})
    assert is_article(replace(table, kind="article"))
    assert not is_article(table)


def test_the_bounds_in_documents_are_those_that_were_measured() -> None:
    found = {one: (document_grades(one).answer, document_grades(one).perhaps) for one in Caution}
    assert found == {
        Caution.LOW: (0.34, 0.05),
        Caution.NORMAL: (0.40, 0.05),
        Caution.HIGH: (0.59, 0.05),
    }


def test_a_sentence_like_the_question_is_no_answer_in_a_document() -> None:
    assert in_document(0.85, "sentence") < document_grades().answer


@pytest.mark.parametrize("case", LOADED["likest"], ids=lambda case: case["name"])
def test_the_heading_that_asks_the_same(case: dict[str, Any]) -> None:
    assert likest_question(case["question"], case["headings"], alike) == case["likest"]

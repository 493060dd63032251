"""contracts/ticked-choices.json: which of a form's boxes is the answer, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.answering.fakes import WordReader
from tests.answering.test_pipeline import ask, scope
from wherein.answering.grading.ticked_choice import ticked_choice
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source

FILE = Path(__file__).resolve().parents[2] / "contracts/ticked-choices.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["cases"]
FORM = "# Application\n\nName of the dog: Biscuit\n\nFee paid: ☐ Cash ☐ Card ☒ Bank transfer\n"


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['marked']} in {c['line']}")
def test_cases(case: dict[str, Any]) -> None:
    for before, behind in (("", ""), ("Sex ☒ Male ☐ Female\n", "\nAge ☒ Old ☐ Young")):
        text = before + case["line"] + behind
        start = text.index(case["line"]) + case["line"].index(case["marked"])
        found = ticked_choice(text, Span(start, start + len(case["marked"])))
        assert (None if found is None else found.of(text)) == case["chosen"]


def test_a_mark_over_several_lines_stays() -> None:
    text = "☒ Small ☐ Large\n☒ Red ☐ Blue"
    assert ticked_choice(text, Span(0, len(text))) is None


@given(st.text("☒☐[]x a\t\n", max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_what_is_found_is_words_of_the_text(text: str, start: int, length: int) -> None:
    at = min(start, len(text))
    found = ticked_choice(text, Span(at, min(len(text), at + length)))
    assert found is None or found.of(text).strip() == found.of(text) != ""


def test_the_ticked_box_of_a_form_is_the_answer() -> None:
    document = parse(Source(FORM.encode(), "form.md", "form.md"))
    reader = WordReader({"☐ Cash ☐ Card ☒ Bank transfer": 0.9})
    found = ask("What was the fee paid with?", reader, where=scope(document))
    assert [one.text for one in found.answers] == ["Bank transfer"]
    assert "☐ Cash" in found.answers[0].quote

"""Questions that a page's own sentences and headings suggest: the cases of contracts/suggested-questions.json, which
TypeScript reads too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.questions.completing.generation import MOST_QUESTIONS, questions_of

FILE = Path(__file__).parents[2] / "contracts/suggested-questions.json"
CASES = json.loads(FILE.read_text("utf-8"))["cases"]


def page(case: dict[str, Any]) -> Document:
    text, kept = "", []
    for kind, part, *more in case["blocks"]:
        facts = more[0] if more else {}
        text += "\n\n" if text else ""
        part *= facts.get("times", 1)
        place = Span(len(text), len(text) + len(part))
        level = 1 if kind == "heading" else None
        kept.append(Block(BlockKind(kind), place, level, main=facts.get("main", True)))
        text += part
    return Document("d", "d.html", "D", "html", text, "0", tuple(kept), language=case["language"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_a_page_is_asked(case: dict[str, Any]) -> None:
    found = questions_of(page(case))
    assert found == case["questions"]
    assert len(found) <= MOST_QUESTIONS

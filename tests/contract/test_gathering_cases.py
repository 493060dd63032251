"""What belongs to one answer: the cases that Python and the browser share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein.answering.grading.gathering import Seed, belonging_together
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span

CASES = json.loads(Path("contracts/gathering.json").read_text("utf-8"))["cases"]


def page(pieces: list[list[str]]) -> Document:
    text, blocks = "", []
    for name, piece in pieces:
        text += "\n\n" if text else ""
        kind = BlockKind(name)
        level = 2 if kind is BlockKind.HEADING else None
        blocks.append(Block(kind, Span(len(text), len(text) + len(piece)), level))
        text += piece
    return Document("page", "s", "Wasps", "text", text, "h", tuple(blocks))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_belongs_together(case: dict[str, Any]) -> None:
    document = page(case["blocks"])
    places = ((document.text.index(words), len(words), sure) for words, sure in case["seeds"])
    seeds = [Seed(Span(start, start + length), sure) for start, length, sure in places]
    spans = belonging_together(document, case["question"], seeds)
    assert [span.of(document.text) for span in spans] == case["together"]

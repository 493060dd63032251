"""The case files in `contracts/` that the browser must pass too: canonical text, places of answers.

`WHEREIN_UPDATE_CONTRACTS=1 python -m pytest tests/documents/test_contracts.py` writes what the code
gives now into the files; read the difference before keeping it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from wherein.core.document import Block, BlockKind
from wherein.documents.building.canonical import CanonicalText, Cell, clean
from wherein.documents.html.html import parse_markup

CONTRACTS = Path(__file__).parents[2] / "contracts"
UPDATE = os.environ.get("WHEREIN_UPDATE_CONTRACTS") == "1"


def cases(name: str) -> Any:
    return json.loads((CONTRACTS / name).read_text("utf-8"))


def plain(block: Block) -> dict[str, Any]:
    """A block as JSON has it: keys that say nothing are left out."""
    made = {
        "kind": block.kind.value,
        "level": block.level,
        "start": block.span.start,
        "end": block.span.end,
        "row": block.row,
        "column": block.column,
        "main": None if block.main else False,
    }
    return {key: value for key, value in made.items() if value is not None}


def write(name: str, content: Any) -> None:
    text = json.dumps(content, ensure_ascii=True, indent=1)
    (CONTRACTS / name).write_text(text + "\n", "utf-8")


@pytest.mark.skipif(not UPDATE, reason="writes the case files, only when asked to")
def test_update_the_case_files() -> None:
    canonical = cases("canonical-text.json")
    for case in canonical["pages"]:
        parsed = parse_markup(case["html"])
        case |= {"title": parsed.title, "text": parsed.text}
        case["blocks"] = [plain(block) for block in parsed.blocks]
    for case in canonical["clean"]:
        case["text"] = clean(case["raw"])
    for case in canonical["join"]:
        out = joined(case)
        case |= {"text": out.text, "spans": [[b.span.start, b.span.end] for b in out.blocks]}
    write("canonical-text.json", canonical)


def joined(case: dict[str, Any]) -> CanonicalText:
    out = CanonicalText()
    for given in case["blocks"]:
        kind = BlockKind(given["kind"])
        place = given.get("cell")
        cell = Cell(*place) if place else None
        trim = kind is not BlockKind.CODE
        out.add(kind, given["text"], level=given.get("level"), cell=cell, trim=trim)
    return out


@pytest.mark.parametrize("case", cases("canonical-text.json")["pages"], ids=lambda c: c["name"])
def test_a_page_has_all_that_shows_and_its_main_text_is_marked(case: dict[str, Any]) -> None:
    parsed = parse_markup(case["html"])
    assert parsed.text == case["text"]
    assert [plain(block) for block in parsed.blocks] == case["blocks"]
    assert parsed.title == case["title"]


@pytest.mark.parametrize("case", cases("canonical-text.json")["clean"], ids=lambda c: c["name"])
def test_clean(case: dict[str, str]) -> None:
    assert clean(case["raw"]) == case["text"]


@pytest.mark.parametrize("case", cases("canonical-text.json")["join"], ids=lambda c: c["name"])
def test_join(case: dict[str, Any]) -> None:
    out = joined(case)
    assert out.text == case["text"]
    assert [[block.span.start, block.span.end] for block in out.blocks] == case["spans"]


@pytest.mark.parametrize("case", cases("anchors/odd-text.json")["cases"], ids=lambda c: c["name"])
def test_answers_stand_at_their_places(case: dict[str, Any]) -> None:
    parsed = parse_markup(case["html"])
    assert parsed.text == case["text"]
    for start, end, text in case["answers"]:
        assert parsed.text[start:end] == text

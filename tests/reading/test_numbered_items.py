"""contracts/numbered-items.json: the item of a list that a question asks for by its number, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein import Engine
from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.reading.terms.numbered_items import numbered_items

FILE = Path(__file__).resolve().parents[2] / "contracts" / "numbered-items.json"
LOADED: dict[str, Any] = json.loads(FILE.read_text("utf-8"))


def page(rows: list[list[str]]) -> tuple[str, list[Block]]:
    text, blocks = "", []
    for kind, written in rows:
        text += "\n\n" if text else ""
        span = Span(len(text), len(text) + len(written))
        level = 1 if kind == "heading" else None
        blocks.append(Block(BlockKind(kind), span, level))
        text += written
    return text, blocks


@pytest.mark.parametrize(("name", "question", "items"), LOADED["asked"])
def test_the_item_that_is_asked_for(name: str, question: str, items: list[str]) -> None:
    text, blocks = page(LOADED["pages"][name])
    assert [found.of(text) for found in numbered_items(question, text, blocks)] == items


def test_a_list_is_asked_for_one_step(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "plums.html"
    path.write_text(
        "<title>Plums</title><article><h1>Plums</h1><p>Plums ripen in August, and this is how they are kept for a winter.</p>"
        "<ol><li>Wash the plums.</li><li>Stone them.</li><li>Boil the jars.</li><li>Fill them to the brim.</li></ol></article>",
        "utf-8",
    )
    for question, wanted in (("What is step 4?", "Fill them"), ("the second step", "Stone them")):
        (answer,) = engine.ask(question, path).answers
        assert answer.text.startswith(wanted)
        assert answer.found_by == "terms"


def test_a_step_of_two_lists_is_a_perhaps_of_both(engine: Engine, tmp_path: Path) -> None:
    text = "# Bread\n\n## The sponge\n\n1. Mix rye.\n2. Wait a day.\n\n## The loaf\n\n1. Knead it.\n2. Bake it."
    path = tmp_path / "bread.md"
    path.write_text(text, "utf-8")
    result = engine.ask("What is step 2?", path)
    assert not result.answers
    assert [one.text for one in result.perhaps] == ["Wait a day.", "Bake it."]
    loaf = engine.ask("What is step 2 of the loaf?", path)
    assert [one.text for one in loaf.answers] == ["Bake it."]

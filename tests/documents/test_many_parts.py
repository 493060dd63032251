"""A file of many small parts takes work in proportion to their number: counted in steps, not in seconds."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from tests.documents.growth_zipped import word_table
from tests.steps import steps_of
from wherein.core.document import BlockKind
from wherein.documents.building.canonical import CanonicalText
from wherein.documents.parse import parse
from wherein.documents.plain_tables import label_lines
from wherein.documents.plain_tables.text_lines import Segment
from wherein.documents.source import Source

SMALL, LARGE = 40, 160
MOST_GROWTH = 1.5 * LARGE / SMALL
"""Quadratic work would be sixteen times as much."""


def _comma_separated(rows: list[list[str]]) -> bytes:
    return "\n".join(map(",".join, rows)).encode()


def _beside(n: int) -> list[list[str]]:
    """Tables of two columns beside each other, with the same headers."""
    return [["Name", "Price"] * n, *([f"n{row}", "5"] * n for row in range(3))]


def _numbered(n: int) -> list[list[str]]:
    """A wide table whose headers have numbers."""
    return [[f"h{column}" for column in range(n)], *(["1"] * n for _ in range(12))]


PARTS: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "tables beside each other": ("a.csv", lambda n: _comma_separated(_beside(n))),
    "tables beside each other in Word": ("a.docx", lambda n: word_table(_beside(n))),
    "columns": ("a.csv", lambda n: _comma_separated(_numbered(n))),
}


@pytest.mark.parametrize("parts", PARTS)
def test_the_work_grows_as_the_number_of_parts_does(parts: str) -> None:
    name, make = PARTS[parts]
    work = {n: _work(make(n), name) for n in (1, SMALL, LARGE)}
    # Without what is done once for each file.
    assert work[LARGE] - work[1] < MOST_GROWTH * (work[SMALL] - work[1])


def _work(data: bytes, name: str) -> int:
    return steps_of(lambda: parse(Source(data, name, f"/{name}")))


def test_a_text_is_joined_once() -> None:
    out = CanonicalText()
    assert out.text == ""
    for words in ("One.", "Two."):
        out.add(BlockKind.PARAGRAPH, words)
    assert out.text is out.text
    out.add(BlockKind.PARAGRAPH, "Three.")
    assert out.text == "One.\n\nTwo.\n\nThree."


def test_a_value_of_many_lines_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(value: Segment, text: str) -> Segment:
        made.append(text)
        return dataclasses.replace(value, text=text)

    monkeypatch.setattr(label_lines, "replace", counted)
    text = "Name: Ada Holm\nCity: at the  \n   foot of\n   a hill\nDate: May\n"
    document = parse(Source(text.encode(), "a.txt", "/a.txt"))
    assert made == ["at the  \n   foot of\n   a hill"]
    assert made[0] in [block.span.of(document.text) for block in document.blocks]

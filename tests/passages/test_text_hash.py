"""The hash of a text: the cases that both languages must pass, and what it must not leave out."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.core.document import Block, BlockKind, Dates, Document
from wherein.core.span import Span
from wherein.passages.text_hash import HASHED_FIELDS, text_hash

CASES = json.loads(
    (Path(__file__).parents[2] / "contracts" / "text-hashes.json").read_text("utf-8")
)["cases"]
PLACED = {"id", "source", "kind", "pages", "credit", "unread", "generated"}
"""What says where a document comes from, how it is laid out and what was not read of it, not what it says."""


def document(case: dict[str, Any]) -> Document:
    blocks = tuple(
        Block(
            BlockKind(block["kind"]),
            Span(block["start"], block["end"]),
            block.get("level"),
            block.get("row"),
            block.get("column"),
            block.get("main", True),
        )
        for block in case["blocks"]
    )
    return Document(
        "0" * 16,
        "https://example.org/",
        case["title"],
        "html",
        case["text"],
        "",
        blocks,
        language=case["language"] or None,
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_hashes(case: dict[str, Any]) -> None:
    made = document(case)
    assert text_hash(made) == case["main"]
    assert text_hash(made, whole=True) == case["whole"]


def test_a_date_and_a_title_are_part_of_what_is_read() -> None:
    page = document(CASES[0])
    hashes = {
        text_hash(one)
        for one in (
            page,
            replace(page, title="Other"),
            replace(page, dates=Dates(modified="2024")),
            replace(page, dates=Dates(published="2024")),
        )
    }
    assert len(hashes) == 4


def test_the_bytes_of_a_file_are_hashed_and_those_of_a_web_page_are_not() -> None:
    page = document(CASES[0])
    file = replace(page, source="/home/ann/ferry.html")
    assert text_hash(replace(page, content_hash="other")) == text_hash(page)
    assert text_hash(replace(file, content_hash="other")) != text_hash(file)


def test_every_field_is_hashed_or_says_nothing() -> None:
    assert {one.name for one in fields(Document)} == HASHED_FIELDS | PLACED
    assert {one.name for one in fields(Block)} == {"kind", "span", "level", "row", "column", "main"}
    assert {one.name for one in fields(Dates)} == {"created", "modified", "published", "as_of"}


paragraphs = st.lists(
    st.tuples(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), max_size=12),
        st.booleans(),
    ),
    max_size=5,
)


def page_of(parts: list[tuple[str, bool]]) -> Document:
    blocks, at = [], 0
    for text, main in parts:
        blocks.append(Block(BlockKind.PARAGRAPH, Span(at, at + len(text)), main=main))
        at += len(text) + 2
    joined = "\n\n".join(text for text, _ in parts)
    return Document("0" * 16, "s", "t", "html", joined, "", tuple(blocks))


@given(paragraphs, paragraphs)
def test_pages_have_one_hash_only_where_their_main_blocks_are_equal(
    one: list[tuple[str, bool]], other: list[tuple[str, bool]]
) -> None:
    def main(parts: list[tuple[str, bool]]) -> list[str]:
        return [text for text, is_main in parts if is_main]

    same = text_hash(page_of(one)) == text_hash(page_of(other))
    assert same is (main(one) == main(other))

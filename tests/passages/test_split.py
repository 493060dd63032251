"""Passages: every block once, none too large, places exact."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.texts import documents
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.passages.block_place import section_at
from wherein.passages.split import (
    BRIDGED_UNITS,
    PASSAGE_UNITS,
    paragraph_blocks,
    split,
    split_main,
    units,
)


def document(text: str, *blocks: Block) -> Document:
    return Document(
        id="d", source="s", title="T", kind="text", text=text, content_hash="h", blocks=blocks
    )


@given(documents())
def test_passages_place_their_text(made: Document) -> None:
    for number, passage in enumerate(split(made)):
        assert passage.index == number
        assert passage.span.of(made.text) == passage.text
        assert passage.text.strip()


@given(documents())
def test_passages_hold_every_word_of_the_blocks_once(made: Document) -> None:
    passages = split(made)
    for before, after in itertools.pairwise(passages):
        assert before.span.end <= after.span.start
    for block in made.blocks:
        words = block.span.of(made.text).split()
        inside = [
            word
            for passage in passages
            if passage.span.overlaps(block.span)
            for word in made.text[
                max(passage.span.start, block.span.start) : min(passage.span.end, block.span.end)
            ].split()
        ]
        assert "".join(inside) == "".join(words)


@given(st.lists(st.sampled_from(["word", "a.", "B!", "京", "\n"]), max_size=900))
def test_no_passage_is_larger_than_a_window_takes(words: list[str]) -> None:
    for passage in split(document(" ".join(words))):
        assert units(passage.text) <= PASSAGE_UNITS


@given(documents())
def test_a_passage_is_main_text_but_for_short_boxes_in_it_or_has_none(made: Document) -> None:
    for passage in split(made):
        inside = [block for block in made.blocks if passage.span.overlaps(block.span)]
        if not passage.main:
            assert not any(block.main for block in inside)
            continue
        assert inside[0].main
        assert inside[-1].main
        for box, after in itertools.pairwise(inside):
            if not box.main:
                assert box.kind is not BlockKind.HEADING
                assert units(box.span.of(made.text)) <= BRIDGED_UNITS
                assert after.kind is not BlockKind.HEADING


@given(documents())
def test_a_main_passage_is_below_main_headings_alone(made: Document) -> None:
    headings = {
        " ".join(block.span.of(made.text).split())
        for block in made.blocks
        if block.kind is BlockKind.HEADING and block.main
    }
    for passage in split_main(made):
        assert set(passage.section) <= headings
        assert passage.section == section_at(made, passage.span.end - 1)


def test_sections_carry_their_headings() -> None:
    text = "Norway\n\nHistory\n\nOld.\n\nNorth\n\nCold.\n\nSweden\n\nFlat."
    kinds = [
        (1, "Norway"),
        (2, "History"),
        (0, "Old."),
        (2, "North"),
        (0, "Cold."),
        (1, "Sweden"),
        (0, "Flat."),
    ]
    blocks, at = [], 0
    for level, words in kinds:
        span = Span(at, at + len(words))
        blocks.append(
            Block(BlockKind.HEADING, span, level=level)
            if level
            else Block(BlockKind.PARAGRAPH, span)
        )
        at = span.end + 2
    found = [(p.section, p.text) for p in split(document(text, *blocks))]
    assert found == [
        (("Norway", "History"), "Norway\n\nHistory\n\nOld."),
        (("Norway", "North"), "North\n\nCold."),
        (("Sweden",), "Sweden\n\nFlat."),
    ]


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("", []),
        (" \n\n ", []),
        ("one", ["one"]),
        ("one\ntwo\n\nthree", ["one\ntwo", "three"]),
        ("  one \n \t\n\n two\n", ["one", "two"]),
    ],
)
def test_paragraphs_of_plain_text(text: str, paragraphs: list[str]) -> None:
    assert [block.span.of(text) for block in paragraph_blocks(text)] == paragraphs


def test_a_long_section_is_cut_evenly() -> None:
    sizes = [units(p.text) for p in split(document("Some words stand here. " * 100))]
    assert sum(sizes) == 400
    assert max(sizes) - min(sizes) <= 8

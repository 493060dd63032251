"""Parses LaTeX: what its commands say of the text's form. Runs no TeX, expands no macro with arguments, includes no file."""

from __future__ import annotations

import re
from dataclasses import replace

from wherein.documents.building.block_writer import BlockWriter, without_marks
from wherein.documents.building.canonical import clean, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.markup.latex_blocks import PICTURES, TABLES, VERBATIM, LatexBlocks
from wherein.documents.markup.latex_cells import expect_cells_of
from wherein.documents.markup.latex_tokens import tokens_of
from wherein.documents.source import Source

_LISTINGS = VERBATIM | PICTURES | {"comment"}
_SEPARATORS = re.compile("[\x1d\x1e]")


def parse_latex(source: Source) -> Parsed:
    """Headings, paragraphs, items, tables, listings, captions and notes; formulas in a line, references by their labels.

    Numbers that TeX counts, brackets around labels and the like are generated text. Pictures, included files and
    comments are counted.
    """
    text = clean(without_mark(decode(source.data, source.charset)))
    text = _SEPARATORS.sub(" ", without_marks(text))
    expect_cells_of(text, TABLES, _LISTINGS, BlockWriter().expect_cells)
    blocks = LatexBlocks(tokens_of(text))
    blocks.read()
    return replace(blocks.writer.parsed(blocks.title or None), unread=blocks.unread())

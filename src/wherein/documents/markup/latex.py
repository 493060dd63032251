"""Parses LaTeX: what its commands say of the text's form. Runs no TeX, expands no macro with arguments, includes no file."""

from __future__ import annotations

import re
from dataclasses import replace

from wherein.documents.building.block_writer import without_marks
from wherein.documents.building.canonical import clean, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.markup.latex_blocks import LatexBlocks
from wherein.documents.markup.latex_tokens import tokens_of
from wherein.documents.source import Source

_SEPARATORS = re.compile("[\x1d\x1e]")


def parse_latex(source: Source) -> Parsed:
    """Headings, paragraphs, items, tables, listings, captions and notes; formulas in a line, references by their labels.

    Numbers that TeX counts, brackets around labels and the like are generated text. Pictures, included files and
    comments are counted.
    """
    text = clean(without_mark(decode(source.data, source.charset)))
    blocks = LatexBlocks(tokens_of(_SEPARATORS.sub(" ", without_marks(text))))
    blocks.read()
    return replace(blocks.writer.parsed(blocks.title or None), unread=blocks.unread())

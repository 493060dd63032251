"""Parses reStructuredText: the blocks of its own and those of Sphinx. Runs no directive and includes no file."""

from __future__ import annotations

from dataclasses import replace

from wherein.documents.building.block_writer import without_marks
from wherein.documents.building.canonical import clean, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.markup.rst_blocks import RstBlocks
from wherein.documents.markup.rst_directives import add_directive
from wherein.documents.source import Source


def parse_rst(source: Source) -> Parsed:
    """Headings, paragraphs, items, terms with descriptions, tables and listings, without their marks; comments and pictures
    are counted."""
    text = without_marks(clean(without_mark(decode(source.data, source.charset))))
    blocks = RstBlocks(add_directive, len(text))
    blocks.add([line.expandtabs().rstrip(" ") for line in text.split("\n")])
    return replace(blocks.writer.parsed(), unread=blocks.unread())

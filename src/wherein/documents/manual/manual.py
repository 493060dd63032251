"""Parses manual pages: their source (man, mdoc) and what `man` prints. Calls the parser of the form that it finds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from wherein.core.document import BlockKind, Dates
from wherein.documents.building.block_writer import BlockWriter, without_marks
from wherein.documents.building.canonical import clean, without_mark
from wherein.documents.building.dates import from_any
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.manual.man_source import ManSource
from wherein.documents.manual.mdoc_source import MdocSource
from wherein.documents.manual.printed_page import PrintedPage
from wherein.documents.source import Source

_REQUEST = re.compile(r"^[.'][ \t]*(TH|Dd|Dt|SH|Sh)\b", re.MULTILINE)
_NAMES = ("NAME", "NOM", "NOMBRE", "NOME", "BEZEICHNUNG", "NAAM", "名前", "ИМЯ", "名称")
_DATE_MACRO = re.compile(r"\$Mdocdate:?([^$]*)\$?")


def parse_manual(source: Source) -> Parsed:
    """Sections are headings, options and other names are terms with their descriptions, examples are listings.

    The title is what the section NAME says. The name, section and date of the page are beside the main text.
    """
    text = without_marks(clean(without_mark(decode(source.data, source.charset))))
    found = _REQUEST.search(text[:200_000])
    if found is None:
        printed = PrintedPage(text)
        printed.read()
        return printed.parsed()
    if found[1] in ("Dd", "Dt", "Sh"):
        page = MdocSource(text)
        page.read()
        date = _DATE_MACRO.sub(r"\1", page.header[2]).strip()
        return _parsed(page.page.blocks, [*page.header[:2], date], date)
    manual = ManSource(text)
    manual.read()
    date = manual.header[2] if len(manual.header) > 2 else ""
    return replace(_parsed(manual.page.blocks, manual.header, date), unread=manual.notes())


def _parsed(blocks: BlockWriter, header: Sequence[str], date: str) -> Parsed:
    blocks.paragraph("\n".join(part for part in header if part.strip()), main=False)
    parsed = blocks.parsed()
    return replace(parsed, title=_title(parsed), dates=Dates(modified=from_any(date)))


def _title(parsed: Parsed) -> str | None:
    """The paragraph below the heading NAME."""
    for heading, block in zip(parsed.blocks[:20], parsed.blocks[1:21], strict=False):
        if heading.kind is BlockKind.HEADING and heading.span.of(parsed.text).upper() in _NAMES:
            return block.span.of(parsed.text)
    return None

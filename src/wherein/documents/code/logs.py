"""Parses logs: an entry is a line with a time, and what stands below it up to the next. The text is the file's."""

from __future__ import annotations

import re

from wherein.core.document import Block, BlockKind, Dates
from wherein.core.span import Span
from wherein.documents.building.canonical import clean, is_visible, without_mark
from wherein.documents.building.dates import from_iso
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.source import Source

_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_ENTRY = re.compile(
    r"[\[(<\"']?(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d[-/.]\d\d[-/.]\d{2,4}[ T,]|\d\d:\d\d:\d\d|"
    rf"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? |(?:{_MONTHS}) [ \d]\d |\d\d?[/ ](?:{_MONTHS})[/ ]\d{{4}}|\d{{10}}(?:\.\d{{1,9}})?[\] :]|\s*\d{{1,7}}\.\d{{3,9}}\]|"
    r"(?:DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|TRACE)\b)|\d{1,3}(?:\.\d{1,3}){3} \S+ \S+ \[|[IWEFD]\d{4} \d\d:"
)
_ISO = re.compile(r"(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d:\d\d:\d\d))?")
_COLOURS = re.compile(r"\x1b\[[0-9;]{0,30}[A-Za-z]")
_LINES_OF_AN_ENTRY = 20
_LONGEST_ENTRY = 3_000
"""Characters after which lines without a time are entries of their own."""


def parse_log(source: Source) -> Parsed:
    """The text without colours, a block for each entry. Its dates are those of the first and the last entry."""
    text = _COLOURS.sub("", clean(without_mark(decode(source.data, source.charset))))
    blocks: list[Block] = []
    first = last = ""
    began = end = at = 0
    lines = text.split("\n")
    # Where hardly a line begins with a time, each line that is not set in is an entry.
    timed = sum(_ENTRY.match(line) is not None for line in lines) * _LINES_OF_AN_ENTRY > len(lines)
    for line in lines:
        is_entry = _ENTRY.match(line) is not None if timed else line[:1] not in (" ", "\t")
        if is_entry or not line.strip() or at - began > _LONGEST_ENTRY:
            _add(blocks, text, began, end)
            began = at
        if is_entry and (date := _ISO.search(line[:80])):
            last = _date(date) or last
            first = first or last
        at += len(line) + 1
        end = at - 1
    _add(blocks, text, began, end)
    return Parsed(
        text=text, blocks=tuple(blocks), dates=Dates(created=first or None, modified=last or None)
    )


def _add(blocks: list[Block], text: str, start: int, end: int) -> None:
    part = text[start:end]
    if is_visible(part):
        left = start + len(part) - len(part.lstrip())
        blocks.append(Block(BlockKind.PARAGRAPH, Span(left, start + len(part.rstrip()))))


def _date(match: re.Match[str]) -> str:
    year, month, day, time = match.groups()
    return from_iso(f"{year}-{month}-{day}" + (f"T{time}" if time else "")) or ""

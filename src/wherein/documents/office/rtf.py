"""Parses RTF with striprtf, after taking out what is not shown and inserting marks for headings and cells, which striprtf drops."""

from __future__ import annotations

import re
from datetime import datetime
from functools import partial

from wherein.core.document import BlockKind, Dates
from wherein.core.errors import ParseError
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.canonical import CanonicalText
from wherein.documents.building.dates import iso
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.sheets.regions import Merges, Row, Value, kind_of_text
from wherein.documents.building.sheets.sheet_tables import SheetTables
from wherein.documents.building.whole_number import whole_number
from wherein.documents.office.rtf_shown import Shown, shown_of
from wherein.documents.source import Source

# Private use characters that travel through striprtf; those of the text itself are taken out first.
_HEADING_MARK, _CELL_MARK, _ITEM_MARK, _HEADER_ROW_MARK = "\uf8f0", "\uf8f8", "\uf8f9", "\uf8fa"
_MARKS = re.compile("[\uf8f0-\uf8fa]")
_ESCAPED_MARK = re.compile(r"\\u-(?:1808|180[0-7]|179[89]) ?\??")
_OUTLINE = re.compile(r"\\outlinelevel([0-8])(?![0-9]) ?")
# No group of a style sheet is longer: without the bound, each brace would look through the rest of the file.
_HEADING_GROUP = re.compile(r"\{([^{}]{1,2000}?)\bheading (\d)\s*+;\s*+\}", re.IGNORECASE)
_STYLED = re.compile(r"\\s(\d{1,9})(?![0-9]) ?")
_CELL_END = re.compile(r"\\(?:nest)?cell(?![a-z])")
_HEADER_ROW = re.compile(r"\\trhdr(?![a-z])")
_LIST_PARAGRAPH = re.compile(r"\\ls\d+(?![0-9]) ?")
_LIST_NUMBER = re.compile(r"^\s*(?:[•·▪◦‣\uf0b7\uf0a7\uf0fc–*-]|\(?\w{1,4}[.)])\t")
_MOMENT = re.compile(r"\{\\(creatim|revtim)((?:\\(?:yr|mo|dy|hr|min|sec)\d+)+)\}")
_TITLE = re.compile(r"\{\\title ((?:[^{}\\]|\\'[0-9a-fA-F]{2}|\\u-?\d+ ?\??|\\[{}\\])*)\}")
_FONT = re.compile(r"\\f\d")
# striprtf takes time quadratic in the length of the font table.
_MOST_FONTS = 1_000
_LONGEST_FONT_TABLE = 200_000
_CODEPAGE = re.compile(r"\\ansicpg(\d+)")


def parse_rtf(source: Source) -> Parsed:
    """Headings by outline level or heading style, list items, table cells with column headers.

    Raises ParseError when striprtf cannot make sense of it.
    """
    data, name = source.data, source.name
    from striprtf.striprtf import rtf_to_text

    kept = shown_of(_without_long_font_table(data.decode("latin-1")))
    markup = kept.markup
    page = _CODEPAGE.search(markup)
    encoding = f"cp{page.group(1)}" if page and page.group(1) not in ("0", "65001") else "cp1252"
    try:
        convert = partial(rtf_to_text, encoding=encoding, errors="replace")
        text = str(convert(_marked(markup)))
        title = _TITLE.search(markup)
        stated = str(convert("{\\rtf1 " + title.group(1) + "}")).strip() if title else ""
    except Exception as error:  # striprtf raises whatever its conversions raise
        raise ParseError(
            f"{name} is not a readable RTF file, or only part of one.",
            "Open it and save it again, or as DOCX.",
        ) from error
    out = CanonicalText()
    _add(out, text)
    heading = next((b.span.of(out.text) for b in out.blocks if b.kind is BlockKind.HEADING), None)
    moments = {kind: _moment(fields) for kind, fields in _MOMENT.findall(markup)}
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        title=heading if "???" in stated else stated or heading,
        dates=Dates(created=moments.get("creatim"), modified=moments.get("revtim")),
        unread=_unread(kept),
    )


def _unread(kept: Shown) -> tuple[Unread, ...]:
    counts = (
        (UnreadKind.PICTURE, kept.pictures),
        (UnreadKind.COMMENT, kept.comments),
        (UnreadKind.HIDDEN_TEXT, kept.hidden),
        (UnreadKind.OBJECT, kept.objects),
    )
    return tuple(Unread(kind, count) for kind, count in counts if count)


def _without_long_font_table(markup: str) -> str:
    """The RTF without a font table of more fonts than a document has: its text is read in the code page of the file."""
    from striprtf.striprtf import font_table_group

    table = str(font_table_group(markup))  # type: ignore[no-untyped-call]
    if len(table) <= _LONGEST_FONT_TABLE and sum(1 for _ in _FONT.finditer(table)) <= _MOST_FONTS:
        return markup
    # An unended table goes to the end of the file, with all of the text: only its fonts are taken out.
    return markup.replace(table, _FONT.sub(r"\\fs1", table), 1)


def _marked(source: str) -> str:
    """The RTF with a mark after each control word that sets the kind of a paragraph or cell."""

    def escape(mark: str) -> str:
        return rf"\u{ord(mark) - 65536}?"

    source = _ESCAPED_MARK.sub("", source)
    source = _OUTLINE.sub(lambda m: m.group(0) + escape(chr(0xF8F0 + int(m.group(1)))), source)
    if "\\outlinelevel" not in source:
        levels = _heading_styles(source)

        def marked(match: re.Match[str]) -> str:
            level = levels.get(match.group(1))
            return match.group(0) + (escape(chr(0xF8F0 + level - 1)) if level else "")

        source = _STYLED.sub(marked, source) if levels else source
    source = _LIST_PARAGRAPH.sub(lambda m: m.group(0) + escape(_ITEM_MARK), source)
    source = _HEADER_ROW.sub(lambda m: m.group(0) + escape(_HEADER_ROW_MARK), source)
    return _CELL_END.sub(lambda m: escape(_CELL_MARK) + m.group(0), source)


def _heading_styles(source: str) -> dict[str, int]:
    """The levels of the heading styles by their numbers, as the style sheet's groups name them ("{\\s1 heading 1;}")."""
    levels: dict[str, int] = {}
    for group in _HEADING_GROUP.finditer(source):
        number = _STYLED.search(group.group(1))
        if number is not None:
            levels.setdefault(number.group(1), max(int(group.group(2)), 1))
    return levels


def _add(out: CanonicalText, text: str) -> None:
    """Add lines of striprtf's text as blocks; a row of cells is one line or, with breaks, several."""
    tables = SheetTables(out)
    rows: list[Row] = []
    marked = 0
    pending: list[str] = []
    for line in text.split("\n"):
        if _CELL_MARK in line or (pending and rows):
            pending.append(line)
            if not line.rstrip().endswith(f"{_CELL_MARK}|"):
                continue
            row = "\n".join(pending)
            pending = []
            marked += _HEADER_ROW_MARK in row and marked == len(rows)
            cells = [_MARKS.sub("", cell).strip() for cell in row.split(f"{_CELL_MARK}|")[:-1]]
            values = [
                Value(at, cell, kind_of_text(cell)) for at, cell in enumerate(cells, 1) if cell
            ]
            rows.append(Row(len(rows), values))
            continue
        if rows:
            tables.add_table(rows, Merges(), marked=marked)
            rows, marked = [], 0
        _add_line(out, line)
    if rows:
        tables.add_table(rows, Merges(), marked=marked)
    for line in pending:
        _add_line(out, line)


def _add_line(out: CanonicalText, line: str) -> None:
    marks = set(_MARKS.findall(line))
    line = _MARKS.sub("", line)
    level = next((ord(m) - 0xF8F0 + 1 for m in sorted(marks) if ord(m) <= 0xF8F7), None)
    if level is not None:
        out.add(BlockKind.HEADING, " ".join(line.split()), level=min(level, 6))
    elif _ITEM_MARK in marks or _LIST_NUMBER.match(line):
        out.add(BlockKind.LIST_ITEM, line)
    else:
        out.add(BlockKind.PARAGRAPH, line)


def _moment(fields: str) -> str | None:
    parts = {key: whole_number(value, 0) for key, value in re.findall(r"\\([a-z]+)(\d+)", fields)}
    try:
        return iso(
            datetime(
                parts["yr"], parts["mo"], parts["dy"],
                parts.get("hr", 0), parts.get("min", 0), parts.get("sec", 0),
            )
        )  # fmt: skip
    except (KeyError, ValueError, OverflowError):
        return None

"""Parses ODS sheet by sheet, with values as shown. Leaves out hidden sheets, rows and columns, and counts them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from wherein.core.document import BlockKind, Page
from wherein.core.errors import SourceTooLarge
from wherein.core.span import Span
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.archive import damaged
from wherein.documents.building.canonical import CanonicalText
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.sheets.regions import Merges, Row, Value, ValueKind, kind_of_text
from wherein.documents.building.sheets.sheet_tables import SheetTables
from wherein.documents.building.whole_number import whole_number
from wherein.documents.opendocument.odf import (
    DRAW,
    OFFICE,
    STYLE,
    TABLE,
    TEXT,
    Element,
    OpenDocument,
    Texts,
    open_document,
)
from wherein.documents.opendocument.odf_table import extent
from wherein.documents.source import Source

MOST_CELLS = 2_000_000
_HIDDEN = frozenset({"collapse", "filter"})
_KINDS = {
    "float": ValueKind.NUMBER, "percentage": ValueKind.NUMBER, "currency": ValueKind.NUMBER,
    "date": ValueKind.MOMENT, "time": ValueKind.MOMENT,
}  # fmt: skip


def parse_ods(source: Source) -> Parsed:
    """Each sheet is a page under a heading with its name; tables are found as in any sheet.

    Raises ParseError, EncryptedDocument, and SourceTooLarge over `MOST_CELLS`.
    """
    document = open_document(source)
    body = document.content.find(f"{OFFICE}body/{OFFICE}spreadsheet")
    if body is None:
        raise damaged(source.name)
    reader = _Reader(source.name, document)
    for table in body.iter(f"{TABLE}table"):
        reader.read(table)
    return Parsed(
        text=reader.out.text,
        blocks=reader.out.blocks,
        title=document.title or None,
        dates=document.dates,
        pages=tuple(reader.pages),
        language=document.language,
        unread=reader.unread(body),
    )


@dataclass(slots=True)
class _Sheet:
    """The filled cells of a sheet that show, and the cells that cover more than one place."""

    rows: list[Row] = field(default_factory=list)
    extents: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    hidden_columns: set[int] = field(default_factory=set)


class _Reader:
    def __init__(self, name: str, document: OpenDocument) -> None:
        self.out = CanonicalText()
        self.pages: list[Page] = []
        self._name = name
        self._tables = SheetTables(self.out)
        self._texts = Texts(document)
        self._cells = 0
        self._hidden = dict.fromkeys(
            (UnreadKind.HIDDEN_SHEET, UnreadKind.HIDDEN_ROW, UnreadKind.HIDDEN_COLUMN), 0
        )
        self._formulas = self._without_value = 0
        self._hidden_styles = {
            style.get(f"{STYLE}name", "")
            for style in document.content.iter(f"{STYLE}style")
            if (look := style.find(f"{STYLE}table-properties")) is not None
            and look.get(f"{TABLE}display") == "false"
        }

    def read(self, table: Element) -> None:
        if table.get(f"{TABLE}style-name", "") in self._hidden_styles:
            self._hidden[UnreadKind.HIDDEN_SHEET] += 1
            return
        sheet = self._sheet(table)
        start = len(self.out)
        if sheet.rows:
            self.out.add(BlockKind.HEADING, table.get(f"{TABLE}name", ""), level=1)
            self._tables.add(sheet.rows, Merges(sheet.extents))
        self._hidden[UnreadKind.HIDDEN_COLUMN] += len(sheet.hidden_columns)
        if self.pages:
            self.pages[-1] = Page(len(self.pages), Span(self.pages[-1].span.start, start))
        self.pages.append(Page(len(self.pages) + 1, Span(start, len(self.out))))

    def unread(self, body: Element) -> tuple[Unread, ...]:
        frames = [{child.tag for child in frame} for frame in body.iter(f"{DRAW}frame")]
        counts = (
            (
                UnreadKind.PICTURE,
                sum(f"{DRAW}image" in f and f"{DRAW}object" not in f for f in frames),
            ),
            (UnreadKind.CHART, sum(f"{DRAW}object" in frame for frame in frames)),
            (UnreadKind.COMMENT, sum(1 for _ in body.iter(f"{OFFICE}annotation"))),
            *self._hidden.items(),
        )
        found = [Unread(kind, count) for kind, count in counts if count]
        if self._without_value:
            found.append(Unread(UnreadKind.FORMULA, self._without_value, self._formulas))
        return tuple(found)

    def _sheet(self, table: Element) -> _Sheet:
        sheet = _Sheet()
        hidden = _hidden_columns(table)
        number = 0
        for row in _rows(table):
            repeated = max(whole_number(row.get(f"{TABLE}number-rows-repeated"), 1), 1)
            is_hidden = row.get(f"{TABLE}visibility") in _HIDDEN
            cells = list(self._values(row, hidden, sheet, None if is_hidden else number + 1))
            if is_hidden:
                self._hidden[UnreadKind.HIDDEN_ROW] += repeated if cells else 0
                continue
            for again in range(repeated if cells else 0):
                self._count(len(cells))
                sheet.rows.append(Row(number + 1 + again, cells))
            number += repeated
        return sheet

    def _count(self, cells: int) -> None:
        self._cells += cells
        if self._cells > MOST_CELLS:
            raise SourceTooLarge(
                f"{self._name} has more than {MOST_CELLS:,} cells.", "Split it into smaller files."
            )

    def _values(
        self, row: Element, hidden: _HiddenColumns, sheet: _Sheet, number: int | None
    ) -> Iterator[Value]:
        """The filled cells of a row that show, numbered without hidden columns; `number` is None for a hidden row."""
        column = 0
        for cell in row:
            if cell.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                continue
            repeated = max(whole_number(cell.get(f"{TABLE}number-columns-repeated"), 1), 1)
            text = self._text(cell) if cell.tag == f"{TABLE}table-cell" else ""
            if text:
                self._count(repeated)
                kind = _KINDS.get(cell.get(f"{OFFICE}value-type", ""), ValueKind.TEXT)
                if kind is ValueKind.TEXT:
                    kind = kind_of_text(text)
            for at in range(column + 1, column + 1 + (repeated if text else 0)):
                before = hidden.before(at)
                if before is None:
                    if number is not None:
                        sheet.hidden_columns.add(at)
                    continue
                if number is not None:
                    covered = extent(cell, self.out)
                    if covered != (1, 1):
                        sheet.extents[number, at - before] = covered
                yield Value(at - before, text, kind)
            column += repeated

    def _text(self, cell: Element) -> str:
        """What a cell shows: ODS keeps it beside the value."""
        lines = [self._texts.of(paragraph).text.strip() for paragraph in cell.findall(f"{TEXT}p")]
        text = "\n".join(filter(None, lines))
        if cell.get(f"{TABLE}formula") is not None:
            self._formulas += 1
            has_value = text or cell.get(f"{OFFICE}value-type") is not None
            self._without_value += not has_value
        return text


def _rows(element: Element) -> Iterator[Element]:
    for child in element:
        if child.tag == f"{TABLE}table-row":
            yield child
        elif child.tag in (
            f"{TABLE}table-header-rows",
            f"{TABLE}table-rows",
            f"{TABLE}table-row-group",
        ):
            yield from _rows(child)


@dataclass(slots=True)
class _HiddenColumns:
    """The runs of hidden columns, from first to last, and how many columns are hidden up to the end of each."""

    firsts: list[int] = field(default_factory=list)
    lasts: list[int] = field(default_factory=list)
    sums: list[int] = field(default_factory=list)

    def before(self, column: int) -> int | None:
        """How many columns before this one are hidden; None for a hidden one."""
        at = bisect_right(self.firsts, column) - 1
        if at < 0:
            return 0
        return None if column <= self.lasts[at] else self.sums[at]


def _hidden_columns(table: Element) -> _HiddenColumns:
    hidden = _HiddenColumns()
    column = count = 0
    for child in table.iter(f"{TABLE}table-column"):
        repeated = max(whole_number(child.get(f"{TABLE}number-columns-repeated"), 1), 1)
        if child.get(f"{TABLE}visibility") in _HIDDEN:
            count += repeated
            hidden.firsts.append(column + 1)
            hidden.lasts.append(column + repeated)
            hidden.sums.append(count)
        column += repeated
    return hidden

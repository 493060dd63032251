"""Parses CSV and TSV: the rows of a table, each cell with its headers. Knows no file but its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from wherein.core.errors import SourceTooLarge
from wherein.documents.building.canonical import CanonicalText, clean, trimmed, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.sheets.regions import Merges, Row, Value, kind_of_text
from wherein.documents.building.sheets.sheet_tables import SheetTables
from wherein.documents.plain.records import SAMPLE_LINES, is_statement, records, separator_of
from wherein.documents.source import Source

MOST_CELLS = 2_000_000
_TABBED = (".tsv", ".tab")


def parse_delimited(source: Source) -> Parsed:
    """Each field is a cell with the headers that its column and its row have, as in a sheet.

    Separator, quotes and header row are found by the text itself. Raises SourceTooLarge over `MOST_CELLS`.
    """
    text = clean(without_mark(decode(source.data, source.charset)))
    out = CanonicalText()
    rows: list[Row] = []
    cells = 0
    for row in rows_of(iter(text.split("\n")), source.name):
        rows.append(row)
        cells += len(row.cells)
        if cells > MOST_CELLS:
            raise SourceTooLarge(
                f"{source.name} has more than {MOST_CELLS:,} fields.",
                "Split it into smaller files.",
            )
    del text
    SheetTables(out).add(rows, Merges())
    return Parsed(text=out.text, blocks=out.blocks)


def rows_of(lines: Iterator[str], name: str) -> Iterator[Row]:
    """The rows of a delimited text that have anything in them; numbers count records."""
    sample = list(islice(lines, SAMPLE_LINES))
    likeliest = "\t" if name.lower().endswith(_TABBED) else ","
    separator = separator_of(sample, likeliest)
    if sample and is_statement(sample[0]):
        sample = sample[1:]
    return rows_of_records(records(chain(sample, lines), separator))


def rows_of_records(fields: Iterable[list[str]]) -> Iterator[Row]:
    for number, record in enumerate(fields, start=1):
        cells = [
            Value(column, text, kind_of_text(text))
            for column, field in enumerate(record, start=1)
            if (text := trimmed(field))
        ]
        if cells:
            yield Row(number, cells)

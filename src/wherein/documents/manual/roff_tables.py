"""Reads the tables of a roff source (tbl): rows of cells, and how many head them. Knows no other request."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from wherein.documents.building.block_writer import BlockWriter, GrowingRows
from wherein.documents.manual.roff_lines import Request

_TAB_OPTION = re.compile(r"tab\s*\(\s*(.)\s*\)")
_MACRO = re.compile(r"[.'][ \t]*[A-Za-z]{1,3}[ \t]+")
_BOLD = re.compile(r"[bB]|f\(?[bB3]")


def source_line(request: Request) -> str:
    """The line of the source that a request was read from."""
    return f".{request.name} {request.rest}" if request.name else request.rest


def add_table(blocks: BlockWriter, lines: Sequence[str], shown: Callable[[str], str]) -> None:
    """Add the table between `.TS` and `.TE`; `shown` takes escape sequences off a cell."""
    rows, header_rows = _rows_of(lines, blocks.rows())
    blocks.table(rows, header_rows, lambda cell: " ".join(shown(cell).split()))


def _rows_of(lines: Sequence[str], rows: GrowingRows) -> tuple[list[list[str]], int]:
    """`rows` with those between `.TS` and `.TE`, with their escape sequences, and the number of header rows that are marked so."""
    tab, at = "\t", 0
    if lines and lines[0].rstrip().endswith(";"):
        if match := _TAB_OPTION.search(lines[0][:500]):
            tab = match[1]
        at = 1
    first_format = lines[at] if at < len(lines) else ""
    at = _after_format(lines, at)
    header_rows = 0
    row: list[str] = []
    block: list[str] | None = None
    while at < len(lines):
        line = lines[at]
        at += 1
        if block is not None:
            if not line.startswith("T}"):
                block.append(_MACRO.sub("", line))
                continue
            row.append(" ".join(block))
            block = None
            rest = line[2:]
            if not rest.startswith(tab):
                rows.grow(row)
                row = []
                continue
            line = rest[1:]
        elif line.strip() in ("_", "=", "\\_"):
            header_rows = header_rows or (1 if len(rows) == 1 else 0)
            continue
        elif line.startswith(".T&"):
            at = _after_format(lines, at)
            continue
        elif re.match(r"[.'](?:\\\"|[a-z])", line):
            continue
        cells = line.split(tab)
        opens = cells[-1].strip() == "T{"
        row += cells[:-1] if opens else cells
        if opens:
            block = []
        else:
            rows.grow(row)
            row = []
    if row or block:
        rows.grow([*row, " ".join(block or ())])
    if not header_rows and len(rows) > 1 and _is_bold(first_format):
        header_rows = 1
    return rows, header_rows


def _after_format(lines: Sequence[str], at: int) -> int:
    """The number of the first line of data: after the one of the format that ends with a full stop."""
    while at < len(lines):
        at += 1
        if lines[at - 1].rstrip().endswith("."):
            break
    return at


def _is_bold(line: str) -> bool:
    columns = [part for part in re.split(r"[\s|,]+", line.rstrip(". ")) if part][:50]
    return len(columns) > 1 and all(_BOLD.search(part) for part in columns)

"""Reads the boxes of a printed form, each with its name in small letters above what is filled in, as labels and values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherein.documents.page_tables.table_pieces import GridCell, PageTable, Word, rows_of

_SMALLER = 0.87
"""Height of a name's letters, of those of what is filled in, at most."""
_FEWEST = 3
_MOSTLY = 0.6
_LONGEST_NAME = 60


def as_form(table: PageTable) -> PageTable:
    """The table with a column for the names of its boxes before each column of what is filled in, where its boxes have
    such names; else the table itself."""
    split = [_split(cell) for cell in table.cells]
    named = [parts for parts in split if parts is not None]
    filled = [cell for cell, parts in zip(table.cells, split, strict=True) if parts is None]
    if len(named) < _FEWEST or not _are_names([name for name, _ in named]):
        return table
    # A box with nothing filled in has its name alone; one without a name goes on from the box above.
    are_bold = all(word.line.bold for name, _ in named for word in name)
    lowest = min(_height(value) for _, value in named)
    between = (max(_height(name) for name, _ in named) + lowest) / 2
    blank = {
        id(cell)
        for cell in filled
        if len(rows_of(cell.words)) == 1
        and (cell.bold if are_bold else _height(cell.words) < between)
    }
    if len(named) + len(blank) < _MOSTLY * len(table.cells):
        return table
    cells: list[GridCell] = []
    for cell, parts in zip(table.cells, split, strict=True):
        first, last = 2 * cell.column, 2 * cell.last_column + 1
        if parts is not None:
            name, value = parts
            cells.append(replace(cell, column=first, last_column=first, words=name))
            cells.append(replace(cell, column=first + 1, last_column=last, words=value))
        elif id(cell) in blank:
            cells.append(replace(cell, column=first, last_column=first))
        else:
            cells.append(replace(cell, column=first + 1, last_column=last))
    places = tuple(place for place in table.column_places for _ in range(2))
    labels = tuple(range(0, 2 * table.columns, 2))
    return replace(
        table, columns=2 * table.columns, cells=cells, column_places=places, value_labels=labels
    )


def _split(cell: GridCell) -> tuple[list[Word], list[Word]] | None:
    """The name of a box and what is filled in below it; None where the first line is no lighter than the rest."""
    rows = rows_of(cell.words)
    if len(rows) < 2:
        return None
    name, value = rows[0], [word for row in rows[1:] for word in row]
    is_bold = all(word.line.bold for word in name) and not any(word.line.bold for word in value)
    return (name, value) if is_bold or _height(name) <= _SMALLER * _height(value) else None


def _height(words: Sequence[Word]) -> float:
    return max(word.bottom - word.top for word in words)


def _are_names(names: Sequence[Sequence[Word]]) -> bool:
    """Whether the first lines of boxes read as names: words, short, hardly one twice."""
    texts = [" ".join(word.text for word in name) for name in names]
    wordy = all(text[0].isalpha() or (text[0].isdecimal() and text[-1].isalpha()) for text in texts)
    return wordy and max(map(len, texts)) <= _LONGEST_NAME and len(set(texts)) > 0.8 * len(texts)

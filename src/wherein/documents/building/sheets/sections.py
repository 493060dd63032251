"""Finds the titles of sections in a table: rows of one cell that name the rows below them. Knows no headers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from wherein.documents.building.canonical import header_of
from wherein.documents.building.sheets.regions import Merges, Row, ValueKind

_LONGEST_TITLE = 80
_SENTENCE_END = (".", "!", "?")
_SUM = re.compile(r"(?i)^(?:(?:grand|sub-?)\s?)?(?:total|sum)s?\b")


def sections_of(rows: Sequence[Row], column: int, merges: Merges) -> dict[int, str]:
    """The title of the section of each row that has one, by the number of the row; empty where no row is a title.

    A title is a text alone in its row, in the column that names rows, directly above a row that has more. Since the label
    of a row without values looks alike, titles are merged over columns, begin at the first row, or are the only bold ones.
    """
    filled = [row for row in rows if row.cells]
    titles = [
        above
        for above, below in pairwise(filled)
        if _is_alone(above, column) and len(below.cells) > 1 and below.cells[0].column == column
    ]
    merged = [row for row in titles if merges.extent(row.number, column)[1] > 1]
    titles = merged or titles
    others = [row for row in filled if len(row.cells) > 1]
    if not titles or len(titles) >= len(others):
        return {}
    if not merged and not _are_titles(titles, others, filled[0]):
        return {}
    numbers = {row.number for row in titles}
    found: dict[int, str] = {}
    title: str | None = None
    for row in filled:
        if row.number in numbers:
            title = header_of(row.cells[0].text)
        elif title and row.cells[0].column == column and not _is_grand(row, filled[-1]):
            found[row.number] = title
    return found


def _is_alone(row: Row, column: int) -> bool:
    text = row.cells[0].text
    return (
        len(row.cells) == 1
        and row.cells[0].column == column
        and row.cells[0].kind is ValueKind.TEXT
        and len(text) <= _LONGEST_TITLE
        and not text.endswith(_SENTENCE_END)
    )


def _are_titles(titles: Sequence[Row], others: Sequence[Row], first: Row) -> bool:
    if titles[0] is first:
        return len(titles) > 1 or titles[0].cells[0].bold
    are_bold = all(row.cells[0].bold for row in titles)
    return are_bold and not any(row.cells[0].bold for row in others)


def _is_grand(row: Row, last: Row) -> bool:
    """Whether a row is the sum of a whole table."""
    return row is last and _SUM.match(row.cells[0].text) is not None

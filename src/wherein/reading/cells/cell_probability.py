"""The probability that a named cell is the answer: a logistic regression over its measures, fitted with
`wherein train cells`. Pure.

The twin is web/reader/src/cells/cell-probability.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from wherein.lexicon import lexicon
from wherein.reading.cells.named_cell import NamedCell

_LEXICON = lexicon("table-cells")
_MOST_AHEAD = _LEXICON.number("most_ahead")
"""A cell that is further ahead of other rows or columns is no likelier."""

_MOST_DOUBTFUL, _LEAST_AHEAD = _LEXICON.number("most_doubtful"), _LEXICON.number("least_ahead")
"""The most that a cell reaches, just short of *sure*, where the table lacks a word beside one of its row's or where another
column is less than this behind. Of cells that were sure without it one in thirteen was wrong."""


_FAINT, _MOST_FAINT = _LEXICON.number("faint"), _LEXICON.number("most_faint")
"""A row none of whose name's words the question has, and that is named less than this by likeness ("Tea" for coffee), is a
*perhaps* at most. Of such cells that were likelier, in 273 documents, 6 of 14 were wrong."""


def measures_of(cell: NamedCell, in_tables: float) -> list[float]:
    """The numbers that the weights belong to: the fields of `Measures` in their order, how far other rows and other columns
    are behind, 1 for a cell that says nothing, and the share of what was read that stands in tables."""
    return [
        *cell.cell.measures.values,
        max(-_MOST_AHEAD, min(cell.other_rows, _MOST_AHEAD)),
        max(-_MOST_AHEAD, min(cell.other_columns, _MOST_AHEAD)),
        float(cell.cell.is_blank),
        in_tables,
    ]


def probability(cell: NamedCell, in_tables: float) -> float:
    """The probability that the cell is the answer, 0 to 1, where this share of what was read stands in tables."""
    likely = logistic("cell", measures_of(cell, in_tables))
    measures = cell.cell.measures
    if measures.row_whole == 0 and measures.row < _FAINT and not cell.cell.is_blank:
        return min(likely, _MOST_FAINT)
    return without_doubt(likely, cell)


def without_doubt(likely: float, cell: NamedCell) -> float:
    """The probability, short of *sure* where the question has a word that its headers lack ("trans fat" and the column "Fat"), its
    column has one that the question lacks ("Closed on", "Population excluding suburbs"), or another column is near."""
    measures = cell.cell.measures
    is_whole = measures.named == 1 and (measures.column_whole == 1 or not cell.cell.slot.column)
    is_doubtful = bool(measures.lacking) or cell.other_columns < _LEAST_AHEAD or not is_whole
    return min(likely, _MOST_DOUBTFUL) if is_doubtful else likely


def logistic(name: str, measures: Sequence[float]) -> float:
    """The probability by the logistic regression of this name in the lexicon."""
    intercept, weights = _fitted(name)
    odds = intercept + sum(w * m for w, m in zip(weights, measures, strict=True))
    return 1.0 / (1.0 + math.exp(-odds))


@cache
def _fitted(name: str) -> tuple[float, Sequence[float]]:
    fitted = _LEXICON.fitted(name)
    return float(fitted["intercept"]), tuple(float(weight) for weight in fitted["weights"])

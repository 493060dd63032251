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


def measures_of(cell: NamedCell) -> list[float]:
    """The numbers that the weights belong to: the fields of `NamedCell` in their order, and the lesser of what the row and
    the column name."""
    return [
        cell.named,
        cell.row_named,
        cell.column_named,
        cell.row_whole,
        cell.column_whole,
        min(cell.other_rows, _MOST_AHEAD),
        min(cell.other_columns, _MOST_AHEAD),
        cell.kind,
        cell.missed,
        min(cell.row_named, cell.column_named),
    ]


def probability(cell: NamedCell) -> float:
    """The probability that the cell is the answer, 0 to 1."""
    intercept, weights = _fitted()
    odds = intercept + sum(w * m for w, m in zip(weights, measures_of(cell), strict=True))
    return 1.0 / (1.0 + math.exp(-odds))


@cache
def _fitted() -> tuple[float, Sequence[float]]:
    fitted = _LEXICON.fitted("cell")
    return float(fitted["intercept"]), tuple(float(weight) for weight in fitted["weights"])

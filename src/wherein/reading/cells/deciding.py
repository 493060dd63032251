"""Tells whether the text of a table's cell answers a yes/no question by itself. Pure.

The twin is web/reader/src/cells/deciding.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from wherein.lexicon import lexicon

_DECIDES = lexicon("table-cells").pattern("decides")


def decides(cell: str) -> bool:
    """Whether the cell says yes or no: "Yes", "Not included"."""
    return bool(_DECIDES.search(cell.strip()))

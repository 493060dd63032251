"""Tells whether the ranges of a header end before what a question asks for begins. Pure.

The twin is in web/reader/src/cells/other-things.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

import re

from wherein.lexicon import lexicon
from wherein.reading.cells.cell_terms import words_of

_LEXICON = lexicon("table-cells")
_ASKS_BELOW, _ASKS_BEYOND = map(_LEXICON.pattern, ("asks_below", "asks_beyond"))


class AskedRange:
    """The numbers that a question asks below or beyond ("under four")."""

    def __init__(self, question: str) -> None:
        self._below = _numbers_after(_ASKS_BELOW, question)
        self._beyond = _numbers_after(_ASKS_BEYOND, question)

    def is_out_of(self, header: str) -> bool:
        """Whether a header's ranges end before what is asked for begins: "4–15" has nobody "under four"."""
        if not self._below and not self._beyond:
            return False
        between = words_of(header).between
        return bool(between) and not (
            all(any(low < number for low, _ in between) for number in self._below)
            and all(any(high > number for _, high in between) for number in self._beyond)
        )


def _numbers_after(words: re.Pattern[str], question: str) -> list[float]:
    return [number for found in words.findall(question) for number in words_of(found).numbers]

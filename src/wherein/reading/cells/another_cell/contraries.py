"""Tells whether a header has the contrary of a word that a question has: "Cold water" for hot water, "Last year" for this one. Pure.

The twin is in web/reader/src/cells/another-cell/contraries.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from wherein.lexicon import lexicon

_LEXICON = lexicon("table-cells")
_TOKEN = _LEXICON.pattern("token")
_GROUPS = tuple(frozenset(line.split()) for line in _LEXICON.lines("contraries"))
"""Words, and pairs of words with a hyphen, of which one thing has one."""
_LONGEST = 300
"""Characters of a header that are looked at."""


class Contraries:
    """The words of a question that have a contrary."""

    def __init__(self, question: str) -> None:
        said = _said(question)
        self._asked = [(group, group & said) for group in _GROUPS if group & said]

    def are_in(self, key: str, column: str, heading: str = "") -> bool:
        """Whether the headers of a cell have a contrary of what is asked for, and not that itself; where they have neither, the
        heading of the table tells ("Saturdays" for a weekday)."""
        if not self._asked:
            return False
        own, above = _said(key) | _said(column), _said(heading)
        return any(
            bool(told & group) and not told & asked
            for group, asked in self._asked
            for told in (own if own & group else above,)
        )


@lru_cache(maxsize=4096)  # the same headers come again
def _said(text: str) -> frozenset[str]:
    words = [match.group() for match in _TOKEN.finditer(text[:_LONGEST].casefold())]
    return frozenset(words) | {f"{one}-{other}" for one, other in pairwise(words)}

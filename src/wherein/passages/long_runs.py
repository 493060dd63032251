"""Leaves the middle of very long runs of marks, or of letters and digits, out of a text that is tokenised. Knows no tokens.

Each mark is a token, so a line of 40,000 brackets would be read in hundreds of windows that hold no word. A word of more than 100
characters is one unknown token however long it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from wherein.lexicon import lexicon

_LEXICON = lexicon("passages")
LONGEST_RUN = _LEXICON.count("longest_run")
"""Code points of a run that stay: the first and the last half of them."""
# In scripts without spaces every character is a word, and passages are cut by words.
_UNSPACED = _LEXICON.source("unspaced")
_LONG_RUN = re.compile(rf"[\W_]{{{LONGEST_RUN + 1},}}|[^\W_{_UNSPACED}]{{{LONGEST_RUN + 1},}}")


@dataclass(frozen=True, slots=True)
class Shortened:
    """`text` is what stays of a text; `cuts` are (place in it, code points left out there), ascending."""

    text: str
    cuts: tuple[tuple[int, int], ...]

    def places(self) -> tuple[int, ...]:
        """The places in the whole text at which something is left out."""
        left_out = 0
        places = []
        for at, length in self.cuts:
            places.append(at + left_out)
            left_out += length
        return tuple(places)

    def restored(self, places: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Ascending [start, end) of `text` as places in the whole text."""
        if not self.cuts:
            return tuple(places)
        whole: list[tuple[int, int]] = []
        before_start = before_end = next_start = next_end = 0
        for start, end in places:
            # The left-out characters are before a token that begins there, and after one that ends there.
            while next_start < len(self.cuts) and self.cuts[next_start][0] <= start:
                before_start += self.cuts[next_start][1]
                next_start += 1
            while next_end < len(self.cuts) and self.cuts[next_end][0] < end:
                before_end += self.cuts[next_end][1]
                next_end += 1
            whole.append((start + before_start, end + before_end))
        return tuple(whole)


def without_long_runs(text: str) -> Shortened:
    """A text of whose runs longer than `LONGEST_RUN` only the beginning and the end stay."""
    half = LONGEST_RUN // 2
    parts: list[str] = []
    cuts: list[tuple[int, int]] = []
    at = length = 0
    for run in _LONG_RUN.finditer(text):
        parts.append(text[at : run.start() + half])
        length += len(parts[-1])
        at = run.end() - half
        cuts.append((length, at - run.start() - half))
    return Shortened("".join((*parts, text[at:])), tuple(cuts))

"""What the start and end logits of a passage's windows say of each of its sentences. Numbers and places only.

The TypeScript twin is `web/reader/src/evidence/sentence-scores.ts`; the cases are in contracts/evidence.json.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wherein.core.passage import Passage
from wherein.passages.sentences import sentence_spans
from wherein.reading.reader import SentenceScore

_NOT_READ = -np.inf


class SentenceScores:
    """The scores of the sentences of one passage, over all of its windows. Headings have none.

    A list item and a table row are lines, so each is a sentence or several.
    """

    def __init__(self, passage: Passage) -> None:
        self._passage = passage
        self._spans = [
            span
            for span in sentence_spans(passage.text)
            if span.of(passage.text) not in passage.section
        ]
        # (sentences, 4): margin, best, start, end
        self._scores = np.full((len(self._spans), 4), _NOT_READ)

    def add(
        self,
        offsets: Sequence[tuple[int, int]],
        start: NDArray[np.float32],
        end: NDArray[np.float32],
        null: float,
    ) -> None:
        """Take in one window: the places of its tokens in the passage's text, and their logits, (tokens,) each.

        `null` is the window's score of "not here". A sentence that two windows hold keeps the higher of each score; one
        that a window's edge cuts is scored by its tokens there.
        """
        if not offsets:
            return
        begins, ends = np.array(offsets).T
        for row, span in enumerate(self._spans):
            first = int(np.searchsorted(ends, span.start, "right"))
            after = int(np.searchsorted(begins, span.end, "left"))
            if first >= after:
                continue
            starting, ending = start[first:after], end[first:after]
            best_end = np.maximum.accumulate(ending[::-1])[::-1]  # at this token or later
            best = float((starting + best_end).max())
            found = (best - null, best, float(starting.max()), float(ending.max()))
            self._scores[row] = np.maximum(self._scores[row], found)

    def scored(self) -> tuple[SentenceScore, ...]:
        """The sentences that any window read, in reading order."""
        base = self._passage.span.start
        return tuple(
            SentenceScore(self._passage, span.shifted(base), *map(float, row))
            for span, row in zip(self._spans, self._scores, strict=True)
            if row[1] > _NOT_READ
        )

"""The stopping rule of long documents. Knows only scores and margins.

The passages of a long document are read likeliest first. In unlikely passages a reader still finds names and
numbers of the right kind, and among a thousand passages one of these would come first. So a candidate loses
margin as its passage's retrieval score falls below the best one. The same penalty bounds the unread passages:
reading stops when none of them can bring a better candidate. `wherein train stopping` fits the constants on
whole books.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

FILE = "stopping.json"
NEAR_PERHAPS = 0.5
"""The share of the perhaps bound that a probability has to reach for reading on to be worth while. Less than 1, since what
another passage or a judge says may still raise it."""
LIKELY_WORDS = 8
"""Words of an answer in an unread passage; longer answers are likelier by their length alone."""
LONG_WORDS = 37_500
"""Passages from which a document counts as long, some 50,000 tokens; a shorter one is read whole in seconds."""


@dataclass(frozen=True, slots=True)
class StopRule:
    """How a long document is read. Margins are those over "not in this window".

    penalty: the margin that a candidate loses in a passage with retrieval score 0; proportionally less with a
        higher score.
    highest: margins are cut to this value before the penalty.
    least: a candidate with a lower margin is no answer.
    most: the most passages read.
    """

    penalty: float
    highest: float
    least: float
    most: int

    def lowered(self, share: float) -> float:
        """The margin that a candidate loses; `share` is its passage's retrieval score over the best score."""
        return self.penalty * (1.0 - share)

    def stops(self, best_margin: float, share: float, passages_read: int) -> bool:
        """Whether reading stops. `best_margin` is the best margin so far after the penalty; `share` belongs to the best
        unread passage."""
        expected = self.highest - self.lowered(share)
        return passages_read >= self.most or expected <= max(best_margin, self.least)


@cache
def shipped_rule() -> StopRule:
    """The rule for the readers that mark spans."""
    return StopRule(**json.loads((files("wherein.answering") / FILE).read_text("utf-8")))

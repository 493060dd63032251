"""The stopping rule of long documents. Knows only scores and margins.

The passages of a long document are read likeliest first. In unlikely passages a reader still finds names and
numbers of the right kind, and among a thousand passages one of these would come first. So a candidate loses
margin as its passage's retrieval score falls below the best one. The same penalty bounds the unread passages:
reading stops when none of them can bring a better candidate, or none that would be shown. `wherein train stopping` fits
the constants of the first on whole books, `wherein eval early-end` measures those of the second.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

FILE = "stopping.json"
NEAR_PERHAPS = 0.5
"""The share of the perhaps bound that a candidate has to reach for a judge to be asked in a further attempt. Less than 1,
since what the judge says may still raise it."""
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
    near: the share of the perhaps bound that a candidate in an unread passage has to be able to reach.
    words: the words of such a candidate; longer answers are likelier by their length alone.
    """

    penalty: float
    highest: float
    least: float
    most: int
    near: float
    words: int

    def lowered(self, share: float) -> float:
        """The margin that a candidate loses; `share` is its passage's retrieval score over the best score."""
        return self.penalty * (1.0 - share)

    def stops(self, best_margin: float, share: float, passages_read: int) -> bool:
        """Whether reading stops. `best_margin` is the best margin so far after the penalty; `share` belongs to the best
        unread passage."""
        expected = self.highest - self.lowered(share)
        return passages_read >= self.most or expected <= max(best_margin, self.least)

    def can_show(self, chance: Callable[[int], float]) -> bool:
        """Whether an unread passage can bring something that is shown. `chance` returns the probability of a candidate of
        this many words in the likeliest unread passage, with the best margin that is possible there, over the perhaps
        bound."""
        return chance(self.words) >= self.near


@cache
def shipped_rule() -> StopRule:
    """The rule for the readers that mark spans."""
    return StopRule(**json.loads((files("wherein.answering.grading") / FILE).read_text("utf-8")))

"""When a long document has been read far enough. Knows scores and margins alone.

The passages of a long document are read likeliest first. Far down, where a passage shares next to
nothing with the question, a reader still finds names and numbers of the kind that is asked for, and of a
thousand passages one of these is sure to lead. So a candidate's margin is lowered the further its
passage's retrieval score is below the best one's. With that goes a bound on what is still unread: once
no passage left can bring a candidate that leads, reading ends. `wherein train stopping` fits the
constants on whole books.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

FILE = "stopping.json"
LONG_WORDS = 37_500
"""Some 50,000 tokens: what is shorter is read to its end in seconds."""


@dataclass(frozen=True, slots=True)
class StopRule:
    """How a long document is read. Margins are those over "not in this window".

    A candidate loses `penalty` in a passage with a retrieval score of 0, proportionally less in one
    nearer to the best. Before that, margins above `highest` are not reckoned with. A candidate whose
    margin is below `least` is no answer. At the most, so many passages are read.
    """

    penalty: float
    highest: float
    least: float
    most: int

    def lowered(self, share: float) -> float:
        """What a candidate's margin loses; `share` is its passage's retrieval score of the best one's."""
        return self.penalty * (1.0 - share)

    def stops(self, best_margin: float, share: float, passages_read: int) -> bool:
        """`best_margin` is that of the best candidate so far, lowered; `share` is of the best passage left."""
        expected = self.highest - self.lowered(share)
        return passages_read >= self.most or expected <= max(best_margin, self.least)


@cache
def shipped_rule() -> StopRule:
    """The rule for the readers that mark spans."""
    return StopRule(**json.loads((files("wherein.answering") / FILE).read_text("utf-8")))

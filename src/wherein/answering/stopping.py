"""When a long document has been read far enough. Knows scores and probabilities alone.

The passages of a long document are read likeliest first. A confident answer stands once the passages
left score far below the best one; without one, reading ends after so many passages. `wherein train
stopping` fits the constants on whole books.
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
    """Two reasons to stop: the best answer's confidence is at least `sure` while the next passage's score
    is below `share` of the best passage's; or `most` passages have been read."""

    sure: float
    share: float
    most: int

    def stops(self, confidence: float, share: float, passages_read: int) -> bool:
        """`confidence` of the best answer so far (0 for none), `share` of the coming passage."""
        return passages_read >= self.most or (confidence >= self.sure and share < self.share)


@cache
def shipped_rule() -> StopRule:
    settings = json.loads((files("wherein.answering") / FILE).read_text("utf-8"))
    return StopRule(settings["sure"], settings["share"], settings["most"])

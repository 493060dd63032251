"""When a long document has been read far enough. Knows scores and probabilities alone.

The passages of a long document are read likeliest first. An answer with a high confidence is taken to
be unaffected by passages whose retrieval score is far below the best one's. The constants were set by
hand and are not fitted; what they change is not measured yet.
"""

from __future__ import annotations

from dataclasses import dataclass

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


STOP_RULE = StopRule(sure=0.6, share=0.5, most=480)

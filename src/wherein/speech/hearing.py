"""A recording to a question, or the reason why there is none. Knows the Protocol of a recogniser only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wherein.speech.guards import Unheard, not_to_be_trusted, not_worth_hearing
from wherein.speech.recogniser import RATE, Recogniser, Samples, Word


@dataclass(frozen=True, slots=True)
class Hearing:
    """What was said, or `unheard`: why nothing is taken for it; the text is empty then. `meant` is as in `Heard`."""

    text: str
    words: tuple[Word, ...]
    confidence: float
    seconds: float
    unheard: Unheard | None = None
    meant: str | None = None


def hear(recogniser: Recogniser, samples: Samples, names: Sequence[str] = ()) -> Hearing:
    """Recognise a recording. Nothing of it is kept."""
    seconds = round(len(samples) / RATE, 3)
    unheard = not_worth_hearing(samples)
    if unheard is not None:
        return Hearing("", (), 0.0, seconds, unheard)
    heard = recogniser.recognise(samples, names)
    unheard = not_to_be_trusted(heard)
    if unheard is not None:
        return Hearing("", (), heard.confidence, seconds, unheard)
    return Hearing(heard.text, heard.words, heard.confidence, seconds, meant=heard.meant)

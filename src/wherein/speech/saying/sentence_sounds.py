"""The shared parts of the synthesisers: a text's sentences, the choice of a voice, and the bounds of speed."""

from __future__ import annotations

import re

from wherein.core.errors import UsageError
from wherein.passages.sentences import sentence_spans

SLOWEST, FASTEST = 0.5, 2.0
_SAYABLE = re.compile(r"[^\W_]")


def sentences_of(text: str) -> list[str]:
    """The sentences that have a letter or a digit, their white space as single spaces."""
    spoken = (" ".join(span.of(text).split()) for span in sentence_spans(text))
    return [sentence for sentence in spoken if _SAYABLE.search(sentence)]


def chosen_voice(voice: str | None, voices: tuple[str, ...]) -> str:
    """The voice of this name, or the first. Raises UsageError for another."""
    if voice is None:
        return voices[0]
    if voice not in voices:
        raise UsageError(
            f"There is no voice {voice!r}.", "Choose one of " + ", ".join(voices[:12]) + "."
        )
    return voice


def checked_speed(speed: float) -> float:
    """The speed, checked. Raises UsageError for one that is out of bounds."""
    if not SLOWEST <= speed <= FASTEST:
        raise UsageError(f"A speed of {speed:g} is not spoken.", "Choose one from 0.5 to 2.")
    return speed

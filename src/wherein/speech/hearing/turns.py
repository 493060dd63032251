"""Finds a spoken question in what a microphone gives: where it begins, and the pause that ends it. Opens no microphone.

It compares the level with the quietest frames, which is enough to distinguish a person from a room.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from wherein.lexicon import lexicon
from wherein.speech.hearing.guards import MOST_SECONDS, level
from wherein.speech.recogniser import Samples

_LEXICON = lexicon("speech")
FRAME_SECONDS = _LEXICON.number("frame_seconds")
_PAUSE = round(_LEXICON.number("pause_seconds") / FRAME_SECONDS)
_BEGIN = round(_LEXICON.number("begin_seconds") / FRAME_SECONDS)
_LEAD = round(_LEXICON.number("lead_seconds") / FRAME_SECONDS)
_LONGEST = round(MOST_SECONDS / FRAME_SECONDS)
_OVER = _LEXICON.number("speech_over_noise")
_LEAST_LEVEL = _LEXICON.number("least_level")
_REMEMBERED = round(10 / FRAME_SECONDS)
"""The number of frames whose quietest ones give the level of the room."""


class Turn:
    """One question. Frames of FRAME_SECONDS come in; it is over after a pause, or when a question can't be longer."""

    def __init__(self) -> None:
        self._levels: deque[float] = deque(maxlen=_REMEMBERED)
        self._before: deque[Samples] = deque(maxlen=_LEAD + _BEGIN)
        self._question: list[Samples] = []
        self._loud = self._quiet = 0

    @property
    def begun(self) -> bool:
        return bool(self._question)

    def hears(self, frame: Samples) -> bool:
        """Take the next frame, at any rate; whether the question is over."""
        now = level(frame)
        is_loud = now > max(_LEAST_LEVEL, _OVER * self._room())
        self._levels.append(now)
        if not self._question:
            self._before.append(frame)
            self._loud = self._loud + 1 if is_loud else 0
            if self._loud >= _BEGIN:
                self._question = list(self._before)
            return False
        self._question.append(frame)
        self._quiet = 0 if is_loud else self._quiet + 1
        return self._quiet >= _PAUSE or len(self._question) >= _LONGEST

    def samples(self) -> Samples:
        """What was said so far, with the moment before it."""
        return np.concatenate(self._question) if self._question else np.zeros(0, np.float32)

    def _room(self) -> float:
        if not self._levels:
            return 0.0
        return float(np.quantile(np.fromiter(self._levels, float), 0.1))

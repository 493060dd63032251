"""Decides whether a recognised text can be a question: silence, noise and repetition can't. Knows no model.

`web/speech/src/hearing/guards.ts` is the twin; `contracts/speech-guards.json` has the cases, `contracts/lexicon/speech.json`
the bounds and the sentences.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wherein.lexicon import lexicon
from wherein.speech.recogniser import RATE, Heard, Samples

Unheard: TypeAlias = Literal["too_short", "too_long", "silent", "wordless", "unclear", "repeated"]

_LEXICON = lexicon("speech")
_LEAST_SECONDS = _LEXICON.number("least_seconds")
MOST_SECONDS = _LEXICON.number("most_seconds")
"""The longest recording of a question, in seconds."""
_FRAME = int(_LEXICON.number("frame_seconds") * RATE)
_LEAST_LEVEL = _LEXICON.number("least_level")
_LOUD_SHARE = _LEXICON.number("loud_share")
_LOUD_MARGIN = int(_LEXICON.number("loud_margin_seconds") * RATE)
_LEAST_CONFIDENCE = _LEXICON.number("least_confidence")
_MOST_REPEATS = _LEXICON.count("most_repeats")
_LONGEST_REPEAT = _LEXICON.count("longest_repeat")
_WORD = re.compile(r"\w+")


def sentences(reason: Unheard) -> tuple[str, str]:
    """The sentence for the person, and the next step."""
    what, next_step = _LEXICON.lines(reason)
    return what, next_step


def not_worth_hearing(samples: Samples) -> Unheard | None:
    """The reason why a recording is not recognised; None where it should be."""
    seconds = len(samples) / RATE
    if seconds < _LEAST_SECONDS:
        return "too_short"
    if seconds > MOST_SECONDS:
        return "too_long"
    return "silent" if level(samples) < _LEAST_LEVEL else None


def level(samples: Samples) -> float:
    """The root mean square of the loudest frame."""
    return float(_levels(samples).max(initial=0.0))


def loud_part(samples: Samples) -> Samples:
    """The recording without the quiet parts at its beginning and end."""
    levels = _levels(samples)
    loud = np.flatnonzero(levels > _LOUD_SHARE * levels.max(initial=0.0))
    if not len(loud):
        return samples
    start = max(0, int(loud[0]) * _FRAME - _LOUD_MARGIN)
    return samples[start : (int(loud[-1]) + 1) * _FRAME + _LOUD_MARGIN]


def _levels(samples: Samples) -> NDArray[np.float64]:
    frames = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME)
    levels: NDArray[np.float64] = np.sqrt((frames.astype(np.float64) ** 2).mean(axis=1))
    return levels


def not_to_be_trusted(heard: Heard) -> Unheard | None:
    """The reason why a recognised text is not trusted; None where it is."""
    words = [word.lower() for word in _WORD.findall(heard.text)]
    if not words:
        return "wordless"
    if not heard.ended or _repeats(words):
        return "repeated"
    return "unclear" if heard.confidence < _LEAST_CONFIDENCE else None


def _repeats(words: list[str]) -> bool:
    """Whether the same words are repeated more than `most_repeats` times in a row."""
    for length in range(1, _LONGEST_REPEAT + 1):
        run = 0
        for at in range(length, len(words)):
            run = run + 1 if words[at] == words[at - length] else 0
            if run >= length * _MOST_REPEATS:
                return True
    return False

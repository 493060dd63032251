"""The Protocol of a recogniser of speech, and what it heard. Holds no implementation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

RATE = 16_000
"""Samples a second of every recording that is recognised."""
LEAST_SAMPLES = RATE // 10
"""A recogniser hears nothing in a shorter recording."""

Samples: TypeAlias = NDArray[np.float32]
"""One channel at RATE, from -1 to 1."""


@dataclass(frozen=True, slots=True)
class Word:
    """A recognised word; the seconds from the start of the recording are None where the method has none."""

    text: str
    start_seconds: float | None = None
    end_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What was recognised.

    `confidence` is the geometric mean of the probabilities of the tokens, 0 for no text. `tokens` are the
    model's own, for comparison between machines; empty where a method gives none. `ended` is false where the
    model was stopped, since it gave more tokens than so much speech can have. `meant` is the text with expected
    names where they are likely but not sure, to be offered and never asked unseen; None where there are none.
    `language` is the code of the language that was spoken (`en`, `de`).
    """

    text: str
    confidence: float
    words: tuple[Word, ...] = ()
    tokens: tuple[int, ...] = ()
    ended: bool = True
    meant: str | None = None
    language: str = "en"

    def __post_init__(self) -> None:
        if not 0 <= self.confidence <= 1:
            raise ValueError(f"a confidence of {self.confidence}")


class Recogniser(Protocol):
    """From a recording to its words."""

    @property
    def name(self) -> str:
        """The model's name."""
        ...

    def recognise(self, samples: Samples, names: Sequence[str] = ()) -> Heard:
        """The words of a recording; no text where nothing is said.

        The same samples give the same words. `names` are words to expect, such as the names of a page, best
        first; a method that can't use them ignores them. Whether the text is to be trusted is not decided here
        (`guards`).
        """
        ...


@runtime_checkable
class Translator(Protocol):
    """A recogniser of several languages that gives the words in English, too."""

    def translate(self, samples: Samples) -> Heard:
        """The English words of a recording in any language that it knows; `language` is the one that was spoken."""
        ...

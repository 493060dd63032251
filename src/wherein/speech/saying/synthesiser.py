"""The Protocol of a synthesiser of speech. Holds no implementation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Sound:
    """Samples of one channel from -1 to 1, `rate` a second; `text` is what is said in them."""

    text: str
    samples: NDArray[np.float32]
    rate: int


class Synthesiser(Protocol):
    """From text to sound, sentence by sentence."""

    @property
    def name(self) -> str: ...

    @property
    def voices(self) -> tuple[str, ...]:
        """The names of the installed voices, the default voice first; never empty."""
        ...

    def speak(self, text: str, voice: str | None = None, speed: float = 1.0) -> Iterator[Sound]:
        """Yields the sound of each sentence in order, synthesised lazily; nothing for a text without words that
        it can say.

        `text` is spoken as written; `said.py` must have expanded numbers and abbreviations before. `speed` is from
        0.5 to 2. Raises UsageError for a voice that is not there.
        """
        ...

"""What an encoder is: the Protocol and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Encoder(Protocol):
    """Texts to unit vectors whose inner product is their similarity."""

    @property
    def name(self) -> str:
        """Name and version; an index made with one encoder is useless to another."""
        ...

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(len(texts), dimensions), each row of length 1, or 0 for a text with no known token.

        A text's vector does not depend on what else is in the batch (to 1e-5).
        """
        ...

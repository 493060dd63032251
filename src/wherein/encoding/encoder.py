"""The Protocol of an encoder. Holds no implementation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Encoder(Protocol):
    """Encodes texts as unit vectors; the inner product of two vectors is the similarity of their texts."""

    @property
    def name(self) -> str:
        """Name and version; an index is only valid for the encoder it was made with."""
        ...

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(len(texts), dimensions); each row has length 1, or 0 for a text without a known token.

        A text's vector does not depend on the other texts of the batch (to 1e-5).
        """
        ...

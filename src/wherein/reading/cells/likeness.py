"""How near two short texts are in meaning, by an encoder that knows words and not their order.

The twin is web/reader/src/cells/likeness.ts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wherein.encoding.encoder import Encoder

Alike: TypeAlias = Callable[[str, str], float]
"""The nearness of two texts, -1 to 1; 0 where nothing is known of one."""


def never_alike(one: str, other: str) -> float:
    """0 for all texts: words alone are compared."""
    return 0.0


class Likeness:
    """The cosine of two texts' vectors. Keeps the vectors that it made, so it is made anew for each question."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def __call__(self, one: str, other: str) -> float:
        return float(self._vector(one) @ self._vector(other))

    def _vector(self, text: str) -> NDArray[np.float32]:
        if text not in self._vectors:
            self._vectors[text] = self._encoder.encode([text])[0]
        return self._vectors[text]

"""The sizes of an encoder: numbers alone, so that a recipe can name them without torch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """The defaults are MiniLM-L6-H384's."""

    vocabulary: int = 30522
    positions: int = 512
    layers: int = 6
    channels: int = 384
    heads: int = 12
    inner: int = 1536

    def __post_init__(self) -> None:
        if self.channels % self.heads:
            raise ValueError(f"{self.channels} channels do not divide into {self.heads} heads")

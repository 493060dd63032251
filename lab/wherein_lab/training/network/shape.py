"""The kind and sizes of an encoder: plain values, so that a recipe can name them without torch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """The defaults are those of MiniLM-L6-H384.

    `kind` is "bert" or "mpnet"; `keep` lists the layers of the base that are used, from 0 (empty: the lowest layers, as
    many as needed).
    """

    kind: str = "bert"
    vocabulary: int = 30522
    positions: int = 512
    layers: int = 6
    channels: int = 384
    heads: int = 12
    inner: int = 1536
    keep: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.channels % self.heads:
            raise ValueError(f"{self.channels} channels do not divide into {self.heads} heads")
        if self.kind not in ("bert", "mpnet"):
            raise ValueError(f"there is no encoder of kind {self.kind!r}")
        if self.keep and len(self.keep) != self.layers:
            raise ValueError(f"{len(self.keep)} layers are kept, not {self.layers}")

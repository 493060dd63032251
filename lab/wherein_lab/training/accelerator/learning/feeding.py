"""Turns chunks into batches of a fixed number of packed rows on the device, and knows where to go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from wherein_lab.training.accelerator.chunking.chunks import Chunk, Layout
from wherein_lab.training.accelerator.learning.network import PackedBatch


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one or more chunks, on the host; windows are sorted by row."""

    layouts: dict[str, Layout]
    row: NDArray[np.int32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    labelled: NDArray[np.bool_]
    tokens: int

    @property
    def count(self) -> int:
        return len(next(iter(self.layouts.values())).ids)

    def part(self, begin: int, end: int) -> Rows:
        """The rows from `begin` up to `end`."""
        low, high = np.searchsorted(self.row, [begin, end])
        layouts = {
            kind: Layout(
                own.ids[begin:end], own.types[begin:end], own.places[begin:end],
                own.windows[begin:end], own.spots[low:high],
            )
            for kind, own in self.layouts.items()
        }  # fmt: skip
        some = slice(int(low), int(high))
        first = next(iter(layouts.values()))
        return Rows(
            layouts, self.row[some] - begin, self.start[some], self.end[some], self.labelled[some],
            int((first.windows >= 0).sum()),
        )  # fmt: skip

    def on(self, device: str, kind: str) -> PackedBatch:
        """One layout on the device."""
        own = self.layouts[kind]
        columns = own.spots.astype(np.int64)
        flat = np.where(
            columns >= 0, columns + self.row[:, None].astype(np.int64) * own.ids.shape[1], -1
        )
        spots = sent(flat, device)
        return PackedBatch(
            sent(own.ids, device), sent(own.types.astype(np.int32), device),
            sent(own.places.astype(np.int32), device), sent(own.windows, device), spots, spots < 0,
        )  # fmt: skip

    def golds(self, device: str) -> tuple[Tensor, Tensor, Tensor]:
        """(W,) each: the place of the answer's first and last token, and whether the window has a label."""
        return sent(self.start, device), sent(self.end, device), sent(self.labelled, device)


def sent(array: NDArray[np.generic], device: str) -> Tensor:
    tensor = torch.from_numpy(np.ascontiguousarray(array))
    if device == "cuda":
        return tensor.pin_memory().to(device, non_blocking=True)
    return tensor


@dataclass(slots=True)
class Feeding:
    """Cuts a stream of chunks into batches. `place` is (chunk, row of it) where the next batch begins."""

    place: tuple[int, int]

    def batches(
        self, chunks: Iterator[tuple[int, Chunk]], rows: int
    ) -> Iterator[tuple[Rows, tuple[int, int]]]:
        """(`rows` rows, the place after them), without an end; set `place` once a batch is learned."""
        skip = self.place[1]
        held: Rows | None = None
        for number, chunk in chunks:
            own = of_chunk(chunk)
            if skip:
                own, skip = own.part(min(skip, own.count), own.count), 0
            before = 0 if held is None else held.count
            whole = own if held is None else joined(held, own)
            at = 0
            while whole.count - at >= rows:
                at += rows
                done = at - before + (chunk.rows - own.count)
                yield whole.part(at - rows, at), (number, done)
            held = whole.part(at, whole.count) if whole.count > at else None


def of_chunk(chunk: Chunk) -> Rows:
    first = next(iter(chunk.layouts.values()))
    tokens = int((first.windows >= 0).sum())
    return Rows(chunk.layouts, chunk.row, chunk.start, chunk.end, chunk.labelled, tokens)


def joined(one: Rows, other: Rows) -> Rows:
    """The rows of both, one after the other."""
    layouts = {}
    for kind, own in one.layouts.items():
        theirs = other.layouts[kind]
        wide = max(own.spots.shape[1], theirs.spots.shape[1])
        layouts[kind] = Layout(
            np.concatenate([own.ids, theirs.ids]),
            np.concatenate([own.types, theirs.types]),
            np.concatenate([own.places, theirs.places]),
            np.concatenate([own.windows, theirs.windows]),
            np.concatenate([_wider(own.spots, wide), _wider(theirs.spots, wide)]),
        )
    return Rows(
        layouts,
        np.concatenate([one.row, other.row + one.count]),
        np.concatenate([one.start, other.start]),
        np.concatenate([one.end, other.end]),
        np.concatenate([one.labelled, other.labelled]),
        one.tokens + other.tokens,
    )


def _wider(spots: NDArray[np.int16], wide: int) -> NDArray[np.int16]:
    return np.pad(spots, ((0, 0), (0, wide - spots.shape[1])), constant_values=-1)

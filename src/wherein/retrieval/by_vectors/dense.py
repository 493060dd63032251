"""The `dense` retriever: passages by the inner product of vectors. Knows encoders only by their Protocol.

All vectors are compared in blocks, so that memory stays bounded.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from wherein.core.passage import Hit, Passage
from wherein.encoding.encoder import Encoder
from wherein.passages.heading_prefix import heading_prefix
from wherein.retrieval.by_vectors.vector_store import VectorStore
from wherein.retrieval.passage_source import PassageSource

HELD_ROWS = 50_000
"""Up to this many rows are held as float32 (51 MB with 256 dimensions) and compared in 8 ms."""
ROWS_AT_ONCE = 8_192
"""Vectors compared at a time: 8 MB as float32 with 256 dimensions."""
PASSAGES_AT_ONCE = 256
DIGITS = 5
"""Decimals of a score: float32 sums of equal vectors differ beyond them."""


def described(passage: Passage) -> str:
    """The text of a passage that is encoded: its headings, then its own text."""
    above = heading_prefix("", passage.section)
    return f"{above}\n{passage.text}" if above else passage.text


class DenseIndex:
    """An `Index` by exact inner product."""

    def __init__(self, store: VectorStore, encoder: Encoder, source: PassageSource) -> None:
        self.name = "dense"
        self._encoder = encoder
        self._source = source
        self._store = store
        # Who writes waits for who writes; who searches only while a commit is taken up.
        self._writing = threading.RLock()
        self._turn = threading.RLock()
        self._float32 = np.zeros((0, encoder.dimensions), dtype=np.float32)
        self._float32_of: tuple[int, int, int] | None = None

    @classmethod
    def open(cls, folder: Path, source: PassageSource, encoder: Encoder) -> Self:
        """The index kept in `folder`, made when the folder is empty or absent.

        Raises IndexDamaged when it can't be read or holds another encoder's vectors.
        """
        store = VectorStore(folder, encoder.name, encoder.dimensions)
        return cls(store, encoder, source)

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        with self._writing:
            with self._turn:
                self._store.begin()
            self._store.replace(document, self._encoded(iter(passages)))

    def _encoded(
        self, passages: Iterator[Passage]
    ) -> Iterator[tuple[list[int], NDArray[np.float32]]]:
        """Passage indexes with their vectors in batches, so that those of a long document are never all in memory."""
        while some := list(islice(passages, PASSAGES_AT_ONCE)):
            yield [p.index for p in some], self._encoder.encode([described(p) for p in some])

    def commit(self, generation: int) -> None:
        with self._writing, self._turn:
            self._store.commit(generation)

    @property
    def generation(self) -> int:
        with self._turn:
            self._store.refresh()
            return self._store.generation

    def clear(self) -> None:
        with self._writing, self._turn:
            self._store.clear()

    def close(self) -> None:
        with self._writing, self._turn:
            self._store.close()

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        """A passage matches when both it and the question have a token the encoder knows."""
        if limit <= 0 or not question.strip():
            return []
        (vector,) = self._encoder.encode([question])
        if not vector.any():
            return []
        with self._turn:
            self._store.refresh()
            if within is None:
                rows = np.flatnonzero(self._store.living)
            else:
                some = (row for d in frozenset(within) for row in self._store.rows_of(d))
                rows = np.array(sorted(some), dtype=np.intp)
            return self._among(rows, vector, limit)

    def _among(self, rows: NDArray[np.intp], vector: NDArray[np.float32], limit: int) -> list[Hit]:
        """The best `limit` of these rows, compared exactly."""
        scores = self._scores(rows, vector)
        keys = self._store.keys
        wanted = limit
        while True:
            best = _best(scores, wanted)
            ranked = sorted(
                ((float(scores[at]), keys[rows[at]]) for at in best), key=lambda r: (-r[0], r[1])
            )[:wanted]
            points = {key: score for score, key in ranked}
            found = self._source.passages([key for _, key in ranked])
            hits = [Hit(p, points[(p.document, p.index)]) for p in found[:limit]]
            if len(hits) == limit or len(ranked) < wanted:
                return hits
            wanted *= 4

    def _scores(self, rows: NDArray[np.intp], vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """(len(rows),): inner products; -inf for a vector of zeros, which matches no question."""
        if self._store.rows <= HELD_ROWS:
            whole = self._as_float32()
            if 4 * len(rows) < len(whole):  # copying these costs less than comparing all
                return _compared(whole[rows], vector)
            return _compared(whole, vector)[rows]
        scores = np.empty(len(rows), dtype=np.float32)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[start : start + ROWS_AT_ONCE]
            block = self._store.vectors[some].astype(np.float32)
            scores[start : start + len(some)] = _compared(block, vector)
        return scores

    def _as_float32(self) -> NDArray[np.float32]:
        """All rows as float32, converted once: converting takes numpy longer than comparing."""
        state = (self._store.epoch, self._store.generation, self._store.rows)
        if self._float32_of != state:
            self._float32 = self._store.vectors.astype(np.float32)
            self._float32_of = state
        return self._float32


def _compared(block: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    scores = np.round(block @ vector, DIGITS)
    unrelated = np.flatnonzero(scores == 0)
    scores[unrelated[~block[unrelated].any(axis=1)]] = -np.inf
    return scores


def _best(scores: NDArray[np.float32], wanted: int) -> NDArray[np.intp]:
    """The indexes of the `wanted` largest finite scores and of all ties with the last one."""
    if wanted < len(scores):
        least = np.partition(scores, -wanted)[-wanted]
        return np.flatnonzero((scores >= least) & (scores > -np.inf))
    return np.flatnonzero(scores > -np.inf)

"""Approximate search over a vector store: an HNSW graph (Malkov & Yashunin, 2018) where there are too many rows.

Needs the `ann` extra (usearch). The graph is stored beside the vectors and extended only when many rows are missing
from it; missing rows are compared exactly. Every score is computed again from the stored vectors, so the
approximation can miss rows but never changes a score.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import ExtraMissing
from wherein.retrieval.by_vectors.vector_store import VectorStore

WORTH_ABOVE = 50_000
"""Up to this many rows, all are compared: 8 ms, held as float32 (51 MB)."""
TAIL_ROWS = 8_192
"""Up to this many rows outside the graph are compared exactly rather than added to it."""
SPARE = 64
"""Rows requested beyond the wanted ones, since some are deleted."""
ADD_AT_ONCE = 16_384
_EXPANSION_SEARCH = 512
"""HNSW's search width: on 65,986 openings it finds 98 of the 100 nearest in 4.5 ms of processor time (with 128: 92
in 1.3 ms; comparing all rows: 56 ms)."""


def is_available() -> bool:
    """True when the `ann` extra is installed."""
    return find_spec("usearch") is not None


class Graph:
    """The graph of one store; it has the first `covered` rows of one epoch."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._index: Any = None
        self._epoch = -1
        self.covered = 0

    def extend(self, store: VectorStore) -> bool:
        """Write a new graph with the missing rows, if there are enough of them; True when it was written.

        This object does not change, so that other threads may search meanwhile; `take_up` opens the new graph.
        """
        rows = store.rows
        if rows <= WORTH_ABOVE:
            return False
        covered = self._written(store)
        if rows - covered <= max(TAIL_ROWS, covered // 10):
            return False
        index = _new(store.dimensions)
        if covered:
            index.load(str(self._file(store.epoch)))
        for start in range(covered, rows, ADD_AT_ONCE):
            some = np.arange(start, min(start + ADD_AT_ONCE, rows))
            some = some[store.living[some]]
            index.add(some.astype(np.uint64), np.asarray(store.vectors[some]))
        beside = self._folder / "graph.new"
        index.save(str(beside))
        beside.replace(self._file(store.epoch))
        note = self._folder / "graph.json.new"
        note.write_text(json.dumps({"epoch": store.epoch, "covered": rows}), encoding="utf-8")
        note.replace(self._folder / "graph.json")
        for old in self._folder.glob("graph-*.usearch"):
            if old != self._file(store.epoch):
                old.unlink()
        return True

    def take_up(self, store: VectorStore) -> bool:
        """Open the graph on disk for the store's epoch; False when there is none."""
        epoch, covered = store.epoch, self._written(store)
        if not covered:
            return False
        if self._index is None or (self._epoch, self.covered) != (epoch, covered):
            index = _new(store.dimensions)
            try:
                index.view(str(self._file(epoch)))
            except Exception:  # usearch raises RuntimeError and more; exact search goes on
                return False
            self._index, self._epoch, self.covered = index, epoch, covered
        return True

    def _written(self, store: VectorStore) -> int:
        """The number of the store's rows that the graph on disk has; 0 where there is none for its epoch."""
        try:
            note = json.loads((self._folder / "graph.json").read_bytes())
            epoch, covered = int(note["epoch"]), int(note["covered"])
        except (OSError, ValueError, KeyError, TypeError):
            return 0
        return covered if epoch == store.epoch and covered <= store.rows else 0

    def near(self, vector: NDArray[np.float32], wanted: int) -> NDArray[np.intp]:
        """Rows that are probably the nearest, unsorted; some of them may be deleted."""
        found = self._index.search(vector.astype(np.float16), wanted + SPARE)
        return np.asarray(found.keys, dtype=np.intp)

    def _file(self, epoch: int) -> Path:
        return self._folder / f"graph-{epoch}.usearch"


def _usearch() -> Any:
    # usearch's numkong (7.8) first and ONNX Runtime (1.31) after it crash the process; the other way
    # round they get on. Whoever searches reads afterwards, so nothing is loaded that is not needed.
    import onnxruntime  # noqa: F401

    try:
        from usearch import index
    except ImportError as error:
        raise ExtraMissing(
            "Approximate search needs the package usearch.",
            "Get it: .venv/bin/pip install -e '.[ann]'",
        ) from error
    return index


def _new(dimensions: int) -> Any:
    return _usearch().Index(
        ndim=dimensions, metric="ip", dtype="f16", expansion_search=_EXPANSION_SEARCH
    )

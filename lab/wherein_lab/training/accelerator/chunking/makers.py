"""Processes that work ahead of the training: they read the text, then make chunks of packed rows.

They are forked before the accelerator is used, so that they share the text's memory and need nothing of the device.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wherein_lab.training.accelerator.chunking.chunks import Chunk, ChunkMaker
from wherein_lab.training.accelerator.chunking.material import use_tokenizer

AHEAD = 3  # chunks that each process may be ahead

_maker: ChunkMaker | None = None  # of a forked process


def count() -> int:
    """The processes that this machine has room for beside the training itself."""
    return max(1, min(14, (os.cpu_count() or 2) - 2))


def read_in_processes(
    processes: int, tokenizer: str
) -> Callable[[Callable[[Any], Any], Sequence[Any]], list[Any]]:
    """A function that maps over parts in as many processes, each with the tokenizer of that file."""

    def mapped(function: Callable[[Any], Any], parts: Sequence[Any]) -> list[Any]:
        if processes < 2:
            use_tokenizer(tokenizer)
            return [function(part) for part in parts]
        context = multiprocessing.get_context("fork")
        with context.Pool(processes, _begin_reading, (tokenizer, os.getpid())) as pool:
            return pool.map(function, parts, chunksize=1)

    return mapped


def _begin_reading(tokenizer: str, parent: int) -> None:
    _end_with(parent)
    use_tokenizer(tokenizer)


def _begin_making(parent: int) -> None:
    _end_with(parent)


def _end_with(parent: int) -> None:
    """End this process on SIGTERM, and when its parent has ended, also when that was killed."""
    signal.signal(
        signal.SIGTERM, signal.SIG_DFL
    )  # not the parent's handler, which stops the training
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _make(number: int, unlabelled: float) -> Chunk:
    assert _maker is not None
    return _maker.make(number, unlabelled)


class Makers:
    """Forked processes that make one stage's chunks, in order, a few ahead of where the training is."""

    def __init__(self, maker: ChunkMaker, processes: int) -> None:
        global _maker
        maker.units(0)  # before the fork, so that not every process does it
        _maker = maker
        self.ahead = AHEAD * processes
        self.waited = 0.0  # seconds that the training waited for chunks
        self.pool = multiprocessing.get_context("fork").Pool(
            processes, _begin_making, (os.getpid(),)
        )

    def chunks(self, first: int, unlabelled: Callable[[], float]) -> Iterator[tuple[int, Chunk]]:
        """(number, chunk) from number `first` on, without an end; `unlabelled` is asked when a chunk is begun."""
        coming: deque[tuple[int, Any]] = deque()
        number = first
        while True:
            while len(coming) < self.ahead:
                coming.append((number, self.pool.apply_async(_make, (number, unlabelled()))))
                number += 1
            place, chunk = coming.popleft()
            began = time.monotonic()
            made = chunk.get()
            self.waited += time.monotonic() - began
            yield place, made

    def close(self) -> None:
        self.pool.terminate()
        self.pool.join()

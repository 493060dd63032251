"""Cancels work that nobody waits for any more. Knows no server and no signal: others cancel, and the work checks.

Whoever starts work binds a `Cancellation` around it. The work calls `checkpoint` between two batches, however deep below
it stands, so that no signature in between has to pass the cancellation on. Without a bound one, `checkpoint` does nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

_Item = TypeVar("_Item")
_AT_ONCE = 256
"""Items between two checkpoints; a checkpoint takes a tenth of a microsecond, and an item rarely less."""


class Cancelled(BaseException):
    """The work was cancelled. No `Exception`, as in asyncio: no handler of failures takes it for a failure."""


class Cancellation:
    """Says whether some work is cancelled. Threads may share it; once cancelled, it stays so."""

    def __init__(self, beyond: Cancellation | None = None) -> None:
        """`beyond` is the cancellation of work that is done within this one for others too (`shared_work`)."""
        self._beyond = beyond
        self._lock = threading.Lock()
        self._is_set = False
        self._callbacks: dict[object, Callable[[], None]] = {}

    @property
    def is_cancelled(self) -> bool:
        return self._is_set

    def cancel(self) -> None:
        """Cancel the work, and call what waits for that, in this thread. A second call does nothing."""
        with self._lock:
            callbacks = [] if self._is_set else list(self._callbacks.values())
            self._is_set = True
        for callback in callbacks:
            callback()

    def check(self) -> None:
        """Raise Cancelled once it is cancelled."""
        if self._is_set:
            raise Cancelled

    @contextmanager
    def bound(self) -> Iterator[None]:
        """Let `checkpoint` in this context ask this cancellation; raises Cancelled if it is cancelled already."""
        self.check()
        before = _BOUND.set(self)
        try:
            yield
        finally:
            _BOUND.reset(before)

    @contextmanager
    def calling(self, callback: Callable[[], None]) -> Iterator[None]:
        """Call `callback` when it is cancelled within the block, or at once if it is already. It must not wait."""
        key = object()
        with self._lock:
            already = self._is_set
            self._callbacks[key] = callback
        try:
            if already:
                callback()
            yield
        finally:
            with self._lock:
                del self._callbacks[key]


_BOUND: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)


def checkpoint() -> None:
    """Raise Cancelled where the work around this call is cancelled."""
    bound = _BOUND.get()
    if bound is not None:
        bound.check()


def bound_cancellation() -> Cancellation:
    """The cancellation of the work around this call; one that nobody cancels where none is bound."""
    bound = _BOUND.get()
    return Cancellation() if bound is None else bound


@contextmanager
def shared_work() -> Iterator[None]:
    """Go on with what others need as well, as an index that a question brings up to date: only the cancellation beyond
    that of the question ends it."""
    bound = _BOUND.get()
    before = _BOUND.set(None if bound is None else bound._beyond)
    try:
        checkpoint()
        yield
    finally:
        _BOUND.reset(before)


def checked(items: Iterable[_Item], at_once: int = _AT_ONCE) -> Iterator[_Item]:
    """The items, with a checkpoint before every `at_once` of them."""
    for number, item in enumerate(items):
        if number % at_once == 0:
            checkpoint()
        yield item

"""Says whether a server can answer: its library can be read. Cheap enough to be asked without a token."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from wherein.answering.engine import Engine
from wherein.core.errors import LibraryError

KEPT_S = 2.0
"""How long what was found is told again, so that whoever asks often costs nothing."""


class Readiness:
    """Threads may share it; one of them looks at a time, and the others are told what was found last."""

    def __init__(self, look: Callable[[], bool], now: Callable[[], float] = time.monotonic) -> None:
        self._look = look
        self._now = now
        self._looking = threading.Lock()
        self._found = False
        self._at: float | None = None

    @classmethod
    def of(cls, engine: Engine) -> Readiness:
        return cls(lambda: _is_reachable(engine))

    def is_ready(self) -> bool:
        is_first = self._at is None
        if self._at is not None and self._now() - self._at < KEPT_S:
            return self._found
        if not self._looking.acquire(blocking=is_first):
            return self._found
        try:
            self._found = self._look()
            self._at = self._now()
        finally:
            self._looking.release()
        return self._found


def _is_reachable(engine: Engine) -> bool:
    """Whether the library can be read now; a database that is away is not waited for."""
    store = engine.home.store
    if store is None:
        try:
            return engine.generation >= 0
        except LibraryError:
            return False
    from wherein.postgres.database import PostgresDatabase

    database = PostgresDatabase.shared(store)
    try:
        return database.answers()
    finally:
        database.close()

"""Keeps a server's indexes in step with a team's database, in a thread of its own: another server's change is heard of at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from wherein.answering.engine import Engine
from wherein.core.errors import WhereinError
from wherein.core.lifetime.cancellation import Cancellation, Cancelled
from wherein.library.postgres_writing import CHANGED
from wherein.postgres.address import StoreAddress
from wherein.postgres.listening import EVERY_S, listen

_CLOSING_S = 3.0


@contextmanager
def following_library(
    store: StoreAddress, engines: Callable[[], Iterable[Engine]], every_s: float = EVERY_S
) -> Iterator[None]:
    """Inside the block, indexes that were searched are caught up as soon as the library changes, and before anybody asks.

    Questions look at the library themselves, so that without this they are only slower after a change. The end of the block
    interrupts an update that runs; the next question does the rest.
    """
    ending, ended = threading.Event(), Cancellation()

    def look() -> bool:
        is_done = True
        for engine in engines():
            try:
                is_done &= ending.is_set() or engine.catch_up()
            except WhereinError:  # the next question says it, and the next look tries it again
                is_done = False
        return is_done

    def follow() -> None:
        with suppress(Cancelled), Cancellation(beyond=ended).bound():
            listen(store, CHANGED, look, ending, every_s)

    thread = threading.Thread(target=follow, name="library's changes", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        ended.cancel()
        thread.join(_CLOSING_S)

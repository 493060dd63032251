"""Hears of changes in a database by LISTEN, over a connection of its own. Knows no table and no channel."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING

from wherein.postgres.address import StoreAddress
from wherein.postgres.pool import connected, driver

if TYPE_CHECKING:
    from wherein.postgres.pool import Connection

CALLED = "wherein listening"
EVERY_S = 30.0
"""Longest time until `look` is called though nothing was heard, and until a silent connection is tried."""
_AGAIN_S = 1.0
"""Pause before a look that could not be finished is repeated."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.1, 5.0
"""Pauses between two tries to connect."""
_STEP_S = 0.5
"""How soon the end is noticed."""


def listen(
    address: StoreAddress,
    channel: str,
    look: Callable[[], bool],
    ending: threading.Event,
    every_s: float = EVERY_S,
) -> None:
    """Call `look` now, at once after each notification of the channel, and else every `every_s`, until `ending` is set.

    `look` says whether it is done; if not, it is called again soon. Where the connection is lost, `look` is called between
    the tries to open it again, which are at most 5 seconds apart, and once more when it is open: nothing that happened
    meanwhile is missed.
    """
    error = driver().Error
    pause = _FIRST_PAUSE_S
    while not ending.is_set():
        try:
            with closing(connected(address, CALLED)) as connection:
                connection.execute(f"LISTEN {channel}")
                pause = _FIRST_PAUSE_S
                while not ending.is_set():
                    _wait(connection, every_s if look() else min(every_s, _AGAIN_S), ending)
        except error:
            look()
            ending.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)


def _wait(connection: Connection, seconds: float, ending: threading.Event) -> None:
    """Wait for a notification, and take all that came. A silent connection is tried at the end. Raises psycopg's errors."""
    until = time.monotonic() + seconds
    while not ending.is_set():
        left = until - time.monotonic()
        if left <= 0:
            connection.execute("SELECT 1")
            return
        if list(connection.notifies(timeout=min(left, _STEP_S), stop_after=1)):
            list(connection.notifies(timeout=0))
            return

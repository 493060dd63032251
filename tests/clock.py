"""What tests may ask of a clock: to give up on something that hangs, and how processor time grows.

No test depends on the wall clock. A machine with other work is slow, not wrong: a test waits for minutes before it gives up,
and a bound on cost compares the least processor time of several runs at two sizes.
"""

from __future__ import annotations

import time
from collections.abc import Callable

GIVE_UP_SECONDS = 600.0
"""How long a test waits for what should happen; only a test that hangs takes as long."""


def until(
    is_so: Callable[[], object], what: str = "it did not happen", pause_seconds: float = 0.01
) -> None:
    """Wait until `is_so`; AssertionError with `what` when it does not happen."""
    ends = time.monotonic() + GIVE_UP_SECONDS
    while not is_so():
        assert time.monotonic() < ends, what
        time.sleep(pause_seconds)


def processor_seconds(work: Callable[[], object], runs: int = 3) -> float:
    """The least processor time of this process over `runs` runs of `work`."""
    least = float("inf")
    for _ in range(runs):
        began = time.process_time()
        work()
        least = min(least, time.process_time() - began)
    return least


def growth(
    work: Callable[[int], object], short: int, long: int, *, floor_seconds: float = 0.03
) -> float:
    """How many times as long `work(long)` takes as `work(short)`, in processor time.

    A short run counts as `floor_seconds` at least, since shorter times are mostly noise.
    """
    before = processor_seconds(lambda: work(short))
    return processor_seconds(lambda: work(long), runs=2) / max(before, floor_seconds)

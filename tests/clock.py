"""What tests may ask of a clock: to give up on something that hangs, and how processor time grows.

No test depends on the wall clock. A machine with other work is slow, not wrong: a test waits for minutes before it gives up,
and a bound on cost compares the least processor time of several runs at two sizes.
"""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable

_PROGRESS = re.compile(r"[\w ]+…(?: [\d,]+ of .*)?$|\w+ [\d,]+ of [\d,]+\b")
GIVE_UP_SECONDS = 600.0
"""How long a test waits for what should happen; only a test that hangs takes as long."""


def without_progress(error: str) -> str:
    """What a command wrote to standard error, without the lines on its work that appear where it takes over two seconds."""
    return "".join(line for line in error.splitlines(True) if not _PROGRESS.match(line))


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
    return min(_seconds_of_one_run(work) for _ in range(runs))


def _seconds_of_one_run(work: Callable[[], object]) -> float:
    """The processor time of one run, without the garbage collector: it looks through all that earlier tests have left."""
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        began = time.process_time()
        work()
        return time.process_time() - began
    finally:
        if was_collecting:
            gc.enable()


def growth(
    work: Callable[[int], object], short: int, long: int, *, floor_seconds: float = 0.03
) -> float:
    """How many times as long `work(long)` takes as `work(short)`, in processor time: the least of three runs of each.

    The runs take turns, so that other work on the machine slows both. A short run counts as `floor_seconds` at least,
    since shorter times are mostly noise.
    """
    least_short = least_long = float("inf")
    for _ in range(3):
        least_short = min(least_short, _seconds_of_one_run(lambda: work(short)))
        least_long = min(least_long, _seconds_of_one_run(lambda: work(long)))
    return least_long / max(least_short, floor_seconds)

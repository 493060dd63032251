"""Loaded into pytest while what a test file runs is recorded: the parsing child is recorded too, which starts without
`site` and is ended by a kill."""

from __future__ import annotations

import subprocess

from wherein.documents.isolation import isolated

LONGEST_GOODBYE_S = 10.0
_RECORDED_FIRST = (
    "import sys; sys.path[:] = sys.argv[3:]; import coverage; coverage.process_startup(); "
)
_kill = isolated.ParserProcess._end


def _end_after_goodbye(process: isolated.ParserProcess) -> None:
    """End the child as always, but let it write first what it ran: it ends by itself when its input does."""
    child = process._process
    if child is not None and child.stdin is not None and child.poll() is None:
        try:
            child.stdin.close()
            child.wait(LONGEST_GOODBYE_S)
        except (OSError, subprocess.TimeoutExpired):
            pass  # a child that hangs is killed next, as it would have been
    _kill(process)


isolated._START = _RECORDED_FIRST + isolated._START
isolated.ParserProcess._end = _end_after_goodbye  # type: ignore[assignment, method-assign]

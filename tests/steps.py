"""How many steps of Python a piece of work takes: a measure of its growth that no clock and no other work on the machine changes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def steps_of(work: Callable[[], object]) -> int:
    """The instructions that the interpreter runs for `work`, each turn of a comprehension among them.

    What one call of C does is one step, however long it takes: the copying of a text is not seen.
    """
    steps = 0

    def step(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal steps
        steps += event == "opcode"
        return step

    def begin(frame: FrameType, event: str, argument: object) -> Any:
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return step

    before = sys.gettrace()
    sys.settrace(begin)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps

"""The answers to one question as they are found. Finds nothing itself."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from wherein.answering.stages.progress import Progress
from wherein.core.answer import Result

Events: TypeAlias = Generator[Progress, None, Result]
"""Yields progress; the generator's return value is the result."""


class AnswerStream:
    """Iterate over it for progress; `result()` returns the result even if not all progress was read.

    The memory is written before the result is returned. Closing the stream stops the work.
    """

    def __init__(self, events: Events) -> None:
        self._events = events
        self._result: Result | None = None

    def __iter__(self) -> AnswerStream:
        return self

    def __next__(self) -> Progress:
        try:
            return next(self._events)
        except StopIteration as end:
            self._result = self._result or end.value
            raise

    def result(self) -> Result:
        """The result; runs until it is complete. Raises what reading raises."""
        for _ in self:
            pass
        assert self._result is not None, "a closed stream has no result"
        return self._result

    def close(self) -> None:
        """Stop the work; a stream closed before its end has no result."""
        self._events.close()

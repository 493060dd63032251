"""The answers to one question as they are found. Finds nothing itself."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from wherein.answering.progress import Progress
from wherein.core.answer import Result

Events: TypeAlias = Generator[Progress, None, Result]
"""Progress, and the result as what the generator returns."""


class AnswerStream:
    """Iterate over it for progress; `result` gives the end, whether or not all progress was taken.

    What is to be remembered is kept before the result is given. Closing the stream stops the work.
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
        """Everything the question brought back; works until it is there. Raises what reading raises."""
        for _ in self:
            pass
        assert self._result is not None, "a closed stream has no result"
        return self._result

    def close(self) -> None:
        """Stop working; a stream that is closed before its end has no result."""
        self._events.close()

"""Base class of objects that the end of a `with` block closes. Knows nothing of what they hold."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager
from typing import Self


class Closeable(AbstractContextManager["Closeable"]):
    """Holds a file, a process or a connection until `close`; leaving the `with` block closes it."""

    @abstractmethod
    def close(self) -> None:
        """Release everything held. A second call does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

"""What has to be closed, and is at the end of a `with` block. Knows nothing of what it holds."""

from __future__ import annotations

from abc import abstractmethod
from contextlib import AbstractContextManager


class Closeable(AbstractContextManager["Closeable"]):
    """Base of what holds a file, a process or a connection. Leaving the `with` block closes it."""

    @abstractmethod
    def close(self) -> None:
        """Release what is held. Closing twice does nothing more."""

    def __exit__(self, *_: object) -> None:
        self.close()

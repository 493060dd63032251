"""Returns the token that the file has now, so that deleting or changing the file takes effect at once. Knows no request."""

from __future__ import annotations

import threading

from wherein.home.folder import Home


class KeptToken:
    """A callable that returns the token of a home; it reads the file again when the file was replaced or changed.

    Where the file is missing, a new token is made, which signs out every holder of the old one. Threads may share it.
    """

    def __init__(self, home: Home) -> None:
        self._home = home
        self._path = home.folder / "token"
        self._lock = threading.Lock()
        self._token = home.token()
        self._state = self._now()

    def __call__(self) -> str:
        with self._lock:
            state = self._now()
            if state is None or state != self._state:
                self._token = self._home.token()
                self._state = self._now()
            return self._token

    def _now(self) -> tuple[int, int, int] | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size

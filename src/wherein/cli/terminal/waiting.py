"""Shows the current work of a command on standard error, after two seconds. Knows no command.

In a terminal it is one line, which is overwritten and cleared at the end. Elsewhere it is a line at growing
intervals, so that a log shows activity without filling up.
"""

from __future__ import annotations

import shutil
import sys
import threading

from wherein.cli.terminal.printing import say, say_status

SILENT_SECONDS = 2.0
"""Shorter work shows nothing."""
_TERMINAL_SECONDS = 0.2
_FIRST_SECONDS, _MOST_SECONDS = 5.0, 60.0


class Waiting:
    """Shows the current work while the `with` block runs; `tell` changes the text, `hide` removes it.

    A thread of its own prints, so that one long step is shown as well as many short ones.
    """

    def __init__(self, what: str, silent_seconds: float = SILENT_SECONDS) -> None:
        self._what = what
        self._silent = silent_seconds
        self._over = sys.stderr.isatty()
        self._lock = threading.Lock()
        self._hidden = threading.Event()
        self._shown = ""
        self._thread = threading.Thread(target=self._speak)

    def __enter__(self) -> Waiting:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()
        self._thread.join()

    def tell(self, what: str) -> None:
        """Set the text on the current work."""
        self._what = what

    def hide(self) -> None:
        """Stop printing, and clear the line in a terminal so that other output can follow."""
        with self._lock:
            self._hidden.set()
            if self._over and self._shown:
                self._shown = ""
                say_status("")

    def _speak(self) -> None:
        pause, longer = self._silent, _FIRST_SECONDS
        while not self._hidden.wait(pause):
            with self._lock:
                if self._hidden.is_set():
                    return
                if not self._over:
                    say(self._what, err=True)
                elif self._what != self._shown:
                    say_status(self._what[: max(1, shutil.get_terminal_size().columns - 1)])
                self._shown = self._what
            pause = _TERMINAL_SECONDS if self._over else longer
            longer = min(2 * longer, _MOST_SECONDS)

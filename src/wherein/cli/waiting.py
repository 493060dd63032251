"""What a command is doing, said on standard error once that has taken two seconds. Knows no command.

In a terminal it is one line, written over and gone at the end. Elsewhere it is a line now and then,
ever more rarely, so that a log shows that something goes on without being filled with it.
"""

from __future__ import annotations

import shutil
import sys
import threading

from wherein.cli.printing import say, say_status

SILENT_SECONDS = 2.0
"""What is quicker is not said at all."""
_TERMINAL_SECONDS = 0.2
_FIRST_SECONDS, _MOST_SECONDS = 5.0, 60.0


class Waiting:
    """Says what is being done for as long as it is entered; `tell` and `hide` change that.

    A thread of its own speaks, so that one long step is told as well as many short ones.
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
        """From now on this is what is being done."""
        self._what = what

    def hide(self) -> None:
        """Say nothing more; in a terminal the line is gone, so that something else can be printed."""
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

"""Keeps a machine's copies of a team's knowledge bases in step with the database, in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wherein.core.errors import WhereinError
from wherein.core.lifetime.cancellation import Cancelled

if TYPE_CHECKING:
    from wherein.answering.articles.bases import Bases
    from wherein.knowledge.shared_bases import CaughtUp

EVERY_S = 30.0
_CLOSING_S = 10.0


@contextmanager
def following_bases(
    bases: Bases, tell: Callable[[str], None], every_s: float = EVERY_S
) -> Iterator[None]:
    """Inside the block, the shared bases are fetched now and whenever they change; `tell` is given a sentence for each change.

    A trouble is told once, until it is over. A fetch that the end of the block interrupts goes on the next time.
    """
    ending = threading.Event()

    def on_progress(done: int, of: int | None, what: str) -> None:
        if ending.is_set():
            raise Cancelled

    def follow() -> None:
        trouble = ""
        while not ending.is_set():
            try:
                changed = bases.catch_up(on_progress=on_progress)
                for sentence in _sentences(changed):
                    tell(sentence)
                failed = " ".join(map(str, changed.failed))
                if failed and failed != trouble:
                    tell(failed)
                trouble = failed
            except Cancelled:
                return
            except WhereinError as error:
                if str(error) != trouble:
                    trouble = str(error)
                    tell(trouble)
            ending.wait(every_s)

    thread = threading.Thread(target=follow, name="shared bases", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join(_CLOSING_S)


def _sentences(changed: CaughtUp) -> Iterator[str]:
    for name in changed.fetched:
        yield f"Fetched the knowledge base {name}."
    for name in changed.removed:
        yield f"Removed the knowledge base {name}, which is no longer shared."

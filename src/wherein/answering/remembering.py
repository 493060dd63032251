"""The memory as the engine uses it: one store shared by threads, asked before reading and taught after."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from wherein.answering.cascade import Recollection
from wherein.core.answer import Result
from wherein.core.document import Document
from wherein.core.errors import LibraryError, StorageFull
from wherein.encoding.encoder import Encoder
from wherein.library.home import Home
from wherein.memory.opening import open_memory
from wherein.memory.question_memory import How, QuestionMemory


class SharedMemory:
    """A `QuestionMemory` that threads take turns with. Opened at the first question."""

    def __init__(self, home: Home, encoder: Callable[[], Encoder]) -> None:
        self._home = home
        self._encoder = encoder
        self._turn = threading.RLock()
        self._memory: QuestionMemory | None = None

    @contextmanager
    def use(self) -> Iterator[QuestionMemory]:
        """The memory, this thread's alone until the end. Raises LibraryError when it is damaged."""
        with self._turn:
            if self._memory is None:
                self._memory = open_memory(self._home, self._encoder)
                self._memory.forget_old()
            yield self._memory

    def close(self) -> None:
        with self._turn:
            if self._memory is not None:
                self._memory.flush()
                self._memory.close()
            self._memory = None

    def recall(self, question: str, document: Document, models: frozenset[str]) -> Recollection:
        """What was answered before and stands, or why nothing is served."""
        with self.use() as memory:
            found = memory.recall(question, document, models=models)
        if not found.answers or found.question is None:
            return Recollection((), found.reason)
        how = "Asked before" if found.how is How.EXACT else f"Asked as {found.question.text!r}"
        return Recollection(found.answers, f"{how}; the text is unchanged.")

    def remember(self, question: str, document: Document, result: Result, model: str) -> None:
        """Keep an answered question; the counts of those that were served too.

        An answer that was given is not taken back because it could not be kept, so a store that is
        full or damaged is passed over here: the next `recall` tells it.
        """
        try:
            with self.use() as memory:
                if result.answered:
                    memory.remember(question, document, result.answers, model=model)
                memory.flush()
        except (StorageFull, LibraryError):
            return

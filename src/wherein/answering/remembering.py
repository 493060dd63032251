"""The memory as the engine uses it: one file shared by threads, asked before reading and taught after."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum

from wherein.answering.stages.remembered import Recollection
from wherein.core.answer import Result
from wherein.core.document import Document
from wherein.core.errors import LibraryError, StorageFull
from wherein.encoding.encoder import Encoder
from wherein.library.home import Home
from wherein.memory.opening import open_memory
from wherein.memory.question_memory import How, QuestionMemory
from wherein.memory.recall import FOUND_BY
from wherein.memory.subject import Subject
from wherein.memory.verification import Verifier

COUNTED_EVERY_S = 2.0
"""Uses of answers are counted together, so that no answer waits for the disk."""


class Turn(StrEnum):
    """What a thread wants the memory for. Each kind waits for its own kind alone."""

    ASK = "ask"  # exact and near hits: what must be quickest
    LOOK = "look"  # top questions, completion: many reads, little work
    SEARCH = "search"  # similar questions: the processor's work
    WRITE = "write"  # what waits for the disk


class SharedMemory:
    """A `QuestionMemory` for each `Turn`, over one file. Opened when they are first needed."""

    def __init__(
        self, home: Home, encoder: Callable[[], Encoder], verifier: Verifier
    ) -> None:
        self._home = home
        self._encoder = encoder
        self._verifier = verifier
        self._turns = {turn: threading.RLock() for turn in Turn}
        self._memories: dict[Turn, QuestionMemory] = {}
        self._timer: threading.Timer | None = None
        self._closing = threading.Lock()

    @contextmanager
    def use(self, turn: Turn) -> Iterator[QuestionMemory]:
        """A memory, this thread's alone until the end. Raises LibraryError when it is damaged."""
        with self._turns[turn]:
            if turn not in self._memories:
                memory = open_memory(self._home, self._encoder)
                memory.forget_old()
                self._memories[turn] = memory
            yield self._memories[turn]

    def close(self) -> None:
        with self._closing:
            if self._timer is not None:
                self._timer.cancel()
        self._count()
        for turn, lock in self._turns.items():
            with lock:
                memory = self._memories.pop(turn, None)
                if memory is not None:
                    memory.close()

    def recall(
        self, question: str, about: Document | Subject, models: frozenset[str], asker: str
    ) -> Recollection:
        """What was answered before and stands, or why nothing is served.

        Verifying reads, so it happens while nobody waits for this thread's turn.
        """
        with self.use(Turn.ASK) as memory:
            found = memory.recall(question, about, models=models, asker=asker)
        for proposal in found.proposals:
            span, earlier = proposal.answer.span, proposal.question.text
            document = about
            if not isinstance(document, Document):
                found_in = document.document(proposal.answer.document)
                if found_in is None:
                    continue
                document = found_in
            if self._verifier(question, earlier, document, span, proposal.similarity):
                with self.use(Turn.ASK) as memory:
                    found = memory.accept(proposal)
                break
        if not found.answers or found.question is None:
            return Recollection((), found.reason)
        how = "Asked before" if found.how is How.EXACT else f"Asked as {found.question.text!r}"
        return Recollection(found.answers, f"{how}; the text is unchanged.")

    def remember(
        self, question: str, about: Document | Subject, result: Result, model: str, asker: str
    ) -> None:
        """Keep a question that was just answered by reading; count it when it was answered from here.

        An answer that was given is not taken back because it could not be kept, so a store that is
        full or damaged is passed over here: the next `recall` tells it.
        """
        if not result.answered:
            return
        if result.answers[0].found_by == FOUND_BY:
            self._count_soon()
            return
        with suppress(StorageFull, LibraryError), self.use(Turn.WRITE) as memory:
            memory.remember(question, about, result.answers, model=model, asker=asker)

    def _count_soon(self) -> None:
        with self._closing:
            if self._timer is None or not self._timer.is_alive():
                self._timer = threading.Timer(COUNTED_EVERY_S, self._count)
                self._timer.daemon = True
                self._timer.start()

    def _count(self) -> None:
        with self._turns[Turn.ASK]:
            memory = self._memories.get(Turn.ASK)
            uses = memory.take_uses() if memory is not None else {}
        if uses:
            with suppress(StorageFull, LibraryError), self.use(Turn.WRITE) as memory:
                memory.count(uses)

"""The question memory of an engine: one file shared by threads, read before answering and written after."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum

from wherein.answering.stages.remembered import Recollection
from wherein.core.answer import Result
from wherein.core.document import Document
from wherein.core.errors import LibraryError, StorageFull, StoreDamaged
from wherein.encoding.encoder import Encoder
from wherein.home.folder import Home
from wherein.memory.opening import open_memory
from wherein.memory.policies.revalidation import FOUND_BY
from wherein.memory.policies.subject import Subject, library_key
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.store import Feedback, PageKey

COUNTED_EVERY_S = 2.0
"""Uses of answers are written in batches, so that no answer waits for the disk."""


class Turn(StrEnum):
    """The kind of work a thread does with the memory. A thread waits only for work of the same kind."""

    ASK = "ask"  # the same question again: what must be quickest
    LOOK = "look"  # top questions, completion: many reads, little work
    SEARCH = "search"  # similar questions: the processor's work
    WRITE = "write"  # what waits for the disk


@dataclass(frozen=True, slots=True)
class _Opened:
    """An open memory with the identity that its file had."""

    memory: QuestionMemory
    file: int


class SharedMemory:
    """One `QuestionMemory` for each `Turn`, over one file; each opens at its first use.

    A question never fails with the memory: where the memory fails, a reader answers and `passed_over` has the next
    step.
    """

    def __init__(self, home: Home, encoder: Callable[[], Encoder]) -> None:
        self._home = home
        self._encoder = encoder
        self._turns = {turn: threading.RLock() for turn in Turn}
        self._memories: dict[Turn, _Opened] = {}
        self._failed: LibraryError | None = None
        self._timer: threading.Timer | None = None
        self._closing = threading.Lock()

    @contextmanager
    def use(self, turn: Turn) -> Iterator[QuestionMemory]:
        """A memory that no other thread uses inside the `with` block. Raises LibraryError when it is damaged."""
        with self._turns[turn]:
            opened = self._memories.get(turn)
            if opened is not None and (
                opened.file != self._file() or opened.memory.store.is_frozen
            ):
                self._let_go(
                    turn
                )  # a command set it aside, or the disk was full and need not be now
                opened = None
            if opened is None:
                memory = open_memory(self._home, self._encoder)
                opened = self._memories[turn] = _Opened(memory, self._file())
                with self._unless_damaged(turn):
                    memory.forget_old()
            with self._unless_damaged(turn):
                yield opened.memory

    @contextmanager
    def _unless_damaged(self, turn: Turn) -> Iterator[None]:
        """Close a damaged memory, so that the file that replaces it is opened next."""
        try:
            yield
        except StoreDamaged:
            self._let_go(turn)
            raise

    def _file(self) -> int:
        if self._home.store is not None:
            return 0
        try:
            return self._home.memory.stat().st_ino
        except OSError:
            return 0

    def _let_go(self, turn: Turn) -> None:
        opened = self._memories.pop(turn, None)
        if opened is not None:
            with suppress(LibraryError):
                opened.memory.close()

    def passed_over(self) -> tuple[str, ...]:
        """The note on a memory that failed at its last use for a question; empty where it worked."""
        if self._failed is None:
            return ()
        if isinstance(self._failed, StorageFull):
            return (f"The question was not remembered. {self._failed}",)
        return (f"The question memory was passed over. {self._failed}",)

    def close(self) -> None:
        with self._closing:
            if self._timer is not None:
                self._timer.cancel()
        self._count()
        for turn, lock in self._turns.items():
            with lock:
                self._let_go(turn)

    def seen(
        self, may_see: Callable[[PageKey], bool], view: str, asker: str | None = None
    ) -> SharedMemory:
        """The same memory for somebody who may see these pages alone; `view` names what they may read of the libraries, and
        of an `asker` the own verdicts alone count."""
        return _SeenMemory(self, may_see, view, asker)

    def revalidate(
        self, question: str, about: Document | Subject, options: str, asker: str
    ) -> Recollection:
        """The answers to the same question while nothing that they depend on has changed, or why none is served.

        Raises LibraryError; `passed_over` then reports it.
        """
        self._failed = None
        try:
            with self.use(Turn.ASK) as memory:
                found = memory.answers.revalidate(question, about, options=options, asker=asker)
        except LibraryError as error:
            self._failed = error
            raise
        if not found.answers:
            return Recollection((), found.reason)
        return Recollection(found.answers, "Asked before; the text is unchanged.")

    def verdicts(self, understood: tuple[str, ...], typed: str) -> list[Feedback]:
        """People's verdicts on a question, oldest first; none where the memory does not exist or fails."""
        if not self._home.has_memory:
            return []
        try:
            with self.use(Turn.ASK) as memory:
                return memory.verdicts.about(understood, typed)
        except LibraryError as error:
            self._failed = error
            return []

    def marked(self, asker: str, owner: bool) -> list[Feedback]:
        """The places that the asker marked as answers, newest first; none where the memory does not exist or fails."""
        if not self._home.has_memory:
            return []
        try:
            with self.use(Turn.ASK) as memory:
                return memory.verdicts.marked(asker, owner)
        except LibraryError as error:
            self._failed = error
            return []

    def remember(
        self,
        about: Document | Subject,
        result: Result,
        model: str,
        options: str,
        asker: str,
    ) -> None:
        """Keep a question answered by reading, or count the use of one answered from memory.

        A result of a corrected question is not kept: its answers are another question's. A failure to keep it does not
        change the answer: `passed_over` reports the reason.
        """
        if not result.answered or result.meant is not None:
            return
        if result.answers[0].found_by == FOUND_BY:
            self._count_soon()
            return
        try:
            with self.use(Turn.WRITE) as memory:
                memory.answers.remember(
                    result.question,
                    about,
                    result.answers,
                    model=model,
                    options=options,
                    asker=asker,
                )
        except LibraryError as error:
            self._failed = error

    def _count_soon(self) -> None:
        with self._closing:
            if self._timer is None or not self._timer.is_alive():
                self._timer = threading.Timer(COUNTED_EVERY_S, self._count)
                self._timer.daemon = True
                self._timer.start()

    def _count(self) -> None:
        with self._turns[Turn.ASK]:
            opened = self._memories.get(Turn.ASK)
            uses = opened.memory.uses.take() if opened is not None else {}
        if not uses:
            return
        try:
            with self.use(Turn.WRITE) as memory:
                memory.uses.count(uses)
        except LibraryError:  # a full disk, a database that is away: with the next uses
            with self._turns[Turn.ASK]:
                if opened is not None:
                    opened.memory.uses.put_back(uses)


class _SeenMemory(SharedMemory):
    """Another's memory as somebody sees it who may not read everything. What it opens, the other closes."""

    def __init__(
        self,
        of: SharedMemory,
        may_see: Callable[[PageKey], bool],
        view: str,
        asker: str | None,
    ) -> None:
        super().__init__(of._home, of._encoder)
        self._asker = asker
        self._of = of
        self._may_see = may_see
        self._library = library_key(view)

    @contextmanager
    def use(self, turn: Turn) -> Iterator[QuestionMemory]:
        with self._of.use(turn) as memory:
            yield memory.seen(self._may_see, self._library, self._asker)

    def close(self) -> None:
        """Nothing: the other closes what is open."""

    def _count_soon(self) -> None:
        self._of._count_soon()

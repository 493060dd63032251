"""Lists, exports, imports and forgets the questions in the memory, for the person who manages them. Answers nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wherein.answering.attempts.suggesting import Suggested
from wherein.answering.remembering.remembering import SharedMemory, Turn
from wherein.core.document import Document, is_of_team
from wherein.core.errors import UnknownDocument, UsageError
from wherein.core.span import Span
from wherein.documents.fetch import is_url
from wherein.encoding.encoder import Encoder
from wherein.home.folder import Home
from wherein.library.store import Entry

if TYPE_CHECKING:
    from wherein.memory.answers.exchange import Imported
    from wherein.memory.policies.privacy import NotKept
    from wherein.memory.store.store import PageKey, Stats, Verdict
    from wherein.memory.suggestions.popular import PopularQuestion
    from wherein.memory.suggestions.similar import SimilarQuestion

_DOCUMENT_ID = re.compile(r"[0-9a-f]{16}(?:[0-9a-f]{4})?")


@dataclass(frozen=True, slots=True)
class PageQuestions:
    """The questions of one page: those that were asked, most asked first; without any, suggested ones."""

    page: PageKey
    asked: tuple[PopularQuestion, ...]
    suggested: tuple[Suggested, ...] = ()


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How many questions and verdicts were forgotten, and how many damaged memories removed."""

    questions: int
    feedback: int
    set_aside: int = 0


class KeptQuestions:
    """Every method that reads the memory raises StoreDamaged for a damaged one; after `set_aside`, a new one is created."""

    def __init__(
        self,
        home: Home,
        memory: SharedMemory,
        kept: Callable[[str], Document],
        document: Callable[[str], Document],
        suggested: Callable[[Document, int], list[Suggested]],
        reranker: Callable[[], Encoder | None],
        remembers: bool = True,
    ) -> None:
        """`remembers` is False where the settings switch the memory off."""
        self._home = home
        self._memory = memory
        self._kept = kept
        self._document = document
        self._suggested = suggested
        self._reranker = reranker
        self._remembers = remembers

    def judge(
        self,
        question: str,
        document: Document | None,
        verdict: Verdict | None,
        span: Span | None = None,
        *,
        typed: str = "",
        asker: str = "",
    ) -> NotKept | None:
        """Take a person's verdict on an answer, or with None take it back; see `Verdicts.judge` and `withdraw`.

        Without a document, what was said of the question is taken back for every document.

        Returns the reason where nothing is kept of it.
        """
        from wherein.memory.policies.privacy import NotKept

        if not self._remembers:
            return NotKept.SWITCHED_OFF
        with self._memory.use(Turn.WRITE) as memory:
            verdicts = memory.verdicts
            if verdict is None or document is None:
                return verdicts.withdraw(question, document, span, asker=asker, typed=typed)
            return verdicts.judge(question, document, verdict, span, asker=asker, typed=typed)

    def judge_kept(
        self,
        question: str,
        document: Document,
        verdict: Verdict | None,
        span: Span | None = None,
        *,
        typed: str = "",
    ) -> NotKept | None:
        """As `judge`, for a person at the terminal: of a file that was never added nothing is kept."""
        from wherein.memory.policies.privacy import NotKept

        if not is_url(document.source) and ":" not in document.id:
            try:
                self._kept(document.id)
            except UnknownDocument:
                return NotKept.NOT_ADDED if self._remembers else NotKept.SWITCHED_OFF
        return self.judge(question, document, verdict, span, typed=typed)

    def top(self, page: str, limit: int = 5) -> PageQuestions:
        """The most asked questions of a page: an address, a document's id, or a file. Without any, suggested ones.

        Raises UsageError for a page that the memory does not keep, and what reading a file raises.
        """
        key, document = self._page(page)
        with self._memory.use(Turn.LOOK) as memory:
            top = memory.others.popular(key, document=document, asker=None, limit=limit)
        suggested = self._suggested(document, limit) if document is not None and not top else ()
        return PageQuestions(key, tuple(top), tuple(suggested))

    def similar(self, question: str, limit: int = 5) -> list[SimilarQuestion]:
        """Earlier questions like this one, of any page, with their answers."""
        reranker = self._reranker()
        with self._memory.use(Turn.SEARCH) as memory:
            return memory.others.similar(question, asker=None, limit=limit, reranker=reranker)

    def export(self, asker: str | None = None) -> Iterator[str]:
        """The whole memory, or the entries of one asker, as lines for `import_lines`."""
        from wherein.memory.answers.exchange import export_lines

        with self._memory.use(Turn.LOOK) as memory:
            yield from export_lines(memory.store, asker)

    def verdicts(self, asker: str | None = None) -> dict[str, Any]:
        """People's verdicts on answers as SQuAD 2.0, for training."""
        from wherein.memory.answers.training_export import squad_of

        with self._memory.use(Turn.LOOK) as memory:
            return squad_of(memory.store.feedback.given(asker))

    def import_lines(self, lines: Iterable[str]) -> Imported:
        """Import an export, completely or not at all; existing entries stay. Raises UsageError for malformed lines."""
        from wherein.memory.answers.exchange import import_lines

        with self._memory.use(Turn.WRITE) as memory:
            return import_lines(memory.store, lines)

    def forget(self, page: str | None = None, since: datetime | None = None) -> Forgotten:
        """Forget for good: everything, including damaged memories that were set aside, or the questions of a page or
        since a time.

        `page` is an address or a document's id. Raises UsageError for another one.
        """
        from wherein.memory.opening import remove_set_aside

        key = None if page is None else _any_key(page)
        moment = None if since is None else since.timestamp()
        with self._memory.use(Turn.WRITE) as memory:
            wiped = memory.store.removal.wipe(page=key, since=moment)
        everything = page is None and since is None
        removed = remove_set_aside(self._home) if everything else 0
        return Forgotten(wiped.questions, wiped.feedback, removed)

    def set_aside(self) -> Path | None:
        """Rename a damaged memory, so that a new one is made; its new path, or None where the memory is whole."""
        from wherein.memory.opening import set_aside

        return set_aside(self._home)

    def stats(self) -> Stats:
        """How many pages, questions, answers and verdicts are kept, and since when."""
        with self._memory.use(Turn.LOOK) as memory:
            return memory.store.stats()

    def _page(self, page: str) -> tuple[PageKey, Document | None]:
        """The key of the page or document that a person names, and its document where there is one."""
        from wherein.memory.policies.privacy import NotKept, page_key

        try:
            document = self._kept(page)
        except UnknownDocument:
            if "://" in page:  # nothing is fetched to list what was asked of it
                return _any_key(page), None
            document = self._document(page)
        key = page_key(document)
        if isinstance(key, NotKept):
            raise UsageError(f"Nothing is remembered about {page}: {key}.", "Name another page.")
        return key, document


def forget_document(home: Home, memory: SharedMemory, entry: Entry) -> None:
    """Forget the questions to a removed document, and the library's questions that it answered."""
    from wherein.memory.policies.page_url import canonical_url

    if not home.has_memory:
        return
    is_page = is_url(entry.source) and not is_of_team(entry.document)
    page = canonical_url(entry.source) if is_page else entry.document
    key = None if page is None else _any_key(page)
    with memory.use(Turn.WRITE) as kept:
        kept.store.removal.wipe_document(entry.document, key)


def _any_key(page: str) -> PageKey:
    """The key of an address or a document's id, even where the privacy rules forbid storing it."""
    from wherein.memory.policies.page_url import canonical_url
    from wherein.memory.store.store import PageKey

    if _DOCUMENT_ID.fullmatch(page):
        return PageKey(f"document:{page}")
    canonical = canonical_url(page)
    if canonical is None:
        raise UsageError(f"{page!r} is not a web address.", "Give one, as in https://example.org/.")
    return PageKey(canonical)

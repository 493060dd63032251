"""The values that the memory stores, and the Protocols of the store and its parts. Knows no SQLite, policy or model."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PageKey:
    """The identity of a page: a canonical URL, or `document:` and a library id."""

    text: str

    @property
    def hash(self) -> str:
        """SHA-256 in hexadecimal; a look-up over the network sends only its first digits."""
        return hashlib.sha256(self.text.encode("utf-8")).hexdigest()


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was when last asked. `content_hash` is that of its document."""

    key: PageKey
    title: str
    content_hash: str


_FILE = "document:"


class Standing(StrEnum):
    """Whether an answer may be served."""

    CURRENT = "current"  # its block stood in the text when last looked for
    STALE = "stale"  # its block is gone or changed
    WRONG = "wrong"  # a person said so; never served again
    CONFIRMED = "confirmed"  # a person said it is right, or marked it


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer relative to its block, independent of the block's place on the page.

    quote: the sentence around the answer.
    block: the identity of the block (see `passages.block_place`).
    quote_start: code points from the start of the block to the quote.
    answer_start: code points from the start of the quote to the answer.
    model: the exact model that read it.
    stored: seconds since 1970.
    document, generation: for a question to a library, the answer's document and the library's generation.
    text_hash: of the text that was read (see `passages.text_hash`); "" for answers of versions that kept none, which
        are never served.
    options: identifies the options of the question, the models and everything else that the answer depends on.
    id: 0 until it is stored.
    """

    text: str
    quote: str
    block: str
    quote_start: int
    answer_start: int
    confidence: float
    found_by: str
    model: str
    evidence: bool = False
    standing: Standing = Standing.CURRENT
    stored: float = 0.0
    document: str = ""
    generation: int = 0
    text_hash: str = ""
    options: str = ""
    id: int = 0

    def __post_init__(self) -> None:
        if self.quote[self.answer_start : self.answer_start + len(self.text)] != self.text:
            raise ValueError("an answer's text must be at its stated place in its quote")
        if self.quote_start < 0 or self.answer_start < 0 or not self.text:
            raise ValueError("an answer has a text and a place in its block")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence is a probability, not {self.confidence}")

    @property
    def servable(self) -> bool:
        return self.standing in (Standing.CURRENT, Standing.CONFIRMED)


@dataclass(frozen=True, slots=True)
class StoredQuestion:
    """A question asked of a page, with its answers, best first.

    `key` is that of `questions.normalisation`. `askers` is the number of different askers. `score` orders the questions of a
    page by recency-weighted use (see `recency`). Times are seconds since 1970.
    """

    id: int
    page: Page
    key: str
    text: str
    uses: int
    askers: int
    score: float
    first_asked: float
    last_asked: float
    answers: tuple[StoredAnswer, ...]

    def document_of(self, answer: StoredAnswer) -> str:
        """The id of the kept document that one of the answers comes from; "" for a web page."""
        page = self.page.key.text
        return answer.document or (page[len(_FILE) :] if page.startswith(_FILE) else "")


class Verdict(StrEnum):
    """A person's verdict on an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    SPAN = "span"  # the right span is another: the one given
    NOT_HERE = "not_here"  # the page does not say


@dataclass(frozen=True, slots=True)
class Feedback:
    """One verdict with the text of its block, from which a reader can learn.

    `answer_start` counts code points into `context`; it is None, with an empty `answer`, where the verdict is that
    the page has no answer. `given` is seconds since 1970, `asker` the person. `question` is the question as it was
    understood, and `typed` as it was typed where that differs. `document` is the id of the judged document. `block` is
    the identity of the judged text: of the block around the answer, or with NOT_HERE of the whole main text (see
    `judged_places`). `id` is 0 until it is stored.
    """

    page: PageKey
    title: str
    question: str
    verdict: Verdict
    context: str
    answer: str
    answer_start: int | None
    given: float
    asker: str = ""
    typed: str = ""
    document: str = ""
    block: str = ""
    id: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        start = self.answer_start
        if start is None:
            if self.answer:
                raise ValueError("an answer has a place in its context")
        elif (
            start < 0
            or not self.answer
            or self.context[start : start + len(self.answer)] != self.answer
        ):
            raise ValueError("an answer must be at its stated place in its context")


@dataclass(frozen=True, slots=True)
class Asking:
    """One question that was just asked and answered. `asker` is an opaque name, "" on a machine of one person."""

    page: Page
    key: str
    text: str
    answers: tuple[StoredAnswer, ...]
    when: float
    asker: str = ""


@dataclass(frozen=True, slots=True)
class Stats:
    """The numbers of stored entries, and the time of the oldest (seconds since 1970; None without entries)."""

    pages: int
    questions: int
    answers: int
    stale: int
    wrong: int
    feedback: int
    uses: int
    oldest: float | None
    newest: float | None
    bytes: int


@dataclass(frozen=True, slots=True)
class Wiped:
    """The numbers of removed entries."""

    questions: int
    feedback: int


@dataclass(frozen=True, slots=True)
class Held:
    """All that is stored on one question, for an export."""

    question: StoredQuestion
    asker_names: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class SeenBy:
    """Who looks: an asker sees their own questions, and those that at least `least_askers` people asked (None: none)."""

    asker: str
    least_askers: int | None


class QuestionSearch(Protocol):
    """Finds questions by their vectors where they are kept."""

    def nearest(
        self, encoder: str, vectors: NDArray[np.float32], limit: int, seen_by: SeenBy | None
    ) -> list[tuple[int, float]]:
        """(id, similarity) of the questions most like any of the (n, dimensions) vectors, most similar first.

        Only those that `seen_by` may see, None for all: as many are found as if there were no others.
        """
        ...


class QuestionVectors(Protocol):
    """The vectors of the stored questions, and their binary codes for searching."""

    @property
    def wipes(self) -> int:
        """The store's count of removals: after it grows, earlier reads may be outdated."""
        ...

    def missing(self, encoder: str, limit: int) -> list[tuple[int, str]]:
        """(id, text) of the questions without a vector of this encoder, smallest id first."""
        ...

    def put(
        self,
        encoder: str,
        ids: Sequence[int],
        vectors: NDArray[np.float32],
        codes: NDArray[np.uint8],
    ) -> None:
        """Store (len(ids), dimensions) vectors and (len(ids), bytes) codes; ids of removed questions are ignored."""
        ...

    def binary_codes(
        self, encoder: str, after: int
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
        """All (ids, codes) with ids above `after`, ascending, in batches."""
        ...

    def of(self, encoder: str, ids: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """(n,) ids and their (n, dimensions) vectors in half precision, without removed questions.

        The order is arbitrary; without any question, the vectors have shape (0, 0).
        """
        ...


class KeptQuestions(Protocol):
    """Reads stored questions."""

    def with_key(self, page: PageKey, key: str) -> StoredQuestion | None:
        """The question with exactly this key."""
        ...

    def with_ids(self, ids: Sequence[int]) -> list[StoredQuestion]:
        """The questions with these ids, in the same order, without removed ones."""
        ...

    def of_page(self, page: PageKey, limit: int) -> list[StoredQuestion]:
        """A page's questions by falling score, at most `limit`."""
        ...

    def asked_among(self, ids: Sequence[int], asker: str) -> frozenset[int]:
        """The ids among these whose questions this asker asked."""
        ...

    def pages_with(self, hash_prefix: str, limit: int) -> list[Page]:
        """Pages whose key's hash begins with these hexadecimal digits, in order of their hashes."""
        ...

    def page_count(self) -> int: ...


class QuestionWriter(Protocol):
    """Writes questions, uses, and the standings of answers."""

    def remember(self, asking: Asking) -> StoredQuestion:
        """Store a question with its answers, and count one use.

        The answers replace earlier ones that no person has judged. An answer with the text and block of one judged
        wrong is not stored. Times never go backwards: the latest one stays.
        """
        ...

    def count_uses(self, uses: Mapping[int, int], when: float) -> None:
        """Add uses to questions by id; removed ones are ignored."""
        ...

    def mark(self, standings: Mapping[int, Standing]) -> None:
        """Set the standing of answers by id; an answer judged wrong stays so."""
        ...

    def drop_answers(self, ids: Collection[int]) -> None:
        """Remove answers by id, so that their question is read again."""
        ...


class KeptFeedback(Protocol):
    """The verdicts of people."""

    def judge(self, feedback: Feedback, key: str, right: StoredAnswer | None) -> None:
        """Store a verdict and apply it, at once and for everyone.

        WRONG bars the question's answers with the verdict's text, NOT_HERE bars all of them, RIGHT confirms those
        with that text, or removes the others where none has it, so that the question is read again, and SPAN bars all and stores `right` as confirmed. Only SPAN creates a question that is not
        stored yet.
        """
        ...

    def given(self, asker: str | None = None) -> Iterator[Feedback]:
        """All verdicts, or one asker's; oldest first."""
        ...

    def worded(self, keys: Collection[str]) -> list[Feedback]:
        """The verdicts on questions with one of these wordings (`wording_key` in lower case), oldest first."""
        ...

    def marked(self, most: int) -> list[Feedback]:
        """The newest verdicts SPAN, newest first."""
        ...

    def withdraw(self, ids: Collection[int]) -> None:
        """Remove the verdicts with these ids."""
        ...


class Exchange(Protocol):
    """Exports everything, and imports it elsewhere."""

    def held(self, asker: str | None = None) -> Iterator[Held]:
        """All stored questions, or those of this asker, in the order of storing."""
        ...

    def restore(self, held: Sequence[Held], feedback: Sequence[Feedback]) -> tuple[int, int]:
        """Add exported entries, all or none; returns the numbers of new (questions, verdicts)."""
        ...


class Removal(Protocol):
    """Removes entries for good: no byte of them stays in the store's files."""

    @property
    def wipes(self) -> int:
        """The number of removals so far, which tells when derived data must be rebuilt."""
        ...

    def wipe(
        self,
        page: PageKey | None = None,
        since: float | None = None,
        before: float | None = None,
    ) -> Wiped:
        """Remove the questions of one page or of all, last asked at or after `since` or before `before`.

        Without conditions, remove everything.
        """
        ...

    def wipe_document(self, document: str, page: PageKey | None) -> Wiped:
        """Remove the questions of a document's page, and those of a library that this document answered."""
        ...

    def forget(self, asker: str) -> Wiped:
        """Remove the asker from all questions, the questions that nobody else asked, and the asker's verdicts."""
        ...


class MemoryStore(Protocol):
    """The store of the memory. A change is durable when its call returns; a call that raises changes nothing.

    One thread at a time uses it. All methods, including those of the parts, raise LibraryError when the file can't be
    read or written, and those that write raise StorageFull.
    """

    @property
    def is_frozen(self) -> bool:
        """Whether the file is open for reading only, because the disk was full when it was opened."""
        ...

    @property
    def questions(self) -> KeptQuestions: ...

    @property
    def writer(self) -> QuestionWriter: ...

    @property
    def feedback(self) -> KeptFeedback: ...

    @property
    def exchange(self) -> Exchange: ...

    @property
    def removal(self) -> Removal: ...

    @property
    def vectors(self) -> QuestionVectors:
        """Vectors are derived data, but stored here so that removing a question removes its vectors."""
        ...

    @property
    def search(self) -> QuestionSearch | None:
        """None where the store can't compare vectors: their codes are then compared in memory."""
        ...

    def check(self) -> None:
        """Read everything. Raises StoreDamaged."""
        ...

    def stats(self) -> Stats: ...

    def close(self) -> None: ...

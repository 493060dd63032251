"""What is kept of questions: the values, and Protocols of the store and its parts. Knows no SQLite, policy or model."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PageKey:
    """What makes two visits visits to one page: a canonical URL, or `document:` and a library id."""

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


class Standing(StrEnum):
    """Whether an answer may be served."""

    CURRENT = "current"  # its block stood in the text when last looked for
    STALE = "stale"  # its block is gone or changed
    WRONG = "wrong"  # a person said so; never served again
    CONFIRMED = "confirmed"  # a person said it is right, or marked it


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """An answer in its block, wherever on the page the block may stand now.

    `quote` is the sentence around the answer; it begins `quote_start` code points into the block
    that `block` identifies (see `block_place`), and the answer `answer_start` into the quote.
    `model` names what read it, exactly; `stored` is seconds since 1970. Of a question to a library
    `document` is the one it stands in and `generation` the library's when it was read. `id` is 0
    until it is kept.
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
    id: int = 0

    def __post_init__(self) -> None:
        if self.quote[self.answer_start : self.answer_start + len(self.text)] != self.text:
            raise ValueError("an answer's text must stand in its quote where it says")
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

    `key` is the normalised question. `askers` counts different ones. `score` orders questions of
    a page by recency-weighted use (see `top`). Times are seconds since 1970.
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


class Verdict(StrEnum):
    """What a person said of an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    SPAN = "span"  # the right span is another: the one given
    NOT_HERE = "not_here"  # the page does not say


@dataclass(frozen=True, slots=True)
class Feedback:
    """One verdict with what is needed to learn from it: the text of the block it is about.

    `answer_start` counts code points into `context`; None, with an empty `answer`, where the
    verdict is that the page does not say. `given` is seconds since 1970, `asker` who said so.
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
            raise ValueError("an answer must stand in its context where it says")


@dataclass(frozen=True, slots=True)
class Asking:
    """One question as it was just asked and answered. `asker` is an opaque name, "" where there is one person."""

    page: Page
    key: str
    text: str
    answers: tuple[StoredAnswer, ...]
    when: float
    asker: str = ""


@dataclass(frozen=True, slots=True)
class Stats:
    """How much is held, and since when (seconds since 1970; None when nothing is)."""

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
    """How much was removed for good."""

    questions: int
    feedback: int


@dataclass(frozen=True, slots=True)
class Held:
    """Everything that is held of one question, as it is exported."""

    question: StoredQuestion
    asker_names: tuple[str, ...] = field(default=())


class QuestionVectors(Protocol):
    """Vectors of the questions that are held, and the short codes that stand for them in a search."""

    @property
    def wipes(self) -> int:
        """As of the store: what was read before it grew may be gone."""
        ...

    def missing(self, encoder: str, limit: int) -> list[tuple[int, str]]:
        """(id, text) of questions that this encoder has not seen, smallest id first."""
        ...

    def put(
        self,
        encoder: str,
        ids: Sequence[int],
        vectors: NDArray[np.float32],
        codes: NDArray[np.uint8],
    ) -> None:
        """Keep (len(ids), dimensions) vectors and (len(ids), bytes) codes; not those of ids that are gone."""
        ...

    def binary_codes(
        self, encoder: str, after: int
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
        """All (ids, codes) with ids above `after`, ascending, in batches."""
        ...

    def of(self, encoder: str, ids: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """(n,) ids and their (n, dimensions) vectors to half precision, without those that are gone.

        In no order; with none, the vectors have no dimensions either.
        """
        ...


class KeptQuestions(Protocol):
    """Reading the questions that are kept."""

    def with_key(self, page: PageKey, key: str) -> StoredQuestion | None:
        """The question with exactly this key."""
        ...

    def with_ids(self, ids: Sequence[int]) -> list[StoredQuestion]:
        """By id, in the order asked, leaving out those that are gone."""
        ...

    def of_page(self, page: PageKey, limit: int) -> list[StoredQuestion]:
        """A page's questions by falling score, at most `limit`."""
        ...

    def asked_among(self, ids: Sequence[int], asker: str) -> frozenset[int]:
        """Which of the questions with these ids this asker asked."""
        ...

    def pages_with(self, hash_prefix: str, limit: int) -> list[Page]:
        """Pages whose key's hash begins with these hexadecimal digits, in order of their hashes."""
        ...

    def page_count(self) -> int: ...


class QuestionWriter(Protocol):
    """Writing what was asked and served, and whether answers still stand."""

    def remember(self, asking: Asking) -> StoredQuestion:
        """Keep a question and its answers, and count one use.

        Answers replace those that were not judged by a person; an answer equal in text and block
        to one judged wrong is not kept. Times never go backwards: the latest stands.
        """
        ...

    def count_uses(self, uses: Mapping[int, int], when: float) -> None:
        """Add uses to questions by id; those that are gone are passed over."""
        ...

    def mark(self, standings: Mapping[int, Standing]) -> None:
        """Set the standing of answers by id; an answer judged wrong stays so."""
        ...


class KeptFeedback(Protocol):
    """The verdicts of people."""

    def judge(self, feedback: Feedback, key: str, right: StoredAnswer | None) -> None:
        """Keep a verdict and act on it, at once and for everyone.

        WRONG bars the question's answers with the verdict's text; NOT_HERE bars all of them; RIGHT
        confirms those with that text; SPAN bars all and keeps `right`, confirmed. A question that
        is not held is not made by RIGHT or WRONG, and is by SPAN.
        """
        ...

    def given(self, asker: str | None = None) -> Iterator[Feedback]:
        """All verdicts, or one asker's; oldest first."""
        ...


class Exchange(Protocol):
    """Taking everything out, and putting it back elsewhere."""

    def held(self, asker: str | None = None) -> Iterator[Held]:
        """Everything that is held, or what this asker asked; in the order it was first kept."""
        ...

    def restore(self, held: Sequence[Held], feedback: Sequence[Feedback]) -> tuple[int, int]:
        """Add what was exported, all or nothing; (questions, verdicts) that were not there yet."""
        ...


class Removal(Protocol):
    """Removing for good. No byte of what was removed stays in the store's files."""

    @property
    def wipes(self) -> int:
        """Grows whenever something was removed, so that what was derived can be made anew."""
        ...

    def wipe(
        self,
        page: PageKey | None = None,
        since: float | None = None,
        before: float | None = None,
    ) -> Wiped:
        """Remove what is of one page or all, last asked at or after `since`, or before `before`.

        With no condition, everything.
        """
        ...

    def forget(self, asker: str) -> Wiped:
        """Remove that this asker asked, what nobody else asked, and the asker's verdicts."""
        ...


class MemoryStore(Protocol):
    """Where questions are kept. Every change is durable when its call returns, or did not happen.

    Used by one thread at a time. All methods, those of the parts included, raise LibraryError when
    what is kept can't be read or written, and those that write raise StorageFull when there is no
    room.
    """

    @property
    def is_frozen(self) -> bool:
        """Whether it can only be read, since the disk was full when it was opened."""
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
        """Derived, and kept here so that wiping a question wipes its vectors with it."""
        ...

    def stats(self) -> Stats: ...

    def close(self) -> None: ...

"""The values that answering a question produces: candidates, answers, steps and the result. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wherein.core.agreement import SameAnswer, Saying, agreement
from wherein.core.credit import Credit
from wherein.core.document import DateKind
from wherein.core.file_change import FileChange
from wherein.core.label import Label
from wherein.core.link import Link
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span
from wherein.core.unread import Unread

BY_PERSON = "person"
"""`found_by` of a place that the asker marked as the answer."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span that a reader proposes in one passage.

    span: code points of the document's canonical text.
    score, null_score: the reader's own, on one scale; their difference is the margin over "not in this window".
    written: a sentence that a language model wrote from the words at `span`; None for a quotation.
    rank: the position of the passage in the order of reading, from 0.
    assumed: no reader marked it; it stands for the best that could be marked in its passage.
    """

    passage: Passage
    span: Span
    score: float
    null_score: float
    written: str | None = None
    rank: int = 0
    assumed: bool = False

    @property
    def margin(self) -> float:
        return self.score - self.null_score


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page. `page` counts from 1; coordinates are PDF points from the top left, unrotated."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class QuotedPlace:
    """A place of the answer's document that is quoted beside it."""

    quote: str
    span: Span
    page: int | None = None


@dataclass(frozen=True, slots=True)
class StruckBy:
    """The amendment that deletes or replaces the answer's words.

    words: the part of the answer that no longer holds; for an answer in a deleted clause the whole of it.
    """

    quote: str
    span: Span
    words: Span
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A candidate that passed a bound, localized in its document.

    text: exactly the document's canonical text at `span`, in code points.
    quote, quote_span: the sentence around the span, and its place.
    section: the headings above it, outermost first.
    confidence: the probability that the answer is right, 0 to 1.
    found_by: the reader that marked it, "memory", or "person" for a place that the asker marked.
    row, column: the headers of its table cell; None without a cell or header.
    source: the document's path or address.
    document_kind: the format of the document, as "pdf" or "html", or "article"; "" where it is not known.
    date, date_kind: the latest date that the document states (ISO 8601), and what happened on it.
    credit: the author and licence to name beside it.
    evidence: the answer is a sentence that is relevant to a yes/no question without deciding it.
    written: a language model's own sentence, which `text` supports; None for a quotation.
    recognised: its page is a picture whose text was recognised, so that letters may be wrong.
    main: False where it is beside the main text of its page, in a menu, box, comment or footer.
    file_change: what became of the document's file since the copy was kept that the answer comes from; None where it is
        unchanged, and where the disk does not tell in time.
    struck_by: the amendment that deletes or replaces what the answer says; None where it holds.
    subject_to: the clauses that its sentence is subject to, its exceptions, and amendments that limit it.
    """

    text: str
    document: str
    title: str
    span: Span
    quote: str
    quote_span: Span
    section: tuple[str, ...]
    confidence: float
    found_by: str
    page: int | None = None
    boxes: tuple[Box, ...] = ()
    evidence: bool = False
    written: str | None = None
    source: str = ""
    document_kind: str = ""
    date: str | None = None
    date_kind: DateKind | None = None
    credit: Credit | None = None
    row: str | None = None
    column: str | None = None
    main: bool = True
    recognised: bool = False
    file_change: FileChange | None = None
    struck_by: StruckBy | None = None
    subject_to: tuple[QuotedPlace, ...] = ()

    @property
    def is_struck(self) -> bool:
        """Whether all that the answer says no longer holds, not only words in it."""
        return self.struck_by is not None and self.struck_by.words == self.span

    @property
    def struck_words(self) -> str:
        """The words of the answer that no longer hold; "" where all of it holds or none of it does."""
        if self.struck_by is None or self.is_struck:
            return ""
        return self.struck_by.words.shifted(-self.span.start).of(self.text)

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence is a probability, not {self.confidence}")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Whole sentences, list items, steps or table rows beside one another that belong to the answer.

    text: exactly the document's canonical text at `span`, in code points.
    probability: that the likeliest of them belongs to the answer, 0 to 1.
    """

    document: str
    span: Span
    text: str
    probability: float


class Outcome(StrEnum):
    """The outcome of a step."""

    ANSWERED = "answered"
    REFUSED = "refused"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of one attempt: its outcome, the reason, and its time."""

    name: str
    outcome: Outcome
    milliseconds: float
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much was read: the fraction of the words in scope, 0 to 1, and the number of words.

    `stopped` is True where reading of a long document stopped early; the option `whole` reads the rest.
    """

    fraction: float
    words: int
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one question.

    answers: those that pass the bound, best first.
    perhaps: those that pass only the weaker bound.
    nearest: the passages most like the question, whether or not it was answered.
    labels: titles and sources of these documents, by document id.
    read: how much of the scope was read.
    steps: one for each stage that ran, in order; each refusal has its reason here.
    notes: sentences to show beside the answers.
    meant: the corrected question, where a word looks misspelt and the correction found the surer answer, or
        where neither spelling found one.
    several: the answers are whole sentences in reading order that answer a topic request together.
    links: the articles of knowledge bases that the question names, likeliest first.
    said: the best answer of each document, where more than one document answers; `agreement` groups them.
    typed: the question as it was typed, where it was completed from earlier turns; `question` is then the completed
        one.
    unread: what was not read of the document that was asked, or of the first answer's where several were.
    evidence: what belongs to the answers, in reading order, for questions that a few words do not answer; it may hold
        the answers themselves. Empty where nothing was answered (but for a search by several words), and for questions
        for one fact.
    is_question: False for thanks, a greeting and the like, for which nothing was searched; the note says what can be
        asked.
    """

    question: str
    answers: tuple[Answer, ...]
    perhaps: tuple[Answer, ...]
    answered: bool
    nearest: tuple[Hit, ...]
    labels: dict[str, Label]
    read: Coverage
    steps: tuple[Step, ...]
    milliseconds: float
    notes: tuple[str, ...] = ()
    meant: str | None = None
    several: bool = False
    links: tuple[Link, ...] = ()
    typed: str | None = None
    said: tuple[Answer, ...] = ()
    unread: tuple[Unread, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    is_question: bool = True

    @property
    def agreement(self) -> tuple[SameAnswer, ...]:
        """The answers in `said`, grouped where they are equal; places are indexes of `said`."""
        return agreement([Saying(a.text, a.confidence, a.date) for a in self.said])

    def _repr_html_(self) -> str:
        """The result as HTML, for notebooks."""
        from wherein.core.result_html import result_html

        return result_html(self)

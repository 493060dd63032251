"""What a question brings back: candidates, answers, steps and the whole result. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wherein.core.credit import Credit
from wherein.core.document import DateKind
from wherein.core.label import Label
from wherein.core.link import Link
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span that a reader proposes in one passage.

    `span` counts code points of the document's canonical text. `score` and `null_score` are the
    reader's own, on one scale: their difference is the margin over "not in this window". `written`
    is what a language model wrote from the words at `span`, where it was let write. `rank` is where its
    passage stood in the order of reading, from 0.
    """

    passage: Passage
    span: Span
    score: float
    null_score: float
    written: str | None = None
    rank: int = 0

    @property
    def margin(self) -> float:
        return self.score - self.null_score


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page: page counts from 1; PDF points, origin top left, unrotated."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Answer:
    """A candidate that passed, with its place.

    `text` is exactly the document's canonical text at `span`; `quote` is the sentence around it
    and `quote_span` that sentence's place. `row` and `column` are the headers of the table cell it
    stands in, None where there are none. `confidence` is the probability that the answer is right.
    `source` is its document's path or address. `date` (ISO 8601) is the latest its document states,
    and `date_kind` says what happened then. `credit` is whom to name beside it.
    `evidence` marks a sentence that bears on a yes/no question without deciding it. `written` is a
    language model's own sentence, which `text` supports; None for all that is quoted. `main` is False
    where it stands beside the main text of its page, in a menu, box, comment or footer.
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
    date: str | None = None
    date_kind: DateKind | None = None
    credit: Credit | None = None
    row: str | None = None
    column: str | None = None
    main: bool = True

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence is a probability, not {self.confidence}")


class Outcome(StrEnum):
    """How a step of the cascade ended."""

    ANSWERED = "answered"
    REFUSED = "refused"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the cascade: what it did, why, and how long it took."""

    name: str
    outcome: Outcome
    milliseconds: float
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much was read: the fraction of the words in scope, and their number.

    `stopped` says that a long document was read likeliest first and only so far, and that its rest
    can be read too.
    """

    fraction: float
    words: int
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """Everything one question brought back.

    `answers` pass the bound, best first; `perhaps` pass only the weaker one; `nearest` are the
    passages most like the question, whether or not it was answered; `labels` name their documents by id; `notes` are sentences that a person should know beside the answers. `meant` is
    how the question was read too where a word seems misspelt and that found a surer answer, or
    nothing was found either way. With `several` the answers are whole sentences that answer together, in reading order.
    `links` are the articles of knowledge bases that the question names, the likeliest first.
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

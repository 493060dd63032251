"""The Protocol of a stage, and the state that the stages of one attempt share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

from wherein.answering.grading.grades import Grades, grades
from wherein.answering.grading.localize import Localizer
from wherein.answering.grading.retrieval_discount import RetrievalDiscount
from wherein.answering.grading.stopping import LONG_WORDS
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Answer, Candidate, Coverage, Evidence, Outcome, Step
from wherein.core.document import Document
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span
from wherein.core.text.word_count import word_count
from wherein.memory.answers.judged_places import Barred
from wherein.questions.question import Kind, Question
from wherein.reading.reader import SentenceScore
from wherein.reading.together import Judged

Place: TypeAlias = tuple[str, int]
"""A passage by its document's id and its number there."""
Barring: TypeAlias = Callable[[str, Document], Barred]
"""The places of a document that a person judged wrong for a question."""


class Unshown(NamedTuple):
    """A candidate that was too unlikely to show, or that can't answer a question in the scope."""

    candidate: Candidate
    probability: float
    is_admitted: bool


@dataclass
class Attempt:
    """The state of one attempt to answer a question, which its stages change in turn.

    left_out: passages that an earlier attempt read; they are not read again.
    most: the most passages that this attempt may read; None for as many as its scope says.
    typed: the question by whose words cells are looked up, where that is not `question`.
    only_hopeful: whether a judge is asked only where the reader before it came near a perhaps.
    order: the passages to read, likeliest first; after a reader has `stopped` early, only those it read.
    scores: the retriever's score of each passage that it found.
    nearest: the retriever's best hits.
    best: the answers that would be shown now.
    judged: the candidates of the last reader, best first, with their probabilities.
    unshown: the likeliest candidate of the last reader if it was not shown; None if it was, or there was none.
    said: the best answer of each document, where more than one document answers.
    sentences: the scores of the sentences that were read, by the reader whose outputs tell what belongs to an answer.
    evidence: the places that belong to the answers.
    ended: True ends the attempt; no further stage runs.
    barring: the verdicts on the question; None where there can be none.
    has_barred: whether a place was left out because a person judged it wrong.
    """

    question: Question
    scope_of: Callable[[], Scope]
    limit: int | None
    clock: Callable[[], float]
    grades: Grades = field(default_factory=grades)
    left_out: frozenset[Place] = frozenset()
    most: int | None = None
    typed: str | None = None
    only_hopeful: bool = False
    order: Sequence[Passage] = ()
    scores: Mapping[Place, float] = field(default_factory=dict)
    nearest: Sequence[Hit] = ()
    best: Progress = field(default_factory=lambda: Progress((), (), Coverage(0.0, 0)))
    judged: Judged = field(default_factory=lambda: Judged("", (), ()))
    unshown: Unshown | None = None
    said: tuple[Answer, ...] = ()
    sentences: list[SentenceScore] = field(default_factory=list)
    evidence: tuple[Evidence, ...] = ()
    several: bool = False
    stopped: bool = False
    ended: bool = False
    steps: list[Step] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    barring: Barring | None = None
    has_barred: bool = False
    _barred: dict[str, Barred] = field(default_factory=dict)
    _scope: Scope | None = None

    @property
    def scope(self) -> Scope:
        """The scope, built at its first use: an answer from memory needs none.

        It is no `cached_property`, whose lock in Python 3.11 would make all attempts wait for the one that builds its
        scope.
        """
        if self._scope is None:
            self._scope = self.scope_of()
        return self._scope

    @property
    def named(self) -> str:
        """The question by whose words cells are looked up."""
        return self.question.text if self.typed is None else self.typed

    @cached_property
    def localizer(self) -> Localizer:
        return Localizer(self.scope.document)

    def bars(self, document: str, span: Span) -> bool:
        """Whether a person judged this place wrong for the question; the attempt then `has_barred`."""
        if self.barring is None:
            return False
        if document not in self._barred:
            whole = self.scope.document(document)
            self._barred[document] = self.barring(self.question.text, whole)
        found = self._barred[document].bars(span)
        self.has_barred = self.has_barred or found
        return found

    def without_barred(
        self,
        candidates: Sequence[Candidate],
        probabilities: Sequence[float],
        found_by: Sequence[str],
        least: float,
    ) -> list[float]:
        """The probabilities, 0 for candidates that were judged wrong. Those below `least` are not shown anyhow."""
        if self.barring is None:
            return list(probabilities)
        text, evidence = self.question.text, self.wants_evidence
        return [
            0.0
            if probability >= least
            and self.bars(
                candidate.passage.document,
                self.localizer.at(candidate, reader, evidence, text).span,
            )
            else probability
            for candidate, probability, reader in zip(
                candidates, probabilities, found_by, strict=True
            )
        ]

    @cached_property
    def discount(self) -> RetrievalDiscount:
        scope = self.scope
        prior = scope.prior(self.question.text)
        return RetrievalDiscount(self.order, self.share_chosen, scope.named, prior, self.scores)

    @property
    def share_chosen(self) -> float:
        """The share of the scope's words that is to be read, 0 to 1; 1 for a page read whole."""
        if self.scope.passages is not None or not self.scope.words:
            return 1.0
        return min(1.0, sum(word_count(passage.text) for passage in self.order) / self.scope.words)

    @cached_property
    def reads_english(self) -> bool:
        """False where the likeliest passage is of a document in another language."""
        return not self.order or self.scope.document(self.order[0].document).language in (
            None,
            "en",
        )

    @property
    def is_long(self) -> bool:
        """Whether the scope is one long document, where unlikely passages lose margin (`stopping.py`)."""
        return self.scope.passages is not None and self.scope.words > LONG_WORDS

    @property
    def may_stop(self) -> bool:
        """Whether reading may end before the last passage."""
        return self.is_long and not self.scope.to_the_end and not self.stopped

    def share_of_best(self, passage: Passage) -> float:
        """The passage's retrieval score divided by the best passage's; 0 if the retriever did not find it.

        1 for every passage where the retriever found none.
        """
        best = self._best_score
        score = self.scores.get((passage.document, passage.index), 0.0)
        return score / best if best > 0 else 1.0

    @cached_property
    def _best_score(self) -> float:
        return max(self.scores.values(), default=0.0)

    @property
    def wants_evidence(self) -> bool:
        """Whether to mark whole sentences. Foreign questions never do: "Was kostet…" only looks like yes/no."""
        return self.question.kind is Kind.YES_NO and self.reads_english

    def step(self, name: str, outcome: Outcome, began: float, reason: str | None = None) -> None:
        """Report a step that began when the clock said `began`."""
        milliseconds = round((self.clock() - began) * 1000, 1)
        self.steps.append(Step(name, outcome, milliseconds, reason))


class Stage(Protocol):
    """One step of an attempt."""

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        """Run the stage on the attempt; yield each time the answers to show have changed.

        Reports one step, or none where the stage had nothing to do. Raises errors that a person must act on; any other
        failure becomes the reason of the stage's step.
        """
        ...

"""Collects every reader's candidates for the questions of a set, judged. Knows the product's stages, no fit and no
rates.

A fit of constants needs their inputs: a reader's final candidates and the number of passages it read. With a file of
readings, nothing is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from wherein.answering.grading.confidence import Confidence
from wherein.answering.grading.localize import Localizer
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Candidate
from wherein.questions.question import Kind, parse_question
from wherein_lab.answering.strangers import Asked
from wherein_lab.answering.strangers import is_right as says_it
from wherein_lab.pages.asking import OnProgress, by_engine, document_of
from wherein_lab.pages.gold_spans import SpacedText, gold_spans, is_right
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.pages.readings import Readings

JUDGED = 12
"""Candidates further down by margin are never shown and add nothing to a fit."""
ASKED_ALWAYS = 2.0
"""An `escalation_threshold` that no confidence reaches, so the judge reads for every question."""


@dataclass(frozen=True, slots=True)
class Listed:
    """All of one reader's final candidates for one wording of the question.

    `right` says for each of the first JUDGED candidates whether the answer made from it is right; `read` is the
    number of passages they were chosen from.
    """

    reader: str
    asked: str
    candidates: tuple[Candidate, ...]
    right: tuple[bool, ...]
    read: int


@dataclass(frozen=True, slots=True)
class Observed:
    """One question with each reader's candidates, in the order in which readers were asked."""

    question: PageQuestion
    lists: tuple[Listed, ...]

    def of(self, reader: str) -> tuple[Listed, ...]:
        return tuple(one for one in self.lists if one.reader == reader)


def observed(
    models: Sequence[str],
    questions: Sequence[PageQuestion],
    pages: Mapping[str, bytes],
    readings: Readings,
    on_progress: OnProgress = lambda done, of: None,
    asked_of_documents: Mapping[str, Asked] | None = None,
) -> Iterator[Observed]:
    """Ask every question through the product; the judge, if there is one, reads for every question.

    `asked_of_documents` judges the questions that have no gold spans, by their ids.
    """
    by_words = asked_of_documents or {}
    notes = _Notes()
    documents: dict[str, tuple[Localizer, SpacedText]] = {}

    def through(stage: CalibratedReader) -> CalibratedReader:
        always = ASKED_ALWAYS if stage.rerank_depth else stage.escalation_threshold
        return replace(stage, escalation_threshold=always)

    noted = _NotedReadings(readings, notes)
    for result in by_engine(models, questions, pages, noted, through, on_progress):
        one = result.question
        if one.page not in documents:
            documents.clear()
            document = document_of(one.page, pages[one.page])
            localizer = Localizer(lambda _, here=document: here)  # type: ignore[misc]
            documents[one.page] = localizer, SpacedText(document.text, document.generated)
        localizer, text = documents[one.page]
        golds = gold_spans(text, one)

        def right(asked: str, candidate: Candidate) -> bool:
            evidence = parse_question(asked).kind is Kind.YES_NO
            for answer in localizer.localize([candidate], [0.0], [""], evidence, asked):  # noqa: B023
                if (person := by_words.get(one.id)) is not None:  # noqa: B023
                    return says_it(person, answer)
                return is_right(answer.span, answer.text, golds)  # noqa: B023
            return False

        yield Observed(one, tuple(notes.taken(right)))


class _NotedReadings:
    """A file of readings that also notes each reader's candidates."""

    def __init__(self, inner: Readings, notes: _Notes) -> None:
        self._inner = inner
        self._notes = notes

    def of(self, stage: CalibratedReader) -> CalibratedReader:
        return self._notes.of(self._inner.of(stage))

    def write(self, question: PageQuestion) -> None:
        self._inner.write(question)

    @property
    def replayed(self) -> bool:
        return self._inner.replayed


class _Notes:
    """The readers' inputs and candidates since the last call of `taken`."""

    def __init__(self) -> None:
        self._had: dict[tuple[str, str], tuple[tuple[Candidate, ...], int]] = {}

    def of(self, stage: CalibratedReader) -> CalibratedReader:
        noted = _NotedConfidence(stage.confidence, stage.reader.name, self)
        return replace(stage, confidence=noted)

    def had(self, reader: str, asked: str, candidates: Sequence[Candidate], read: int) -> None:
        if any(candidate.assumed for candidate in candidates):
            return  # whether the rest of a long document may stay unread
        known, _ = self._had.get((reader, asked), ((), 0))
        places = {(c.passage.document, c.passage.index) for c in candidates}
        if known and places.isdisjoint((c.passage.document, c.passage.index) for c in known):
            return  # a later attempt at other passages (beside the main text); the first one is fitted
        self._had[reader, asked] = tuple(candidates), read

    def taken(self, right: Callable[[str, Candidate], bool]) -> Iterator[Listed]:
        for (reader, asked), (candidates, read) in self._had.items():
            yield Listed(
                reader,
                asked,
                candidates,
                tuple(right(asked, candidate) for candidate in candidates[:JUDGED]),
                read,
            )
        self._had.clear()


@dataclass(frozen=True, slots=True)
class _NotedConfidence:
    """A confidence that notes the arguments of its last call."""

    inner: Confidence
    reader: str
    notes: _Notes

    @property
    def answer_bound(self) -> float:
        return self.inner.answer_bound

    @property
    def perhaps_bound(self) -> float:
        return self.inner.perhaps_bound

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> Sequence[float]:
        self.notes.had(self.reader, question, candidates, passages_read)
        return self.inner.probabilities(question, candidates, passages_read)

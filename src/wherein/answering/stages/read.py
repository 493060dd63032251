"""The reading stage: a reader marks spans in the passages, and its calibration decides which are shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from textwrap import shorten

from wherein.answering.confidence import Confidence
from wherein.answering.contradiction import each_that_answers, newer_first
from wherein.answering.escalation import selected_for_reranking
from wherein.answering.grades import Grades
from wherein.answering.progress import Progress
from wherein.answering.sentence_once import each_sentence_once
from wherein.answering.stages.stage import Attempt, Unshown
from wherein.answering.stopping import LIKELY_WORDS, NEAR_PERHAPS, StopRule
from wherein.core.answer import Answer, Candidate, Coverage, Outcome
from wherein.core.cancellation import checkpoint
from wherein.core.document import Document
from wherein.core.errors import AssetError, ExtraMissing, LanguageModelError
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.core.word_count import word_count
from wherein.questions.question_language import foreign_language
from wherein.reading.reader import Reader
from wherein.reading.together import Judged, Together, merged

ANSWERS = 3
"""Answers that are shown by default."""
KEPT_CANDIDATES = 50
"""Candidates kept: lower ones never become answers, and calibration uses only the best few."""
_WORD = re.compile(r"\S+")
SHOWN_LETTERS = 60
"""Length at which a step's reason cuts a candidate off."""


@dataclass(frozen=True, slots=True)
class CalibratedReader:
    """A reader with its calibration, and the rule for when it is asked.

    model: the exact model that reads, so that the memory can recognise answers of other models.
    rerank_depth: 0 for an ordinary reader. Otherwise the reader is a judge: it reads at most this many passages,
        selected by the reader before it and by the retriever, and its outcome replaces the earlier one.
    escalation_threshold: a judge is asked where the reader before it refused or its best answer has a lower
        confidence.
    together: combines the judge's confidence with the earlier reader's, for each answer once.
    reads_english: the reader was trained on English only; results in another language carry a remark.
    stop: the stopping rule for a long document; None reads it to its end.
    graded: the bounds of the question's caution grade its answers, instead of the reader's own bounds.
    grades: replaces both bounds.
    """

    reader: Reader
    confidence: Confidence
    model: str = ""
    reads_english: bool = True
    rerank_depth: int = 0
    escalation_threshold: float = 0.0
    stop: StopRule | None = None
    graded: bool = False
    grades: Grades | None = None
    together: Together | None = None


class ReadPassages:
    """The stage of one reader: reads batch after batch and yields the answers so far."""

    def __init__(self, by: CalibratedReader) -> None:
        self._by = by

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        by, best = self._by, attempt.best
        if not attempt.order:
            return  # the retriever's step says so
        judges = by.rerank_depth > 0 and not attempt.several
        weighs = judges and self._weighs(attempt)
        if judges and attempt.only_hopeful and not self._is_near(attempt):
            attempt.step(
                by.reader.name,
                Outcome.SKIPPED,
                attempt.clock(),
                "The reader before it found nothing that comes near a perhaps.",
            )
            return
        if best.answers and not (judges and best.answers[0].confidence < by.escalation_threshold):
            attempt.ended = True
            return
        began = attempt.clock()
        found = best
        passages = (
            selected_for_reranking(attempt.judged.candidates, attempt.order, by.rerank_depth)
            if judges
            else attempt.order
        )
        try:
            for found in self._read(attempt, passages, judges):
                if not weighs:  # half of what a judge says, weighed with the rest, would flicker
                    yield found if found.answers or not (best.answers or best.perhaps) else best
        except (AssetError, ExtraMissing, LanguageModelError) as error:
            attempt.step(by.reader.name, Outcome.SKIPPED, began, str(error))
            found = best if weighs else found
        else:
            outcome = Outcome.ANSWERED if found.answers else Outcome.REFUSED
            if weighs:
                best = found
                yield best
            elif judges and best.answers and not found.answers:
                best = Progress((), best.answers, best.read)
                yield best
            shown = (*found.answers, *found.perhaps)
            # Without an answer, all documents that were read: one of many tells nothing of the others.
            names = {shown[0].document} if shown else {each.document for each in passages}
            documents = (attempt.scope.document(name) for name in sorted(names))
            attempt.notes.extend(self._notes(documents, attempt.question.text))
            attempt.step(by.reader.name, outcome, began, self._reason(found, attempt))
        # A later reader that does not answer either leaves the first one's doubtful answers.
        attempt.best = found if found.answers or not best.perhaps else best

    def _weighs(self, attempt: Attempt) -> bool:
        """Whether this reader's confidences are combined with those of the reader before it."""
        together = self._by.together
        return together is not None and together.first == attempt.judged.reader

    def _read(
        self, attempt: Attempt, passages: Sequence[Passage], judges: bool
    ) -> Iterator[Progress]:
        """Read the passages and yield whenever the answers change; sets the attempt's candidates."""
        scope, confidence, question = attempt.scope, self._by.confidence, attempt.question.text
        bounds = self._bounds(attempt)
        first = attempt.judged if judges and self._weighs(attempt) else None
        ranks = {(p.document, p.index): rank for rank, p in enumerate(passages)}
        candidates: list[Candidate] = []
        words = passages_read = 0
        before = attempt.best.read
        every = scope.passages if attempt.is_long and not judges else None
        rule = self._by.stop if every is not None else None
        rest = _Rest(passages)
        last: Progress | None = None
        for reading in self._by.reader.read(question, passages):
            checkpoint()
            words += sum(word_count(passage.text) for passage in reading.passages)
            passages_read += len(reading.passages)
            found_now = tuple(
                replace(c, rank=ranks[c.passage.document, c.passage.index])
                for c in reading.candidates
            )
            if rule is not None:
                found_now = tuple(
                    replace(c, score=c.score - rule.lowered(attempt.share_of_best(c.passage)))
                    for c in found_now
                )
            candidates = sorted(
                [*candidates, *found_now],
                key=lambda c: (-c.margin, c.passage.document, c.span),
            )[:KEPT_CANDIDATES]
            # The unread rest of a long document counts as read, since it is assumed to be no likelier.
            chosen_from = passages_read if every is None else len(every)
            alone = confidence.probabilities(question, candidates, chosen_from)
            own = Judged(
                self._by.reader.name, candidates, attempt.discount.probabilities(candidates, alone)
            )
            shown, sure, names = self._weighed(own, first)
            sure = attempt.without_barred(shown, sure, names, bounds.perhaps)
            likeliest = max(zip(sure, shown, strict=True), key=lambda one: one[0], default=None)
            if scope.admits is not None:
                sure = [
                    p if p >= bounds.perhaps and scope.admits(question, candidate) else 0.0
                    for p, candidate in zip(sure, shown, strict=True)
                ]
            least = bounds.answer
            answers: list[Answer] = []
            perhaps: list[Answer] = []
            for answer in attempt.localizer.localize(
                shown, sure, names, attempt.wants_evidence, question
            ):
                if answer.confidence < bounds.perhaps:
                    break  # the rest are less likely still, and placing an answer costs time
                (answers if answer.confidence >= least else perhaps).append(answer)
                # The first answer says what may stand beside it, of the few that are read first.
                least = bounds.least(answers[0].confidence, len(answers)) if answers else least
            attempt.unshown = None if answers or perhaps else _unshown(likeliest, bounds)
            answers, perhaps = newer_first(answers, perhaps)
            perhaps = each_sentence_once(answers, perhaps)
            said = (shown, sure, names)
            coming = rest.after(reading.passages)
            stops = False
            if rule is not None and coming is not None and attempt.may_stop:
                best = candidates[0].margin if candidates else float("-inf")
                share = attempt.share_of_best(coming)
                stops = rule.stops(best, share, passages_read) or not self._may_pass(
                    attempt,
                    candidates,
                    chosen_from,
                    coming,
                    ranks[coming.document, coming.index],
                    rule.highest - rule.lowered(share),
                )
            if stops:
                attempt.stopped, attempt.order = True, rest.read
            done = scope.passages is not None and not judges and passages_read == len(passages)
            is_all = done and not attempt.stopped
            fraction = 1.0 if is_all else min(1.0, words / scope.words) if scope.words else 1.0
            read = max(before, Coverage(fraction, words, attempt.stopped), key=lambda r: r.words)
            limit = attempt.limit or ANSWERS
            found = Progress(
                tuple(answers[:limit]),
                tuple(perhaps[: bounds.most_perhaps]),
                read,
                reading.remark,
                passages_read,
                len(passages),
            )
            attempt.judged = own
            if found != last:
                last = found
                yield found
            if stops:
                break
        if last is not None and last.answers and not attempt.wants_evidence:
            attempt.said = self._of_each_document(attempt, *said)

    def _is_near(self, attempt: Attempt) -> bool:
        """Whether the attempt has an answer, a perhaps or a candidate that comes near one."""
        if attempt.best.answers or attempt.best.perhaps:
            return True
        nearest = attempt.unshown
        least = NEAR_PERHAPS * self._bounds(attempt).perhaps
        return nearest is not None and nearest.is_admitted and nearest.probability >= least

    def _may_pass(
        self,
        attempt: Attempt,
        candidates: Sequence[Candidate],
        passages_read: int,
        coming: Passage,
        rank: int,
        margin: float,
    ) -> bool:
        """Whether an answer in `coming`, the likeliest unread passage, could come near a perhaps with this margin, the best
        that is possible there. Its rank alone may make that impossible."""
        words = [match.end() for match in islice(_WORD.finditer(coming.text), LIKELY_WORDS)]
        span = Span(0, words[-1] if words else 0).shifted(coming.span.start)
        likeliest = Candidate(coming, span, margin, 0.0, rank=rank)
        every = sorted((*candidates, likeliest), key=lambda c: -c.margin)
        sure = self._by.confidence.probabilities(attempt.question.text, every, passages_read)
        least = NEAR_PERHAPS * self._bounds(attempt).perhaps
        return sure[every.index(likeliest)] >= least

    def _of_each_document(
        self,
        attempt: Attempt,
        candidates: Sequence[Candidate],
        probabilities: Sequence[float],
        names: Sequence[str],
    ) -> tuple[Answer, ...]:
        """The best answer of each document that answers, where more than one does."""
        bounds = self._bounds(attempt)
        rows = [
            row
            for row in zip(candidates, probabilities, names, strict=True)
            if row[1] >= bounds.perhaps
        ]
        if len({candidate.passage.document for candidate, _, _ in rows}) < 2:
            return ()
        likely, sure, by = zip(*rows, strict=True)
        found = attempt.localizer.of_each_document(likely, sure, by, attempt.question.text)
        return each_that_answers(found, bounds.answer)

    def _weighed(
        self, own: Judged, first: Judged | None
    ) -> tuple[Sequence[Candidate], Sequence[float], Sequence[str]]:
        """The candidates to show, with their probabilities and the reader that marked each."""
        together = self._by.together
        if together is None or first is None:
            return own.candidates, own.sure, [own.reader] * len(own.candidates)
        rows = merged(own, first)
        return (
            [candidate for candidate, _, _ in rows],
            [together.probability(row) for _, _, row in rows],
            [reader for _, reader, _ in rows],
        )

    def _bounds(self, attempt: Attempt) -> Grades:
        """The bounds of the question's caution, or the reader's own."""
        if self._by.grades is not None:
            return self._by.grades
        own, shared = self._by.confidence, attempt.grades
        return shared if self._by.graded else Grades(own.bound, own.weak_bound, shared.most_perhaps)

    def _reason(self, found: Progress, attempt: Attempt) -> str | None:
        """The reason that the step reports: why nothing passed the bound, or the reader's remark on its answer."""
        if found.answers:
            return found.remark
        bounds, unshown = self._bounds(attempt), attempt.unshown
        if found.perhaps:
            best = max(answer.confidence for answer in found.perhaps)
            return f"Its best answer has confidence {best:.2f}, below {bounds.answer:.2f}."
        if found.remark:
            return found.remark
        if unshown is None and attempt.has_barred:
            return "What it found was judged wrong for this question."
        if unshown is None:
            return "It found no candidate for an answer."
        candidate = unshown.candidate
        text = candidate.span.of(attempt.scope.document(candidate.passage.document).text)
        cut = shorten(text, SHOWN_LETTERS, placeholder=" …")
        if not unshown.is_admitted:
            return f"Its best candidate, “{cut}”, is not the kind of thing that was asked for."
        return (
            f"Its best candidate, “{cut}”, has confidence {unshown.probability:.2f}, below"
            f" {bounds.perhaps:.2f}, from which on it is shown as a perhaps."
        )

    def _notes(self, documents: Iterable[Document], question: str) -> list[str]:
        """Sentences on a language that the reader has not learned; documents are loaded until one is English."""
        if not self._by.reads_english:
            return []
        languages: set[str] = set()
        for document in documents:
            languages.add(document.language or "en")
            if "en" in languages:
                break
        if "en" not in languages:
            return [
                f"The text is in another language ({', '.join(sorted(languages))}); the reader learned English, so"
                " take its confidence with care."
            ]
        if foreign_language(question) is not None:
            return [
                "The question is in another language; the reader learned English, so ask in English"
                " where you can."
            ]
        return []


def _unshown(likeliest: tuple[float, Candidate] | None, bounds: Grades) -> Unshown | None:
    """The likeliest candidate where none is shown. If it reaches the bound, the scope did not admit it."""
    if likeliest is None or likeliest[0] == 0.0:
        return None
    probability, candidate = likeliest
    return Unshown(candidate, probability, probability < bounds.perhaps)


class _Rest:
    """The unread passages; a reader takes them in about this order."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        self._read: set[tuple[str, int]] = set()
        self._first = 0

    def after(self, passages: Sequence[Passage]) -> Passage | None:
        """The likeliest passage that remains after these; None where none remains."""
        self._read.update((passage.document, passage.index) for passage in passages)
        while self._first < len(self._passages) and self._is_read(self._passages[self._first]):
            self._first += 1
        return self._passages[self._first] if self._first < len(self._passages) else None

    @property
    def read(self) -> list[Passage]:
        """The passages that were read, likeliest first."""
        return [passage for passage in self._passages if self._is_read(passage)]

    def _is_read(self, passage: Passage) -> bool:
        return (passage.document, passage.index) in self._read

"""One reader's way through the passages: its candidates so far, what they show, and when it may stop. Asks no reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from wherein.answering.grading.contradiction import each_that_answers, newer_first
from wherein.answering.grading.grades import Grades
from wherein.answering.grading.sentence_once import each_sentence_once
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt, Unshown
from wherein.core.answer import Answer, Candidate, Coverage
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.core.text.word_count import word_count
from wherein.reading.reader import Reading
from wherein.reading.together import Judged, merged

ANSWERS = 3
"""Answers that are shown by default."""
KEPT_CANDIDATES = 50
"""Candidates kept: lower ones never become answers, and calibration uses only the best few."""
_WORD = re.compile(r"\S+")


class Sweep:
    """Takes a reader's batches one by one; sets the attempt's candidates, and the likeliest one that is not shown."""

    def __init__(
        self,
        by: CalibratedReader,
        attempt: Attempt,
        passages: Sequence[Passage],
        judges: bool,
        first: Judged | None,
    ) -> None:
        """`passages` are to be read, likeliest first. `judges`: they are another reader's best, read again; `first` is what
        that reader found, where both are weighed together."""
        self._by, self._attempt, self._passages = by, attempt, passages
        self._judges, self._first = judges, first
        self._bounds = by.bounds(attempt.grades)
        self._ranks = {(p.document, p.index): rank for rank, p in enumerate(passages)}
        self._candidates: list[Candidate] = []
        self._words = self._passages_read = 0
        self._read_before = attempt.best.read
        self._every = attempt.scope.passages if attempt.is_long and not judges else None
        self._rule = by.stop if self._every is not None else None
        self._rest = _Rest(passages)
        self._weighed: _Weighed = (), (), ()
        self.stops = False

    def take(self, reading: Reading) -> Progress:
        """The answers to show after one more batch; `stops` then says whether the rest may stay unread."""
        self._words += sum(word_count(passage.text) for passage in reading.passages)
        self._passages_read += len(reading.passages)
        self._keep(reading.candidates)
        answers, perhaps = self._graded()
        coming = self._rest.after(reading.passages)
        self.stops = coming is not None and self._may_leave(coming)
        if self.stops:
            self._attempt.stopped, self._attempt.order = True, self._rest.read
        return Progress(
            tuple(answers[: self._attempt.limit or ANSWERS]),
            tuple(perhaps[: self._bounds.most_perhaps]),
            self._coverage(),
            reading.remark,
            self._passages_read,
            len(self._passages),
        )

    def of_each_document(self) -> tuple[Answer, ...]:
        """The best answer of each document that answers, where more than one does."""
        rows = [row for row in zip(*self._weighed, strict=True) if row[1] >= self._bounds.perhaps]
        if len({candidate.passage.document for candidate, _, _ in rows}) < 2:
            return ()
        likely, sure, by = zip(*rows, strict=True)
        found = self._attempt.localizer.of_each_document(
            likely, sure, by, self._attempt.question.text
        )
        return each_that_answers(found, self._bounds.answer)

    def _keep(self, found: Iterable[Candidate]) -> None:
        """Add a batch's candidates; those of a long document's unlikely passages lose margin."""
        if (means := self._attempt.scope.means) is not None:
            question = self._attempt.question.text
            found = (candidate for candidate in found if means(question, candidate))
        ranked = (replace(c, rank=self._ranks[c.passage.document, c.passage.index]) for c in found)
        if (rule := self._rule) is not None:
            share = self._attempt.share_of_best
            ranked = (replace(c, score=c.score - rule.lowered(share(c.passage))) for c in ranked)
        self._candidates = sorted(
            [*self._candidates, *ranked],
            key=lambda c: (-c.margin, c.passage.document, c.span),
        )[:KEPT_CANDIDATES]

    @property
    def _chosen_from(self) -> int:
        """The passages of which the candidates are the best. The unread rest of a long document counts as read, since
        it is assumed to be no likelier."""
        return self._passages_read if self._every is None else len(self._every)

    def _graded(self) -> tuple[list[Answer], list[Answer]]:
        """The answers and the perhaps of the candidates so far, each list in the order in which it is shown."""
        attempt, bounds, question = self._attempt, self._bounds, self._attempt.question.text
        confidence = self._by.confidence
        alone = confidence.probabilities(question, self._candidates, self._chosen_from)
        attempt.judged = Judged(
            self._by.reader.name,
            self._candidates,
            attempt.discount.probabilities(self._candidates, alone),
        )
        shown, sure, names = self._weigh(attempt.judged)
        sure = attempt.without_barred(shown, sure, names, bounds.perhaps)
        likeliest = max(zip(sure, shown, strict=True), key=lambda one: one[0], default=None)
        if (admits := attempt.scope.admits) is not None:
            sure = [
                p if p >= bounds.perhaps and admits(question, candidate) else 0.0
                for p, candidate in zip(sure, shown, strict=True)
            ]
        self._weighed = shown, sure, names
        least = bounds.answer
        answers: list[Answer] = []
        perhaps: list[Answer] = []
        for answer in attempt.localizer.localize(
            shown, sure, names, attempt.wants_evidence, question
        ):
            if answer.confidence < bounds.perhaps:
                break  # the rest are less likely still, and placing an answer costs time
            (answers if answer.confidence >= least else perhaps).append(answer)
            # The first answer decides which of the next few may be shown beside it.
            least = bounds.least(answers[0].confidence, len(answers)) if answers else least
        attempt.unshown = None if answers or perhaps else _unshown(likeliest, bounds)
        answers, perhaps = newer_first(answers, perhaps)
        return answers, each_sentence_once(answers, perhaps)

    def _weigh(self, own: Judged) -> _Weighed:
        """The candidates to show, with their probabilities and the reader that marked each."""
        together = self._by.together
        if together is None or self._first is None:
            return own.candidates, own.sure, [own.reader] * len(own.candidates)
        rows = merged(own, self._first)
        return (
            [candidate for candidate, _, _ in rows],
            [together.probability(row) for _, _, row in rows],
            [reader for _, reader, _ in rows],
        )

    def _may_leave(self, coming: Passage) -> bool:
        """Whether reading may end before `coming`, the likeliest unread passage."""
        rule = self._rule
        if rule is None or not self._attempt.may_stop:
            return False
        best = self._candidates[0].margin if self._candidates else float("-inf")
        share = self._attempt.share_of_best(coming)
        chance = partial(self._chance, coming, rule.highest - rule.lowered(share))
        return rule.stops(best, share, self._passages_read) or not rule.can_show(chance)

    def _chance(self, coming: Passage, margin: float, words: int) -> float:
        """The probability of an answer of this many words in `coming`, the likeliest unread passage, with this margin, the
        best that is possible there, over the perhaps bound. Its rank alone may make it small."""
        ends = [match.end() for match in islice(_WORD.finditer(coming.text), words)]
        span = Span(0, ends[-1] if ends else 0).shifted(coming.span.start)
        rank = self._ranks[coming.document, coming.index]
        likeliest = Candidate(coming, span, margin, 0.0, rank=rank, assumed=True)
        every = sorted((*self._candidates, likeliest), key=lambda c: -c.margin)
        sure = self._by.confidence.probabilities(
            self._attempt.question.text, every, self._chosen_from
        )
        return sure[every.index(likeliest)] / self._bounds.perhaps

    def _coverage(self) -> Coverage:
        """What has been read of the scope, by this reader or by the one before it."""
        scope, stopped = self._attempt.scope, self._attempt.stopped
        to_the_end = self._passages_read == len(self._passages) and not stopped
        if scope.passages is not None and not self._judges and to_the_end:
            fraction = 1.0
        else:
            fraction = min(1.0, self._words / scope.words) if scope.words else 1.0
        own = Coverage(fraction, self._words, stopped)
        return max(self._read_before, own, key=lambda read: read.words)


_Weighed = tuple[Sequence[Candidate], Sequence[float], Sequence[str]]
"""Candidates with their probabilities and the names of the readers that marked them, row by row."""


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

"""The reading stage: a reader marks spans in the passages, and its calibration decides which are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten

from wherein.answering.grading.escalation import selected_for_reranking
from wherein.answering.grading.stopping import NEAR_PERHAPS
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.answering.stages.sweep import Sweep
from wherein.core.answer import Outcome
from wherein.core.document import Document
from wherein.core.errors import AssetError, ExtraMissing, LanguageModelError
from wherein.core.lifetime.cancellation import checkpoint
from wherein.core.passage import Passage
from wherein.questions.words.question_language import foreign_language
from wherein.reading.evidence.extents import READERS

SHOWN_LETTERS = 60
"""Length at which a step's reason cuts a candidate off."""


class ReadPassages:
    """The stage of one reader: reads batch after batch and yields the answers so far."""

    def __init__(self, by: CalibratedReader) -> None:
        self._by = by

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        by, before = self._by, attempt.best
        if not attempt.order:
            return  # the retriever's step says so
        judges = by.rerank_depth > 0 and not attempt.several
        if not self._is_asked(attempt, judges):
            return
        weighs = judges and self._weighs(attempt)
        began = attempt.clock()
        passages = self._passages(attempt, judges)
        sweep = Sweep(by, attempt, passages, judges, attempt.judged if weighs else None)
        found = before
        last: Progress | None = None
        try:
            # Not kept under a name, so that an error which ends the question also closes the reader at once.
            for reading in by.reader.read(attempt.question.text, passages):
                checkpoint()
                if not judges and by.reader.name in READERS:
                    attempt.sentences += reading.sentences
                found = sweep.take(reading)
                if found != last:
                    last = found
                    # Combined confidences change with every batch, so they are shown only at the end.
                    if not weighs:
                        yield found if found.answers or not _shows(before) else before
                if sweep.stops:
                    break
        except (AssetError, ExtraMissing, LanguageModelError) as error:
            attempt.step(by.reader.name, Outcome.SKIPPED, began, str(error))
            found = before if weighs else found
        else:
            if found.answers and last is not None and not attempt.wants_evidence:
                attempt.said = sweep.of_each_document()
            outcome = Outcome.ANSWERED if found.answers else Outcome.REFUSED
            if weighs:
                before = found
                yield before
            elif judges and before.answers and not found.answers:
                before = Progress((), before.answers, before.read)
                yield before
            attempt.notes.extend(
                self._notes(self._documents(attempt, found, passages), attempt.question.text)
            )
            attempt.step(by.reader.name, outcome, began, self._reason(found, attempt))
        # A later reader that does not answer either leaves the perhaps of the first one.
        attempt.best = found if found.answers or not before.perhaps else before

    def _is_asked(self, attempt: Attempt, judges: bool) -> bool:
        """Whether this reader reads now; where it does not, a step says so or the attempt has ended."""
        best = attempt.best.answers
        if judges and attempt.only_hopeful and not self._is_near(attempt):
            attempt.step(
                self._by.reader.name,
                Outcome.SKIPPED,
                attempt.clock(),
                "The reader before it found nothing that is nearly a perhaps.",
            )
            return False
        if best and not (judges and best[0].confidence < self._by.escalation_threshold):
            attempt.ended = True
            return False
        return True

    def _weighs(self, attempt: Attempt) -> bool:
        """Whether this reader's confidences are combined with those of the reader before it."""
        together = self._by.together
        return together is not None and together.first == attempt.judged.reader

    def _passages(self, attempt: Attempt, judges: bool) -> Sequence[Passage]:
        if not judges:
            return attempt.order
        return selected_for_reranking(
            attempt.judged.candidates, attempt.order, self._by.rerank_depth
        )

    def _is_near(self, attempt: Attempt) -> bool:
        """Whether the attempt has an answer, a perhaps or a candidate that comes near one."""
        if _shows(attempt.best):
            return True
        nearest = attempt.unshown
        least = NEAR_PERHAPS * self._by.bounds(attempt.grades).perhaps
        return nearest is not None and nearest.is_admitted and nearest.probability >= least

    def _documents(
        self, attempt: Attempt, found: Progress, passages: Sequence[Passage]
    ) -> Iterator[Document]:
        """The document of the best answer. Without one, all that were read, since one document does not show the language of the others."""
        shown = (*found.answers, *found.perhaps)
        names = {shown[0].document} if shown else {each.document for each in passages}
        return (attempt.scope.document(name) for name in sorted(names))

    def _reason(self, found: Progress, attempt: Attempt) -> str | None:
        """The reason that the step reports: why nothing passed the bound, or the reader's remark on its answer."""
        if found.answers:
            return found.remark
        bounds, unshown = self._by.bounds(attempt.grades), attempt.unshown
        if found.perhaps:
            best = max(answer.confidence for answer in found.perhaps)
            return f"Its best answer has confidence {best:.2f}, below {bounds.answer:.2f}."
        if found.remark:
            return found.remark
        if unshown is None and attempt.has_barred:
            return "The answers it found were judged wrong for this question."
        if unshown is None:
            return "It found no candidate for an answer."
        candidate = unshown.candidate
        text = candidate.span.of(attempt.scope.document(candidate.passage.document).text)
        cut = shorten(text, SHOWN_LETTERS, placeholder=" …")
        if not unshown.is_admitted:
            return f"Its best candidate, “{cut}”, is not the kind of thing that was asked for."
        return (
            f"Its best candidate, “{cut}”, has confidence {unshown.probability:.2f}, below"
            f" {bounds.perhaps:.2f}, the least for a perhaps."
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
                f"The text is in another language ({', '.join(sorted(languages))}). The reader learned English"
                " only, so its confidence is less reliable."
            ]
        if foreign_language(question) is not None:
            return [
                "The question is in another language. The reader learned English only, so ask in English"
                " if you can."
            ]
        return []


def _shows(progress: Progress) -> bool:
    return bool(progress.answers or progress.perhaps)

"""The stage of amendments: puts what holds now before an answer that an amendment deletes or replaces, and what the party
that asks may do before what others may.

The struck answer stays, with the amendment beside it. Knows clauses by `documents.clauses`; readers by their Protocol.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from wherein.answering.grading.grades import highest_likely
from wherein.answering.grading.party_first import asks_as, party_first
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.numbered_clause import CLAUSE
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.answering.stages.sweep import ANSWERS
from wherein.core.answer import Answer, Candidate, Outcome
from wherein.core.document import Document
from wherein.core.errors import AssetError, ExtraMissing, LanguageModelError
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.clauses.amending import Amendment
from wherein.documents.clauses.parties import asking_party
from wherein.documents.clauses.standing import Standing, standing_of
from wherein.passages.sentences import sentence_spans
from wherein.reading.calibration import content

AMENDED = "amended"
"""The name of the stage's step."""
STRUCK_SHARE = 0.5
"""A struck answer keeps this share of its confidence: it is told where it stood, not that it holds."""
MOST_KEPT = 0.25
"""The share of a sentence's words that may be struck while the sentence is still shown first."""
_WORD = re.compile(r"\w+")


class Amended:
    """Replaces what no longer holds by the text that holds, as the last stage of an attempt."""

    def __init__(self, readers: Sequence[CalibratedReader]) -> None:
        """`readers` read the replacing text: the one that read the passages last."""
        self._readers = readers

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        best = attempt.best
        began = attempt.clock()
        answers, perhaps = (
            self._holding(attempt, _own_first(attempt, shown))
            for shown in (best.answers, best.perhaps)
        )
        if (answers, perhaps) == (best.answers, best.perhaps):
            return
        most = attempt.limit or (len(answers) if attempt.several else ANSWERS)
        attempt.best = replace(best, answers=answers[:most], perhaps=perhaps)
        attempt.step(AMENDED, Outcome.ANSWERED if answers else Outcome.REFUSED, began)
        yield attempt.best

    def _holding(self, attempt: Attempt, shown: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """The answers that hold, each struck one replaced by what holds instead; then the struck ones."""
        holding: list[Answer] = []
        struck: list[Answer] = []
        for answer in shown:
            document = attempt.scope.document(answer.document)
            standing = standing_of(document)
            if not standing.amendments:
                holding.append(answer)
                continue
            answer = _within_new(attempt, document, standing, answer)
            found = standing.struck(answer.span)
            over = standing.overriding(answer.span) if found is None else None
            if over is not None:
                quote = over.quote
                _add(holding, attempt.localizer.quoted(answer, quote, quote, answer.confidence))
            if found is None or _mostly_holds(answer, found.words):
                _add(holding, answer)
                continue
            amendment = standing.instead(found.amendment)
            _add(holding, self._instead(attempt, document, answer, amendment))
            struck.append(_as_struck(answer))
        return (*holding, *struck)

    def _instead(
        self, attempt: Attempt, document: Document, answer: Answer, amendment: Amendment
    ) -> Answer:
        """What holds instead of an answer: the answer in the replacing text, or the amending sentence."""
        new, confidence = amendment.new, min(answer.confidence, highest_likely())
        section = answer.section
        if new is None:
            span = amendment.quote
            return attempt.localizer.quoted(answer, span, span, confidence)
        quote = amendment.quote
        if not amendment.whole:
            span = new
        else:
            span = self._read(attempt, document, new, section) or _likest(document, new, answer)
            quote = _sentence(document, new, span)
            if answer.evidence or len(span) >= len(quote):
                span = quote
        return attempt.localizer.quoted(answer, span, quote, confidence)

    def _read(
        self, attempt: Attempt, document: Document, new: Span, section: tuple[str, ...]
    ) -> Span | None:
        """The place of the replacing text that the reader of this attempt marks; None where it marks none."""
        by = next((one for one in self._readers if one.reader.name == attempt.judged.reader), None)
        if by is None:
            return None
        passage = Passage(document.id, 0, new, new.of(document.text), section)
        found: list[Candidate] = []
        try:
            for reading in by.reader.read(attempt.question.text, [passage]):
                found += reading.candidates
        except (AssetError, ExtraMissing, LanguageModelError):
            return None  # the reader's own step says why it can't read
        best = max(found, key=lambda candidate: candidate.margin, default=None)
        return best.span if best is not None else None


def _own_first(attempt: Attempt, shown: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """The answers of one document, those about the party that asks before those about others that are little surer."""
    if attempt.several or len(shown) < 2 or len({one.document for one in shown}) > 1:
        return shown
    party = asking_party(attempt.scope.document(shown[0].document))
    if party is None or not asks_as(attempt.question.text, party):
        return shown
    return party_first(shown, party)


def _within_new(attempt: Attempt, document: Document, standing: Standing, answer: Answer) -> Answer:
    """A sentence that introduces a replacing text, cut to the sentence of that text that it reaches into."""
    for one in standing.amendments:
        new = one.new
        if new is None or not one.quote.overlaps(answer.span):
            continue
        if not one.whole:
            if _holds_both(one, answer):
                return attempt.localizer.quoted(answer, new, one.quote, answer.confidence)
            continue
        if answer.span.overlaps(new) and not new.contains(answer.span):
            inside = Span(max(new.start, answer.span.start), min(new.end, answer.span.end))
            span = _sentence(
                document, new, inside if len(inside) < len(new) else _likest(document, new, answer)
            )
            return attempt.localizer.quoted(answer, span, span, answer.confidence)
    return answer


def _holds_both(one: Amendment, answer: Answer) -> bool:
    """Whether a short answer is in the amending sentence and has both the old words and the new: "$5 to $7"."""
    return (
        one.new is not None
        and answer.span.contains(one.new)
        and len(answer.span) < len(one.quote) / 2
        and any(answer.span.contains(place) for place in one.struck)
    )


def _likest(document: Document, new: Span, answer: Answer) -> Span:
    """The sentence of the replacing text that shares most words with the answer's."""
    said = content(answer.quote)
    spans = [one.shifted(new.start) for one in sentence_spans(new.of(document.text))]
    return max(spans, key=lambda span: len(said & content(span.of(document.text))), default=new)


def _sentence(document: Document, new: Span, span: Span) -> Span:
    """The sentence of the replacing text around a span."""
    for one in sentence_spans(new.of(document.text)):
        here = one.shifted(new.start)
        if here.overlaps(span):
            return here
    return new


def _mostly_holds(answer: Answer, words: Span) -> bool:
    """Whether only a few words of a whole sentence are struck; it is shown with them struck."""
    if words != answer.span and answer.found_by == CLAUSE:
        return True
    if words == answer.span or not (answer.evidence or answer.span == answer.quote_span):
        return False
    share = _count(words.shifted(-answer.span.start).of(answer.text)) / max(1, _count(answer.text))
    return share <= MOST_KEPT


def _count(text: str) -> int:
    return sum(1 for _ in _WORD.finditer(text))


def _as_struck(answer: Answer) -> Answer:
    return replace(answer, confidence=answer.confidence * STRUCK_SHARE)


def _add(answers: list[Answer], one: Answer) -> None:
    """Add an answer, or raise the confidence of the one that is at its place already."""
    for place, other in enumerate(answers):
        if other.document == one.document and other.span.overlaps(one.span):
            if one.confidence > other.confidence:
                answers[place] = replace(other, confidence=one.confidence)
            return
    answers.append(one)

"""The stage of amendments: puts what holds now before an answer that an amendment deletes or replaces, and what the party
that asks may do before what others may.

The struck answer stays, with the amendment beside it. Knows clauses by `documents.clauses`; readers by their Protocol.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from wherein.answering.grading.grades import Grades, highest_likely
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
from wherein.documents.clauses.amending import BEGINNING, Amendment, Effect
from wherein.documents.clauses.amending_text import content as words_of
from wherein.documents.clauses.changes import newer_than
from wherein.documents.clauses.parties import asking_party
from wherein.documents.clauses.standing import Standing, Unsure, standing_of
from wherein.lexicon import lexicon
from wherein.passages.sentences import sentence_spans
from wherein.reading.calibration import content
from wherein.reading.cells.another_cell.asked_time import of_another_period
from wherein.reading.together import log_odds
from wherein.reading.value_kind import agreement, asked_kind

AMENDED = "amended"
"""The name of the stage's step."""
_LEXICON = lexicon("amendments")
AGREED = _LEXICON.number("agreed")
"""Added to the log odds of what an amendment puts in the place of something that was marked too."""
SHARED = _LEXICON.number("shared")
"""Added to a reader's margin in a replacing text for each word that the sentence shares with the question: two sentences are
little for a reader to compare."""
STRUCK_SHARE = _LEXICON.number("struck_share")
"""A struck answer keeps this share of its confidence: it is told where it stood, not that it holds."""
MOST_KEPT = _LEXICON.number("most_kept")
"""The share of a sentence's words that may be struck while the sentence is still shown first."""
_WORD = re.compile(r"\w+")
_YEAR = re.compile(r"\b\d{4}\b")
_NOW = _LEXICON.pattern("now")


class Amended:
    """Replaces what no longer holds by the text that holds, as the last stage of an attempt."""

    def __init__(
        self, readers: Sequence[CalibratedReader], document_bounds: Grades | None = None
    ) -> None:
        """`readers` read the replacing text: the one that read the passages last. `document_bounds` grade what an amendment
        agrees with; None grades nothing anew."""
        self._readers = readers
        self._bounds = document_bounds

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        best = attempt.best
        began = attempt.clock()
        answers, struck = self._holding(attempt, _own_first(attempt, best.answers))
        perhaps, less = self._holding(attempt, _own_first(attempt, best.perhaps))
        most = max(len(best.perhaps), attempt.grades.most_perhaps)
        answers, perhaps = self._agreed(attempt, answers, perhaps)
        perhaps = tuple(_beside(answers, (*struck, *perhaps, *less)))[:most]
        if (answers, perhaps) == (best.answers, best.perhaps):
            return
        most = attempt.limit or (len(answers) if attempt.several else ANSWERS)
        attempt.best = replace(best, answers=answers[:most], perhaps=perhaps)
        attempt.step(AMENDED, Outcome.ANSWERED if answers else Outcome.REFUSED, began)
        yield attempt.best

    def _agreed(
        self, attempt: Attempt, answers: tuple[Answer, ...], perhaps: tuple[Answer, ...]
    ) -> tuple[tuple[Answer, ...], tuple[Answer, ...]]:
        """The answers and the perhaps, where nothing answers: a perhaps that an amendment puts in the place of something that
        was marked too is likelier, and an answer if it is likely enough."""
        if answers or self._bounds is None or attempt.scope.passages is None:
            return answers, perhaps
        marked = (*attempt.best.answers, *attempt.best.perhaps)
        surer = [self._surer(attempt, one, marked) for one in perhaps]
        surer.sort(key=lambda one: -one.confidence)
        if not surer or surer[0].confidence < self._bounds.answer:
            return (), tuple(surer)
        return (surer[0],), tuple(surer[1:])

    def _surer(self, attempt: Attempt, one: Answer, marked: Sequence[Answer]) -> Answer:
        standing = standing_of(attempt.scope.document(one.document))
        is_agreed = any(
            amendment.effect is not Effect.LIMITED
            and amendment.quote.overlaps(one.span)
            and (amendment.new is not None or attempt.wants_evidence)
            and any(
                place.overlaps(other.span)
                for place in amendment.struck
                if not amendment.quote.overlaps(place)
                for other in marked
                if other.document == one.document
            )
            for amendment in standing.amendments
        )
        if not is_agreed or of_another_period(attempt.question.text, one.text):
            return one
        sure = 1.0 / (1.0 + math.exp(-log_odds(one.confidence) - AGREED))
        return replace(one, confidence=min(sure, highest_likely()))

    def _holding(
        self, attempt: Attempt, shown: tuple[Answer, ...]
    ) -> tuple[tuple[Answer, ...], tuple[Answer, ...]]:
        """The answers that hold, each struck one replaced by what holds instead; and the struck ones, which are no more than
        a perhaps."""
        holding: list[Answer] = []
        struck: list[Answer] = []
        for answer in shown:
            document = attempt.scope.document(answer.document)
            old = answer.span.shifted(-answer.quote_span.start)
            newer = newer_than(attempt.question.text, answer.quote, old)
            if newer is not None:
                new = newer.shifted(answer.quote_span.start)
                _add(holding, attempt.localizer.quoted(answer, new, answer.quote_span, answer.confidence))  # fmt: skip
                continue
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
            doubted = standing.unsure(answer.span) if found is None else None
            if doubted is not None and not _asks_for(attempt.question.text, document, doubted):
                _add(holding, self._still(attempt, document, answer, doubted))
                struck.append(_as_struck(answer))
                continue
            if found is None or _mostly_holds(attempt.question.text, answer, found.words):
                _add(holding, answer)
                continue
            amendment = standing.instead(found.amendment)
            _add(holding, self._instead(attempt, document, answer, amendment))
            struck.append(_as_struck(answer))
        return tuple(holding), tuple(struck)

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

    def _still(
        self, attempt: Attempt, document: Document, answer: Answer, doubted: Unsure
    ) -> Answer:
        """The words or the clause that still hold, since it is in doubt whether the amendment with the answer's words does."""
        amendment, place = doubted
        standing = standing_of(document)
        clause = standing.outline.at(place.start)
        body = standing.body(clause) if clause is not None else place
        if amendment.whole:
            new = body if clause is not None and clause.start == place.start else place
            return self._instead(attempt, document, answer, replace(amendment, new=new))
        confidence = min(answer.confidence, highest_likely())
        quote = _sentence(document, body, place)
        return attempt.localizer.quoted(answer, place, quote, confidence)

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
        asked = content(attempt.question.text)

        def likely(candidate: Candidate) -> float:
            words = content(_sentence(document, new, candidate.span).of(document.text))
            return candidate.margin + SHARED * len(asked & words)

        best = max(found, key=likely, default=None)
        return best.span if best is not None else None


def _beside(answers: Sequence[Answer], perhaps: Iterable[Answer]) -> Iterator[Answer]:
    """What is perhaps an answer at a place that no answer has."""
    for one in perhaps:
        if not any(_is_at(one, answer) for answer in answers):
            yield one


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
        if new is None or one.effect is Effect.LIMITED or not one.quote.overlaps(answer.span):
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


def _mostly_holds(question: str, answer: Answer, words: Span) -> bool:
    """Whether only a few words of a whole sentence are struck, none of which the question asks for; it is shown with them
    struck."""
    if words != answer.span and answer.found_by == CLAUSE:
        return True
    if words == answer.span or not (answer.evidence or answer.span == answer.quote_span):
        return False
    struck = words.shifted(-answer.span.start).of(answer.text)
    if _is_asked_for(question, struck):
        return False
    return _count(struck) / max(1, _count(answer.text)) <= MOST_KEPT


def _asks_for(question: str, document: Document, doubted: Unsure) -> bool:
    """Whether the question names something that only the amendment has, as its condition or its year: "if the bank agrees"."""
    amendment, place = doubted
    text, quote = document.text, amendment.quote
    clause = standing_of(document).outline.at(place.start)
    known = _named_in((clause.span if clause is not None else place).of(text))
    known |= _named_in(text[: min(BEGINNING, quote.start)])
    if amendment.new is not None:
        known |= _named_in(amendment.new.of(text))
    return not (_named_in(question) & _named_in(quote.of(text))) <= known


def _named_in(text: str) -> set[str]:
    return {*words_of(text), *_YEAR.findall(text)}


def _is_asked_for(question: str, struck: str) -> bool:
    """Whether the question says "now" or the like, names what the amendment struck ("space 14"), or asks for a value of its
    kind ("£38,400")."""
    kind = asked_kind(question)
    return (
        _NOW.search(question) is not None
        or not content(question).isdisjoint(content(struck))
        or agreement(question, kind, struck) > 0
    )


def _count(text: str) -> int:
    return sum(1 for _ in _WORD.finditer(text))


def _as_struck(answer: Answer) -> Answer:
    return replace(answer, confidence=answer.confidence * STRUCK_SHARE)


def _is_at(one: Answer, other: Answer) -> bool:
    return one.document == other.document and one.span.overlaps(other.span)


def _add(answers: list[Answer], one: Answer) -> None:
    """Add an answer, or raise the confidence of the one that is at its place already."""
    for place, other in enumerate(answers):
        if _is_at(one, other):
            if one.confidence > other.confidence:
                answers[place] = replace(other, confidence=one.confidence)
            return
    answers.append(one)

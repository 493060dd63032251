"""The stage of named terms: answers with what stands under the question's term, beside what readers marked.

The twin is web/reader/src/stages/name-terms.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from wherein.answering.stages.joining import joined
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Answer, Candidate, Outcome
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.reading.cells.likeness import Alike, never_alike
from wherein.reading.terms.asked_term import AskedTerm, Form, asked_term
from wherein.reading.terms.name_words import match, words_of
from wherein.reading.terms.named_term import NamedTerm, named_terms
from wherein.reading.terms.numbered_items import MOST_OF_SEVERAL, PROBABILITY, numbered_items
from wherein.reading.terms.term_probability import beside_readers, probability
from wherein.reading.value_kind import is_of_another_kind

_DOING = (Form.HOWTO, Form.WHICH)
TERMS = "terms"
"""The name of the stage's step, and `found_by` of its answers."""
_LEXICON = lexicon("named-terms")
_MOST_DOCUMENTS = _LEXICON.count("most_documents")
"""Documents of a library that are looked at for one question."""
_MOST_LIKELY = _LEXICON.number("most_likely")
"""The most that a place alone is worth: of the likeliest, one in five is another thing's. A reader may be surer of it."""
_LEAST_SURE = _LEXICON.number("least_sure")
"""The probability from which a place is an answer to who asks how or which; below it is a perhaps. Of such places with .38 to
.6 one in three was right."""
_LEAST_SHARE = _LEXICON.number("least_share")
"""The share of the term's words that a passage of a library and its headings need, or its document is not loaded."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A place that the question names, in its passage, with the probability that it is the answer.

    quote: the answer with what shows that it is one. is_within_one: to who asks how or which, it is one place and no list.
    """

    passage: Passage
    span: Span
    quote: Span
    probability: float
    is_within_one: bool


class NameTerms:
    """Looks the question's term up among the headings, rows, options, labels and definitions of what is asked. Leaves topic
    requests, yes/no questions and other languages to the readers."""

    def __init__(self, alike: Callable[[], Alike] = lambda: never_alike) -> None:
        """`alike` makes the comparison of meanings for one question."""
        self._alike = alike

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        if (
            attempt.several
            or attempt.question.topic is not None
            or attempt.wants_evidence
            or not attempt.reads_english
        ):
            return
        began = attempt.clock()
        numbered = self._numbered(attempt)
        if numbered:
            is_clear = len(numbered) == 1
            answers, perhaps = (numbered, ()) if is_clear else ((), numbered)
            attempt.best = replace(attempt.best, answers=answers, perhaps=perhaps)
            attempt.step(TERMS, Outcome.ANSWERED if is_clear else Outcome.REFUSED, began)
            yield attempt.best
            return
        term = asked_term(attempt.question.text)
        if term is None or term.form is Form.OTHER:
            return
        named = self._likeliest(attempt, term)
        if named is None:
            return
        grades = attempt.grades
        if named.probability < grades.perhaps:
            attempt.step(
                TERMS,
                Outcome.REFUSED,
                began,
                f"What the question names best has confidence {named.probability:.2f}, below {grades.perhaps:.2f}, the least for a perhaps.",
            )
            return
        before = attempt.best
        if named.is_within_one and any(one.span.overlaps(named.span) for one in before.answers):
            return  # a reader marks the words of that sentence that answer
        sure = named.probability
        if term.form is Form.HOWTO and sure >= grades.answer:
            # Who asks how wants all steps of a likely place, also where a reader is surer of one of them.
            same = (one.confidence for one in before.answers if named.quote.contains(one.span))
            sure = max((sure, *same))
        answer = attempt.localizer.named(named.passage, named.span, named.quote, sure, TERMS)
        keeps_words = term.form is Form.DEFAULT
        attempt.best = joined(before, answer, grades.answer, attempt.limit, keeps_words=keeps_words)
        answered = any(answer.found_by == TERMS for answer in attempt.best.answers)
        attempt.step(TERMS, Outcome.ANSWERED if answered else Outcome.REFUSED, began)
        if attempt.best != before:
            yield attempt.best

    def _numbered(self, attempt: Attempt) -> tuple[Answer, ...]:
        """The item that the question names by its number, of a page alone, in each list that may be meant."""
        passages = attempt.scope.passages
        if not passages or attempt.left_out:
            return ()
        document = attempt.scope.document(passages[0].document)
        spans = numbered_items(attempt.question.text, document.text, document.blocks)
        most = PROBABILITY if len(spans) == 1 else MOST_OF_SEVERAL
        found = []
        for span in spans:
            passage = next((one for one in passages if one.span.overlaps(span)), None)
            if passage is not None and not attempt.bars(document.id, span):
                sure = min(PROBABILITY / len(spans), most)
                found.append(attempt.localizer.named(passage, span, span, sure, TERMS))
        return tuple(found)

    def _likeliest(self, attempt: Attempt, term: AskedTerm) -> _Named | None:
        """The likeliest place of the attempt's documents; None where the question names none."""
        found = [self._best_of(attempt, passages) for passages in self._by_document(attempt, term)]
        return max(
            (named for named in found if named is not None),
            key=lambda named: named.probability,
            default=None,
        )

    def _by_document(self, attempt: Attempt, term: AskedTerm) -> list[list[Passage]]:
        """The passages of each document to look at. One document is looked at as a whole, since that costs little; of a
        library those passages that were read."""
        scope = attempt.scope
        if scope.passages is not None and not attempt.left_out:
            passages: Sequence[Passage] = scope.passages
        else:
            passages = attempt.order
        found: dict[str, list[Passage]] = {}
        for passage in passages:
            found.setdefault(passage.document, []).append(passage)
        if scope.passages is None:
            # A document need not be loaded whose passages lack the term.
            found = {
                identity: own
                for identity, own in found.items()
                if any(_has(term, passage) for passage in own)
            }
        return list(found.values())[:_MOST_DOCUMENTS]

    def _best_of(self, attempt: Attempt, passages: Sequence[Passage]) -> _Named | None:
        """The likeliest place of one document that may be an answer; None without one."""
        document = attempt.scope.document(passages[0].document)
        question = attempt.question.text
        within = [passage.span for passage in passages]
        found = []
        for term in named_terms(question, document, within, self._alike()):
            likely = min(_likely(attempt, document.id, term), _MOST_LIKELY)
            if is_of_another_kind(question, term.span.of(document.text)):
                likely = min(likely, attempt.grades.perhaps)
            found.append((likely, term))
        found.sort(key=lambda one: -one[0])
        for likely, term in found:
            span = term.span
            passage = next((p for p in passages if p.span.start <= span.start < p.span.end), None)
            if passage is None or attempt.bars(document.id, span):
                continue
            candidate = Candidate(passage, span, 0.0, 0.0)
            admits = attempt.scope.admits
            if admits is not None and not admits(question, candidate):
                continue
            (sure,) = attempt.discount.probabilities([candidate], [likely])
            is_within_one = term.form in _DOING and not term.is_steps
            return _Named(passage, span, term.quote, sure, is_within_one)
        return None


def _likely(attempt: Attempt, document: str, term: NamedTerm) -> float:
    """The probability of a place, where the question asks how or which with what readers marked there and elsewhere."""
    likely = probability(term)
    if term.form not in _DOING or term.is_steps:
        return likely  # a long list holds something that a reader marks in any case
    shown = [
        one for one in (*attempt.best.answers, *attempt.best.perhaps) if one.document == document
    ]
    inside = [one.confidence for one in shown if one.span.overlaps(term.quote)]
    elsewhere = [one.confidence for one in shown if not one.span.overlaps(term.quote)]
    sure = beside_readers(
        likely, term.asked_words, max(inside, default=None), max(elsewhere, default=None)
    )
    return sure if sure >= _LEAST_SURE else min(sure, attempt.grades.perhaps)


def _has(term: AskedTerm, passage: Passage) -> bool:
    """Whether a passage and its headings have enough of the term's words."""
    words = words_of(" ".join((*passage.section, passage.text)))
    share = sum(bool(match(word, words)) for word in term.words) / len(term.words)
    return share >= _LEAST_SHARE

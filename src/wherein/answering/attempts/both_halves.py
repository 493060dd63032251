"""Joins the two answers of a double question where one sentence says both. Reads nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from wherein.core.answer import Answer, Result
from wherein.core.span import Span
from wherein.questions.halves import asks_of_two
from wherein.questions.kinds import is_search

MOST_WORDS = 40
"""Words of a stretch that answers both; in a longer one, two marks are easier to find."""
MOST_OF_SENTENCE = 30
"""Words of a sentence that is marked whole."""

Quoted = Callable[[Answer, Span, Span, float], Answer]
"""Makes an answer at another place of an answer's document."""


def in_one_mark(result: Result, halves: Sequence[Result], quoted: Quoted) -> Result:
    """The result with one answer in place of the two that a sentence gives to both halves, as likely as the less likely one.

    Where the question was not cut into halves but asks the same of two ("from me and from the employer") or asks nothing
    ("locked out account"), the two first answers are those.
    """
    pair = [half.answers[0] for half in halves if half.answers]
    if len(halves) < 2 and (asks_of_two(result.question) or is_search(result.question)):
        pair = list(result.answers[:2])
    if len(pair) != 2 or result.several or not result.answers:
        return result
    one, other = pair
    is_in_one = one.document == other.document and one.quote_span == other.quote_span
    span = Span(min(one.span.start, other.span.start), max(one.span.end, other.span.end))
    if (
        not is_in_one
        or not one.quote_span.contains(span)
        or one.evidence
        or one.written is not None
    ):
        return result
    first = result.answers[0]
    if len(one.quote.split()) <= MOST_OF_SENTENCE and not set("\t\n") & set(one.quote):
        span = one.quote_span  # which answer is to what says the rest of the sentence
    written = span.shifted(-one.quote_span.start).of(one.quote)
    if (
        len(written.split()) > MOST_WORDS
        or "\t" in written
        or not _is_at(first, one.document, span)
    ):
        return result
    both = quoted(one, span, one.quote_span, min(one.confidence, other.confidence))
    rest = tuple(each for each in result.answers if not _is_at(each, one.document, span))
    return replace(result, answers=(both, *rest))


def _is_at(answer: Answer, document: str, span: Span) -> bool:
    return answer.document == document and answer.span.overlaps(span)

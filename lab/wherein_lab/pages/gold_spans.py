"""Finds the gold spans of a question in a page's text, and judges a marked span. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from wherein.core.span import Span
from wherein_lab.metrics.squad_measures import RIGHT_F1, normalised, token_f1
from wherein_lab.pages.questions import PageQuestion

SHORTEST = 4
"""Accepted strings of this many code points are searched for everywhere; shorter ones would match by chance."""
WORDS_MORE = 25
"""Additional words that a mark may have beside those of the accepted string."""


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """A span of a text that answers the question, with the accepted string at that place."""

    span: Span
    accepted: str


class SpacedText:
    """A text in which every run of white space counts as one space, with offsets into the original.

    What is not in it word for word is looked for without its `generated` places: a string that somebody copied from a
    page ("alerts,22 and pages") lacks what is put in to set its words apart ("alerts,[22] and pages").
    """

    def __init__(self, text: str, generated: Iterable[Span] = ()) -> None:
        left_out = {place for span in generated for place in range(span.start, span.end)}
        self._text, self._places = _spaced(text, frozenset())
        self._without_generated = _spaced(text, left_out) if left_out else None

    def occurrences(self, wanted: str) -> Iterator[Span]:
        """Every occurrence of a string, in order, overlapping ones too; none for a blank string."""
        wanted = " ".join(wanted.split())
        if not wanted:
            return
        text, places = self._text, self._places
        if self._without_generated and wanted not in text:
            text, places = self._without_generated
        at = text.find(wanted)
        while at >= 0:
            yield Span(places[at], places[at + len(wanted) - 1] + 1)
            at = text.find(wanted, at + 1)


def _spaced(text: str, left_out: Set[int]) -> tuple[str, list[int]]:
    """The text with each run of white space as one space, and the offset in the original text of each character kept."""
    kept: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if place in left_out:
            continue
        if not character.isspace():
            kept.append(character)
            places.append(place)
        elif kept and kept[-1] != " ":
            kept.append(" ")
            places.append(place)
    return "".join(kept), places


def gold_spans(text: SpacedText, question: PageQuestion) -> tuple[GoldSpan, ...]:
    """Every occurrence of an accepted string of at least SHORTEST code points, and the occurrence of the first accepted
    string inside the context. Empty where the text has none, or nothing is accepted.
    """
    found: dict[GoldSpan, None] = {}
    for accepted in question.accepted:
        if len(accepted) >= SHORTEST:
            found.update({GoldSpan(span, accepted): None for span in text.occurrences(accepted)})
    if question.accepted:
        first = question.accepted[0]
        for context in text.occurrences(question.context):
            for span in text.occurrences(first):
                if context.start <= span.start and span.end <= context.end:
                    found[GoldSpan(span, first)] = None
                    break
    return tuple(found)


def is_right(span: Span, text: str, golds: Sequence[GoldSpan]) -> bool:
    """Whether a mark at `span` with the words `text` overlaps a gold span and has its words: a token F1 of at least
    RIGHT_F1, or all its words and at most WORDS_MORE others.
    """
    return any(
        span.overlaps(gold.span) and (_is_tight(text, gold.accepted) or _holds(text, gold.accepted))
        for gold in golds
    )


def is_tight(span: Span, text: str, golds: Sequence[GoldSpan]) -> bool:
    """As `is_right`, by token F1 alone."""
    return any(span.overlaps(gold.span) and _is_tight(text, gold.accepted) for gold in golds)


def says_accepted(text: str, accepted: Sequence[str]) -> bool:
    """Whether words, wherever they are marked, say what one of the accepted strings of at least SHORTEST code points says."""
    return any(
        len(one) >= SHORTEST and (_is_tight(text, one) or _holds(text, one)) for one in accepted
    )


def _is_tight(text: str, accepted: str) -> bool:
    return token_f1(text, [accepted]) >= RIGHT_F1


def _holds(text: str, accepted: str) -> bool:
    said, wanted = Counter(normalised(text).split()), Counter(normalised(accepted).split())
    return bool(wanted) and wanted <= said and (said - wanted).total() <= WORDS_MORE

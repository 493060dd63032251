"""Puts what the newest version of a document says before an answer of an older one. Reads no file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from wherein.answering.grading.contradiction import contradict, differences
from wherein.answering.grading.grades import highest_likely
from wherein.core.agreement import plain_words
from wherein.core.answer import Answer, Result
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.places.placed_answer import placed_answer
from wherein.passages.block_place import blocks_of, section_at
from wherein.passages.sentences import is_wrapped, sentence_spans
from wherein.questions.words.function_words import FUNCTION_WORDS
from wherein.reading.marking import whole

LEAST_WORDS = 3
"""Fewest words around the answer by which its sentence is known again."""
LEAST_ALIKE = 0.6
"""Least share of these words that the newer sentence has."""
MOST_WORDS = 12
"""Most words that can stand in place of a shorter answer."""
LARGEST_BLOCK = 4_000
"""Letters: longer blocks are a log or a page in one piece, and no paragraph that was edited."""
_WORD = re.compile(r"\w+(?:[-'’.,/]\w+)*")


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a sentence, folded, with their places in the document's text."""

    sentence: Span
    folded: tuple[str, ...]
    places: tuple[Span, ...]

    @classmethod
    def of(cls, document: Document, sentence: Span) -> _Words:
        found = list(_WORD.finditer(document.text, sentence.start, sentence.end))
        places = tuple(Span(*one.span()) for one in found)
        return cls(sentence, tuple(one[0].casefold() for one in found), places)


def with_newer_words(
    result: Result,
    newest_of: Callable[[Answer], Document | None],
    is_barred: Callable[[Answer, Document], bool],
    most: int,
) -> Result:
    """Where an answer comes from an older version of a document, and the newest version has changed its sentence, put what that
    sentence says now before the answer. At most `most` answers are kept.

    `newest_of` returns the newest version of an answer's document, where there is a newer one; `is_barred` tells the
    places that were judged wrong.
    """
    if result.several:
        return result
    answers = list(result.answers)
    for old in result.answers:
        newest = newest_of(old)
        new = None if newest is None else newer_words(result.question, old, newest)
        if newest is None or new is None or is_barred(new, newest):
            continue
        if not any(_same_place(new, shown) or contradict(shown, old) for shown in answers):
            answers.insert(answers.index(old), new)
    if len(answers) == len(result.answers):
        return result
    perhaps = tuple(one for one in result.perhaps if not any(_same_place(one, a) for a in answers))
    notes = tuple(dict.fromkeys((*differences(answers), *result.notes)))
    return replace(result, answers=tuple(answers[:most]), perhaps=perhaps, notes=notes)


def _same_place(one: Answer, other: Answer) -> bool:
    return one.document == other.document and one.quote_span.overlaps(other.quote_span)


def newer_words(question: str, old: Answer, newest: Document) -> Answer | None:
    """The answer that stands in the newest version where `old` stands in an older one, *likely* at most; None where the
    sentence is gone, still stands there, or can't be told from another one.

    The sentence is known again by the words around the answer. The question's own words among them have to be in the
    newer sentence, too: "the fee for children" has not replaced "the fee for adults".
    """
    if old.evidence or old.written is not None or old.row or old.column:
        return None
    asked = {word for word in plain_words(question) if word not in FUNCTION_WORDS}
    before, after = _around(old)
    around = (*before, *after)
    needed = Counter(around)
    if len(around) < LEAST_WORDS:
        return None
    said = _folded(old.text)
    alike: dict[tuple[str, ...], tuple[int, _Words]] = {}
    for words in _sentences(newest, needed, LEAST_ALIKE * len(around)):
        if words.folded == (*before, *said, *after):
            return None
        if asked & set(around) <= set(words.folded):
            alike[words.folded] = (needed & Counter(words.folded)).total(), words
    ranked = sorted(alike.values(), key=lambda one: -one[0])
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return _instead(old, before, after, newest, ranked[0][1])


def _instead(
    old: Answer, before: Sequence[str], after: Sequence[str], newest: Document, words: _Words
) -> Answer | None:
    """The answer at the words of a sentence that stand between those before and those behind the older answer."""
    said = _folded(old.text)
    older = (*before, *said, *after)
    pairs = dict(_pairs(SequenceMatcher(None, older, words.folded, autojunk=False)))
    behind = range(len(before) + len(said), len(older))
    left = [pairs[at] for at in range(len(before)) if at in pairs]
    right = [pairs[at] for at in behind if at in pairs]
    known = len(left) + len(right)
    if known < max(LEAST_WORDS, LEAST_ALIKE * (len(older) - len(said))):
        return None
    place = _between(words, left[-1] if left else None, right[0] if right else None)
    if place is None:
        return None
    place = whole(newest.text, place)
    found = _WORD.findall(place.of(newest.text))
    if not 0 < len(found) <= max(MOST_WORDS, 2 * len(said)):
        return None
    if plain_words(old.text) == plain_words(place.of(newest.text)):
        return None
    section = section_at(newest, place.start)
    confidence = min(old.confidence, highest_likely())
    return placed_answer(newest, section, place, words.sentence, confidence, old.found_by)


def _sentences(document: Document, needed: Counter[str], least: float) -> Iterator[_Words]:
    """The sentences of the paragraphs that have at least so many of the needed words."""
    for block in blocks_of(document):
        if len(block.span) > LARGEST_BLOCK:
            continue
        words = _Words.of(document, block.span)
        if (needed & Counter(words.folded)).total() < least:
            continue
        text = block.span.of(document.text)
        for sentence in sentence_spans(text, is_wrapped(text)):
            yield _Words.of(document, sentence.shifted(block.span.start))


def _between(words: _Words, left: int | None, right: int | None) -> Span | None:
    """The words of a sentence behind the one at `left` and before the one at `right`."""
    inside = words.places[0 if left is None else left + 1 : right]
    return Span(inside[0].start, inside[-1].end) if inside else None


def _pairs(matcher: SequenceMatcher[str]) -> Iterator[tuple[int, int]]:
    for block in matcher.get_matching_blocks():
        for step in range(block.size):
            yield block.a + step, block.b + step


def _around(answer: Answer) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words before the answer in its sentence, and those after it, without regard to case."""
    start = answer.span.start - answer.quote_span.start
    end = answer.span.end - answer.quote_span.start
    parts = (answer.quote[:start], answer.quote[end:])
    before, after = map(_folded, parts)
    return before, after


def _folded(text: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in _WORD.findall(text))

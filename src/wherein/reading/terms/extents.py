"""Says which words under a name are the answer: its first sentence, its steps, or what it says of a default. Knows blocks
and sentences, and what a question has of them.

The twin is web/reader/src/terms/extents.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.reading.terms.asked_term import Form
from wherein.reading.terms.default_sentences import of_body
from wherein.reading.terms.name_words import words_of
from wherein.reading.terms.named_places import NamedPlace, PlaceKind
from wherein.reading.terms.pieces import Piece, body_of, sentences_of
from wherein.reading.terms.place_names import is_option
from wherein.reading.terms.weighed_term import WeighedTerm

_LEXICON = lexicon("named-terms")
_META = _LEXICON.pattern("meta")
_ENDS = _LEXICON.pattern("ends")
_SEE = _LEXICON.pattern("see")
_LONGEST_REFERENCE = _LEXICON.count("longest_reference")
_LONGEST_STEPS = _LEXICON.count("longest_steps")
_MOST_SENTENCES = _LEXICON.count("most_sentences")
"""Sentences under a name of which the first ones may only repeat the question."""
_LEAST_WORDS = 3
"""A block of fewer words is a label such as "Note", and a sentence of as many needs the next one."""


class Found(NamedTuple):
    """An answer, and the answer with what shows that it is one: an option with its description. is_steps: a list of them."""

    span: Span
    quote: Span
    is_steps: bool = False


def extents(
    asked: WeighedTerm,
    place: NamedPlace,
    body: Sequence[Piece],
    text: str,
    places: Sequence[NamedPlace],
    blocks: Sequence[Block],
) -> Iterator[Found]:
    """The answers of one place, for the way in which the question asks: of a default each sentence that speaks of one, of
    another question at most one."""
    form = asked.term.form
    if form is Form.DEFAULT:
        yield from (Found(span, span) for span in of_body(body, text))
        return
    if form is Form.MEANING and all(piece.kind is BlockKind.CODE for piece in body):
        return  # an example says no meaning
    sentence = first_sentence(body, text, asked.is_repeated, place.kind is not PlaceKind.LABEL)
    if sentence is None:
        return
    if form is Form.HOWTO and (listed := steps(body, text)) is not None:
        yield Found(listed, listed, is_steps=True)
    elif place.kind is PlaceKind.HEADING or form not in (Form.HOWTO, Form.WHICH):
        span = _followed(sentence, text, places, blocks)
        yield Found(span, span)
    elif form is Form.WHICH or is_option(place.name):
        yield Found(place.span, _with_name(place, sentence))
    elif place.kind is PlaceKind.ROW:
        yield Found(sentence, _with_name(place, sentence))
    else:
        whole = Span(place.span.start, sentence.end)
        yield Found(whole, whole)


def _with_name(place: NamedPlace, sentence: Span) -> Span:
    return Span(min(place.span.start, sentence.start), max(place.span.end, sentence.end))


def _followed(
    sentence: Span, text: str, places: Sequence[NamedPlace], blocks: Sequence[Block]
) -> Span:
    """Where a sentence only names another term ("See X."), what stands under that one; else the sentence."""
    see = _SEE.match(sentence.of(text)) if len(sentence) <= _LONGEST_REFERENCE else None
    if see is None:
        return sentence
    wanted = words_of(see[1]).wholes
    for place in places:
        if words_of(place.name).wholes == wanted:
            other = first_sentence(body_of(place, blocks, text), text)
            if other is not None and not _SEE.match(other.of(text)):
                return other
            return sentence
    return sentence


def first_sentence(
    body: Sequence[Piece],
    text: str,
    is_idle: Callable[[str], bool] = lambda sentence: False,
    lengthens: bool = True,
) -> Span | None:
    """The first sentence under a name that is neither a label nor code nor idle; a value of a word or two where that is all.

    `is_idle` says of a sentence whether it only repeats the question. `lengthens`: a sentence of a few words takes the next
    one with it, and a few words at the beginning are a label; else they are the value of the label before them.
    """
    told = [piece for piece in body if piece.kind is not BlockKind.CODE]
    if not told:
        return body[0].span if body else None
    left = _MOST_SENTENCES
    for number, piece in enumerate(told):
        written = piece.span.of(text)
        is_last = number + 1 == len(told)
        is_value = number == 0 and not lengthens
        if not is_last and not is_value and (_META.match(written) or _is_label(written)):
            continue
        sentences = list(sentences_of(piece, text))
        for at, sentence in enumerate(sentences[:left]):
            if is_idle(sentence.of(text)):
                left -= 1
                continue
            if lengthens and at + 1 < len(sentences) and _is_short(sentence.of(text)):
                sentence = Span(sentence.start, sentences[at + 1].end)
            return _continued(sentence, told, number, text)
        if not left:
            break
    return None


def _is_short(written: str) -> bool:
    return len(written.split(None, _LEAST_WORDS + 1)) <= _LEAST_WORDS


def _is_label(written: str) -> bool:
    return len(written.split(None, _LEAST_WORDS)) < _LEAST_WORDS and not _ENDS.search(written)


def _continued(sentence: Span, told: Sequence[Piece], number: int, text: str) -> Span:
    """A sentence that a page or a layout cuts, with its end in the next paragraph."""
    if (
        sentence.end < told[number].span.end
        or _ENDS.search(sentence.of(text)[-4:])
        or number + 1 == len(told)
    ):
        return sentence
    following = told[number + 1]
    if not following.span.of(text)[:1].islower():
        return sentence
    rest = next(sentences_of(following, text), None)
    return Span(sentence.start, rest.end) if rest is not None else sentence


def steps(body: Sequence[Piece], text: str) -> Span | None:
    """The list under a name, where it begins with one or with a sentence that announces it; None without one."""
    at = 0
    if body and body[0].kind is not BlockKind.LIST_ITEM and body[0].span.of(text).endswith(":"):
        at = 1
    items: list[Span] = []
    for piece in body[at:]:
        if piece.kind is not BlockKind.LIST_ITEM:
            break
        if items and piece.span.end - items[0].start > _LONGEST_STEPS:
            break
        items.append(piece.span)
    return Span(items[0].start, items[-1].end) if len(items) > 1 else None

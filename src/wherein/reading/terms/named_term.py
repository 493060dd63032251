"""Finds what stands under the term of a question, and says how well the place is named. Pure.

The twin is web/reader/src/terms/named-term.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wherein.core.document import Block, Document
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.passages.split import paragraph_blocks
from wherein.reading.cells.likeness import Alike, never_alike
from wherein.reading.terms.asked_term import Form, asked_term
from wherein.reading.terms.default_sentences import default_sentences
from wherein.reading.terms.defining_phrases import phrases
from wherein.reading.terms.extents import Found, extents
from wherein.reading.terms.instruction_sentences import instruction_sentences
from wherein.reading.terms.name_words import covered, words_of
from wherein.reading.terms.named_places import PlaceKind, named_places
from wherein.reading.terms.pieces import body_of, is_wide
from wherein.reading.terms.place_names import Match, is_option, matched
from wherein.reading.terms.unfilled import before_blank, is_unfilled
from wherein.reading.terms.weighed_term import WeighedTerm, weighed

_LEXICON = lexicon("named-terms")
_SAYS_DEFAULT = _LEXICON.pattern("says_which_default")
_SAYS_HOW = _LEXICON.pattern("says_how")
_VALUE = _LEXICON.pattern("value")
_MOST_VALUE_WORDS = 2
_MOST_MEASURED = _LEXICON.count("most_measured")
"""Places, phrases and sentences each that are measured, best named first."""
ALL = 0.99
"""A share from which up it is all, whatever was lost by rounding."""
_DIGITS_OF_SCORE = 9
_LEAST_INSTRUCTED = _LEXICON.number("least_instructed")
"""The share of a term that an instruction and what stands above it need."""
_LONGEST_COMPARED = _LEXICON.count("longest_description")
"""Characters of a quote whose meaning is compared with the question's."""
SENTENCE = "sentence"
INSTRUCTION = "instruction"


@dataclass(frozen=True, slots=True)
class NamedTerm:
    """What stands under a term, with the measures from which its probability is computed.

    span: the answer. quote: the answer with what shows that it is one. name: the place of the name.
    form: how the question asks. where: the value of a PlaceKind or a PhraseKind, SENTENCE or INSTRUCTION.
    asked: the weighted share of the question's words that the name has. whole: the share of the name's words that the
        question has. ahead: how much better it is named than the best of the others.
    described: the share of the question's words that the name, the heading above or the answer have. missed: the share
        that the document lacks.
    fresh: the share of the answer's words that the question has not. words: the number of the answer's words.
    is_option: the name begins with a dash. is_value: the answer is a number or a word or two. says: it says what a
        default is, or to who asks how or which, how something is done.
    asked_words: the number of the term's words. is_steps: the answer is a list of steps.
    alike: to who asks how or which, the likeness of the question to the quote, -1 to 1; else 0.
    """

    span: Span
    quote: Span
    name: Span
    form: Form
    where: str
    asked: float
    whole: float
    ahead: float
    described: float
    missed: float
    fresh: float
    words: int
    is_option: bool
    is_value: bool
    says: bool
    alike: float
    asked_words: int
    is_steps: bool

    @property
    def is_exact(self) -> bool:
        """Whether the name and the term have the same words."""
        return self.asked > ALL and self.whole > ALL


@dataclass(frozen=True, slots=True)
class _Name:
    """A name with how well it is named by the question."""

    where: str
    span: Span
    text: str
    above: str
    asked: float
    whole: float
    ahead: float


def named_terms(
    question: str,
    document: Document,
    within: Sequence[Span] | None = None,
    alike: Alike = never_alike,
) -> list[NamedTerm]:
    """What stands under the question's term in a document, or in these stretches of it; in no order. Nothing for
    questions that ask about a term in no known way: readers answer those better."""
    term = asked_term(question)
    if term is None or term.form is Form.OTHER:
        return []
    text = document.text
    blocks: Sequence[Block] = document.blocks or tuple(paragraph_blocks(text))
    if within is not None:
        blocks = _inside(blocks, within)
    asked = weighed(term, text, blocks)
    if asked.missed == 1.0:
        return []
    measure = _Measure(asked, text, alike)
    found = [*_of_places(measure, blocks), *_of_phrases(measure, blocks)]
    if term.form is Form.DEFAULT:
        found += _of_sentences(measure, blocks)
    elif term.form in (Form.HOWTO, Form.WHICH):
        whole = [one.span for one in found]
        steps = _of_instructions(measure, blocks)
        found += [one for one in steps if not any(span.contains(one.span) for span in whole)]
    return found


def _inside(blocks: Sequence[Block], within: Sequence[Span]) -> list[Block]:
    """The blocks that begin in one of the stretches."""
    stretches = sorted(within)
    found = []
    at = 0
    for block in blocks:
        while at < len(stretches) and stretches[at].end <= block.span.start:
            at += 1
        if at == len(stretches):
            break
        if stretches[at].start <= block.span.start:
            found.append(block)
    return found


def _of_places(measure: _Measure, blocks: Sequence[Block]) -> Iterator[NamedTerm]:
    asked, text = measure.asked, measure.text
    # Of a label without a value, what comes next is another thing's.
    places = [one for one in named_places(text, blocks) if not is_unfilled(text, one.span)]
    best = matched(asked, places, text)[:_MOST_MEASURED]
    for one in best:
        place = one.place
        is_whole = one.asked >= ALL or _is_spelled_out(asked, place.name)
        if place.kind is PlaceKind.ROW and not is_whole and is_wide(place, blocks, text):
            continue  # a value of several columns is named by its column too
        body = body_of(place, blocks, text)
        ahead = one.score - _other(one, best)
        name = _Name(place.kind.value, place.span, place.name, place.heading, one.asked, one.whole, ahead)  # fmt: skip
        for found in extents(asked, place, body, text, places, blocks):
            if found.is_steps and one.asked == 0:
                continue  # what only a list's items have is a step of another thing
            filled = before_blank(text, found.span)
            if filled is not None:
                yield measure(name, found if filled == found.span else Found(filled, filled))


def _is_spelled_out(asked: WeighedTerm, name: str) -> bool:
    """Whether the question has the parts of a name that is written as one word, and no others: "idle timeout" of
    "idle_timeout"."""
    return asked.words.parts == words_of(name).parts


def _other(one: Match, best: Sequence[Match]) -> float:
    """The best score of a place with another name."""
    name = one.place.name.casefold()
    return next((other.score for other in best if other.place.name.casefold() != name), 0.0)


def _of_phrases(measure: _Measure, blocks: Sequence[Block]) -> Iterator[NamedTerm]:
    asked, text = measure.asked, measure.text
    term = asked.term
    if term.form not in (Form.MEANING, Form.BARE):
        return
    seen: set[Span] = set()
    for phrase in phrases(term.phrase, blocks, text):
        if phrase.span in seen:
            continue
        if len(seen) == _MOST_MEASURED:
            return
        seen.add(phrase.span)
        words = words_of(phrase.term.of(text))
        name = _Name(phrase.kind.value, phrase.term, term.phrase, "", asked.share(words), covered(words, asked.words), 0.0)  # fmt: skip
        yield measure(name, Found(phrase.span, phrase.span))


def _of_sentences(measure: _Measure, blocks: Sequence[Block]) -> Iterator[NamedTerm]:
    """The sentences anywhere that speak of a default and have a word of the term, or whose heading or row has."""
    asked, text = measure.asked, measure.text
    found = []
    for one in default_sentences(blocks, text):
        own = words_of(one.span.of(text))
        share = asked.share(own, words_of(one.above))
        if share > 0 and asked.fresh(own) > 0:
            # A value under a label ("Default:") needs no words of the term itself.
            found.append((share, 1.0 if one.is_value else asked.share(own), one))
    found.sort(key=lambda row: -round(row[0], _DIGITS_OF_SCORE))
    best = found[:_MOST_MEASURED]
    for share, whole, one in best:
        other = next((row[0] for row in best if row[2].span != one.span), 0.0)
        name = _Name(SENTENCE, one.span, one.above, "", share, whole, share - other)
        yield measure(name, Found(one.span, one.span))


def _of_instructions(measure: _Measure, blocks: Sequence[Block]) -> Iterator[NamedTerm]:
    """The sentences anywhere that say how something is done and have, with the heading and the row above, most of the term."""
    asked, text = measure.asked, measure.text
    found = []
    for one in instruction_sentences(blocks, text, asked.stems):
        own = words_of(one.span.of(text))
        share = asked.share(own, words_of(one.above))
        if share >= _LEAST_INSTRUCTED and asked.fresh(own) > 0:
            found.append((share, asked.share(own), one))
    found.sort(key=lambda row: -round(row[0] + row[1], _DIGITS_OF_SCORE))
    best = found[:_MOST_MEASURED]
    for share, whole, one in best:
        other = next((sum(row[:2]) for row in best if row[2].span != one.span), 0.0)
        ahead = (share + whole - other) / 2
        name = _Name(INSTRUCTION, one.span, one.above, "", share, whole, ahead)
        yield measure(name, Found(one.span, one.span))


@dataclass(frozen=True, slots=True)
class _Measure:
    """Measures what stands under names of one text, for one term."""

    asked: WeighedTerm
    text: str
    alike: Alike

    def __call__(self, name: _Name, found: Found) -> NamedTerm:
        asked, form = self.asked, self.asked.term.form
        written, quote = found.span.of(self.text), found.quote.of(self.text)
        answer = words_of(written)
        is_doing = form in (Form.HOWTO, Form.WHICH)
        says = _SAYS_HOW if is_doing else _SAYS_DEFAULT
        return NamedTerm(
            span=found.span,
            quote=found.quote,
            name=name.span,
            form=form,
            where=name.where,
            asked=name.asked,
            whole=name.whole,
            ahead=name.ahead,
            described=asked.share(words_of(name.text), words_of(name.above), words_of(quote)),
            missed=asked.missed,
            fresh=asked.fresh(answer),
            words=len(answer.words),
            is_option=name.where not in (SENTENCE, INSTRUCTION) and is_option(name.text),
            is_value=len(answer.words) <= _MOST_VALUE_WORDS or bool(_VALUE.match(written)),
            says=bool(says.search(quote)),
            alike=self.alike(asked.term.name, quote[:_LONGEST_COMPARED]) if is_doing else 0.0,
            asked_words=len(asked.term.words),
            is_steps=found.is_steps,
        )

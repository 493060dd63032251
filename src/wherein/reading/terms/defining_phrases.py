"""Finds where running text says what a term is: "X means …", "the tenant (“X”)", "long form (LF)", "X A block that …".
Knows signs and the term as the question writes it.

The twin is web/reader/src/terms/defining-phrases.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.passages.sentences import is_wrapped, sentence_spans

_LEXICON = lexicon("named-terms")
_ARTICLE = _LEXICON.pattern("article")
_ACRONYM = _LEXICON.pattern("acronym")
_MEANS = _LEXICON.pattern("means")
_LEAD = _LEXICON.pattern("lead")
_OPENING = _LEXICON.pattern("opening")
_LONG_FORM_AFTER = _LEXICON.pattern("long_form_after")
_CLOSES_LONG_FORM = _LEXICON.pattern("closes_long_form")
_NAMED_BEFORE = _LEXICON.pattern("named_before")
_AFTER_NAME = _LEXICON.pattern("after_name")
_BULLET = _LEXICON.pattern("bullet")
_NUMBER = _LEXICON.pattern("number")
_MOST_OCCURRENCES = _LEXICON.count("most_occurrences")
_MOST_WORDS = _LEXICON.count("most_term_words")
_OPENS = '"\u201c\u2018'
_CLOSES = '"\u201d\u2019'
_BEFORE = 120
_AFTER = 160
_NEAR = 2000
"""Characters around a term in which its sentence is looked for."""
_LONGEST_OPENING = 40
_LEAST_LEAD = 4
"""Words behind a term that begin an explanation of it."""
_JOINED = re.compile(r"[^\W_]+(?:[-\u2010\u2011][^\W_]+)*")
_WORD = re.compile(r"[^\W_]+")


class PhraseKind(StrEnum):
    """How a text says what a term is."""

    MEANS = "means"
    NAMED = "named"
    QUOTED = "quoted"
    ACRONYM = "acronym"
    LEAD = "lead"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A place that says what the term is. span: the answer. term: the place of the term."""

    kind: PhraseKind
    span: Span
    term: Span


def phrases(name: str, blocks: Sequence[Block], text: str) -> Iterator[Phrase]:
    """The phrases about a term, in the order of the text; of the first occurrences only."""
    written = _ARTICLE.sub("", name).split()
    if not 1 <= len(written) <= _MOST_WORDS or not any(map(_WORD.search, written)):
        return
    source = r"\s+".join(map(re.escape, written))
    flags = 0 if _ACRONYM.match(" ".join(written)) else re.IGNORECASE
    pattern = re.compile(rf"(?<![^\W_]){source}(?:s|es)?(?![^\W_])", flags)
    left = _MOST_OCCURRENCES
    for block in blocks:
        if block.kind in (BlockKind.HEADING, BlockKind.CODE):
            continue
        for match in pattern.finditer(text, block.span.start, block.span.end):
            if left == 0:
                return
            left -= 1
            term = Span(match.start(), match.end())
            yield from _around(term, block, text, flags == 0)


def _around(term: Span, block: Block, text: str, is_acronym: bool) -> Iterator[Phrase]:
    before = text[max(block.span.start, term.start - _BEFORE) : term.start]
    after = text[term.end : min(block.span.end, term.end + _AFTER)]
    if is_acronym:
        long_form = _long_form(before, after, term, text)
        if long_form is not None:
            yield Phrase(PhraseKind.ACRONYM, long_form, term)
    if _NAMED_BEFORE.search(before) and _AFTER_NAME.match(after):
        yield Phrase(PhraseKind.NAMED, _sentence(term, block, text), term)
    means = _MEANS.match(after)
    is_first = term.start - block.span.start <= _LONGEST_OPENING and _is_opening(
        text[block.span.start : term.start]
    )
    if means is not None:
        sentence = _sentence(term, block, text)
        if is_first or _OPENING.match(text[sentence.start : term.start]):
            yield Phrase(PhraseKind.MEANS, sentence, term)
    elif is_first and (lead := _LEAD.match(after)):
        sentence = _sentence(term, block, text)
        begins = term.end + lead.end()
        if len(text[begins : sentence.end].split(None, _LEAST_LEAD)) >= _LEAST_LEAD:
            yield Phrase(PhraseKind.LEAD, Span(begins, sentence.end), term)
    elif before and after and before[-1] in _OPENS and after[0] in _CLOSES:
        yield Phrase(PhraseKind.QUOTED, _sentence(term, block, text), term)


def _is_opening(before: str) -> bool:
    lead = _BULLET.match(before) or _NUMBER.match(before)
    return bool(_OPENING.match(before[lead.end() :] if lead else before))


def _sentence(term: Span, block: Block, text: str) -> Span:
    """The sentence of the term in its block; a long block is looked at near the term only."""
    low = max(block.span.start, term.start - _NEAR)
    high = min(block.span.end, term.end + _NEAR)
    written = text[low:high]
    for sentence in sentence_spans(written, is_wrapped(written)):
        if low + sentence.end >= term.end:
            return sentence.shifted(low)
    return term


def _long_form(before: str, after: str, term: Span, text: str) -> Span | None:
    """The words whose initials are the acronym: before it in brackets, or in brackets behind it."""
    letters = "".join(sign for sign in term.of(text) if sign.isupper()).casefold()
    opened = before.rstrip("\"\u201c\u2018'")
    if opened.endswith("(") and _CLOSES_LONG_FORM.match(after):
        for pattern in (_WORD, _JOINED):
            words = list(pattern.finditer(opened[:-1]))
            start = _first_of(letters, [word.group() for word in words])
            if start is not None:
                offset = term.start - len(before)
                return Span(offset + words[start].start(), offset + words[-1].end())
    if spelled := _LONG_FORM_AFTER.match(after):
        for pattern in (_WORD, _JOINED):
            words = list(pattern.finditer(spelled[1]))
            if _first_of(letters, [word.group() for word in words]) == 0:
                return Span(term.end + spelled.start(1), term.end + spelled.end(1))
    return None


def _first_of(letters: str, words: Sequence[str]) -> int | None:
    """The first of the last words whose initials are these letters, small words passed over; None where they are not."""
    at = len(words)
    for letter in reversed(letters):
        at -= 1
        while at >= 0 and words[at][:1].casefold() != letter and len(words[at]) <= 3:
            at -= 1
        if at < 0 or words[at][:1].casefold() != letter:
            return None
    return at if letters else None

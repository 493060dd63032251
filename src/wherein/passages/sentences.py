"""Splits a text into sentences. Knows punctuation and abbreviations, no meaning."""

from __future__ import annotations

import re
from functools import lru_cache

from wherein.core.lifetime.cancellation import checked
from wherein.core.span import Span
from wherein.lexicon import lexicon

_LEXICON = lexicon("sentences")
# A full stop after one of these does not end a sentence. Lower case, without the stop.
_ABBREVIATIONS = frozenset(_LEXICON.words("abbreviations"))
# Words of their own too ("He sat."): an abbreviation only where a number or small letter follows.
_ALSO_WORDS = frozenset(_LEXICON.words("also_words"))
# What a number with a stop counts in German ("1. März"); other languages write these small.
_COUNTED = _LEXICON.pattern("counted")
_ORDINAL = _LEXICON.pattern("ordinal")
_LIST_NUMBER = _LEXICON.pattern("list_number")
_LIST_NUMBER_LENGTH = _LEXICON.count("list_number_length")
"""Characters of a list number, including the white space before it."""
_LOWER_NEXT = _LEXICON.pattern("lower_next")
# "12. 5. 2001", after its first and after its second number.
_DATE_NEXT = _LEXICON.pattern("date_next")
_YEAR_NEXT = _LEXICON.pattern("year_next")
_DAY_BEFORE = _LEXICON.pattern("day_before")
# Latin terminators need white space after them, or numbers of notes ("was signed.[38][39] It"); CJK ones end a
# sentence by themselves.
_END = re.compile(
    # A run of marks is tried once, from its beginning, or a line of dots takes quadratic time.
    r"""(?<![.!?\u2026\u061f\u06d4\u0964])[.!?\u2026\u061f\u06d4\u0964]++["'\u2019\u201d\u00bb)\]]*+(?:\[[^\[\]\n]{1,24}\])*+(?=\s)|[\u3002\uff01\uff1f]+["\u300d\u300f\u201d)\uff09]*|\n[^\S\n]*\n|\n(?=\s*\S)"""
)
# Mail and plain-text files are wrapped at 60 to 80; an address or a verse has shorter lines.
_WRAPPED_LINE = _LEXICON.count("wrapped_line")
_ENDS_AT_ONCE = 4096
"""Sentence ends between two checkpoints."""
_LAST_WORD = re.compile(r"([^\W_](?:[\w.]*[^\W_])?)\.[\"'\u2019\u201d\u00bb)\]]*$")


def sentence_spans(text: str, wrapped: bool = False) -> list[Span]:
    """The sentences of `text` in order, without the white space between them.

    A line end separates sentences unless the next line begins with a small letter. In `wrapped` text, whose line
    ends only fit it to a page, only a blank line separates them. Text without a terminator is one sentence; blank
    text has none.
    """
    spans: list[Span] = []
    start = 0
    for match in checked(_END.finditer(text), _ENDS_AT_ONCE):
        mark = match.group()
        if mark[0] == "." and _goes_on(text, start, match.end()):
            continue
        if mark == "\n" and (
            wrapped or text[match.end() : match.end() + 40].lstrip(" \t")[:1].islower()
        ):
            continue
        _append_trimmed(spans, text, start, match.end())
        start = match.end()
    _append_trimmed(spans, text, start, len(text))
    return spans


def sentence_around(text: str, span: Span, within: Span | None = None) -> Span:
    """The smallest run of whole sentences of `text` that covers `span` (`span` itself if none).

    `within` is the block of `span`; without it, the line of `span` serves as the block.
    """
    if within is None or not within.contains(span):
        low = text.rfind("\n", 0, span.start) + 1
        high = text.find("\n", span.end)
        within = Span(low, len(text) if high < 0 else high)
    block = within.of(text)
    covering = [
        s.shifted(within.start)
        for s in sentence_spans(block, is_wrapped(block))
        if s.start + within.start < max(span.end, span.start + 1)
        and s.end + within.start > span.start
    ]
    if not covering:
        return span
    return Span(min(covering[0].start, span.start), max(covering[-1].end, span.end))


def is_wrapped(block: str) -> bool:
    """True for a paragraph whose every line but the last is about as long as a page is wide."""
    *lines, _ = block.split("\n")
    return bool(lines) and all(len(line) >= _WRAPPED_LINE for line in lines)


@lru_cache(maxsize=4096)
def _abbreviated(word: str) -> bool:
    # A single letter is an initial ("J. Smith"); so are letters with stops between ("U.S").
    return (
        word.casefold() in _ABBREVIATIONS
        or (len(word) == 1 and word.isalpha())
        or bool(re.fullmatch(r"(?:[^\W\d_]\.)+[^\W\d_]", word))
    )


def _goes_on(text: str, start: int, end: int) -> bool:
    """True when the full stop before `end` belongs to an abbreviation or a number."""
    before, after = text[max(start, end - 24) : end], text[end : end + 24]
    # Of a long stretch nothing is looked at again, so that time stays linear.
    if (
        end - start <= _LIST_NUMBER_LENGTH
        and _LIST_NUMBER.fullmatch(text, start, end)
        and (start == 0 or text[start - 1] == "\n")
    ):
        return True
    word = _LAST_WORD.search(before)
    if word is None:
        return False
    if word.group(1).casefold() in _ALSO_WORDS:
        return bool(_LOWER_NEXT.match(after)) or after[1:2].isdecimal()
    if _abbreviated(word.group(1)):
        following = after[:2].strip()
        # "…in the U.S. The …": a multi-letter abbreviation before a capital is taken as an end only
        # where the language has no other sign; a name's initial before a capital never is.
        return not (following[:1].isupper() and "." in word.group(1))
    if _DAY_BEFORE.search(before) and _YEAR_NEXT.match(after):
        return True
    return bool(
        _ORDINAL.search(before)
        and (_LOWER_NEXT.match(after) or _COUNTED.match(after) or _DATE_NEXT.match(after))
    )


def _append_trimmed(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        spans.append(Span(start, end))

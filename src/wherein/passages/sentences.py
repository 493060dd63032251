"""Where sentences begin and end in a text. Knows punctuation and abbreviations, nothing of meaning."""

from __future__ import annotations

import re
from functools import lru_cache

from wherein.core.span import Span

# A full stop after one of these does not end a sentence. Lower case, without the stop.
_ABBREVIATIONS = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "sr",
        "jr",
        "st",
        "mt",
        "ft",
        "gen",
        "col",
        "capt",
        "lt",
        "sgt",
        "rev",
        "hon",
        "gov",
        "sen",
        "rep",
        "pres",
        "messrs",
        "mme",
        "mlle",
        "vs",
        "etc",
        "cf",
        "al",
        "ca",
        "approx",
        "no",
        "nos",
        "vol",
        "vols",
        "pp",
        "ed",
        "eds",
        "fig",
        "figs",
        "eq",
        "eqs",
        "sec",
        "secs",
        "ch",
        "chs",
        "art",
        "arts",
        "para",
        "e.g",
        "i.e",
        "a.m",
        "p.m",
        "u.s",
        "u.k",
        "u.n",
        "d.c",
        "ph.d",
        "b.a",
        "m.a",
        "b.c",
        "a.d",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
        "inc",
        "ltd",
        "co",
        "corp",
        "bros",
        "dept",
        "univ",
        "assn",
        "est",
        "min",
        "max",
    ]
)
# Latin terminators need white space after them; CJK ones end a sentence by themselves.
_END = re.compile(
    r"""[.!?\u2026\u061f\u06d4\u0964]+["'\u2019\u201d\u00bb)\]]*(?=\s)|[\u3002\uff01\uff1f]+["\u300d\u300f\u201d)\uff09]*|\n[^\S\n]*\n|\n(?=\s*\S)"""
)
# Mail and plain-text files are wrapped at 60 to 80; an address or a verse has shorter lines.
_WRAPPED_LINE = 45
_LAST_WORD = re.compile(r"([^\W_](?:[\w.]*[^\W_])?)\.[\"'\u2019\u201d\u00bb)\]]*$")


def sentence_spans(text: str, wrapped: bool = False) -> list[Span]:
    """The sentences of `text` in order, without the white space between them.

    A line end separates sentences unless the next line goes on in small letters; in text that is
    `wrapped` (its line ends are only there to fit a page) none does but a blank line. Text without
    any terminator is one sentence; blank text has none.
    """
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        mark = match.group()
        if mark[0] == "." and _is_abbreviation(text, start, match.end()):
            continue
        if mark == "\n" and (wrapped or text[match.end() : match.end() + 40].lstrip(" \t")[:1].islower()):
            continue
        _append_trimmed(spans, text, start, match.end())
        start = match.end()
    _append_trimmed(spans, text, start, len(text))
    return spans


def sentence_around(text: str, span: Span, within: Span | None = None) -> Span:
    """The smallest run of whole sentences of `text` that covers `span` (`span` itself if none).

    `within` is the block that `span` stands in; without it the line is taken for the block.
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


def _is_abbreviation(text: str, start: int, end: int) -> bool:
    word = _LAST_WORD.search(text[max(start, end - 24) : end])
    if word is None or not _abbreviated(word.group(1)):
        return False
    following = text[end : end + 2].strip()
    # "…in the U.S. The …": a multi-letter abbreviation before a capital is taken as an end only
    # where the language has no other sign; a name's initial before a capital never is.
    return not (following[:1].isupper() and "." in word.group(1))


def _append_trimmed(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        spans.append(Span(start, end))

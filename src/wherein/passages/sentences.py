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
_LAST_WORD = re.compile(r"([^\W_](?:[\w.]*[^\W_])?)\.[\"'\u2019\u201d\u00bb)\]]*$")


def sentence_spans(text: str) -> list[Span]:
    """The sentences of `text` in order, without the white space between them.

    Line ends always separate sentences: canonical text has none inside a paragraph but where the
    author put one. Text without any terminator is one sentence; blank text has none.
    """
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if match.group()[0] == "." and _is_abbreviation(text, start, match.end()):
            continue
        _append_trimmed(spans, text, start, match.end())
        start = match.end()
    _append_trimmed(spans, text, start, len(text))
    return spans


def sentence_around(text: str, span: Span) -> Span:
    """The smallest run of whole sentences of `text` that covers `span` (`span` itself if none)."""
    # Looking only near the span keeps this constant in the length of the document.
    low = max(0, text.rfind("\n", 0, span.start) + 1)
    high = text.find("\n", span.end)
    high = len(text) if high < 0 else high
    covering = [
        s.shifted(low)
        for s in sentence_spans(text[low:high])
        if s.start + low < max(span.end, span.start + 1) and s.end + low > span.start
    ]
    if not covering:
        return span
    return Span(min(covering[0].start, span.start), max(covering[-1].end, span.end))


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

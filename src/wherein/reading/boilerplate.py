"""Finds the boilerplate of a document: notices, references, captions, footnotes, headers and footers.

It judges by words, punctuation and headings, and in doubt it decides for boilerplate. It only limits the main points of
a text, never the answers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

REPEATED = 3
"""A line that repeats so often, apart from its numbers, is a running header or footer."""
FEWEST_WORDS = 4
"""A sentence of fewer words is a label."""
_NOTICE = re.compile(
    r"©|\(c\) ?(?:19|20)\d\d|\bcopyright (?:\d|(?:is )?held\b|notice\b|holders?\b|[A-Z][^.]*\b(?:19|20)\d\d\b)|\ball rights reserved\b"
    r"|\bpermissions? to (?:make|copy|reprint|reproduce|use)\b[^.]*\b(?:copies|work|article|paper|material|granted)\b"
    r"|\breprinted (?:from|with)\b|\b(?:licen[sc]ed|distributed|released|available) under (?:the|a)\b[^.]*\b(?:licen[sc]e|creative commons)\b"
    r"|\bcreative commons\b|\bISBN\b|\bISSN\b|\bdoi(?:\.org|:)|\barXiv:\d|\bthis work (?:is|was) (?:partially |partly )?(?:supported|funded)\b"
    r"|\bterms (?:of use|and conditions) apply\b|\b(?:privacy|cookie) policy\b|\bsubscribe to our\b|\bsign up for our\b"
    r"|\S@\S+\.\w",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"^(?:figure|fig\.|table|tab\.|listing|algorithm|chart|exhibit|plate|image|photo(?:graph)?)\s*(?:\d|[IVX]+\b)"
    r"|^(?:photo(?:graph)?|image|picture|illustration|source|credit)s?(?: by)?:",
    re.IGNORECASE,
)
_FOOTNOTE = re.compile(r"^(?:\d{1,2}|[*†‡§¶]+)\s?(?=[A-Z\"“(])|^\[\d{1,3}\]|^\(\d{1,2}\)\s")
_REFERENCES = re.compile(
    r"^(?:[\dA-Z]{1,2}[.)]?\s+)?(?:references?|bibliography|works cited|literature|further reading|see also|external links"
    r"|notes|footnotes|endnotes|acknowledge?ments?|copyright.*|licen[sc]e|disclaimer|legal notice)\W*$",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"[\"'“‘«„([{¿¡]*([^\W_])")
_ENDS = re.compile(r"[.!?…。！？।؟][\"'”’»)\]]*(?:\[\d+\])*$")


def is_whole(sentence: str) -> bool:
    """Whether a sentence has its beginning and its end; column and page breaks cut some sentences in two."""
    enough = len(sentence.split()) >= FEWEST_WORDS or not sentence.isascii()
    begins = _BEGINS.match(sentence)
    return (
        enough and begins is not None and not begins[1].islower() and bool(_ENDS.search(sentence))
    )


def is_boilerplate(sentence: str, section: Iterable[str]) -> bool:
    """Whether the sentence is a notice, a caption or a footnote, or is under a heading for these. Ignores repetition."""
    kinds = (_NOTICE, _CAPTION, _FOOTNOTE)
    return any(kind.search(sentence) for kind in kinds) or any(map(_REFERENCES.match, section))


def repeated_lines(sentences: Iterable[str]) -> frozenset[str]:
    """The running headers and footers among the sentences, as `line_key` gives them."""
    seen = Counter(map(line_key, sentences))
    return frozenset(line for line, times in seen.items() if times >= REPEATED)


def line_key(sentence: str) -> str:
    """The line without its numbers, equal for lines that differ only in the page number."""
    return re.sub(r"\W*\d+\W*", " ", sentence).strip().casefold()

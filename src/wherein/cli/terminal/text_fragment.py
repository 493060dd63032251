"""Makes text directives: the part of an address that lets a browser mark a text (URL Fragment Text Directives, WICG 2023)."""

from __future__ import annotations

from urllib.parse import quote

from wherein.core.span import Span

CONTEXT_WORDS = 4
"""Context words on each side of the marked ones; more of them identify the place better, but differ from the page
more often."""
_WHOLE_WORDS = 12
"""A text with more words is given by its first and last words."""
_END_WORDS = 5
_LONGEST_WORD = 40
"""Most code points of a word; a longer one is text in a script without spaces."""


def with_text_fragment(address: str, text: str, span: Span, within: Span) -> str:
    """`address` with a directive for the text at `span`, with context words from inside `within`.

    A browser that does not support directives, or does not find the text, opens the page at its top.
    """
    start, end = _whole_words(text, span, within)
    marked = text[start:end]
    words = marked.split()
    if len(words) > _WHOLE_WORDS or "\n" in marked.strip():
        lines = [line.split() for line in marked.strip().split("\n") if line.strip()]
        named = [" ".join(lines[0][:_END_WORDS]), " ".join(lines[-1][-_END_WORDS:])]
    else:
        named = [" ".join(words)]
    before = text[within.start : start].rpartition("\n")[2].split()[-CONTEXT_WORDS:]
    after = text[end : within.end].partition("\n")[0].split()[:CONTEXT_WORDS]
    parts = [_encoded(part) for part in named]
    if before:
        parts.insert(0, f"{_encoded(' '.join(before))}-")
    if after:
        parts.append(f"-{_encoded(' '.join(after))}")
    return f"{address}{'' if '#' in address else '#'}:~:text={','.join(parts)}"


def _whole_words(text: str, span: Span, within: Span) -> tuple[int, int]:
    """The span extended to the spaces around it, since browsers mark only whole words."""
    start, end = span.start, span.end
    while start > within.start and not text[start - 1].isspace():
        start -= 1
    while end < within.end and not text[end].isspace():
        end += 1
    if span.start - start > _LONGEST_WORD or end - span.end > _LONGEST_WORD:
        return span.start, span.end
    return start, end


def _encoded(words: str) -> str:
    # A hyphen and a comma have a meaning in a directive; `quote` leaves the first as it is.
    return quote(words, safe="").replace("-", "%2D")

"""Counts the words of a text, also in scripts without spaces between words. Splits nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Kana and Han: a character counts as a word, as word processors count them.
_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
# Thai, Lao, Burmese and Khmer: a word has about five letters and signs.
_SOUTH_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_UNSPACED = re.compile(f"[{_HAN}{_SOUTH_EAST}]")
_WORD = re.compile(f"[{_HAN}]|[{_SOUTH_EAST}]{{1,5}}|[^\\W_{_HAN}{_SOUTH_EAST}]+")


_AT_ONCE = 1_000_000
_SPACE = re.compile(r"\s")


def word_count(text: str) -> int:
    """The number of words: runs without white space, or an estimate from characters in scripts without spaces.

    The twin of `countWords` in TypeScript; the cases are in contracts/word-counts.json.
    """
    if len(text) > 2 * _AT_ONCE:
        return sum(_counted(part) for part in _parts(text))
    return _counted(text)


def _counted(text: str) -> int:
    if text.isascii() or _UNSPACED.search(text) is None:
        return len(text.split())
    return sum(
        sum(1 for _ in _WORD.finditer(token)) if _UNSPACED.search(token) else 1
        for token in text.split()
    )


def _parts(text: str) -> Iterator[str]:
    """Yields the text in pieces that end at white space, so that the words of a long text are never all in memory."""
    start = 0
    while start < len(text):
        space = _SPACE.search(text, start + _AT_ONCE)
        end = space.start() if space else len(text)
        yield text[start:end]
        start = end

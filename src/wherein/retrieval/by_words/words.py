"""Turns text into index terms, the same for every index and for questions. Knows no scores.

A term is a lower-case word without accents, stemmed by Snowball's English stemmer as Tantivy has it. Scripts
without spaces between words, and Hangul, give overlapping pairs of characters, as in Lucene's CJKBigramFilter.
Splitting follows Unicode's letters, marks and numbers.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from wherein.lexicon import lexicon

if TYPE_CHECKING:
    from tantivy import TextAnalyzer

LONGEST_TERM_BYTES = 192
"""UTF-8 bytes of the longest word that is a term; longer ones are data (hashes, base64)."""

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\x{30FC}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_SPACED = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{_UNSPACED}]]"
_WORD = rf"[{_UNSPACED}\p{{M}}]*[{_UNSPACED}][{_UNSPACED}\p{{M}}]*|{_SPACED}+(?:'{_SPACED}+)*"

_ASCII_WORD = re.compile("[a-z0-9]+(?:'[a-z0-9]+)*")
"""Matches what _WORD matches in lower-case ASCII, four times as fast; for questions."""
WORDS_KEPT = 65_536
"""Cached terms of words; about 15 MB."""

_ACCENTS = re.compile("[\u0300-\u036f]+")
"""Combining marks of Latin, Greek and Cyrillic; the vowel signs of other scripts stay."""
_THOUSANDS = re.compile(r"(?<=\d)[,\u202f\u00a0](?=\d{3}(?!\d))")
_UNSPACED_LETTER = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007"
    "\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff]"
)

STOP_WORDS = frozenset(lexicon("search").words("stop"))
"""English function words. They are indexed, but not looked up for a question."""


@cache
def analyzer() -> TextAnalyzer:
    """The analyzer that an index runs over `index_text`: words, then stems."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    words = TextAnalyzerBuilder(Tokenizer.regex(_WORD))
    short = words.filter(Filter.remove_long(LONGEST_TERM_BYTES))
    return short.filter(Filter.stemmer("english")).build()


@cache
def _splitter() -> TextAnalyzer:
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    words = TextAnalyzerBuilder(Tokenizer.regex(_WORD))
    return words.filter(Filter.remove_long(LONGEST_TERM_BYTES)).build()


def normalised(text: str) -> str:
    """The text in lower case, with accents and compatibility forms folded, "1,000" as "1000", and one apostrophe."""
    if text.isascii():
        return _THOUSANDS.sub("", text.lower())
    text = _THOUSANDS.sub("", text)
    text = unicodedata.normalize("NFKD", text.replace("\u2019", "'").casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", text))


def index_text(text: str) -> str:
    """The input of `analyzer`: normalised text, with scripts without spaces cut into pieces.

    A run of characters without spaces gives its single characters and its pairs, so that a question of one
    character matches too.
    """
    text = normalised(text)
    if text.isascii() or _UNSPACED_LETTER.search(text) is None:
        return text
    words = _splitter().analyze(text)
    return " ".join(part for word in words for part in _index_parts(word))


def _index_parts(word: str) -> list[str]:
    return [*word, *_pairs(word)] if _is_unspaced(word) else [word]


def _pairs(letters: str) -> list[str]:
    return [letters[at : at + 2] for at in range(len(letters) - 1)]


def _is_unspaced(word: str) -> bool:
    return not word.isascii() and _UNSPACED_LETTER.search(word) is not None


def plain_words(text: str) -> list[str]:
    """The words of a text in reading order, normalised but not stemmed.

    Stop words are left out; scripts without spaces give pairs of characters.
    """
    words = _splitter().analyze(normalised(text))
    return [part for word in words if word not in STOP_WORDS for part in _question_parts(word)]


def index_terms(text: str) -> list[str]:
    """The terms of a text in reading order, with repetitions."""
    return analyzer().analyze(index_text(text))


def question_terms(question: str, most: int = 64) -> list[str]:
    """At most `most` distinct terms of a question, in its order.

    Stop words are dropped unless nothing else is left ("to be or not to be"). A run without spaces gives only its
    pairs, which are more specific than single characters. A question of more than a few thousand characters is cut.
    """
    text = normalised(question[: most * LONGEST_TERM_BYTES])
    if text.isascii():
        words = [w for w in _ASCII_WORD.findall(text) if len(w) <= LONGEST_TERM_BYTES]
    else:
        words = _splitter().analyze(text)
    telling = [word for word in words if word not in STOP_WORDS] or words
    return list(dict.fromkeys(term for word in telling for term in _terms_of(word)))[:most]


@lru_cache(maxsize=WORDS_KEPT)
def _terms_of(word: str) -> tuple[str, ...]:
    """The terms of one word, cached, because questions repeat words."""
    return tuple(analyzer().analyze(" ".join(_question_parts(word))))


def _question_parts(word: str) -> list[str]:
    return (_pairs(word) or [word]) if _is_unspaced(word) else [word]

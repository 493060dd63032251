"""Compares the words of a question with those of a name: words, options ("--dry-run", "-s") and names written as one word
("max_connections", "ProxyTimeout"). Pure.

The twin is web/reader/src/terms/name-words.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wherein.lexicon import lexicon
from wherein.questions.words.function_words import FUNCTION_WORDS

_LEXICON = lexicon("named-terms")
_TOKEN = _LEXICON.pattern("token")
_PIECE = _LEXICON.pattern("piece")
_CAMEL = _LEXICON.pattern("camel")
_EDGES = _LEXICON.pattern("edges")
_SHORT_OPTION = _LEXICON.pattern("short_option")
_IDLE = FUNCTION_WORDS | frozenset(_LEXICON.words("idle"))
_ENDINGS = _LEXICON.words("endings")
_LEAST_STEM = _LEXICON.count("least_stem")
_LONGEST_NAME = _LEXICON.count("longest_name")
_PART = _LEXICON.number("part")


@dataclass(frozen=True, slots=True)
class Word:
    """One word. `whole` is how it is compared: a stem, or a name of several parts in small letters; the letter of a short
    option keeps its case. `parts` are the stems of its parts; none of a short option."""

    whole: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text without those that name nothing: `words` each once, `every` as often as it has them, in order."""

    words: tuple[Word, ...]
    every: tuple[Word, ...]
    wholes: frozenset[str]
    parts: frozenset[str]


def words_of(text: str) -> Words:
    """The words of a name or a text; those of names are kept."""
    return _kept_words(text) if len(text) <= _LONGEST_NAME else _words(text)


@lru_cache(maxsize=50_000)
def _kept_words(text: str) -> Words:
    return _words(text)


def _words(text: str) -> Words:
    found: dict[str, Word] = {}
    every = [word for token in _TOKEN.findall(text) if (word := _word(token)) is not None]
    for word in every:
        found.setdefault(word.whole, word)
    return Words(
        tuple(found.values()),
        tuple(every),
        frozenset(found),
        frozenset(part for word in found.values() for part in word.parts),
    )


def _word(token: str) -> Word | None:
    token = _EDGES.sub("", _EDGES.sub("", token))
    if _SHORT_OPTION.search(token):
        return Word("-" + token[1:], ())
    pieces = _PIECE.findall(token)
    if not pieces:
        return Word(token, ()) if token.strip("-.:") else None
    if len(pieces) == 1 and len(pieces[0]) == len(token):
        if token.casefold() in _IDLE:
            return None
        parts = tuple(_ending_cut(part.casefold()) for part in _CAMEL.split(token))
        whole = parts[0] if len(parts) == 1 else token.casefold()
        return Word(token if len(token) == 1 else whole, parts)
    parts = tuple(_ending_cut(part.casefold()) for piece in pieces for part in _CAMEL.split(piece))
    return Word(token.lstrip("-").casefold(), parts)


def _ending_cut(word: str) -> str:
    """A word without its ending, so that "aborting" and "aborts" are "abort"; a name of several parts keeps all letters."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            word = word.removesuffix(ending)
            break
    if len(word) > _LEAST_STEM and word[-1] in "ey":
        word = word[:-1]
    if len(word) > _LEAST_STEM and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word


def match(word: Word, words: Words) -> float:
    """How well a word is among others, 0 to 1: as a whole, or by its parts."""
    if word.whole in words.wholes:
        return 1.0
    if word.whole in words.parts or (word.parts and words.parts.issuperset(word.parts)):
        return _PART
    return 0.0


def covered(words: Words, by: Words) -> float:
    """The share of words that others have, 0 to 1; 0 without words."""
    if not words.words:
        return 0.0
    return sum(_covered(word, by) for word in words.words) / len(words.words)


def _covered(word: Word, by: Words) -> float:
    if word.whole in by.wholes or word.whole in by.parts:
        return 1.0
    if not word.parts:
        return 0.0
    return sum(part in by.parts for part in word.parts) / len(word.parts)

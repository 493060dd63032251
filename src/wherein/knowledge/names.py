"""Normalises names to keys, and derives other names from a title and its lead. Knows no index."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from wherein.core.span import Span


class NameKind(IntEnum):
    """The kinds of names, most reliable first."""

    TITLE = 0
    """The whole title."""
    BARE = 1
    """The title without its parenthesis: "Mercury (planet)"."""
    ALIAS = 2
    """A redirect, an alias, or a name that the source marks."""
    LEAD = 3
    """The name at the beginning of the first sentence."""
    PLACE = 4
    """The part before a comma: "Springfield, Illinois"."""
    ARTICLELESS = 5
    """Without The or A."""
    SHORTENED = 6
    """First and last word of a longer name: "Timothy J. Roemer"."""
    PARTIAL = 7
    """One rare word of it: "Avogadro"."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text: its place and its normalised form."""

    span: Span
    norm: str


_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# A run of letters, digits and their marks, apostrophes inside it; signs of scripts without spaces
# are words of one character; the ampersand is a word.
_WORD = re.compile(
    rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W_])(?:(?![{_UNSPACED}])(?:[^\W_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u0655\u0900-\u0dff\u0e31-\u0e4e])|['\u2019\u02bc](?=[^\W_]))*|&"
)
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*|&")
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th", "ħ": "h"})  # fmt: skip
_POSSESSIVE = re.compile(r"['\u2019\u02bc]s$", re.IGNORECASE)
_APOSTROPHES = re.compile("['\u2019\u02bc]")


@lru_cache(maxsize=100_000)
def normalised_word(word: str) -> str:
    """Lower case, without accents, apostrophes and the possessive; & is "and"."""
    if word == "&":
        return "and"
    if word.isascii() and word.isalnum():
        return word.lower()
    word = _APOSTROPHES.sub("", _POSSESSIVE.sub("", word))
    folded = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return bare.translate(_LETTERS)


def places(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, normalised form) of each word of a text; a possessive's place excludes its 's."""
    for match in (_ASCII_WORD if text.isascii() else _WORD).finditer(text):
        word = match.group()
        start, end = match.span()
        if not word.isalnum() and (possessive := _POSSESSIVE.search(word)):
            end = start + possessive.start()
        norm = normalised_word(word)
        if norm:
            yield start, end, norm


def words_of(text: str) -> list[Word]:
    """The words of a text in reading order."""
    return [Word(Span(start, end), norm) for start, end, norm in places(text)]


def norms(text: str) -> list[str]:
    return [norm for _, _, norm in places(text)]


def key_of(name: str) -> str:
    """The key of a name; empty without a letter or digit.

    A space follows each word, so that a key can be a prefix of another one only at the end of a word.
    """
    return "".join(norm + " " for norm in norms(name))


_CAPITALISED = re.compile(r"\b[A-Z]\w*")
_BRACKET = re.compile(r"\s*\([^()]*\)\s*$")
_ARTICLES = frozenset({"the", "a", "an"})
_LEAD_END = re.compile(r"\s*\(|,|\bis\b|\bwas\b|\bare\b|\bwere\b|\brefers?\b|;|:|\bor\b")
_KNOWN_AS = re.compile(
    r"(?:also |better |commonly |formerly |often |usually |simply )*(?:known|called|written|spelled|titled|abbreviated)(?: simply)? (?:as )?(?:the )?([^,.;:()]{2,60})"
)
_MOST_LEAD_WORDS = 8
_LEAST_PARTIAL_LETTERS = 4


def bare_title(title: str) -> str:
    """The title without its parenthesis: "Mercury" of "Mercury (planet)"."""
    return _BRACKET.sub("", title)


def names_of_title(title: str) -> Iterator[tuple[str, NameKind]]:
    """(key, kind) of the names that follow from a title alone, without partial names."""
    key = key_of(title)
    if key:
        yield key, NameKind.TITLE
    bare = bare_title(title)
    if bare and bare != title:
        yield key_of(bare), NameKind.BARE
    place, comma, _ = bare.partition(", ")
    if comma:
        yield key_of(place), NameKind.PLACE
    words = norms(bare)
    if len(words) > 1 and words[0] in _ARTICLES:
        yield "".join(word + " " for word in words[1:]), NameKind.ARTICLELESS
    if len(words) > 2 and not comma and bare[:1].isupper() and words[0] not in _ARTICLES:
        yield f"{words[0]} {words[-1]} ", NameKind.SHORTENED
    spelled = _initials(bare)
    if spelled:
        yield spelled, NameKind.ALIAS
    if "'s" in bare or "\u2019s" in bare:
        yield key_of(bare.replace("'s", "s").replace("\u2019s", "s")), NameKind.ALIAS


def _initials(name: str) -> str:
    """ "U.S. Steel" and "J. R. R. Tolkien" with their initials joined; "" without initials."""
    if "." not in name:
        return ""
    together = re.sub(r"\b((?:[^\W\d_]\.\s?){2,})", lambda m: re.sub(r"[.\s]", "", m.group()) + " ", name)  # fmt: skip
    return key_of(together) if together != name else ""


def names_of_lead(title: str, opening: str) -> Iterator[str]:
    """The keys of names in the first sentence: the text before its verb, and "also known as …".

    The text before the verb counts only if it shares a word with the title, since some leads do not begin with their
    subject.
    """
    first = opening[:400].split("\n", 1)[0]
    own = set(norms(bare_title(title)))
    end = _LEAD_END.search(first)
    if end is not None and end.start():
        words = norms(first[: end.start()])
        if words and words[0] in _ARTICLES:
            words = words[1:]
        if 0 < len(words) <= _MOST_LEAD_WORDS and own & set(words):
            yield "".join(word + " " for word in words)
            if len(words) > 2:
                yield f"{words[0]} {words[-1]} "
    for match in _KNOWN_AS.finditer(first[:250]):
        key = key_of(
            re.split(r" (?:is|was|are|were|and|or|in|by|to|after|for|of) ", match.group(1))[0]
        )
        if (
            key
            and len(key.split()) <= _MOST_LEAD_WORDS
            and len(key) > 3
            and match.group(1)[:1].isupper()
        ):
            yield key


def surname(title: str) -> str | None:
    """The last word of a person's title; None for one word, and for a by-name ("Peter the Great")."""
    words = norms(bare_title(title).split(", ")[0])
    return words[-1] if len(words) > 1 and _ARTICLES.isdisjoint(words) else None


def partial_words(title: str) -> list[str]:
    """Words that can name the title if they are rare: those of four letters or more, and its initials."""
    words = norms(bare_title(title).split(", ")[0])
    if len(words) < 2:
        return []
    acronym = "".join(letters[0] for letters in _CAPITALISED.findall(bare_title(title)))
    parts = [w for w in words if len(w) >= _LEAST_PARTIAL_LETTERS and not w.isdigit()]
    return [*parts, acronym.lower()] if len(acronym) > 2 else parts

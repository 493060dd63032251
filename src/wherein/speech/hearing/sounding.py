"""Computes how similar two spellings sound in English, by rough phonetic forms and their edit distance. Knows no words.

The rules are a few of Metaphone's (Philips, 1990), with vowels kept, since names differ in little else.
`web/speech/src/hearing/sounding.ts` is the twin; `contracts/speech-mending.json` has the cases.
"""

from __future__ import annotations

import re
import unicodedata

from wherein.lexicon import lexicon

_LEXICON = lexicon("speech")
_RULES = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (line.split(" > ") for line in _LEXICON.lines("sounds"))
)
_NO_LETTER = re.compile(r"[^a-z]")
_VOWELS = frozenset("aeiouy")
_SLIGHT = _LEXICON.number("vowel_cost")
_NEAR = frozenset(pair for pairs in _LEXICON.words("near_sounds") for pair in (pairs, pairs[::-1]))


def sound_of(text: str) -> str:
    """The rough sound of a text, without spaces, marks and doubled letters; empty for one without Latin letters."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = _NO_LETTER.sub("", plain)
    for pattern, instead in _RULES:
        plain = pattern.sub(instead, plain)
    return plain


def alikeness(one: str, other: str) -> float:
    """From 0 to 1 for two sounds: 1 less the edit distance by the longer one's length.

    A vowel for a vowel, and a consonant for its voiced or unvoiced twin, costs less than another change.
    """
    longer = max(len(one), len(other))
    if not longer:
        return 0.0
    row = [float(at) for at in range(len(other) + 1)]
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], float(i)
        for j, b in enumerate(other, 1):
            change = before + _cost(a, b)
            before = row[j]
            row[j] = min(change, row[j] + _dropped(a), row[j - 1] + _dropped(b))
    return 1 - row[-1] / longer


def is_near(a: str, b: str) -> bool:
    """Whether both are vowels, or consonants that differ little."""
    return (a in _VOWELS and b in _VOWELS) or a + b in _NEAR


def _cost(a: str, b: str) -> float:
    if a == b:
        return 0.0
    return _SLIGHT if is_near(a, b) else 1.0


def _dropped(letter: str) -> float:
    return 0.5 if letter in _VOWELS or letter == "h" else 1.0

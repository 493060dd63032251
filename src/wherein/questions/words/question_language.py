"""Detects questions in languages other than English, by their words. Has no model.

A question is short, so its first word counts most: every language has its own "when" and "who". The TypeScript twin
is `web/reader/src/question/question-language.ts`; `contracts/question-language.json` has the cases for both.
"""

from __future__ import annotations

import re
import unicodedata

from wherein.lexicon import lexicon

_LEXICON = lexicon("question-language")
_LANGUAGES = _LEXICON.words("languages")
_ENGLISH = frozenset(_LEXICON.words("english"))
_OPENING = {code: frozenset(_LEXICON.words(f"{code}_opening")) for code in _LANGUAGES}
_FUNCTION = {code: frozenset(_LEXICON.words(f"{code}_function")) for code in _LANGUAGES}
_WORD = re.compile(r"[^\W\d_]+")
# Not of names: English writes "Beyonc\u00e9" and "Sk\u00e5ne" too.
_FOREIGN_LETTER = _LEXICON.pattern("foreign_letter")
UNDETERMINED = "und"
"""The ISO 639-2 code for an undetermined language: the question is in a script other than Latin."""

_OF_OPENING = _LEXICON.count("of_opening")
"""Weight of a question word at the beginning; a function word has weight 1."""
_LEAST = _LEXICON.count("least")
_SHORT = _LEXICON.count("short")
"""Up to this many words, a question word at the beginning is enough: "Wann beginnt?"."""


def foreign_language(question: str) -> str | None:
    """The ISO 639 code of a question in another language; None for English and for undecided cases."""
    text = unicodedata.normalize("NFC", question)
    written = _WORD.findall(text)
    letters = [character for word in written for character in word]
    if sum(_is_of_another_script(letter) for letter in letters) * 2 > len(letters):
        return UNDETERMINED
    words = [word.lower() for word in written]
    if not words:
        return None
    english = len(_ENGLISH.intersection(words))
    marked = any(
        word[0].islower() and _FOREIGN_LETTER.search(word) for word in (words[0], *written)
    )
    scores = {code: _score(words, code, marked) for code in _LANGUAGES}
    best = max(scores, key=lambda code: scores[code])
    return best if scores[best] >= max(_LEAST, 2 * english + 1) else None


def _score(words: list[str], code: str, marked: bool) -> int:
    """The language's score; 0 where it has too few words, since names may have them ("La Tour de France")."""
    opens = words[0] in _OPENING[code]
    function = len(_FUNCTION[code].intersection(words))
    if not opens and 2 * function < len(words):
        return 0
    if opens and not function and not marked and len(words) > _SHORT:
        return 0
    return _OF_OPENING * opens + function + bool(marked and (opens or function))


def _is_of_another_script(letter: str) -> bool:
    return not unicodedata.name(letter, "").startswith(("LATIN", "FULLWIDTH LATIN", "MODIFIER"))

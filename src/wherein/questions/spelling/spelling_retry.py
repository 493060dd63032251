"""The spelling retry: corrects a question for a second attempt. Corrects less certain typos than `spelling`, since the
result shows the correction.

Replaces nothing: the question is asked in both spellings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from wherein.lexicon import lexicon
from wherein.questions.spelling.spelling import Correction, Speller, words_of
from wherein.questions.spelling.typo_model import is_slip
from wherein.questions.words.dictionary import Dictionary
from wherein.questions.words.function_words import FUNCTION_WORDS
from wherein.questions.words.question_language import foreign_language

LEAST = 2.0
"""Least score of a correction of an unknown word."""
LEAST_OF_SHORT = 4.5
"""The same bound for words of at most three letters, which are close to many others."""
LEAST_OF_NAMES = 5.0
"""The same bound for names, whose correction must be on the page."""
LEAST_OF_DERIVED = 6.0
"""The same bound for words that may be made of known parts, as "polotical" of "polo"."""
ONE_TYPO = 3.0
"""A word at distance 1 comes before a likelier one at a larger distance, unless their scores differ by more than this."""
CONSIDERED = 6
SHORTEST_REPAIRED = 3
"""Least letters of a word that is repaired in an asked question."""
QUESTION_WORDS = lexicon("spelling").words("question_words")
"""Words that questions begin with, most frequent first."""
_LONGEST_ABBREVIATION = 3
_ABBREVIATIONS = frozenset("ai eg id ie io ip os pr ui".split())
"""Abbreviations with a vowel that look like typos: "os" is not "of"."""
_VOWELS = frozenset("aeiouy")
_WORD = re.compile(r"(?<!\w)[^\W\d_]+(?:['\u2019][^\W\d_]+)*(?!\w)")


def corrected_by_others(
    question: str, others: Callable[[], Iterable[str]], dictionary: Dictionary
) -> str | None:
    """The question corrected by the words of similar earlier questions; None where no word looks misspelt.

    Earlier questions have names and technical terms that no dictionary has. `others` is called only where a word is
    not in the dictionary.
    """
    listed = Speller(dictionary)
    if all(listed.knows(word, made_of_parts=False) for word in words_of(question)):
        return None
    return corrected_question(question, Speller(dictionary, "\n".join(others())))


def corrected_question(question: str, speller: Speller) -> str | None:
    """The question with its unknown words corrected; None where nothing changes.

    None for a question in another language too: the English dictionary does not have its words. A capitalised word
    that is not the first one is a name, and only the page's words correct it.
    """
    if foreign_language(question) is not None:
        return None
    meant = question
    for match in reversed(list(_WORD.finditer(question))):
        word = match.group()
        better = _better(word, speller, first=not _WORD.search(question[: match.start()]))
        if better is not None:
            has_capital = any(letter.isupper() for letter in word)
            cased = better.capitalize() if has_capital else better
            meant = meant[: match.start()] + cased + meant[match.end() :]
    return meant if meant != question else None


def repaired_question(question: str, speller: Speller, occurs: Callable[[str], bool]) -> str | None:
    """The question with each unknown word repaired that is a slip of a word of the text; None where nothing is repaired.

    A word that neither the text nor the dictionary has may be a name, a brand or a new word. So it is only replaced by
    a word of the text (`occurs`, in lower case) at one slip (`typo_model.is_slip`), or by a function word;
    the first word also by a question word. Questions in other languages stay.
    """
    if foreign_language(question) is not None:
        return None
    meant = question
    for match in reversed(list(_WORD.finditer(question))):
        word = match.group()
        first = not _WORD.search(question[: match.start()])
        better = _repaired(word, speller, occurs, first)
        if better is not None:
            has_capital = any(letter.isupper() for letter in word)
            cased = better.capitalize() if has_capital else better
            meant = meant[: match.start()] + cased + meant[match.end() :]
    return meant if meant != question else None


def _repaired(
    word: str, speller: Speller, occurs: Callable[[str], bool], first: bool
) -> str | None:
    ending = "'s" if word.lower().replace("\u2019", "'").endswith("'s") else ""
    stem = word[: len(word) - len(ending)]
    plain = stem.lower()
    if not stem.isascii() or len(stem) < 2 or stem.isupper():
        return None
    if speller.knows(stem, made_of_parts=False) or occurs(plain):
        return None
    asking = _question_word(plain) if first else None
    if asking is not None:
        return asking
    if len(plain) < SHORTEST_REPAIRED or any(letter.isupper() for letter in stem[1:]):
        return None
    for found in speller.corrections(stem, CONSIDERED):
        function = found.word in FUNCTION_WORDS and not _is_abbreviation(plain, found.word)
        if not is_slip(plain, found.word) and not (function and _is_swapped(plain, found.word)):
            continue
        if not (function or occurs(found.word)) or not _is_likely(stem, found, speller, first):
            continue
        return found.word.removesuffix("'s") + ending
    return None


def _is_swapped(word: str, other: str) -> bool:
    return len(word) == len(other) and sorted(word) == sorted(other)


def _better(word: str, speller: Speller, first: bool) -> str | None:
    ending = "'s" if word.lower().replace("\u2019", "'").endswith("'s") else ""
    stem = word[: len(word) - len(ending)]
    if not stem.isascii() or len(stem) < 2 or stem.isupper():
        return None
    if speller.knows(stem, made_of_parts=False):
        return None
    asking = _question_word(stem.lower()) if first else None
    if asking is not None:
        return asking
    found = _nearest(stem.lower(), speller.corrections(stem, CONSIDERED))
    if found is None or not _is_likely(stem, found, speller, first):
        return None
    if _is_abbreviation(stem.lower(), found.word):
        return None
    return found.word.removesuffix("'s") + ending


def _nearest(word: str, found: Sequence[Correction]) -> Correction | None:
    """The likeliest correction, preferring distance 1, since one word seldom has two typos."""
    from rapidfuzz.distance import OSA

    near = [
        one
        for one in found
        if OSA.distance(one.word, word) == 1 and one.score >= found[0].score - ONE_TYPO
    ]
    return next(iter([*near, *found]), None)


def _question_word(word: str) -> str | None:
    """The question word one typo away, preferring a lost letter ("wha") to a changed one."""
    from rapidfuzz.distance import OSA

    near = [one for one in QUESTION_WORDS if OSA.distance(word, one) == 1]
    dropped = [one for one in near if len(one) > len(word)]
    return next(iter([*dropped, *near]), None)


def _is_abbreviation(word: str, better: str) -> bool:
    """Whether a short unknown word is an abbreviation: "gc", "vs", "os".

    A word without a vowel is none where it is a function word with a letter missing ("th", "whn").
    """
    if word in _ABBREVIATIONS:
        return True
    if len(word) > _LONGEST_ABBREVIATION or not _VOWELS.isdisjoint(word):
        return False
    lost = any(better[:i] + better[i + 1 :] == word for i in range(len(better)))
    return not (lost and better in FUNCTION_WORDS)


def _is_likely(word: str, correction: Correction, speller: Speller, first: bool) -> bool:
    plain = word.lower()
    if correction.word in (plain + "s", plain.removesuffix("s")):
        return False
    is_name = any(letter.isupper() for letter in word) and not first
    if is_name:
        return speller.is_on_page(correction.word) and correction.score >= LEAST_OF_NAMES
    if speller.knows(word):
        return correction.score >= LEAST_OF_DERIVED
    return correction.score >= (LEAST_OF_SHORT if len(word) < 4 else LEAST)

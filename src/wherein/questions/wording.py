"""Compares the wordings of questions: two that differ in articles, auxiliaries and punctuation alone ask the same.

The word lists are in `contracts/lexicon/question-wording.json`, the cases for both languages in
`contracts/question-wording.json`. Question words, prepositions, pronouns, negations, modal verbs and the order of the words
count.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from wherein.lexicon import lexicon

_LEXICON = lexicon("question-wording")
_ARTICLES = frozenset(_LEXICON.words("articles"))
_AUXILIARIES = frozenset(_LEXICON.words("auxiliaries"))
_MODALS = frozenset(_LEXICON.words("modals"))
_FULL_VERBS = frozenset(_LEXICON.words("full_verbs"))
_CONTRACTED = frozenset(_LEXICON.words("contracted"))
_WHOLE = _LEXICON.map("whole")
_QUOTATION_MARKS = _LEXICON.pattern("quotation_marks")
_DASHES = _LEXICON.pattern("dashes")
_INVISIBLE = _LEXICON.pattern("invisible")
_PUNCTUATION = _LEXICON.pattern("punctuation")
_TOKEN = _LEXICON.pattern("token")
_THOUSANDS = _LEXICON.pattern("thousands")
_BEGINS_A_PHRASE = _LEXICON.pattern("begins_a_phrase")
_SHORT_FORMS = frozenset(("re", "ve", "ll", "m", "d", "s"))


def same_wording(one: str, other: str) -> bool:
    """Whether two questions differ at most in articles, auxiliaries and punctuation.

    Case counts ("polish", "Polish"), but for the first word, and where one of them is typed wholly in lower case or
    wholly in capitals.
    """
    mine, theirs = wording_key(one), wording_key(other)
    if mine == theirs:
        return True
    ignores_case = _has_one_case(one) or _has_one_case(other)
    return ignores_case and mine.lower() == theirs.lower()


@lru_cache(maxsize=4096)
def wording_key(question: str) -> str:
    """The words that count, separated by single spaces; all words where none of them counts."""
    text = _plain(question)
    tokens = _TOKEN.findall(text)
    tokens = [token for token in tokens if not _PUNCTUATION.fullmatch(token)]
    every: list[str] = []
    kept: list[str] = []
    has_auxiliary = False
    for place, token in enumerate(tokens):
        word = token.lower() if place == 0 or token == "I" else token
        words, contracts = _expanded(word)
        every += words
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        if word in _AUXILIARIES and not (has_auxiliary and _is_full_verb(word, following)):
            has_auxiliary = True
        elif word not in _ARTICLES:
            kept += words
        has_auxiliary = has_auxiliary or contracts or word in _MODALS
    return " ".join(kept or every)


def _plain(question: str) -> str:
    text = unicodedata.normalize("NFC", question)
    text = _INVISIBLE.sub("", _DASHES.sub("-", _QUOTATION_MARKS.sub("'", text)))
    text = _THOUSANDS.sub("", text)
    return text.lower() if text == text.upper() else text


def _expanded(word: str) -> tuple[list[str], bool]:
    """The words that a token stands for without the auxiliary that it contracts, and whether it contracts one."""
    low = word.lower()
    if low in _WHOLE:
        return _WHOLE[low].split(), True
    stem, apostrophe, ending = word.rpartition("'")
    if not apostrophe:
        return [word], False
    if ending.lower() == "t" and stem.lower().endswith("n"):
        verb = stem[:-1].lower()
        return [verb, "not"] if verb in _MODALS else ["not"], True
    if ending.lower() in _SHORT_FORMS and stem.lower() in _CONTRACTED:
        return ["i" if stem == "I" else stem], True
    return [word.replace("'", "")], False


def _is_full_verb(word: str, following: str) -> bool:
    """Whether a second auxiliary is the verb of the question: "What does he have?", "May we have a dog?"."""
    ends = not following or following.lower() in _ARTICLES
    return word in _FULL_VERBS and (ends or _BEGINS_A_PHRASE.match(following) is not None)


def _has_one_case(question: str) -> bool:
    return question in (question.lower(), question.upper())

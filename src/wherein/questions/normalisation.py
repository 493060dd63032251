"""The key of a question: two questions with equal keys are the same question. Knows no meaning.

Questions with equal keys differ in white space, Unicode composition, curly or straight quotation marks, one last full stop
or question mark, and the case of the first letter where the first word is a question or function word. Everything else
may change what is asked, so it stays. `web/reader/src/question/question-key.ts` is the twin; the cases are in
`contracts/questions.json`.
"""

from __future__ import annotations

import unicodedata

from wherein.lexicon import lexicon

_LEXICON = lexicon("question-key")
_STRAIGHT = str.maketrans(_LEXICON.map("straight_quotes"))
_LAST_MARKS = tuple(_LEXICON.characters("last_marks"))
_FIRST_WORDS = frozenset(_LEXICON.words("first_words"))
_FIRST_BEFORE = frozenset(_LEXICON.words("first_before"))
_FOLLOWERS = frozenset(_LEXICON.words("followers"))


def question_key(question: str) -> str:
    """The normal form of a question; "" for a text without any character, or with half a surrogate pair."""
    try:
        question.encode("utf-8")
    except UnicodeEncodeError:
        return ""  # such a text cannot be stored
    text = " ".join(unicodedata.normalize("NFC", question).split()).translate(_STRAIGHT)
    if text.endswith(_LAST_MARKS):
        text = text[:-1].rstrip()
    return text[:1].lower() + text[1:] if _begins_with_function_word(text) else text


def _begins_with_function_word(text: str) -> bool:
    """Whether the first word is a question or function word, and not a name that is written like one.

    "Will", "Can" and "In" may be names or symbols, so they count only before a word such as "the" or "I".
    """
    first, *rest = text.split(" ", 2)
    word = first[:1].lower() + first[1:]
    return word in _FIRST_WORDS or (
        word in _FIRST_BEFORE and rest[:1] != [] and rest[0] in _FOLLOWERS
    )

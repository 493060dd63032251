"""What a pronoun stands for in a conversation about documents, by rules over the last turns.

Used where the title names no person or thing, as of a report or a manual: there the tagger, which learned
from conversations about encyclopedia articles, would put the title everywhere.
"""

from __future__ import annotations

import re

from wherein.questions.dictionary import english
from wherein.questions.followup_phrases import PEOPLE, PERSON, THING, in_place_of_pronoun
from wherein.questions.followup_terms import WORD, History, words_of
from wherein.questions.function_words import FUNCTION_WORDS

_PARTICLES = frozenset("of the de la le van von der den di da du and bin ibn al el y".split())
_NAME = re.compile(
    r"[^\W\d_a-z]\w*\.?(?:[-'’][^\W\d_]\w*)*(?: (?:(?:de|la|le|van|von|der|den|di|da|du|bin|ibn|al|el|of) ){0,2}"
    r"[^\W\d_a-z]\w*\.?(?:[-'’][^\W\d_]\w*)*)+"
)
_NOUN_PHRASE = re.compile(
    r"\b(?:the|this|that|an?)\s+((?:[\w'’-]+\s+){0,3}[\w'’-]+)$", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"\b(?:is|was|does|did|has|will|can)\s+the\s+((?:[\w'’-]+\s+){0,5}[\w'’-]+)\s+\w+$",
    re.IGNORECASE,
)
"""In a question that ends in its verb: "When was the first of Fresnel's lenses lit"."""
_PLURAL_PHRASE = re.compile(
    r"\b(?:the|these|those|all)\s+((?:[\w'’-]+\s+){0,2}?[\w'’-]*[^\W_s]s)\b", re.IGNORECASE
)
_PLURAL = re.compile(r"^(?:how many|which|what)\s+(\w+s)\b", re.IGNORECASE)
_LONGEST_NAME = 6
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")
_COMMON = 7.88
"""log10 of the count of a word that names nothing: of 289 titles of articles 7 have only such words
("West Side Story"), and "Annual Report" has."""
_COMMON_ALONE = 5.5
"""Of a title of one word, which has a capital in any case: "Lighthouses"."""


def is_name(title: str) -> bool:
    """Whether a title names somebody or something: each word but particles has a capital, and one is no
    common English word. What stands in brackets behind it says what kind of thing it is."""
    title = _IN_BRACKETS.sub("", title)
    words = [word for word in WORD.findall(title) if word.lower() not in _PARTICLES]
    if not words or len(words) > _LONGEST_NAME:
        return False
    if not all(word[0].isupper() or word.isdigit() for word in words):
        return False
    rarest = min(english().frequency(word.lower()) or 0.0 for word in words)
    return rarest < (_COMMON if len(words) > 1 else _COMMON_ALONE)


def with_referent(question: str, history: History) -> str:
    """The question with its pronoun replaced by what the newest turn that has one names; else unchanged."""
    have = set(words_of(question))
    for kind, find in ((PERSON, _person), (THING, _thing), (PEOPLE, _people)):
        if not have & kind or _stands_before(question, kind):
            continue
        for asked, answer in reversed(history.turns):
            named = find(asked.rstrip("?.! "), answer)
            if named is None:
                continue
            return in_place_of_pronoun(question, kind, named) or question
    return question


def _stands_before(question: str, kind: frozenset[str]) -> bool:
    """Whether the question itself names, before its pronoun, what that may stand for."""
    for number, found in enumerate(WORD.finditer(question)):
        word = found.group()
        if word.lower() in kind:
            return False
        if number and (word[0].isupper() or (kind != PERSON and _is_noun_like(word))):
            return True
    return False


def _is_noun_like(word: str) -> bool:
    return len(word) > 3 and word.lower() not in FUNCTION_WORDS and word.endswith("s")


def _person(asked: str, answer: str) -> str | None:
    for text in (answer, asked):
        found = [name for name in _NAME.findall(text) if is_name(name)]
        if found:
            return str(found[0])
    return None


def _thing(asked: str, answer: str) -> str | None:
    found = _NOUN_PHRASE.search(asked) or _SUBJECT.search(asked)
    if found is not None:
        words = found.group(1).split()
        while words and words[0].lower() in FUNCTION_WORDS:
            del words[0]
        if words:
            return f"the {' '.join(words)}"
    return _person(asked, answer)


def _people(asked: str, answer: str) -> str | None:
    found = _PLURAL.match(asked) or _PLURAL_PHRASE.search(asked)
    return f"the {found.group(1)}" if found else None

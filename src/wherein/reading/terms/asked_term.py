"""Says which term a question asks about, and in which way: for its meaning, its default, how to do it. Pure.

The twin is web/reader/src/terms/asked-term.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wherein.lexicon import lexicon
from wherein.reading.terms.name_words import Word, words_of

_LEXICON = lexicon("named-terms")
_MEANINGS = tuple(_LEXICON.pattern(f"asks_meaning_{n}") for n in range(1, 7))
_DEFAULT = _LEXICON.pattern("asks_default")
_HOWTO = _LEXICON.pattern("asks_howto")
_WHICHES = tuple(_LEXICON.pattern(f"asks_which_{n}") for n in range(1, 5))
_LAST_CLAUSE = _LEXICON.pattern("last_clause")
_LINK = _LEXICON.pattern("link")
_OTHERWISE = _LEXICON.pattern("asks_otherwise")
_DEFAULT_WORDS = words_of(" ".join(_LEXICON.words("default_words"))).wholes
_WHICH_WORDS = words_of(" ".join(_LEXICON.words("which_words"))).wholes
_MOST_BARE_WORDS = _LEXICON.count("most_bare_words")
_EDGE = " \t\n?!.,;\"'\u2018\u2019\u201c\u201d"


class Form(StrEnum):
    """The way in which a question asks about a term."""

    MEANING = "meaning"
    DEFAULT = "default"
    HOWTO = "howto"
    WHICH = "which"
    BARE = "bare"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class AskedTerm:
    """A term with its words, each once.

    name: the term as the question writes it, with what it says of it. phrase: the term alone.
    """

    form: Form
    name: str
    phrase: str
    words: tuple[Word, ...]


def asked_term(question: str) -> AskedTerm | None:
    """The term of a question; None where no word of it names anything."""
    whole = _LINK.sub("", _last_clause(question.strip().rstrip("?! .").strip()))
    form, name, phrase = _form(whole)
    idle: frozenset[str] = frozenset()
    if form is Form.DEFAULT:
        idle = _DEFAULT_WORDS
    elif form is Form.WHICH:
        idle = _WHICH_WORDS
    words = tuple(word for word in words_of(name).words if word.whole not in idle)
    return AskedTerm(form, name, phrase, words) if words else None


def _last_clause(question: str) -> str:
    """The part of a question that asks how or which, where it follows what happened ("It hangs. How do I stop it")."""
    begins = [match.end() for match in _LAST_CLAUSE.finditer(question)]
    return question[begins[-1] :] if begins else question


def _form(whole: str) -> tuple[Form, str, str]:
    """How a question asks, what it says of the term, and the term."""
    if _DEFAULT.search(whole):
        return Form.DEFAULT, whole, whole
    if match := _HOWTO.search(whole):
        return Form.HOWTO, match[1].strip(_EDGE), match[1].strip(_EDGE)
    for pattern in _WHICHES:
        if match := pattern.search(whole):
            what = next((group for group in match.groups() if group and group.strip(_EDGE)), whole)
            return Form.WHICH, what.strip(_EDGE), what.strip(_EDGE)
    for pattern in _MEANINGS:
        if match := pattern.search(whole):
            groups = [group.strip(_EDGE) for group in match.groups() if group]
            return Form.MEANING, " ".join(filter(None, groups)), groups[0]
    is_bare = len(whole.split()) <= _MOST_BARE_WORDS and not _OTHERWISE.search(whole)
    return (Form.BARE if is_bare else Form.OTHER), whole, whole

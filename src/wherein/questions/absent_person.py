"""Finds the person whom a question names and a text does not: what is said there of somebody else is no answer.

The TypeScript twin is `web/reader/src/question/absent-person.ts`; the cases are in contracts/absent-people.json.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from wherein.lexicon import lexicon
from wherein.questions.words.question_language import foreign_language

_LEXICON = lexicon("person-names")
FIRST_NAMES = frozenset(
    word for name in ("men", "women", "other_first_names") for word in _LEXICON.words(name)
)
_FORMS = frozenset(
    word for name in ("he_forms", "she_forms", "other_forms") for word in _LEXICON.words(name)
)
_BEGINS_NO_NAME = frozenset((*_LEXICON.words("first_of_no_person"), *_LEXICON.words("no_names")))
_OF_NO_PERSON = frozenset(_LEXICON.words("of_no_person"))
_PLACES = frozenset(_LEXICON.lines("places"))
_SMALL = frozenset(lexicon("function-words").words("function"))
_PARTICLES = frozenset(_LEXICON.words("particles"))
_LONG = _LEXICON.count("fewest_of_one_edit")
"""Letters from which a name that differs by one slip is the same."""
_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_PLAIN = re.compile(r"[a-z]+")
_WRITTEN = re.compile(r"[A-Za-z][A-Za-z'.-]*")
_SIGNS_INSIDE = re.compile(r"[-.']")


class NamedPeople:
    """The people whom one question names by several words, such as "Marie Curie"."""

    def __init__(self, question: str) -> None:
        self._names = () if foreign_language(question) else tuple(_names(question))

    def __bool__(self) -> bool:
        return bool(self._names)

    def absent(self, *texts: str) -> str | None:
        """The first of them who is not named in any of the texts, as the question writes the name; None without one.

        A person is named by the last word of the name, also with one slip in it, but not where it is somebody else's: after
        another first name, or as a part of a double name. Linear in the texts' length.
        """
        if not self._names:
            return None
        tokens = [token for text in texts for token in _tokens(text)]
        there = {part for token in tokens for part in (token.plain, *token.parts)}
        for written, words in self._names:
            if _is_named(words, written, tokens, there):
                continue
            if (
                words[0] in FIRST_NAMES
                or words[0] in _FORMS
                or not any(_is_there(word, there) for word in words)
            ):
                return written
        return None


class _Token(NamedTuple):
    """A word of a text: in plain letters, and the parts of a double name or of what has points."""

    plain: str
    parts: tuple[str, ...]
    is_capitalised: bool


def _is_named(words: list[str], written: str, tokens: list[_Token], there: set[str]) -> bool:
    last = _WORD.findall(written)[-1].split("-")
    lasts = {_plain(part) for part in last} | {words[-1]}
    if lasts.isdisjoint(there) and not any(f"{one}s" in there for one in lasts):
        return any(_is_there(one, there) for one in lasts)
    own, before = {*words, *lasts}, ""
    for token in tokens:
        if not lasts.isdisjoint((token.plain, token.plain.removesuffix("s"))):
            is_own = before in own or is_nearly(before, words[0])
            if before not in FIRST_NAMES or is_own or words[0] in _FORMS:
                return True
        elif len(token.parts) > 1:
            named = len(own.intersection(token.parts))
            if named > 1 or (named and before in own):
                return True
        before = token.plain if token.is_capitalised else ""
    return False


def _names(question: str) -> Iterable[tuple[str, list[str]]]:
    """Runs of two to four capitalised words that may be a person's name, as written and in plain lower-case letters."""
    found = list(_WORD.finditer(question))
    if any(_is_capitalised(m[0]) and m[0].lower() in _SMALL for m in found[1:]):
        return  # a title, where capitals say nothing
    for run in _runs(question, found):
        parts = [match[0].split("-")[0] if match is run[0] else match[0] for match in run]
        words = [_plain(part) for part in parts if part not in _PARTICLES]
        if 2 <= len(words) <= 4 and _may_be_a_person(words):
            written = question[run[0].start() : run[-1].end()]
            yield re.sub(r"[’']s?$", "", written), words


def _runs(question: str, found: list[re.Match[str]]) -> Iterable[list[re.Match[str]]]:
    """Capitalised words one after the other, also with a particle between two of them ("Charles de Gaulle")."""
    run: list[re.Match[str]] = []
    for at, match in enumerate(found):
        is_next = bool(run) and not question[run[-1].end() : match.start()].strip(" .")
        follows = found[at + 1][0] if at + 1 < len(found) else "-"
        if _is_capitalised(match[0]) and not (at == 0 and match[0].lower() in _SMALL):
            if run and not is_next:
                yield run
                run = []
            run.append(match)
        elif is_next and match[0] in _PARTICLES and _is_capitalised(follows):
            run.append(match)
        else:
            yield run
            run = []
    yield run


def _is_capitalised(word: str) -> bool:
    return word[0].isupper() and len(word) > 1 and not word.isupper()


def _may_be_a_person(words: list[str]) -> bool:
    return (
        all(words)
        and words[0] not in _BEGINS_NO_NAME
        and _OF_NO_PERSON.isdisjoint(words)
        and " ".join(words) not in _PLACES
        and words[-1] not in _PLACES
    )


def _plain(word: str) -> str:
    """A word of a name in lower-case letters without accents and the genitive's s; "" where none is left."""
    folded = unicodedata.normalize("NFKD", word.replace("’", "'")).lower()
    return "".join(_PLAIN.findall(folded.removesuffix("'").removesuffix("'s")))


def _tokens(text: str) -> Iterable[_Token]:
    folded = unicodedata.normalize("NFKD", text.replace("’", "'"))
    letters = "".join(c for c in folded if not unicodedata.combining(c))
    for match in _WRITTEN.finditer(letters):
        word = match[0]
        lower = word.lower()
        parts = _PLAIN.findall(lower) if _SIGNS_INSIDE.search(word) else ()
        yield _Token(_plain(lower), tuple(parts), word[0].isupper())


def _is_there(word: str, there: set[str]) -> bool:
    if word in there or f"{word}s" in there:
        return True
    return len(word) >= _LONG and any(is_nearly(word, other) for other in there)


def is_nearly(word: str, other: str) -> bool:
    """Whether one letter more, less or other, or two neighbours changed, makes one word of the other."""
    from rapidfuzz.distance import OSA

    return OSA.distance(word, other, score_cutoff=1) <= 1

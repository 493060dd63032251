"""Tells whether a sentence speaks of another thing than the one that a question names: another person's death, another
path, the next meeting and not the next show.

The TypeScript twin is `web/reader/src/question/other-thing.ts`; the words are in contracts/lexicon/other-things.json, the
cases in contracts/other-things.json. Words and patterns; no model.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import chain, pairwise
from typing import NamedTuple

from wherein.lexicon import lexicon
from wherein.questions.absent_person import FIRST_NAMES, is_nearly
from wherein.questions.words.function_words import FUNCTION_WORDS
from wherein.questions.words.question_language import foreign_language

_LEXICON = lexicon("other-things")
_SUBJECT, _LIFE, _KIN_LIFE, _IDENTIFIER, _NEXT, _ASKS_NEXT, _NAMED_KIND, _OF_A_PEOPLE = map(
    _LEXICON.pattern,
    ("subject", "life", "kin_life", "identifier", "next", "asks_next", "named_kind", "of_a_people"),
)
_KIN = frozenset(_LEXICON.words("kin"))
_PARTICLES = frozenset(_LEXICON.words("particles"))
_NAME_WORD = _LEXICON.pattern("name_word")
_GENITIVE = re.compile(r"['’]s?$")
_NO_SUBJECT = frozenset(_LEXICON.words("no_subject"))
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_BEGINNING, _LONGEST_ENDING = 4, 2
"""The least letters that two forms of a name share, and the most that one has more."""
_NEAR = 60
"""Letters around the kind of a thing in which another thing's name may stand."""


class Told(NamedTuple):
    """A sentence that answers, with what it stands in.

    before: its paragraph up to it. above: the title and the headings above it. row: the headers of a cell's row and column.
    rows: the row headers of the document.
    """

    sentence: str
    before: str
    above: str
    row: str = ""
    rows: tuple[str, ...] = ()

    @property
    def around(self) -> str:
        return " ".join((self.above, self.row, self.before, self.sentence))


class OtherThing:
    """The things that one question names and that an answer has to speak of."""

    def __init__(self, question: str) -> None:
        if foreign_language(question):
            question = ""
        self._person = _person(question)
        self._kin = _kin(question)
        self._identifiers = tuple(dict.fromkeys(m[0] for m in _IDENTIFIER.finditer(question)))
        found = _ASKS_NEXT.match(question)
        self._next = (found["which"].lower(), found["what"].lower()) if found else None
        self._named = _named_kind(question)
        self._words = _words(question)
        self._pairs = _pairs(question)

    def __bool__(self) -> bool:
        return bool(
            self._person
            or self._kin
            or self._identifiers
            or self._next
            or self._named
            or self._pairs
        )

    @property
    def may_be_in_a_row(self) -> bool:
        """Whether it says what kind of a thing it asks about, so that rows tell more."""
        return bool(self._pairs)

    def is_named_often(self, text: str, least: int) -> bool:
        """Whether a text has the last word of the person's name so often that it is about that person."""
        return self._person is not None and text.count(self._person.split()[-1]) >= least

    def missed(self, told: Told) -> str | None:
        """What the question names and the sentence does not speak of, as the question writes it; None where it may."""
        if self._person and not _names(self._person, _of_whom(told)):
            return self._person
        if self._kin and not _has_kin(self._kin, told.around):
            return self._kin
        if self._named and self._is_another_of_the_kind(*self._named, told):
            return " ".join(self._named)
        if self._next and _is_another_next(*self._next, told):
            return " ".join(self._next)
        identifiers = (one for one in self._identifiers if _is_other_identifier(one, told))
        rows = (f"{of} {kind}" for of, kind in self._pairs if _is_another_row(of, kind, told))
        return next(chain(identifiers, rows), None)

    def _is_another_of_the_kind(self, name: str, kind: str, told: Told) -> bool:
        """Whether the sentence speaks of a thing of the kind beside another name, and nothing around it has this name."""
        if _names(name, told.around):
            return False
        for match in _WORD.finditer(told.sentence):
            if _is_form(kind, _plain(match[0])):
                around = told.sentence[max(0, match.start() - _NEAR) : match.end() + _NEAR]
                return any(
                    one[0].isupper() and _plain(one) not in self._words | _NO_SUBJECT
                    for one in _WORD.findall(around)[1:]
                )
        return False


def _of_whom(told: Told) -> str:
    """What may name the person whom the sentence tells of: not the sentences before one that begins with a first name."""
    first = _WORD.search(told.sentence)
    is_named = first is not None and first[0][0].isupper() and _plain(first[0]) in FIRST_NAMES
    return f"{told.above} {told.sentence}" if is_named else told.around


def _named_kind(question: str) -> tuple[str, str] | None:
    """A thing that a question calls by a name and its kind: "the Sagana bridge"."""
    for match in _NAMED_KIND.finditer(question):
        name, kind = match["name"], match["kind"]
        if (
            name[0].isupper()
            and name[1:].islower()
            and kind.islower()
            and kind not in FUNCTION_WORDS
            and not _OF_A_PEOPLE.search(name)
        ):
            return name, kind
    return None


def _person(question: str) -> str | None:
    """The name that a question has behind its verb, where the question is about a life: "When did Karin Lind die?"."""
    found = _SUBJECT.match(question)
    if found is None:
        return None
    rest, end = found["rest"], 0
    for match in _NAME_WORD.finditer(rest):
        if rest[end : match.start()].strip() or not _goes_on(match[0], end > 0):
            break
        end = match.end()
        if _GENITIVE.search(match[0]):
            break
    name = _GENITIVE.sub("", rest[:end]).strip()
    if not name or name.split()[0].lower() in _NO_SUBJECT or not _LIFE.match(rest[end:]):
        return None
    return name


def _goes_on(word: str, has_begun: bool) -> bool:
    return word[0].isupper() or (has_begun and word in _PARTICLES)


def _kin(question: str) -> str | None:
    found = _KIN_LIFE.search(question)
    return found["kin"].lower() if found and found["kin"].lower() in _KIN else None


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in folded if not unicodedata.combining(sign)).lower()


def _words(text: str) -> set[str]:
    return {_GENITIVE.sub("", word) for word in _WORD.findall(_plain(text))}


def _names(name: str, text: str) -> bool:
    """Whether a text has a word of the name, also in another form ("Alaskan", "Alaska")."""
    there = _words(text)
    return any(_is_form(word, other) for word in _words(name) if len(word) > 2 for other in there)


def _is_form(word: str, other: str) -> bool:
    """Whether two words are the same but for their ending ("Alaskan", "Alaska"), or for one slip."""
    least, most = sorted((len(word), len(other)))
    if word == other:
        return True
    if least < _BEGINNING or most - least > _LONGEST_ENDING:
        return False
    return word[: max(_BEGINNING, least - 1)] == other[: max(_BEGINNING, least - 1)] or (
        least > _BEGINNING and is_nearly(word, other)
    )


def _has_kin(kin: str, text: str) -> bool:
    return kin in _words(text)


def _is_other_identifier(one: str, told: Told) -> bool:
    """Whether the sentence lacks the identifier and has another of its class."""
    text = f"{told.above} {told.row} {told.sentence}"
    if one.lower() in text.lower():
        return False
    return any(_class(one) == _class(m[0]) for m in _IDENTIFIER.finditer(text))


def _class(identifier: str) -> str:
    if identifier[0] in "/-":
        return identifier[0]
    return "_" if "_" in identifier else "."


def _pairs(question: str) -> tuple[tuple[str, str], ...]:
    """The words in small letters that follow one another, none of them a small word, the first no "more" or "most": "oak board"."""
    found = list(_WORD.finditer(question))
    return tuple(
        (one[0], other[0])
        for one, other in pairwise(found)
        if not question[one.end() : other.start()].strip()
        and one[0] not in _NO_SUBJECT
        and all(
            word.isalpha() and word.islower() and word not in FUNCTION_WORDS
            for word in (one[0], other[0])
        )
    )


def _is_another_row(of: str, kind: str, told: Told) -> bool:
    """Whether a row is one of several of the kind with another word before it: "Oak board", where a "pine board" is asked
    for and there is a "Larch board" too."""
    return (
        bool(_words_before(kind, told.row))
        and not _names(of, told.around)
        and len(set().union(*(_words_before(kind, row) for row in told.rows))) > 1
    )


def _words_before(kind: str, row: str) -> set[str]:
    words = [_plain(word) for word in _WORD.findall(row)]
    return {
        before
        for before, word in pairwise(words)
        if before.isalpha() and before not in FUNCTION_WORDS and _is_form(kind, word)
    }


def _is_another_next(which: str, what: str, told: Told) -> bool:
    """Whether the sentence tells the next of something else and does not have this."""
    if any(_is_form(what, word) for word in _words(told.around)):
        return False
    return any(m["which"].lower() == which for m in _NEXT.finditer(told.sentence))

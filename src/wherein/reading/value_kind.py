"""Compares the kind of value that a question asks for (a count, a price, a date, a person, a reason) with the values of a
text. Words and patterns; no model.

The kinds, their patterns and how they agree are in contracts/lexicon/value-kinds.json, the cases in
contracts/value-kinds.json; the twin is web/reader/src/question/value-kind.ts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from wherein.lexicon import lexicon

_LEXICON = lexicon("value-kinds")


class ValueKind(StrEnum):
    """A kind of value that a question can ask for.

    AMOUNT is "how much" of anything, LONG is "how long" (a length or a duration), MEASURE any other number with a unit,
    YEAR and AUTHOR are narrower than DATE and PERSON.
    """

    FREQUENCY = "frequency"
    PERCENT = "percent"
    AGE = "age"
    COUNT = "count"
    DURATION = "duration"
    PRICE = "price"
    LENGTH = "length"
    WEIGHT = "weight"
    LONG = "long"
    AMOUNT = "amount"
    MEASURE = "measure"
    TIME = "time"
    YEAR = "year"
    DATE = "date"
    AUTHOR = "author"
    PERSON = "person"
    ORGANISATION = "organisation"
    PLACE = "place"
    REASON = "reason"
    NAME = "name"
    WAY = "way"


NUMBERS = frozenset(
    {
        ValueKind.FREQUENCY,
        ValueKind.PERCENT,
        ValueKind.AGE,
        ValueKind.COUNT,
        ValueKind.DURATION,
        ValueKind.PRICE,
        ValueKind.LENGTH,
        ValueKind.WEIGHT,
        ValueKind.LONG,
        ValueKind.AMOUNT,
        ValueKind.MEASURE,
    }
)
"""The kinds that a number answers."""
MEASURED = frozenset({ValueKind.COUNT, ValueKind.LENGTH, ValueKind.WEIGHT, ValueKind.AGE})
"""The kinds of "how many" and "how tall", which nothing but a number of that kind answers."""
DATES = frozenset({ValueKind.TIME, ValueKind.YEAR, ValueKind.DATE})
_NO_PLACES = frozenset({"price", "percent", "time", "date", "duration", "year", "age", "frequency"})
"""The kinds of values that are no place by themselves; a number may be that of a room or a berth."""
PEOPLE = frozenset({ValueKind.AUTHOR, ValueKind.PERSON})

_ASKS = tuple((kind, _LEXICON.pattern(f"asks_{kind.value}")) for kind in ValueKind)
"""Of several the first counts."""
_HAS = tuple((kind, _LEXICON.pattern(f"has_{kind}")) for kind in _LEXICON.words("found"))
_AGREES: Mapping[str, Mapping[str, float]] = _LEXICON.entries["agrees"]
_INSTEAD = {
    ValueKind(kind): (_LEXICON.pattern(f"words_{words}"), worth)
    for kind, words, worth in (
        ("count", "count", 0.5),
        ("price", "price", 1.0),
        ("amount", "amount", 0.5),
        ("duration", "duration", 0.5),
        ("long", "duration", 0.5),
        ("percent", "percent", 0.5),
        ("age", "age", 0.0),
        ("time", "time", 0.0),
        ("date", "date", 0.0),
        ("year", "date", 0.0),
    )
}
"""Words that stand for a value of the kind ("none", "free", "until …"), and what they are worth."""
_DIMENSIONS = tuple(map(_LEXICON.pattern, ("tall", "deep", "long", "wide", "heavy")))
_NUMBER, _REFERENCE, _DATE, _REASON, _PLACE, _NO_PLACE = map(
    _LEXICON.pattern, ("number", "reference", "date", "reason", "place", "no_place")
)
_IDENTIFIER, _IDENTIFIED, _GLUED_BEFORE, _GLUED_AFTER = map(
    _LEXICON.pattern, ("has_identifier", "identified", "glued_before", "glued_after")
)
_PLACE_BEFORE, _REASON_WORD, _WAY_WORD = map(
    _LEXICON.pattern, ("place_before", "reason_word", "way_word")
)
_ASKS_SENDER, _ASKS_ADDRESSEE, _LABEL_FROM, _LABEL_TO, _BEFORE_NAME = map(
    _LEXICON.pattern, ("asks_sender", "asks_addressee", "label_from", "label_to", "before_name")
)
_ASKS_HOLDER, _NO_LONGER, _FORMER = map(_LEXICON.pattern, ("asks_holder", "no_longer", "former"))
_THANKS, _CITED, _BYLINE, _OTHER_HAND = map(
    _LEXICON.pattern, ("thanks", "cited", "byline", "other_hand")
)
_ROLE_FIRST, _ENDS_IN_NUMBER, _UNIT_AFTER, _SIGN_BEFORE, _COUNTED = map(
    _LEXICON.pattern, ("role_first", "ends_in_number", "unit_after", "sign_before", "counted")
)
_LETTERS = re.compile(r"[^\W\d_]+")
_IDLE = frozenset(_LEXICON.words("idle"))
_AROUND = 40
"""Letters before and after a text that may hold its sign or its unit."""
_LINE = 120
"""Letters before and after a name in which somebody may be thanked or cited."""
_LONGEST = 400
"""Letters of a text that are looked at."""
_FEW_WORDS = 3
"""A text of at most so many words without a word for a way or a reason says neither."""
_SURELY = 0.5
"""The agreement from which a cell has the kind: a number without its unit may be anything."""
_WIDE_WORDS = 12
"""A longer text may have a value of the asked kind by chance."""


@dataclass(frozen=True, slots=True)
class Place:
    """The text around a value: its line before and after it, and the headers of its row and column.

    first: the value is on the first lines of its document.
    """

    before: str = ""
    after: str = ""
    headers: str = ""
    first: bool = False


NOWHERE = Place()


def asked_kind(question: str) -> ValueKind | None:
    """The kind of value that the question asks for; None where it leaves that open."""
    return next((kind for kind, asks in _ASKS if asks.search(question)), None)


@lru_cache(maxsize=4096)  # the same candidates and cells come again
def values_in(text: str) -> frozenset[str]:
    """The kinds of values that a text has; each word counts for one kind alone."""
    found = set()
    for kind, has in _HAS:
        less = has.sub(" ", text)
        if less != text:
            found.add(kind)
            text = less
    return frozenset(found)


def is_checked(kind: ValueKind | None) -> bool:
    """Whether a sentence must show that it has the kind; a name can be any answer's subject."""
    return kind in NUMBERS | DATES | {ValueKind.PLACE, ValueKind.REASON}


def sentence_has(kind: ValueKind | None, sentence: str) -> bool:
    """Whether a whole sentence has any value of the kind. True for people, whose names the caller knows, and open kinds."""
    if kind in NUMBERS:
        has_number = _NUMBER.search(_REFERENCE.sub(" ", sentence)) is not None
        return has_number or agreement("", kind, sentence) > 0
    if kind in DATES:
        return bool(_DATE.search(_IDENTIFIER.sub(" ", sentence)))
    if kind is ValueKind.PLACE:
        return bool(_PLACE.search(_NO_PLACE.sub(" ", sentence)))
    if kind is ValueKind.REASON:
        return bool(_REASON.search(sentence))
    return True


def is_of_the_kind(question: str, answer: str) -> bool:
    """Whether the text can answer a question that counts or measures ("How tall is …"); True for other questions.

    False for a text without a number and for one that measures something else: "2550 km long" is no depth.
    """
    kind = asked_kind(question)
    return kind not in MEASURED or agreement(question, kind, answer) >= 0


def agreement(question: str, kind: ValueKind | None, text: str, place: Place = NOWHERE) -> float:
    """How well a text agrees with the kind that is asked for: 1 has it, -1 cannot have it, 0 where that is open."""
    text = text[:_LONGEST]
    if kind is None or not text.strip():
        return 0.0
    if kind.value in _AGREES:
        return _of_value(question, kind, text, place)
    if _is_value_alone(text):
        return -1.0
    match kind:
        case ValueKind.AUTHOR | ValueKind.PERSON | ValueKind.ORGANISATION:
            return _of_name(question, kind, text, place)
        case ValueKind.PLACE:
            return _of_place(question, text, place)
        case ValueKind.NAME:
            return 0.5 if _has_new_name(question, text) else 0.0
    words = _WAY_WORD if kind is ValueKind.WAY else _REASON_WORD
    if words.search(text) or words.search(place.before[-_AROUND:]):
        return 1.0
    return 0.0 if len(text.split()) > _FEW_WORDS else -0.5


def cell_agreement(question: str, kind: ValueKind | None, cell: str) -> int:
    """1 where a table's cell has the kind of value that is asked for, -1 where it can't have it, 0 where that is open."""
    if kind in PEOPLE:
        return -1 if any(letter.isdecimal() for letter in cell) else 1
    if kind is ValueKind.PLACE:
        return -1 if _is_value_alone(cell) and not _NO_PLACES.isdisjoint(values_in(cell)) else 0
    if kind not in NUMBERS and kind not in DATES:
        return 0
    value = agreement(question, kind, cell)
    return (value >= _SURELY) - (value < 0)


def is_of_another_kind(question: str, value: str) -> bool:
    """Whether a value of a few words can't be what the question asks for: a number for "who", a name for "how long"."""
    kind = asked_kind(question)
    is_value = len(value.split()) <= _FEW_WORDS
    return is_value and cell_agreement(question, kind, value) < 0


def _of_value(question: str, kind: ValueKind, text: str, place: Place) -> float:
    whole = _whole_token(text, place) if kind in DATES else with_unit(text, place)
    found = values_in(whole)
    agrees = _AGREES[kind.value]
    value = max((agrees.get(one, -1.0) for one in found), default=agrees["none"])
    if kind in _INSTEAD and value < (worth := _INSTEAD[kind][1]) and _INSTEAD[kind][0].search(text):
        value = worth
    if value <= 0:
        return value
    if _is_another_dimension(question, whole):
        return -1.0
    if kind is ValueKind.COUNT and _counts(question, whole, place):
        value = 1.0
    return value if len(text.split()) <= _WIDE_WORDS else value / 2


def _whole_token(text: str, place: Place) -> str:
    """A text with what is glued to it and with the word that says it is a number: the "2024" of "No. 2024-0387" is no year."""
    before = place.before[-_AROUND:]
    if text[:1].isalnum() and (glued := _GLUED_BEFORE.search(before)):
        before, text = before[: glued.start()], glued.group() + text
    if text[-1:].isalnum() and (glued := _GLUED_AFTER.match(place.after[:_AROUND])):
        text += glued.group()
    label = _IDENTIFIED.search(before)
    return label.group() + text if label and text[:1].isalnum() else text


def with_unit(text: str, place: Place) -> str:
    """A text that begins or ends in a number, with the sign of money before it and the unit after it."""
    if _ENDS_IN_NUMBER.search(text):
        unit = _UNIT_AFTER.match(place.after[:_AROUND])
        text += unit.group() if unit else ""
    sign = _SIGN_BEFORE.search(place.before[-_AROUND:])
    return sign.group() + text if sign and text[:1].isdecimal() else text


def _is_another_dimension(question: str, text: str) -> bool:
    """Whether the text measures something else than the question: a length, where a depth is asked for."""
    asked, said = (
        {at for at, pattern in enumerate(_DIMENSIONS) if pattern.search(one)}
        for one in (question, text)
    )
    return bool(asked) and bool(said) and asked.isdisjoint(said)


def _counts(question: str, text: str, place: Place) -> bool:
    """Whether the text, or a header of its cell, names what the question counts: "6 chairs" for "how many chairs"."""
    asked = _COUNTED.search(question)
    if asked is None:
        return False
    wanted = [one for one in _LETTERS.findall(asked.group(1).casefold()) if one not in _IDLE]
    named = _LETTERS.findall(f"{text} {place.headers}".casefold())
    return any(_is_same(one, other) for one in wanted[:2] for other in named)


def _is_same(one: str, other: str) -> bool:
    """Whether two words begin alike, as the forms of one word do."""
    shorter = min(len(one), len(other))
    most = min(shorter, max(4, shorter - 1))
    return shorter > 2 and one[:most] == other[:most]


def _is_value_alone(text: str) -> bool:
    """Whether a text has values and no other word that says anything."""
    if not values_in(text):
        return False
    for _, has in _HAS:
        text = has.sub(" ", text)
    return all(word in _IDLE for word in _LETTERS.findall(text.casefold()))


def _is_other_end(question: str, text: str, place: Place) -> bool:
    """Whether a letter's line names its addressee, where its sender is asked for, or the other way round."""
    before = place.before[-_LINE:]
    for asks, label in ((_ASKS_SENDER, _LABEL_TO), (_ASKS_ADDRESSEE, _LABEL_FROM)):
        found = label.match(before) if before.strip() else label.match(text)
        if found is not None and asks.search(question):
            return not before.strip() or _BEFORE_NAME.match(before[found.end() :]) is not None
    return False


def _is_former(question: str, place: Place) -> bool:
    """Whether a name is that of somebody who held a post ("Mr Timmins did not stand again"), and who holds it is asked for."""
    is_told = _NO_LONGER.match(place.after[:_LINE]) or _FORMER.search(place.before[-_LINE:])
    return bool(is_told and _ASKS_HOLDER.search(question))


def _of_name(question: str, kind: ValueKind, text: str, place: Place) -> float:
    if _is_other_end(question, text, place) or _is_former(question, place):
        return -1.0
    if kind is ValueKind.AUTHOR:
        around = f"{place.before[-_LINE:]} {text} {place.after[:_LINE]}"
        if _THANKS.search(around) or (not place.first and _CITED.search(around)):
            return -1.0
        if _OTHER_HAND.search(place.before[-_AROUND:]):
            return -1.0  # who edited it or took its pictures
        if place.first or _BYLINE.search(place.before[-_AROUND:]):
            return 1.0 if _has_new_name(question, text) else 0.0
        return 0.0
    if _has_new_name(question, text):
        return 1.0
    if kind is ValueKind.PERSON and _ROLE_FIRST.match(text):
        return 1.0
    return 0.0


def _of_place(question: str, text: str, place: Place) -> float:
    if _PLACE_BEFORE.search(place.before[-_AROUND:]):
        return 1.0
    if _PLACE.search(_NO_PLACE.sub(" ", text)):
        return 1.0
    return 0.5 if _has_new_name(question, text) else 0.0


def _has_new_name(question: str, text: str) -> bool:
    """Whether a text has a capitalised word that the question lacks."""
    known = set(_LETTERS.findall(question.casefold()))
    return any(
        word[0].isupper() and word.casefold() not in known and word.casefold() not in _IDLE
        for word in _LETTERS.findall(text)
    )

"""What a question is made of, as far as words show: kind, content, numbers, negations, names. Judges nothing."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass

from wherein.memory.question_key import question_key
from wherein.memory.question_words import (
    BEFORE_A_NAME,
    CLAUSE,
    COMPARISONS,
    DATES,
    DUTY,
    EMPTY,
    EMPTY_IN_A_WAY,
    FUTURE,
    HOW,
    KINDS,
    KINDS_FOR_ANYONE,
    NEGATIONS,
    NUMBERS,
    PAST,
    PERSONS,
    PLACES,
    PLAIN_NEGATIONS,
    SAME_WORD,
    WHETHER,
    rephrased,
    without_politeness,
)


@dataclass(frozen=True, slots=True)
class QuestionParts:
    """The parts of one question that a near hit must share; each in the order it is asked in.

    `kind` is the question word with what narrows it ("how many"), "howto" for ways and means, "can"
    or "is" for yes or no, "" for none. `content` are the words that say what is asked, without
    inflection; `turned` the same with places first ("the scope of physics": "physics scope") where
    the question is one noun phrase. `names` are those of them with a capital or not in the
    dictionary, `capitals` the former alone, each with its inflection. `points` is true when "this" or "these" stand for
    something outside the question.
    """

    kind: str
    content: tuple[str, ...]
    turned: tuple[str, ...]
    numbers: tuple[str, ...]
    dates: tuple[str, ...]
    negations: tuple[str, ...]
    comparisons: tuple[str, ...]
    names: tuple[str, ...]
    capitals: Mapping[str, str]
    tense: str
    persons: tuple[str, ...]
    points: bool


_NUMBER = re.compile(r"[-+$]*\d[\d.,:/-]*[^\W_]*[%\u00b0]?$")


def question_parts(question: str, known: Container[str]) -> QuestionParts:
    """Take a question apart. `known` holds common words in lower case: what it lacks is a name or rare."""
    # "What does a lawyer do" asks for something that "What is a lawyer" does not.
    key = re.sub(r" do$", " act", question_key(_with_names_told(question)))
    asked = without_politeness(key)
    words = _with_pairs_sorted(rephrased(asked)).split()
    kind, rest = _kind(words)
    capitals = _capitalised(question)
    numbers, dates, negations, comparisons = [], [], [], []
    plain: dict[str, str] = {}  # content words as they stand → without inflection
    content: list[str] = []
    for word in rest:
        if word in NUMBERS or _NUMBER.match(word):
            numbers.append(NUMBERS.get(word, word))
        elif word in DATES:
            dates.append(word)
        elif word in NEGATIONS:
            negations.append("not" if word in PLAIN_NEGATIONS else word)
        elif word in COMPARISONS:
            comparisons.append(word)
        elif word in PERSONS or word in EMPTY or (kind == "howto" and word in EMPTY_IN_A_WAY):
            continue
        else:
            form = base_form(SAME_WORD.get(word, word), known)
            plain[word] = SAME_WORD.get(form, form)
            content.append(plain[word])
    persons = _persons(asked.split(), kind)
    return QuestionParts(
        kind=kind,
        content=tuple(content),
        turned=tuple(plain[w] for w in _with_places_first(" ".join(words)).split() if w in plain),
        numbers=tuple(numbers),
        dates=tuple(dates),
        negations=tuple(negations),
        comparisons=tuple(comparisons),
        names=tuple(p for w, p in plain.items() if w in capitals or w not in known),
        capitals={p: w for w, p in plain.items() if w in capitals},
        tense=_tense(words),
        persons=persons,
        points="this" in persons,
    )


def base_form(word: str, known: Container[str]) -> str:
    """The word without the ending of a plural, a third person, -ing or -ed, where what is left is one."""
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and word[:-3] + "y" in known:
        return word[:-3] + "y"
    hisses = word[:-2].endswith(("s", "x", "z", "ch", "sh", "o"))
    if word.endswith("es") and hisses and word[:-2] in known:
        return word[:-2]
    if word.endswith("s") and (word[:-1] in known or word not in known):
        return word[:-1]
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 3:
            continue
        doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz"
        if doubled and stem[:-1] in known:
            return stem[:-1]
        if stem + "e" in known and (stem not in known or stem[-1] in "vuczg"):
            return stem + "e"
        if stem in known:
            return stem
    return word


def _kind(words: list[str]) -> tuple[str, list[str]]:
    """The kind of question and the words without those that make it."""
    for number, word in enumerate(words):
        if word in KINDS:
            rest = words[:number] + words[number + 1 :]
            if word == "how" and rest[number : number + 1] and rest[number] in HOW:
                return f"how {rest[number]}", rest[:number] + rest[number + 1 :]
            return word, rest
    first = words[0] if words else ""
    if first in ("can", "could"):
        return "can", words[1:]
    if first in ("should", "must", "will", "would"):
        return first, words[1:]
    return ("is", words[1:]) if first in WHETHER else ("", words)


def _tense(words: list[str]) -> str:
    for word in words:
        if word in PAST:
            return "past"
        if word in FUTURE:
            return "future"
        if word in DUTY:
            return DUTY[word]
    return ""


def _persons(words: list[str], kind: str) -> tuple[str, ...]:
    """Who is spoken of. Where only the asker or only the asked is, the one stands for the other."""
    persons = [PERSONS[word] for word in words if word in PERSONS]
    if {"1", "2"} <= {person[0] for person in persons}:
        return tuple(persons)  # "make me love you" is not "make you love me"
    anyone = ["anyone" + person[1:] if person[0] in "12" else person for person in persons]
    if kind in KINDS_FOR_ANYONE:
        anyone = [person for person in anyone if not person.startswith("anyone")]
    return (
        tuple(dict.fromkeys(anyone)) if "he" not in anyone or "she" not in anyone else tuple(anyone)
    )


_ARTICLES = r"(?:(?:a|an|the|being|having|to) )?"
_BETWEEN = re.compile(
    r"\bbetween (.+?) and (.+?)(?= (?:in|for|of|with respect to|when|if|based on)\b|$)"
)
_BOTH = re.compile(rf"(?<![^ ]){_ARTICLES}([^\W\d]+) (?:and|&|or) {_ARTICLES}([^\W\d]+)(?![^ ])")
_NOUN_PHRASE = re.compile(r"^(what|who|how|where) (is|are) (.+)$")


def _with_pairs_sorted(key: str) -> str:
    """Two things that are compared or named together come in one order, whichever was first."""
    return _BOTH.sub(_sorted_both, _BETWEEN.sub(_sorted_between, key))


def _sorted_between(match: re.Match[str]) -> str:
    sides = [re.sub(rf"^{_ARTICLES}", "", side) for side in match.groups()]
    parts = [part for side in sides for part in re.split(r" and | & ", side)]
    return "between " + " | ".join(sorted(parts))


def _sorted_both(match: re.Match[str]) -> str:
    before = match.string[: match.start()].split()
    pair = set(match.groups())
    # "red apples and pears" are not "red pears and apples".
    if before and before[-1] not in BEFORE_A_NAME | COMPARISONS:
        return match.group()
    if pair & (EMPTY | NEGATIONS | COMPARISONS | set(KINDS) | set(PERSONS)):
        return match.group()
    return " and ".join(sorted(pair))


def _with_places_first(key: str) -> str:
    """ "the niche for drop shipping" as "drop shipping niche", in questions that are one noun phrase."""
    match = _NOUN_PHRASE.match(key)
    if match is None:
        return key
    words = match.group(3).split()
    if CLAUSE & set(words):
        return key
    while True:
        at = max((number for number, word in enumerate(words) if word in PLACES), default=0)
        if at <= 0 or at == len(words) - 1:
            return " ".join((match.group(1), match.group(2), *words))
        words = words[at + 1 :] + words[:at]


def _with_names_told(question: str) -> str:
    # Only capitals tell the country and the trade from the pronouns.
    if question.isupper():
        return question
    question = re.sub(r"\bIT\b", "informatics", question)
    return re.sub(r"\bU\.?S\.?A?\b\.?(?!\w)", "America", question)


def _capitalised(question: str) -> frozenset[str]:
    """Words with a capital that do not begin a sentence, as the key writes them."""
    found: list[str] = []
    for match in re.finditer(
        r"(?<=[^.?!\s]\s)[\"'(]?([A-Z][^\W_]*(?:['\u2019][^\W_]+)?)", question
    ):
        found.extend(question_key(match.group(1)).split())
    return frozenset(found)

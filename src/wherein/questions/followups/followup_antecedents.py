"""Puts in place of a question's open pronouns what they stand for in the newest turn that has something of their kind.

The answer goes first where the question asked for it by "who", "which" or "what"; else a phrase of the question is
taken. A document's title is no antecedent here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.questions.followups.followup_answer_antecedents import (
    OBJECTS,
    answered_thing,
    defined_thing,
    is_group,
    is_one_name,
    made_thing,
    place_as_thing,
    stands_with_person,
    strong_people,
    strong_person,
    strong_thing,
)
from wherein.questions.followups.followup_deixis import (
    clause_subject,
    place_meant,
    that_meant,
    time_meant,
)
from wherein.questions.phrases.followup_forms import AUXILIARY, WHO, existing_thing, thing_asked_of
from wherein.questions.phrases.followup_open import OpenPronoun, is_plural, open_pronouns
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_pronouns import fits, person_of, thing_in
from wherein.questions.phrases.followup_referents import people_meant, role_meant
from wherein.questions.phrases.followup_terms import words_of
from wherein.questions.words.function_words import FUNCTION_WORDS

_MOST_TURNS_BACK = 4
_NAMED_SUBJECT = re.compile(
    rf"^(?i:when|where|why|how|what|which \w+|how \w+|what else) (?i:{AUXILIARY}) (?P<name>[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+){{1,3}})\b"
)
_CHOOSES = re.compile(
    r"(?:which|what) [\w-]+ (?:should|must|can|do|does|did|may|shall) (?:I|you|we|one) (?:use|take|need|buy|choose|add|get|fill|put|want|wear)\b",
    re.IGNORECASE,
)
_TOWARDS = re.compile(r"\b(?:get|go|come|travel|walk|drive|cycle) $", re.IGNORECASE)


def with_antecedents(
    question: str, turns: Sequence[tuple[str, str]], pronouns: Sequence[OpenPronoun] | None = None
) -> str:
    """The question with each open pronoun replaced; unchanged where one of them has no antecedent in the turns."""
    turns = list(turns)[-_MOST_TURNS_BACK:]
    completed = question
    open_ones = list(open_pronouns(completed)) if pronouns is None else list(pronouns)
    people = [one for one in open_ones if one.kind == "person"]
    sexes = {_sex(one.word) for one in people}
    replaced: list[tuple[OpenPronoun, str]] = []
    for one in open_ones:
        other = len(sexes) > 1 and one is people[0]
        named = _antecedent(one, turns, completed, from_question=other)
        if named is not None:
            replaced.append((one, named))
        elif one.kind not in ("there", "then") and not (one.word == "they" and len(open_ones) > 1):
            return completed  # "didn't they move it" may be anybody
    for one, named in reversed(replaced):
        completed = (
            f"{completed[: one.start]}{_formed(one, named, completed)}{completed[one.end :]}"
        )
    return completed


def with_strong(question: str, turn: tuple[str, str]) -> str:
    """The question with each pronoun replaced that a short answer to "who", "which" or "what" explains."""
    asked, answer = END.sub("", turn[0]), turn[1]
    completed = question
    open_ones = open_pronouns(question)
    sexes = {_sex(one.word) for one in open_ones if one.kind == "person"}
    for one in reversed(open_ones):
        if one.kind == "there" and _TOWARDS.search(question[: one.start]):
            continue
        if one.kind == "person":
            first = len(sexes) > 1 and one is next(o for o in open_ones if o.kind == "person")
            named = None if first else strong_person(asked, answer, one.word)
        elif one.kind in ("thing", "people"):
            besides = bool(sexes)
            find = strong_thing if one.kind == "thing" else strong_people
            named = None if besides and WHO.match(asked) else find(asked, answer)
            if (
                named
                and one.kind == "people"
                and WHO.match(asked)
                and is_one_name(named)
                and not OBJECTS.intersection(words_of(question))
            ):
                named = None
        elif one.kind == "that":
            named = strong_thing(asked, answer)
        else:
            named = (place_meant if one.kind == "there" else time_meant)(asked, answer)
        if named is not None:
            completed = (
                f"{completed[: one.start]}{_formed(one, named, completed)}{completed[one.end :]}"
            )
    return completed


def _antecedent(
    one: OpenPronoun, turns: Sequence[tuple[str, str]], question: str, *, from_question: bool
) -> str | None:
    for back, (asked, answer) in enumerate(reversed(turns)):
        asked = END.sub("", asked)
        if one.kind == "person":
            named = _person(one.word, asked, "" if from_question else answer)
        elif one.kind == "thing":
            named = _thing(asked, answer, question)
            if named is not None and (
                stands_with_person(named, asked, answer) or _names_person(named, turns)
            ):
                named = None
        elif one.kind == "people":
            besides = any(word in ("he", "she", "him") for word in words_of(question))
            named = (
                (None if besides else strong_people(asked, answer))
                or people_meant(asked, answer, besides)
                or _plural_behind(asked)
            )
        elif back:
            return None
        else:
            named = _deictic(one, asked, answer, question)
        if named is not None:
            return named
    return None


def _person(word: str, asked: str, answer: str) -> str | None:
    """Whom "he" or "she" stands for in one turn. `answer` is "" where only the question counts."""
    named = strong_person(asked, answer, word) if answer else None
    subject = _NAMED_SUBJECT.match(asked)
    if named is None and subject and fits(subject["name"], word):
        named = subject["name"]
    return named or person_of(asked, answer, word) or role_meant(asked, answer)


def _thing(asked: str, answer: str, question: str) -> str | None:
    """What "it" stands for in one turn, the likeliest first."""
    return (
        defined_thing(asked, answer)
        or clause_subject(asked, answer, question)
        or made_thing(asked, question)
        or strong_thing(asked, answer)
        or existing_thing(asked, answer)
        or (answered_thing(asked, answer) if _CHOOSES.match(asked) else None)
        or thing_in(asked, answer)
        or answered_thing(asked, answer)
        or place_as_thing(asked, answer)
    )


def _deictic(one: OpenPronoun, asked: str, answer: str, question: str) -> str | None:
    """What "that", "there" or "then" stands for in the last turn."""
    if one.kind == "that":
        return that_meant(asked, answer)
    if one.kind != "there":
        return time_meant(asked, answer)
    place = existing_thing(asked, answer) or thing_asked_of(asked)
    if place and _TOWARDS.search(question[: one.start]):
        return f"to {place}"
    return place_meant(asked, answer)


def _names_person(named: str, turns: Sequence[tuple[str, str]]) -> bool:
    """Whether a name is what answered a question "who …?" of these turns, or a part of it."""
    people = [
        words_of(answer) for asked, answer in turns if WHO.match(asked) and not is_group(answer)
    ]
    words = set(words_of(named))
    return named[0].isupper() and any(words <= set(person) for person in people)


def _plural_behind(asked: str) -> str | None:
    """Things in the plural behind a preposition: "pupils", of "How much does a meal cost for pupils"."""
    found = re.search(
        r"\b(?:for|of|by|to|with|from|among|between) (?P<noun>(?:[a-z-]+ )?[a-z-]+s)$", asked
    )
    return found["noun"] if found and is_plural(found["noun"].split()[-1]) else None


def _sex(word: str) -> str:
    return "he" if word in ("he", "him", "his") else "she"


def _formed(one: OpenPronoun, named: str, question: str) -> str:
    """The antecedent in the form of the pronoun: with "'s" for "its"."""
    behind = words_of(question[one.end :])[:1]
    owns = one.word in ("his", "its", "their") or (
        one.word == "her" and bool(behind) and behind[0] not in FUNCTION_WORDS
    )
    if not owns:
        return named
    return f"{named}'" if named.endswith("s") else f"{named}'s"

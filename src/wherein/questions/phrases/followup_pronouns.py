"""Resolves a pronoun in a conversation about documents, by rules over the last turns.

Used where the title names no person or thing, as that of a report or a manual: the tagger, which learned from
conversations about encyclopedia articles, would insert such a title everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from wherein.questions.phrases.followup_phrases import (
    END,
    PEOPLE,
    PERSON,
    THING,
    in_place_of_pronoun,
)
from wherein.questions.phrases.followup_referents import people_meant, role_meant, thing_meant
from wherein.questions.phrases.followup_terms import WORD, History, words_of
from wherein.questions.phrases.person_names import is_no_person, is_person, may_be
from wherein.questions.words.dictionary import english
from wherein.questions.words.function_words import FUNCTION_WORDS

_PARTICLES = frozenset("of the de la le van von der den di da du and bin ibn al el y".split())
_NAME = re.compile(
    r"[^\W\d_a-z]\w*\.?(?:[-'’][^\W\d_]\w*)*(?: (?:(?:de|la|le|van|von|der|den|di|da|du|bin|ibn|al|el|of) ){0,2}"
    r"[^\W\d_a-z]\w*\.?(?:[-'’][^\W\d_]\w*)*)+"
)
_WHO = re.compile(r"who(?:m|se)?\b", re.IGNORECASE)
_ONE_NAME = re.compile(r"[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*){0,3}")
"""A name that is the whole answer."""
_EXPLETIVE = re.compile(
    r"\bit (?:rains?|rained|snows?|snowed)\b|\b(?:is|was|be) it (?:raining|snowing|\w+ (?:to|that))\b"
    r"|\bit (?:is|was) (?:raining|snowing|\w+ (?:to|that))\b|\bdoes it take to\b",
    re.IGNORECASE,
)
"""An "it" that stands for nothing: "if it rains", "is it allowed to smoke"."""
_THAT = re.compile(
    r"^(?:and |so )?(?:how \w+|where|when|who|whose|what (?:colou?r|size|kind)) (?:is|are|was|were) (?P<that>that|this|those|these)"
    r"[\s?]*$",
    re.IGNORECASE,
)
_PLURAL = re.compile(
    r"^(?:how many|which|what)\s+((?!(?:is|was|does|has|this|his|its)\b)\w+s)\b", re.IGNORECASE
)
_OPENING = frozenset("besides after before since during until under whom".split())
_LONGEST_NAME = 6
_WORK = re.compile(
    r"\((?:[^()]* )?(?:album|band|book|city|film|game|group|magazine|musical|novel|opera|painting|play|series|show|singer"
    r"|song|team)\)\s*$",
    re.IGNORECASE,
)
"""What an encyclopedia puts behind a name of common words: "Hole (band)", "Vogue (Madonna song)"."""
_KINDS_OF_TEXT = frozenset(
    """agreement amendment appendix article bulletin bylaws catalogue charter checklist circular code constitution
    contract conditions deed description directive directory document documentation draft essay faq faqs form glossary guide
    guidelines guidance handbook instructions introduction invoice lease leaflet letter licence license list log manual
    memo memorandum menu minutes newsletter note notes notice overview paper plan policy policies press pricing procedure
    procedures programme prospectus protocol proposal questions readme receipt recipe recipes record regulations release
    report review rules schedule sheet specification specifications standard statement statute summary survey syllabus
    terms timetable transcript treaty tutorial""".split()
)  # fmt: skip
_PARTS_OF_TITLE = re.compile(r"\s[-–—|]\s|[,;:]\s")
""" "Staff Rules, Oakfield Library" says in its first part what text it is."""
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")
_COMMON = 7.88
"""log10 of the count of a word too common for a name. Of 289 article titles, 7 have only such words ("West Side
Story"); so has "Annual Report"."""
_COMMON_ALONE = 5.5
"""The same bound for a title of one word, which always has a capital: "Lighthouses"."""


def is_name(title: str) -> bool:
    """Whether a title names somebody or something: all words but particles are capitalised, and one is no common
    English word, or brackets at its end say what it is, or it begins with a first name. Other brackets, as in "Mercury
    (planet)", are ignored."""
    if _WORK.search(title):
        return True
    title = without_brackets(title)
    if is_document(title):
        return False
    words = [word for word in WORD.findall(title) if word.lower() not in _PARTICLES]
    if not words or len(words) > _LONGEST_NAME:
        return False
    if not all(word[0].isupper() or word[0].isdigit() for word in words):
        return False
    if is_person(title):
        return True
    rarest = min(english().frequency(word.lower()) or 0.0 for word in words)
    return rarest < (_COMMON if len(words) > 1 else _COMMON_ALONE)


def is_document(title: str) -> bool:
    """Whether a title says what kind of text it is: "Residential Lease Agreement", "Minutes of 4 March"."""
    if is_person(title):
        return False
    return any(
        bool(words) and not _KINDS_OF_TEXT.isdisjoint((words[0], words[-1]))
        for part in _PARTS_OF_TITLE.split(title)
        if (words := [word for word in words_of(part) if not word.isdigit()])
    )


def without_brackets(title: str) -> str:
    """The title without what an encyclopedia puts in brackets behind it: "Hole", of "Hole (band)"."""
    return _IN_BRACKETS.sub("", title)


def with_referent(question: str, history: History) -> str:
    """The question with its pronoun replaced by the referent from the newest turn that has one; else unchanged."""
    question = _with_that(question, history)
    have = set(words_of(question))
    people = {END.sub("", answer) for asked, answer in history.turns if _WHO.match(asked)}
    others = partial(people_meant, besides=not have.isdisjoint(PERSON))
    for kind, find in ((THING, thing_in), (PEOPLE, others)):
        if not have & kind or _stands_before(question, kind):
            continue
        if kind == THING and _EXPLETIVE.search(question):
            continue
        for asked, answer in reversed(history.turns):
            named = find(asked.rstrip("?.! "), answer)
            if named is None or (kind == THING and (named in people or is_person(named))):
                continue
            return in_place_of_pronoun(question, kind, named) or question
    return question


def _with_that(question: str, history: History) -> str:
    """ "How much is that?" with the thing of the last question in place of "that"."""
    found = _THAT.match(question)
    if found is None or not history.turns:
        return question
    asked, answer = history.turns[-1]
    one = found["that"].lower() in ("that", "this")
    named = (thing_in if one else people_meant)(asked.rstrip("?.! "), answer)
    if named is None:
        return question
    return f"{question[: found.start('that')]}{named}{question[found.end('that') :]}"


def with_counted(question: str, history: History) -> str:
    """The question with its "they" replaced by what the last question counts or lists: "the daughters"; else unchanged."""
    if not history.turns or _stands_before(question, PEOPLE):
        return question
    found = _PLURAL.match(history.turns[-1][0])
    return (found and in_place_of_pronoun(question, PEOPLE, f"the {found[1]}")) or question


def person_pronoun(question: str) -> str:
    """The "he" or "she" (in any form) of a question that no earlier word of it explains; "" without one."""
    if _stands_before(question, PERSON):
        return ""
    return next((word for word in words_of(question) if word in PERSON), "")


def with_person(question: str, pronoun: str, history: History) -> str | None:
    """The question with its pronoun replaced by the newest matching person of the turns; None without one."""
    for asked, answer in reversed(history.turns):
        named = person_of(asked, answer, pronoun)
        if named is not None:
            return in_place_of_pronoun(question, PERSON, named)
    for asked, answer in reversed(history.turns):
        if (role := role_meant(asked.rstrip("?.! "), answer)) is not None:
            return in_place_of_pronoun(question, PERSON, role)
    return None


_TIME_BEHIND = re.compile(
    r" (?:on|in|at|during|by|until|from|after|before|since|for) (?:(?:the|an?|every|each|most|next|last) )?(?:\w+ )?"
    r"(?:weekdays?|weekends?|weeks?|months?|years?|days?|nights?|mornings?|evenings?|century|centuries|summer|winter|spring|autumn|season"
    r"|holidays|easter|christmas|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d{4})$",
    re.IGNORECASE,
)
""" "On a weekday", which no "it" stands for."""


def thing_in(asked: str, answer: str) -> str | None:
    """A phrase of the turn, or else a name in it that may be a thing's."""
    named = thing_meant(_TIME_BEHIND.sub("", asked), answer) or _named(asked, answer)
    return None if named is None or is_person(named) else named


def _stands_before(question: str, kind: frozenset[str]) -> bool:
    """Whether the question itself names a possible referent before its pronoun."""
    before = ""
    for number, found in enumerate(WORD.finditer(question)):
        word = found.group()
        if word.lower() in kind:
            return False
        counted, before = before == "many", word.lower()
        if counted and kind == THING:  # of "how many copies did it sell"
            continue
        if word in ("I", "I'm"):
            continue
        if number and (word[0].isupper() or (kind != PERSON and _is_noun_like(word))):
            return True
    return False


def _is_noun_like(word: str) -> bool:
    return len(word) > 3 and word.lower() not in FUNCTION_WORDS and word.endswith("s")


def person_of(asked: str, answer: str, pronoun: str) -> str | None:
    """A name that fits the pronoun, first from the answer, then from the question. The answer to "who …?" is a name."""
    by_who = _WHO.match(asked) is not None
    short = END.sub("", answer)
    if by_who and _ONE_NAME.fullmatch(short) and fits(short, pronoun, by_who):
        return short
    for text in (answer, asked):
        for name in _names_in(text):
            if fits(name, pronoun, by_who and text is answer):
                return name
    return None


def fits(name: str, pronoun: str, by_who: bool = False) -> bool:
    return not is_no_person(name) if by_who else is_name(name) and may_be(name, pronoun)


def _named(asked: str, answer: str) -> str | None:
    return next(
        (name for text in (answer, asked) for name in _names_in(text) if is_name(name)), None
    )


def _names_in(text: str) -> Iterator[str]:
    """Capitalised names, without a first word that is capitalised only as the beginning of the sentence."""
    for found in _NAME.finditer(text):
        name = found.group()
        first, _, rest = name.partition(" ")
        if first.lower() not in FUNCTION_WORDS | _OPENING:
            yield name
        elif " " in rest:
            yield rest

"""Puts in place of a question's open pronouns what they stand for in the newest turn that has something of their kind.

The answer goes first where the question asked for it by "who", "which" or "what"; else a phrase of the question is
taken. A document's title is no antecedent here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.questions.followup_bare import AUXILIARY, PREPOSITIONS
from wherein.questions.followup_open import OpenPronoun, is_plural, open_pronouns
from wherein.questions.followup_phrases import END
from wherein.questions.followup_pronouns import fits, person_of, thing_in
from wherein.questions.followup_referents import ROLES, people_meant, role_meant
from wherein.questions.followup_terms import is_silent, words_of
from wherein.questions.function_words import FUNCTION_WORDS
from wherein.questions.person_names import is_person

_MOST_TURNS_BACK = 4
_SHORT = 8
"""The most words of an answer that can stand in a question."""
_YES_NO = re.compile(r"^(?:yes|no|not|only|never|always|none)\b[\s,:;.–-]*", re.IGNORECASE)
_AMOUNT = re.compile(
    r"^(?:(?:about|around|approximately|roughly|up to|at least|at most|more than|less than|over|under|nearly|almost|ca\.?)\s+)*"
    r"(?:[€$£¥]|\d|(?:EUR|USD|GBP|CHF)\b|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|half|once"
    r"|twice|daily|weekly|monthly|yearly|every|annually|free|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b)",
    re.IGNORECASE,
)
_ADVERBIAL = re.compile(
    rf"^(?:{PREPOSITIONS}|behind|beside|above|below|next to|opposite|outside|inside|because|if|when|as|where|within|via"
    r"|yes|no|not|only|to)\b",
    re.IGNORECASE,
)
_WHO = re.compile(rf"^(?:(?:{PREPOSITIONS})\s+)?who(?:m|se)?\b", re.IGNORECASE)
_ASKS_FOR_ONE = re.compile(
    rf"^(?:(?:{PREPOSITIONS})\s+)?(?:(?:which|what)\s+(?!(?:{AUXILIARY})\b)(?P<noun>[\w-]+)|what\s+(?P<be>is|was|are|were)\b"
    rf"|what\s+(?!(?:{AUXILIARY})\b)\w+)",
    re.IGNORECASE,
)
_NO_THINGS = frozenset(
    """year month day date time age colour color kind kinds sort type temperature percentage language hour amount size
    reason way""".split()
)
_GROUPS = frozenset(
    """assembly committee board council company department agency club ministry court office bank parliament commission
    team association society union government university school institute foundation service museum army firm authority
    ltd inc plc gmbh group trust college hospital church party congress senate police""".split()
)
_PLACES_ASKED = frozenset(
    """city town village country capital place island region area district street room building hotel university school
    museum station port state county valley lake""".split()
)
_OF_PLURAL = re.compile(r"\b(?:and|&)\b|,")
_COUNT = re.compile(
    r"^(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+[a-z]",
    re.IGNORECASE,
)
_TIME = re.compile(r"\b(?:1\d\d\d|20\d\d)\b|\b\d{1,2}(?:st|nd|rd|th)\b|\d:\d\d", re.IGNORECASE)
_ORDINAL = re.compile(
    r"\bthe (?P<which>first|second|third|last|latter|former)(?: one)?(?=\s+(?:\w+)|\s*\W*$)",
    re.IGNORECASE,
)
_THAT_ONE = re.compile(r"\b(?:that|this) one\b", re.IGNORECASE)
_INDEFINITE = re.compile(
    rf"\ban? [\w'’-]+(?: (?!(?:{PREPOSITIONS}|{AUXILIARY}|if|when|that|per)\b)[\w'’-]+)?",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?:I|you|we|to|they) \w+(?: for)? (?P<one>one)(?=\s*[?.!]*$)", re.IGNORECASE)
_THAT_NOUN = re.compile(
    r"\b(?:this|that|these|those) (?P<noun>post|position|role|job|office|date|day|amount|deadline|limit|period|rule|case|fee|price"
    r"|cost|year|place|requirement|restriction|condition|exception|service|option|event|change|decision)s?\b",
    re.IGNORECASE,
)
_NAMED_SUBJECT = re.compile(
    rf"^(?i:when|where|why|how|what|which \w+) (?i:{AUXILIARY}) (?P<name>[A-Z][\w.'’-]+ [A-Z][\w.'’-]+)\b"
)
_TOWARDS = re.compile(r"\b(?:get|go|come|travel|walk|drive|cycle) $", re.IGNORECASE)
_EXISTING = re.compile(
    r"^(?:is|are|was|were) there (?:an? |any |some |the )?(?P<thing>[\w'’-]+(?: (?!on\b|in\b|at\b|for\b|with\b|near\b|to\b|from\b|that\b|of\b)[\w'’-]+){0,3})",
    re.IGNORECASE,
)


def with_antecedents(
    question: str, turns: Sequence[tuple[str, str]], pronouns: Sequence[OpenPronoun] | None = None
) -> str:
    """The question with each open pronoun replaced; unchanged where one of them has no antecedent in the turns."""
    turns = list(turns)[-_MOST_TURNS_BACK:]
    put = question
    open_ones = list(open_pronouns(put)) if pronouns is None else list(pronouns)
    people = [one for one in open_ones if one.kind == "person"]
    sexes = {_sex(one.word) for one in people}
    replaced: list[tuple[OpenPronoun, str]] = []
    for one in open_ones:
        other = len(sexes) > 1 and one is people[0]
        named = _antecedent(one, turns, put, from_question=other)
        if named is not None:
            replaced.append((one, named))
        elif one.kind not in ("there", "then"):
            return put
    for one, named in reversed(replaced):
        put = f"{put[: one.start]}{_formed(one, named, put)}{put[one.end :]}"
    return put


def with_strong(question: str, turn: tuple[str, str]) -> str:
    """The question with each pronoun replaced that a short answer to "who", "which" or "what" explains."""
    asked, answer = END.sub("", turn[0]), turn[1]
    put = question
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
            named = None if besides and _WHO.match(asked) else find(asked, answer)
            if (
                named
                and one.kind == "people"
                and _WHO.match(asked)
                and _is_one_name(named)
                and not _OBJECTS.intersection(words_of(question))
            ):
                named = None
        elif one.kind == "that":
            named = strong_thing(asked, answer)
        else:
            named = (_place if one.kind == "there" else _time)(asked, answer)
        if named is not None:
            put = f"{put[: one.start]}{_formed(one, named, put)}{put[one.end :]}"
    return put


def strong_person(asked: str, answer: str, word: str) -> str | None:
    """The person whom a short answer to "who …?" names."""
    short = _short(answer)
    if not short or not _WHO.match(asked) or _is_group(short) or _OF_PLURAL.search(short):
        return None
    if re.match(
        r"who (?:were|are)\b|(?-i:who (?:is|was) [A-Z]\w*$)|whom? (?:did|does|has|had|will|would) (?!I\b|you\b|we\b)",
        asked,
        re.I,
    ):
        return None
    bare = re.sub(r"^(?:the|a|an|our|my|his|her)\s+", "", short)
    name = re.search(r"[A-Z][\w.'’-]*(?: (?:of |van |von |de )?[A-Z][\w.'’-]*)*", bare)
    if name is not None:
        return short if fits(name.group(), word) else None
    return short if short != bare or words_of(short)[-1] in ROLES else None


def strong_thing(asked: str, answer: str) -> str | None:
    """The thing that a short answer to "which …?" or "what …?" names."""
    short = _short(answer)
    if not short or _AMOUNT.match(short) or _ADVERBIAL.match(short):
        return None
    if is_person(short) and (_WHO.match(asked) or not ROLES.isdisjoint(words_of(asked))):
        return None
    if re.match(r"what did \w+ ", asked, re.I):
        return None
    if _WHO.match(asked):
        return short if _is_group(short) else None
    found = _ASKS_FOR_ONE.match(asked)
    if found is None or (found["noun"] or "").lower() in _NO_THINGS | ROLES:
        return None
    if _is_plural_phrase(short) and not short[0].isupper():
        return None
    mass = found["noun"] is not None and found["noun"].lower() in (
        "material",
        "metal",
        "substance",
        "fuel",
        "wood",
        "food",
    )
    repeats = found["noun"] is not None and short.lower().split()[-1] == found["noun"].lower()
    named = short[0].isupper() or short.lower().startswith(("the ", "a ", "an ")) or mass or repeats
    return short if named else None


def strong_people(asked: str, answer: str) -> str | None:
    """Several persons or things, or an organisation, that a short answer names."""
    short = _short(answer)
    if not short or _ADVERBIAL.match(short):
        return None
    if _COUNT.match(short) and asked.lower().startswith("how many"):
        unit = words_of(short)[-1]
        return (
            f"the {short}"
            if (unit.endswith("s") and _shares(unit, asked))
            or (unit.endswith("s") and unit not in _UNITS)
            else None
        )
    if _AMOUNT.match(short):
        return None
    if _WHO.match(asked):
        return short
    if found := _ASKS_FOR_ONE.match(asked):
        if (found["noun"] or "").lower() in _GROUPS | {
            "firm",
            "organisation",
            "organization",
            "provider",
        }:
            return short
        if _is_plural_phrase(short):
            return short
    return None


_OBJECTS = frozenset("it him her".split())
_UNITS = frozenset(
    "days weeks months years hours minutes euros pounds dollars times metres meters miles".split()
)


def _shares(unit: str, asked: str) -> bool:
    return unit in words_of(asked)


def _antecedent(
    one: OpenPronoun, turns: Sequence[tuple[str, str]], question: str, *, from_question: bool
) -> str | None:
    newest = True
    for asked, answer in reversed(turns):
        asked = END.sub("", asked)
        if one.kind == "person":
            named = None if from_question else strong_person(asked, answer, one.word)
            subject = _NAMED_SUBJECT.match(asked)
            if named is None and subject and fits(subject["name"], one.word):
                named = subject["name"]
            named = (
                named
                or person_of(asked, "" if from_question else answer, one.word)
                or role_meant(asked, answer)
            )
        elif one.kind == "thing":
            named = (
                strong_thing(asked, answer)
                or _existing(asked)
                or thing_in(asked, answer)
                or _answered_thing(asked, answer)
            )
            if named is not None and _stands_with_person(named, asked, answer):
                named = None
        elif one.kind == "people":
            besides = any(word in ("he", "she", "him") for word in words_of(question))
            named = (
                (None if besides else strong_people(asked, answer))
                or people_meant(asked, answer, besides)
                or _plural_behind(asked)
            )
        elif one.kind == "that":
            named = _that(asked, answer) if newest else None
        elif one.kind == "there":
            named = _place(asked, answer) if newest else None
            if (
                newest
                and _TOWARDS.search(question[: one.start])
                and (_existing(asked) or _of_what(asked))
            ):
                named = f"to {_existing(asked) or _of_what(asked)}"
        else:
            named = _time(asked, answer) if newest else None
        newest = False
        if named is not None:
            return named
    return None


def _plural_behind(asked: str) -> str | None:
    """Things in the plural behind a preposition: "pupils", of "How much does a meal cost for pupils"."""
    found = re.search(
        r"\b(?:for|of|by|to|with|from|among|between) (?P<noun>(?:[a-z-]+ )?[a-z-]+s)$", asked
    )
    return found["noun"] if found and is_plural(found["noun"].split()[-1]) else None


def _answered_thing(asked: str, answer: str) -> str | None:
    """A short answer without an article to "what …?" or "which …?": "lentil soup"."""
    short = _short(answer)
    found = _ASKS_FOR_ONE.match(asked)
    if (
        not found
        or not short
        or _AMOUNT.match(short)
        or _ADVERBIAL.match(short)
        or is_person(short)
    ):
        return None
    if (found["noun"] or "").lower() in _NO_THINGS | ROLES or _is_plural_phrase(short):
        return None
    return short if len(short.split()) <= 4 else None


def _stands_with_person(named: str, asked: str, answer: str) -> bool:
    """Whether what was found is the name that answers a "who"."""
    return _WHO.match(asked) is not None and named == END.sub("", answer) and not _is_group(named)


def _existing(asked: str) -> str | None:
    """ "The shop", of "Is there a shop on site"."""
    found = _EXISTING.match(asked)
    return f"the {found['thing']}" if found else None


def _that(asked: str, answer: str) -> str | None:
    """What "that" stands for: the thing of the last question, with the answer behind it."""
    short = _short(answer)
    thing = strong_thing(asked, answer)
    if thing is not None:
        return thing
    thing = _existing(asked) or _of_what(asked) or thing_in(asked, "")
    if thing is None:
        return short or None
    return f"{thing} ({short})" if short else thing


def _of_what(asked: str) -> str | None:
    """ "The excess for water damage", of "What is the excess for water damage"."""
    found = re.match(
        r"(?:who|what|how \w+|when|where) (?:is|are|was|were) (?P<thing>(?:the|my|your|our) .+)$",
        asked,
        re.I,
    )
    return found["thing"] if found and len(found["thing"].split()) <= _SHORT else None


def _place(asked: str, answer: str) -> str | None:
    short = _short(answer)
    if not short:
        return None
    found = _ASKS_FOR_ONE.match(asked)
    asks = re.match(r"(?:and )?(?:from |to )?where\b", asked, re.I)
    noun = set(words_of(asked)[:6]) & _PLACES_ASKED
    if re.match(r"(?:in|at|on|near|behind|beside|under)\s", short, re.I):
        return short if asks or noun or re.match(r"in [A-Z]", short) else None
    if (asks or (found and noun)) and short[0].isupper():
        return f"in {short}"
    return f"at {short}" if asks and short.lower().startswith("the ") else None


def _time(asked: str, answer: str) -> str | None:
    short = _short(answer)
    if not short or not (
        re.match(
            r"(?:and )?(?:when|(?:in )?(?:what|which) (?:year|month|time|day|date))\b", asked, re.I
        )
        or _TIME.search(short)
    ):
        return None
    return (
        short
        if _ADVERBIAL.match(short)
        else f"in {short}"
        if re.fullmatch(r"\d{4}", short)
        else f"({short})"
    )


def with_ordinal(question: str, turns: Sequence[tuple[str, str]]) -> str:
    """ "The second one" and "that one" with what the last answer names."""
    if not turns:
        return question
    another = list(_INDEFINITE.finditer(turns[-1][0]))
    if another and (found := _ONE.search(question)):
        return (
            f"{question[: found.start('one')]}{another[-1].group()}{question[found.end('one') :]}"
        )
    short = _short(turns[-1][1])
    if not short:
        return question
    if (
        (found := _THAT_ONE.search(question))
        and not _AMOUNT.match(short)
        and not _ADVERBIAL.match(short)
    ):
        return f"{question[: found.start()]}{short}{question[found.end() :]}"
    found = _ORDINAL.search(question)
    listed = [
        part.strip() for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", short) if part.strip()
    ]
    is_alone = found is not None and (
        found.group().lower().endswith(" one") or found["which"].lower() in ("former", "latter")
    )
    if found is None or not is_alone or len(listed) < 2:
        return question
    at = {"first": 0, "former": 0, "second": 1, "third": 2, "last": -1, "latter": -1}[
        found["which"].lower()
    ]
    if at >= len(listed):
        return question
    return f"{question[: found.end()]} ({listed[at]}){question[found.end() :]}"


def with_demonstrative(question: str, turns: Sequence[tuple[str, str]]) -> str:
    """ "This post" with what the last question asked for behind the question: "since when has she held this post (the chief
    conductor)?"."""
    found = _THAT_NOUN.search(question)
    if found is None or not turns:
        return question
    asked, answer = END.sub("", turns[-1][0]), _short(turns[-1][1])
    if found["noun"].lower() in words_of(asked):
        return question
    thing = _of_what(asked) or thing_in(asked, "")
    if re.match(r"(?:date|day|amount|deadline|year|period|place)", found["noun"], re.I):
        thing = ", ".join(part for part in (thing, answer) if part) or None
    if thing is None:
        return question
    end = END.search(question)
    assert end is not None
    return f"{question[: end.start()]} ({thing}){question[end.start() :].lstrip()}"


def _short(answer: str) -> str:
    """A short answer without its stop and its yes or no; else ""."""
    if is_silent(answer):
        return ""
    short = _YES_NO.sub("", END.sub("", answer.strip())).rstrip(",; ")
    return short if 0 < len(short.split()) <= _SHORT else ""


def _is_one_name(short: str) -> bool:
    return short[0].isupper() and not _OF_PLURAL.search(short) and not _is_group(short)


def _is_group(short: str) -> bool:
    words = words_of(short)
    return not _GROUPS.isdisjoint(words) and not is_person(short) and words[-1] not in ROLES


def _is_plural_phrase(short: str) -> bool:
    if _OF_PLURAL.search(short):
        return True
    head = re.split(rf"\s(?:{PREPOSITIONS})\s", short, maxsplit=1)[0].split()[-1]
    return head.islower() and head.endswith("s") and not head.endswith(("ss", "us", "is"))


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

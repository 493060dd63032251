"""Finds the antecedent that a short answer to "who", "which" or "what" names. Knows one turn."""

from __future__ import annotations

import re

from wherein.questions.phrases.followup_forms import (
    ADVERBIAL,
    AMOUNT,
    AUXILIARY,
    COUNTED,
    OF_PLURAL,
    PREPOSITIONS,
    WHO,
    existing_thing,
    is_plural_phrase,
    short_answer,
)
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_pronouns import fits
from wherein.questions.phrases.followup_referents import ROLES
from wherein.questions.phrases.followup_terms import words_of
from wherein.questions.phrases.person_names import is_person

ASKS_FOR_ONE = re.compile(
    rf"^(?:(?:{PREPOSITIONS})\s+)?(?:(?:which|what)\s+(?!(?:{AUXILIARY})\b)(?:[\w-]+\s+){{0,2}}?(?P<noun>[\w-]+)(?=\s+(?:{AUXILIARY})\b)|(?:which|what)\s+(?!(?:{AUXILIARY})\b)(?P<first>[\w-]+)|what\s+(?P<be>is|was|are|were)\b"
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
_COUNT = re.compile(
    r"^(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+[a-z]",
    re.IGNORECASE,
)
OBJECTS = frozenset("it him her".split())
_UNITS = frozenset(
    """days weeks months years hours minutes euros pounds dollars times metres meters miles inches litres liters kilometres
    kilometers francs degrees seconds watts volts grams grammes points""".split()
)


def strong_person(asked: str, answer: str, word: str) -> str | None:
    """The person whom a short answer to "who …?" names."""
    short = re.sub(r",? (?:in|on|since|from|until|around) \d.*$", "", short_answer(answer))
    if not short or not WHO.match(asked) or is_group(short) or OF_PLURAL.search(short):
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
    if defined := defined_thing(asked, answer):
        return defined
    if (existing := existing_thing(asked, answer)) and existing != existing_thing(asked):
        return existing
    short = short_answer(answer)
    if not short or AMOUNT.match(short) or ADVERBIAL.match(short):
        return None
    if is_person(short) and (WHO.match(asked) or not ROLES.isdisjoint(words_of(asked))):
        return None
    if re.match(r"what (?:else )?(?:did|do|does|has|have) ", asked, re.I):
        return (
            short
            if _MADE_WHAT.search(asked) and short.lower().startswith(("the ", "a ", "an "))
            else None
        )
    if WHO.match(asked):
        return short if is_group(short) else None
    found = ASKS_FOR_ONE.match(asked)
    if found is None or _noun(found).lower() in _NO_THINGS | ROLES:
        return None
    if is_plural_phrase(short) and not short[0].isupper():
        return None
    mass = _noun(found).lower() in (
        "material",
        "metal",
        "substance",
        "fuel",
        "wood",
        "food",
    )
    repeats = short.lower().split()[-1] == _noun(found).lower()
    named = short[0].isupper() or short.lower().startswith(("the ", "a ", "an ")) or mass or repeats
    return short if named else None


_PAIR = re.compile(
    r"^(?i:who) (?:(?i:did|does|has|was|is) )(?P<name>[A-Z][\w.’-]+(?: [A-Z][\w.’-]+){0,2})(?:'s)? (?i:marry|married to|engaged to|wife|husband|partner|brother|sister|friend|wed|live with|work with|meet)\b"
)
"""A question about the other of two people: they are both of them."""
_MADE_WHAT = re.compile(
    r"\b(?:invent(?:ed)?|build|built|writ(?:e|ten)|find|found|discover(?:ed)?|buy|bought|design(?:ed)?|paint(?:ed)?|sell|steal|compose|win|won|produce|publish|lose|receive|inherit|restore)$",
    re.IGNORECASE,
)


def strong_people(asked: str, answer: str) -> str | None:
    """Several persons or things, or an organisation, that a short answer names."""
    short = short_answer(answer)
    if not short or ADVERBIAL.match(short):
        return None
    if _COUNT.match(short) and asked.lower().startswith("how many"):
        unit = words_of(short)[-1]
        return (
            f"the {short}"
            if (unit.endswith("s") and _shares(unit, asked))
            or (unit.endswith("s") and unit not in _UNITS)
            else None
        )
    if (
        _COUNT.match(short)
        and re.match(r"(?:which|what) ", asked, re.I)
        and len(short.split()) > 2
        and short.endswith("s")
        and words_of(short)[-1] not in _UNITS
    ):
        return f"the {short}"
    if COUNTED.match(short) and re.match(r"(?:do|does|did|has|have|had|are|were) ", asked, re.I):
        return f"the {short}"
    if AMOUNT.match(short):
        return None
    if WHO.match(asked):
        pair = _PAIR.match(asked)
        return f"{pair['name']} and {short}" if pair and is_person(short) else short
    if found := ASKS_FOR_ONE.match(asked):
        if _noun(found).lower() in _GROUPS | {
            "firm",
            "organisation",
            "organization",
            "provider",
        }:
            return short
        if is_plural_phrase(short):
            return short
    return None


def answered_thing(asked: str, answer: str) -> str | None:
    """A short answer without an article to "what …?" or "which …?": "lentil soup"."""
    short = short_answer(answer)
    found = ASKS_FOR_ONE.match(asked)
    if not found or not short or AMOUNT.match(short) or ADVERBIAL.match(short) or is_person(short):
        return None
    if _noun(found).lower() in _NO_THINGS | ROLES or is_plural_phrase(short):
        return None
    if len(short.split()) > 4:
        return None
    labelled = re.search(r"\d", short) and short.islower()  # "type 4" is no word for a filter
    return f"the {_noun(found)} ({short})" if labelled else short


_DEFINED = re.compile(
    r"^what (?:is|are|was|were) (?P<thing>(?:(?:the|an?|my|our|your) )?[\w'’-]+(?: [\w'’-]+){0,3})$",
    re.IGNORECASE,
)
_MADE = re.compile(
    r"\b(?:is|was|been|be) it (?:\w+ly |first |last )?(?P<made>built|made|finished|opened|completed|repaired|restored|painted|written|published|cleaned|closed|demolished|destroyed|rebuilt|renovated|sold|bought|stolen|moved|removed|signed|approved|paid|checked|tested|used|needed|still)\b|\b(?:to|who|can|could|did) (?:\w+ )?(?:built|build|own|owned|buy|bought|sell|sold|use|open|close|paint|restore) it\b",
    re.IGNORECASE,
)
_DID_TO = re.compile(
    rf"^who (?:(?:{AUXILIARY}) )?\w+ (?P<thing>(?:the|my|our|your) [\w'’-]+(?: (?!(?:{PREPOSITIONS})\b)[\w'’-]+)?)",
    re.IGNORECASE,
)


def defined_thing(asked: str, answer: str) -> str | None:
    """The thing that was explained: "the Pro plan", of "What is the Pro plan" with the answer "a paid plan with …"."""
    found = _DEFINED.match(asked)
    explains = re.match(r"(?:an?|the|some|any|it is|it's|this is)\b (?!\d)", answer, re.I)
    if not found or not explains or ROLES & set(words_of(found["thing"])):
        return None
    if re.search(
        r"\b(?:name|title|capital|colou?r|address|address|number|result|finding|reason|name|job|profession|favou?rite|main|most|\w+est|\w+['’]s|find|prize|award|largest|biggest|highest|first|best)\b",
        found["thing"],
        re.I,
    ):
        return None
    return found["thing"]


def made_thing(asked: str, question: str) -> str | None:
    """The thing of "who built the dam", for "when was it finished": what is made is no company."""
    found = _DID_TO.match(asked)
    return found["thing"] if found and _MADE.search(question) else None


def place_as_thing(asked: str, answer: str) -> str | None:
    """ "The wash house", of the answer "in the wash house behind reception" to "where …?"."""
    if not re.match(r"(?:where|in which|on which|at which)\b", asked, re.I):
        return None
    found = re.match(
        rf"(?:in|at|on|inside) (?P<place>the [\w'’-]+(?: (?!(?:{PREPOSITIONS}|behind|next|beside|opposite|and)\b)[\w'’-]+){{0,3}})",
        short_answer(answer),
        re.I,
    )
    return found["place"] if found else None


def stands_with_person(named: str, asked: str, answer: str) -> bool:
    """Whether what was found is the name that answers a "who"."""
    return WHO.match(asked) is not None and named == END.sub("", answer) and not is_group(named)


def _noun(found: re.Match[str]) -> str:
    """The noun of what is asked for: "firm", of "Which taxi firm is recommended"; "" without one."""
    return str(found["noun"] or found["first"] or "")


def _shares(unit: str, asked: str) -> bool:
    return unit in words_of(asked)


def is_one_name(short: str) -> bool:
    return short[0].isupper() and not OF_PLURAL.search(short) and not is_group(short)


def is_group(short: str) -> bool:
    words = words_of(short)
    return not _GROUPS.isdisjoint(words) and not is_person(short) and words[-1] not in ROLES

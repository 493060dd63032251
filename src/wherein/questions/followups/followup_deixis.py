"""Resolves "that", "there" and "then" from one turn: an action, a place or a time of its question or answer."""

from __future__ import annotations

import re

from wherein.questions.followups.followup_answer_antecedents import ASKS_FOR_ONE, strong_thing
from wherein.questions.phrases.followup_forms import (
    ADVERBIAL,
    existing_thing,
    short_answer,
    thing_asked_of,
)
from wherein.questions.phrases.followup_pronouns import thing_in
from wherein.questions.phrases.followup_terms import words_of

_PLACES_ASKED = frozenset(
    """city town village country capital place island region area district street room building hotel university school
    museum station port state county valley lake""".split()
)
_TIME = re.compile(r"\b(?:1\d\d\d|20\d\d)\b|\b\d{1,2}(?:st|nd|rd|th)\b|\d:\d\d", re.IGNORECASE)


def that_meant(asked: str, answer: str) -> str | None:
    """What "that" stands for: the thing of the last question, with the answer behind it."""
    short = short_answer(answer)
    thing = strong_thing(asked, answer)
    if thing is not None:
        return thing
    thing = existing_thing(asked) or thing_asked_of(asked) or thing_in(asked, "")
    if thing is None:
        return short or None
    return f"{thing} ({short})" if short else thing


def place_meant(asked: str, answer: str) -> str | None:
    short = short_answer(answer)
    if not short:
        return None
    found = ASKS_FOR_ONE.match(asked)
    asks = re.match(r"(?:and )?(?:from |to )?where\b", asked, re.I)
    noun = set(words_of(asked)[:6]) & _PLACES_ASKED
    if re.match(r"(?:in|at|on|near|behind|beside|under)\s", short, re.I):
        return short if asks or noun or re.match(r"in [A-Z]", short) else None
    if (asks or (found and noun)) and short[0].isupper():
        return f"in {short}"
    return f"at {short}" if asks and short.lower().startswith("the ") else None


def time_meant(asked: str, answer: str) -> str | None:
    short = short_answer(answer)
    if not short or not (
        re.match(
            r"(?:and )?(?:when|(?:in )?(?:what|which) (?:year|month|time|day|date))\b", asked, re.I
        )
        or _TIME.search(short)
    ):
        return None
    return (
        short
        if ADVERBIAL.match(short)
        else f"in {short}"
        if re.fullmatch(r"\d{4}", short)
        else f"({short})"
    )

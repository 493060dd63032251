"""Finds in a sentence what a value was and what it is: "has risen from £890 to £1,240", "was 20 MB and is now 50 MB". Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

from wherein.core.span import Span

LONGEST = 1_000
"""Code points of a sentence that are looked at."""
_VALUE = r"(?:[^,;:.()\n]|[.,:](?=\d)|,(?=\s\d{4}\b)|\(\d+\)){1,60}?"
_END = r"(?=[,;:.()\n](?!\s?\d)|$|\s(?:with|as|from|effective|starting|beginning|in|on|by|and|but|while|because|since|for|after|so|at|per|a)\b)"
_CHANGED = r"(?:rais(?:ed|es|e)|ris(?:en|es|e|ing)|rose|increas(?:ed|es|e)|reduc(?:ed|es|e|ing)|lower(?:ed|s)?|cut|fell|fallen|falls|dropp?(?:ed|s)?|went\s(?:up|down)|gone\s(?:up|down)|go(?:es)?\s(?:up|down)|chang(?:ed|es|e)|extend(?:ed|s)|shorten(?:ed|s)|moved?|postponed|brought\sforward|amended|altered|revised|updated|grown|grew|doubled|halved|shrunk|shrank)"
_PATTERNS = tuple(
    re.compile(rf"(?i){pattern}")
    for pattern in (
        rf"\b{_CHANGED}\b[^.;]{{0,40}}?\bfrom\s(?P<old>{_VALUE})\sto\s(?P<new>{_VALUE}){_END}",
        rf"\b(?:was|were|would\shave\s\w+)\s(?:(?:on|at|by|in)\s)?(?P<old>{_VALUE}),?\s(?:(?:and|but)\s)?(?:(?:is|are|it\sis)\snow|now\s(?:is|are)|has\snow\sbecome|now|is\s{_CHANGED}\sto)\s(?P<new>{_VALUE}){_END}",
        rf"\b(?:is|are|be|becomes?)\s(?:now\s)?(?P<new>{_VALUE}),?\s(?:\(?(?:formerly|previously)|instead\sof|rather\sthan|in\splace\sof|up\sfrom|down\sfrom)\s(?P<old>{_VALUE}){_END}",
    )
)
_FORMERLY = re.compile(
    r"(?i)\b(?:before|previous(?:ly)?|former(?:ly)?|old|older|original(?:ly)?|used\sto|was|were|had|did|until|till|initial(?:ly)?|first|from\swhat|at\sfirst|earlier|last|prior|replaced|instead)\b"
)

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


class Change(NamedTuple):
    """The places of a value in a sentence: what it was, and what it is."""

    old: Span
    new: Span


def changes_in(sentence: str) -> list[Change]:
    """What a sentence says of values that changed: of two numbers, or of two names. Linear in the sentence, whose first
    `LONGEST` code points count."""
    said = sentence[:LONGEST]
    return [
        Change(Span(*found.span("old")), Span(*found.span("new")))
        for pattern in _PATTERNS
        for found in pattern.finditer(said)
        if _has_number(found["old"]) == _has_number(found["new"])
    ]


def newer_than(question: str, sentence: str, old: Span) -> Span | None:
    """What a sentence says that holds instead of a part of it that only tells what was; None where that part holds, or
    where the question asks for what was: by a word ("before", "was"), or by a number such as a year of the sentence."""
    if _FORMERLY.search(question) or _numbers(question) & _numbers(sentence[:LONGEST]):
        return None
    return next((one.new for one in changes_in(sentence) if one.old.contains(old)), None)


def _has_number(text: str) -> bool:
    return _NUMBER.search(text) is not None


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(text))

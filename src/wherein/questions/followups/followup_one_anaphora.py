"""Resolves "one", "that one", "the second one" and "this post": pronouns and nouns that repeat a noun of the last turn."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.questions.phrases.followup_forms import (
    ADVERBIAL,
    AMOUNT,
    AUXILIARY,
    PREPOSITIONS,
    short_answer,
    thing_asked_of,
)
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_pronouns import thing_in
from wherein.questions.phrases.followup_terms import words_of

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


def with_ordinal(question: str, turns: Sequence[tuple[str, str]]) -> str:
    """ "The second one" and "that one" with what the last answer names."""
    if not turns:
        return question
    another = list(_INDEFINITE.finditer(turns[-1][0]))
    if another and (found := _ONE.search(question)):
        return (
            f"{question[: found.start('one')]}{another[-1].group()}{question[found.end('one') :]}"
        )
    short = short_answer(turns[-1][1])
    if not short:
        return question
    if (
        (found := _THAT_ONE.search(question))
        and not AMOUNT.match(short)
        and not ADVERBIAL.match(short)
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
    asked, answer = END.sub("", turns[-1][0]), short_answer(turns[-1][1])
    if found["noun"].lower() in words_of(asked):
        return question
    thing = thing_asked_of(asked) or thing_in(asked, "")
    if re.match(r"(?:date|day|amount|deadline|year|period|place)", found["noun"], re.I):
        thing = ", ".join(part for part in (thing, answer) if part) or None
    if thing is None:
        return question
    end = END.search(question)
    assert end is not None
    return f"{question[: end.start()]} ({thing}){question[end.start() :].lstrip()}"

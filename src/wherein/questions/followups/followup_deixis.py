"""Resolves "that", "there" and "then" from one turn: an action, a place or a time of its question or answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.questions.followups.followup_answer_antecedents import ASKS_FOR_ONE, strong_thing
from wherein.questions.phrases.followup_forms import (
    ADVERBIAL,
    AMOUNT,
    action_of,
    existing_thing,
    short_answer,
    thing_asked_of,
)
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_pronouns import thing_in
from wherein.questions.phrases.followup_terms import PRONOUNS, words_of

_PLACES_ASKED = frozenset(
    """city town village country capital place island region area district street room building hotel university school
    museum station port state county valley lake cities towns villages countries places islands regions areas districts
    streets rooms buildings hotels schools museums stations ports states counties valleys lakes province provinces hut huts
    floor hall halls park parks garden beach restaurant café cafe shop shops camp campsite venue office offices wing""".split()
)
_TIME = re.compile(r"\b(?:1\d\d\d|20\d\d)\b|\b\d{1,2}(?:st|nd|rd|th)\b|\d:\d\d", re.IGNORECASE)


_DO_THAT = re.compile(
    r"\b(?P<do>do(?:ing)?) (?:that|this|it|so)\b(?!\s+(?:\w+s|one)\b(?!\?))", re.IGNORECASE
)
_SAYS_WHAT_TO_DO = re.compile(
    r"\b(?:is|are|was|were|has|have|needs?|must|should|can|cannot|may|will)\b", re.IGNORECASE
)


_IF_I_DO = re.compile(
    r"\bif (?:I|you|we|one|someone|somebody|they) (?P<do>do(?:n'?t| not)?|did(?:n'?t| not)?|can'?t|cannot)\s*[?.!]*$",
    re.IGNORECASE,
)


def with_action(question: str, turns: Sequence[tuple[str, str]]) -> str:
    """ "How do I do that?" with the action of the last question in place of "do that", or what was said behind it."""
    if turns and (found := _IF_I_DO.search(question)):
        action = action_of(END.sub("", turns[-1][0]))
        bare = found["do"].lower() == "do"
        before = question[: found.start("do") if bare else found.end("do")].rstrip()
        return f"{before} {action}?" if action else question
    found = _DO_THAT.search(question)
    if found is None or not turns:
        return question
    asked, answer = END.sub("", turns[-1][0]), END.sub("", turns[-1][1])
    action = action_of(asked)
    if action is not None and found["do"].lower() == "do":
        return f"{question[: found.start()]}{action}{question[found.end() :]}"
    explains = re.match(r"(?:what|why)\b", asked, re.I) and _SAYS_WHAT_TO_DO.search(answer)
    said = answer if explains and len(answer.split()) <= _LONGEST_SAID else asked
    if len(words_of(question)) > _LONGEST_ASKED or "this" in found.group().lower():
        return question
    if not said or not PRONOUNS.isdisjoint(words_of(said)):
        return question
    end = END.search(question)
    assert end is not None
    return f"{question[: end.start()]} ({said}){question[end.start() :].lstrip()}"


_LONGEST_SAID = 12
_LONGEST_ASKED = 7
"""The most words of a question about "that" which names nothing else."""


def clause_subject(asked: str, answer: str, question: str) -> str | None:
    """The thing that an explanation is about: "the drain hose", of "the drain hose is blocked". None where the new question
    asks to mend what was explained: "how do I fix it?"."""
    if not _EXPLAINED.match(asked) or _MENDS.search(question):
        return None
    found = _CLAUSE.match(answer)
    return found["thing"] if found else None


_EXPLAINED = re.compile(
    r"what (?:does|do|did) .+ (?:mean|indicate|signal|show|stand for|tell)|what (?:happens|happened|is wrong|causes?|caused)\b|why\b",
    re.IGNORECASE,
)
_MENDS = re.compile(
    r"\b(?:fix|repair|solve|clear|reset|mean|happen\w*|prevent|avoid|stop|get rid|turn|switch|silence|mute|ignore|hear|see)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"^(?:because |yes,? |no,? |that )?(?P<thing>(?:the|an?|your|my|our) [\w'’-]+(?: (?!is\b|are\b|was\b|has\b)[\w'’-]+)?)(?: (?:of|for|in|on) [^,]+?)? (?:is|are|was|were|has|have|needs?|must|should|can|cannot|may|will)\b",
    re.IGNORECASE,
)


def that_meant(asked: str, answer: str) -> str | None:
    """What "that" stands for: the thing of the last question, with the answer behind it."""
    short = short_answer(answer)
    thing = strong_thing(asked, answer)
    if thing is not None:
        return thing
    if (action := action_of(asked)) is not None:
        return f"that ({action})"
    if _WHETHER_DONE.match(asked):
        return f"that ({asked[0].lower()}{asked[1:]})"
    found = ASKS_FOR_ONE.match(asked)
    if found and found["noun"] and short and found["noun"].endswith("s") and AMOUNT.match(short):
        return f"the {found['noun']} ({short})"
    thing = existing_thing(asked, answer) or thing_asked_of(asked) or thing_in(asked, "")
    if thing is None and AMOUNT.match(short) and asked:
        return f"{short} ({asked[0].lower()}{asked[1:]})"
    if thing is None:
        return short or None
    return f"{thing} ({short})" if short else thing


_WHETHER_DONE = re.compile(
    r"(?:do|does|did|can|could|may|will|would|should|must|has|have) ", re.IGNORECASE
)
""" "Did the light improve sleep": "that" is what is asked about as a whole."""


def place_meant(asked: str, answer: str) -> str | None:
    """What "there" stands for: the place that the last question asks for, or whether it exists."""
    short = short_answer(answer)
    existing = existing_thing(asked, answer)
    if existing is not None and not re.match(r"(?:no|none)\b", answer, re.I):
        return f"at {existing}"
    named = re.search(r"\b(?:in|to|at|near) (?:the )?[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*$", asked)
    if named is not None and not re.match(
        r"(?:where|which|what (?:town|city|place))\b", asked, re.I
    ):
        return named.group()
    if not short:
        return None
    found = ASKS_FOR_ONE.match(asked)
    asks = re.match(r"(?:and )?(?:from |to )?where\b", asked, re.I)
    noun = set(words_of(asked)[:6]) & _PLACES_ASKED
    if re.match(r"(?:in|at|on|near|behind|beside|under)\s", short, re.I):
        return short if asks or (found and noun) or re.match(r"in [A-Z]", short) else None
    if (asks or (found and noun)) and (short[0].isupper() or short.lower().startswith("the ")):
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

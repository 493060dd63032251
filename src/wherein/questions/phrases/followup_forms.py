"""The forms of questions and of short answers that several rules for follow-ups tell apart. Knows no history."""

from __future__ import annotations

import re

from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_terms import is_silent

AUXILIARY = (
    "is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might|must|shall"
)
PREPOSITIONS = (
    "in|at|on|for|from|to|with|by|of|before|after|since|until|till|during|under|over|between|near"
    "|about|against|into|through|without"
)
LONGEST_SHORT_ANSWER = 8
"""The most words of an answer that fit into a question."""
YES_NO = re.compile(r"^(?:yes|no|not|only|never|always|none)\b[\s,:;.–-]*", re.IGNORECASE)
AMOUNT = re.compile(
    r"^(?:(?:about|around|approximately|roughly|up to|at least|at most|more than|less than|over|under|nearly|almost|ca\.?)\s+)*"
    r"(?:[€$£¥]|\d|(?:EUR|USD|GBP|CHF)\b|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|half|once"
    r"|twice|daily|weekly|monthly|yearly|every|annually|free|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b)",
    re.IGNORECASE,
)
ADVERBIAL = re.compile(
    rf"^(?:{PREPOSITIONS}|behind|beside|above|below|next to|opposite|outside|inside|because|if|when|as|where|within|via"
    r"|yes|no|not|only|to)\b",
    re.IGNORECASE,
)
COUNTED = re.compile(
    r"(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|several|some) (?:[a-z-]+ )?(?!days|weeks|months|years|hours|minutes|euros|pounds|dollars|francs|times|met)[a-z]{3,}s$",
    re.IGNORECASE,
)
""" "Two brothers", but no amount: "two weeks"."""
WHO = re.compile(rf"^(?:(?:{PREPOSITIONS})\s+)?who(?:m|se)?\b", re.IGNORECASE)
OF_PLURAL = re.compile(r"\b(?:and|&)\b|,")
EXISTING = re.compile(
    r"^(?:is|are|was|were) there (?:an? |any |some |the )?(?P<thing>[\w'’-]+(?: (?!on\b|in\b|at\b|for\b|with\b|near\b|to\b|from\b|that\b|of\b)[\w'’-]+){0,3})",
    re.IGNORECASE,
)


def short_answer(answer: str) -> str:
    """A short answer without its stop and its yes or no; else ""."""
    if is_silent(answer):
        return ""
    short = YES_NO.sub("", END.sub("", answer.strip())).rstrip(",; ")
    return short if 0 < len(short.split()) <= LONGEST_SHORT_ANSWER else ""


def existing_thing(asked: str, answer: str = "") -> str | None:
    """ "The shop", of "Is there a shop on site", and "the Falk hut", of "Is there a hut" with the answer "Yes, the Falk hut"."""
    found = EXISTING.match(asked)
    if found is None or re.match(r"(?:no|none|not)\b(?! matter)", answer, re.I):
        return None
    short = short_answer(answer)
    is_name = re.match(r"(?:(?:the|an?|our|called|named) )?[A-Z][\w'’-]+", short)
    if not is_name or AMOUNT.match(short) or ADVERBIAL.match(short) or OF_PLURAL.search(short):
        return f"the {found['thing']}"
    name = re.sub(r"^(?:(?:the|an?|our|called|named) )", "", short)
    has_noun = found["thing"].split()[-1].lower() in name.lower().split()
    return f"the {name}" if has_noun else f"the {name} {found['thing']}"


_ACTION = re.compile(
    rf"^(?:(?:how|where|when|why|who|with whom|how often) )?(?:{AUXILIARY}) (?:I|you|we|one|people|tenants|members|guests|visitors|students|children|employees|someone|anyone) (?:also |still |only )?(?P<verb>(?!have\b|need\b|be\b|get\b)[a-z]+)(?P<rest>(?: .+)?)$",
    re.IGNORECASE,
)
_TO_DO = re.compile(
    r"\b(?:am I|are you|are we|is it|is one) (?:allowed|permitted|required|possible|obliged|able) to (?P<action>[a-z]+ .+)$",
    re.I,
)


def action_of(asked: str) -> str | None:
    """What somebody does: "freeze my membership", of "Can I freeze my membership"."""
    if found := _TO_DO.search(asked):
        return found["action"]
    found = _ACTION.match(asked)
    if found is None or found["verb"] == "do":
        return None
    return f"{found['verb']}{found['rest']}"


def thing_asked_of(asked: str) -> str | None:
    """ "The excess for water damage", of "What is the excess for water damage"."""
    found = re.match(
        r"(?:who|what|how \w+|when|where) (?:is|are|was|were) (?P<thing>(?:the|my|your|our) .+)$",
        asked,
        re.I,
    )
    return found["thing"] if found and len(found["thing"].split()) <= LONGEST_SHORT_ANSWER else None


def is_plural_phrase(short: str) -> bool:
    if OF_PLURAL.search(short):
        return True
    head = re.split(rf"\s(?:{PREPOSITIONS})\s", short, maxsplit=1)[0].split()[-1]
    return head.islower() and head.endswith("s") and not head.endswith(("ss", "us", "is"))

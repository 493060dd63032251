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


def existing_thing(asked: str) -> str | None:
    """ "The shop", of "Is there a shop on site"."""
    found = EXISTING.match(asked)
    return f"the {found['thing']}" if found else None


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

"""Finds the thing or the subject of one question: "the lease", of "When does the lease begin".

Has no parser: a phrase is recognised by its determiner, by the auxiliary before it and by the end of the question.
"""

from __future__ import annotations

import re

from wherein.questions.phrases.followup_forms import AUXILIARY, PREPOSITIONS
from wherein.questions.words.function_words import FUNCTION_WORDS

_NOUN_PHRASE = re.compile(
    r"\b(?:the|this|that|an?)\s+((?:[\w'’-]+\s+){0,3}[\w'’-]+)$", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"\b(?:is|was|does|did|has|will|can)\s+the\s+((?:[\w'’-]+\s+){0,5}[\w'’-]+)\s+\w+$",
    re.IGNORECASE,
)
"""The subject of a question that ends with its verb: "When was the first of Fresnel's lenses lit"."""
_DETERMINER = frozenset("the this that these those a an".split())
_CLAUSE = re.compile(
    r"\b(?P<verb>do|does|did|will|would|can|could|shall|should|may|might|must|is|are|was|were)"
    r"\s+(?:the|this|that|an?)\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
"""A question after its auxiliary: "does the lease begin", "was the kiln built"."""
BE = frozenset("is are was were".split())
_PARTICIPLE = re.compile(r"(?!sacred|hundred|naked)\w{2,}(?<!e)ed", re.IGNORECASE)
_PARTICIPLES = frozenset(
    """begun bent born bought bred broken brought built burnt cast caught chosen cut dealt done drawn driven drunk eaten
    fed felt forgotten fought found frozen given gone grown heard held hidden hit hung hurt kept known laid led left lent
    let lit lost made meant met paid put read said seen sent set shaken shot shown shut sold spent split spoken spread
    stolen struck sung sunk sworn swept taken taught thrown told torn understood won worn wound woven written""".split()
)
_PREDICATES = frozenset(
    """available due empty finished free full late open over possible ready safe valid waterproof refundable taxable legal
    mandatory compulsory optional edible toxic dangerous accessible renewable negotiable transferable closed necessary
    portable washable dishwasher-safe recyclable reusable insured deductible wide high deep tall big expensive""".split()
)
"""Adjectives that say something of a subject rather than stand before a noun: "the rent due"."""
_BEHIND = frozenset(
    "about after at before between by during for from in near of on since to under until with".split()
)
_TAKES_PLACE = re.compile(r"\s+(?:take|takes|took) place$", re.IGNORECASE)
AUXILIARIES = frozenset(AUXILIARY.split("|"))
_INNER = re.compile(
    rf"\b(?!(?:{PREPOSITIONS})\b)\S+ (?:the|this|that|an?) (?P<words>[\w'’ -]+)$", re.IGNORECASE
)
_BARE_SUBJECT = (
    re.compile(rf"^(?:when|where|why|how|what|which \w+|how \w+|what \w+) (?:does|did|will|can|must|should) (?P<subject>[\w-]+(?: [\w-]+)?) [a-z]+(?: (?:{PREPOSITIONS}) .+)?$", re.IGNORECASE),
    re.compile(rf"^(?:(?:when|where|why|how|what|which \w+|how \w+|what \w+) )?(?:is|was) (?P<subject>[\w-]+(?: [\w-]+)?)(?: (?:{PREPOSITIONS}|held|on|like|\w+ed|free|open|closed|available|possible|due|served|compulsory|mandatory)\b.*)?$", re.IGNORECASE),
)  # fmt: skip
_WHAT_IS = re.compile(
    rf"^(?:what|how (?:much|high|big|large)) (?:is|are|was|were) (?:the|an?|this|that) (?P<thing>[\w'’-]+(?: [\w'’-]+)? (?:{PREPOSITIONS}) [\w'’-]+(?: [\w'’-]+){{0,3}})$",
    re.IGNORECASE,
)
"""A question that is nothing but a thing with what belongs to it: "What is the fee for late returns"."""
_IS_STATE = re.compile(
    r"^(?:is|are|was|were) (?P<thing>(?!the\b|an?\b|my\b|your\b|our\b|this\b|that\b|there\b|it\b|[Ii]\b)[\w'’-]+(?: of [\w'’-]+)?) (?P<state>[\w'’-]+)$",
    re.IGNORECASE,
)
""" "Is theft of bicycles covered"."""


_DOES_WHAT = re.compile(
    rf"^(?:what|how much|how long|when|where) (?:do|does|did) the (?P<thing>[\w'’-]+(?: [\w'’-]+)* (?:{PREPOSITIONS}|next to|behind|beside|above|below) [\w'’ -]+) (?:mean|cost|say|show|do|weigh|last|take|contain|include|indicate|stand for)$",
    re.IGNORECASE,
)
""" "The lamp next to the tank", of "What does the lamp next to the tank mean"."""


def thing_of(asked: str) -> str | None:
    """The thing at the end of a question (given without its question mark), or before the verb at its end."""
    if (found := _WHAT_IS.match(asked)) and not is_participle(asked.split()[-1]):
        return f"the {found['thing']}"
    if (found := _IS_STATE.match(asked)) and is_participle(found["state"].split()[0]):
        return str(found["thing"])
    if found := _DOES_WHAT.match(asked):
        return f"the {found['thing']}"
    if (subject := subject_of(asked)) is not None:
        return subject
    found = _NOUN_PHRASE.search(asked)
    inner = found and _INNER.search(found.group(1))
    if found and inner and _before(asked, found.start()).lower() in AUXILIARIES:
        words = inner["words"].split()  # "the flat have a cellar"
    else:
        found = found or _SUBJECT.search(asked)
        words = found.group(1).split() if found else []
    cut = next((n for n, word in enumerate(words) if word.lower() in AUXILIARIES), None)
    words = words[:cut]
    if (
        len(words) > 1
        and words[-1].lower() in ("take", "cost", "last", "mean")
        and re.search(r"\b(?:do|does|did) ", asked, re.I)
    ):
        del words[-1]
    while words and words[0].lower() in FUNCTION_WORDS:
        del words[0]
    return f"the {' '.join(words)}" if words else _asked_for(asked)


def bare_subject(asked: str) -> str | None:
    """The subject of a question that has no determiner: "pottery", of "What does pottery cost"."""
    for pattern in _BARE_SUBJECT:
        found = pattern.match(asked)
        words = found["subject"].split() if found else []
        if (
            words
            and not {word.lower() for word in words} & FUNCTION_WORDS
            and not is_participle(words[-1])
        ):
            return " ".join(words)
    return None


def _before(text: str, place: int) -> str:
    return (text[:place].split() or [""])[-1]


def _asked_for(asked: str) -> str | None:
    """The one thing that a question asks for: "the pump", of "Which pump failed"."""
    interrogative, *words = asked.split() or [""]
    if interrogative.lower() not in ("which", "what"):
        return None
    for number, word in enumerate(words[:4]):
        if word.lower() in FUNCTION_WORDS or is_participle(word):
            one = number > 0 and not words[number - 1].endswith("s")
            return f"the {' '.join(words[:number])}" if one else None
    return None


def subject_of(asked: str) -> str | None:
    """The subject of a question that has no other phrase with a determiner and ends with the verb: "the lease", of "When
    does the lease begin". None for any other question."""
    found = _CLAUSE.search(asked)
    if found is None:
        return None
    words = _TAKES_PLACE.sub(" occur", found["rest"]).split()
    if not _DETERMINER.isdisjoint(word.lower() for word in words):
        return None
    being = found["verb"].lower() in BE
    if being and (end := _predicate(words)) is not None:
        return f"the {' '.join(words[:end])}"
    while len(words) > 1 and words[-1].lower() in FUNCTION_WORDS:  # "come from"
        del words[-1]
    ends_with_verb = not being or is_participle(words[-1])
    if len(words) < 2 or not ends_with_verb:
        return None
    words = words[:-1]
    while len(words) > 1 and words[-1].lower() in ("be", "been", "have"):
        del words[-1]
    return f"the {' '.join(words)}"


def _predicate(words: list[str]) -> int | None:
    """The index of the adjective or participle behind the subject: 1 for "due" in "rent due" and for "open" in "library
    open on Sunday". None unless there is one, at the end or before a preposition."""
    for number, word in enumerate(words):
        if not number or not (word.lower() in _PREDICATES or is_participle(word)):
            continue
        if number + 1 == len(words) or words[number + 1].lower() in _BEHIND:
            return number
    return None


def is_predicate(word: str) -> bool:
    """Whether a word says something of a subject: "due", "refundable", "paid"."""
    return word.lower() in _PREDICATES or is_participle(word)


def is_participle(word: str) -> bool:
    return word.lower() in _PARTICIPLES or _PARTICIPLE.fullmatch(word) is not None

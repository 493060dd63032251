"""Finds the pronouns of a question that stand for something outside it.

Left out are an "it" that stands for nothing ("is it allowed to smoke"), a "there" that only says that something exists,
a "that" that joins clauses, and a pronoun that a noun before it in the same question explains. Knows no history.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wherein.questions.phrases.followup_forms import AUXILIARY
from wherein.questions.phrases.followup_phrases import PEOPLE, PERSON, THING
from wherein.questions.phrases.followup_referents import ROLES
from wherein.questions.phrases.followup_subjects import is_predicate
from wherein.questions.phrases.followup_terms import WORD
from wherein.questions.words.function_words import FUNCTION_WORDS

_JUDGED = (
    "allowed|permitted|necessary|possible|impossible|true|ok|okay|safe|dangerous|legal|illegal|mandatory|required|compulsory"
    "|forbidden|prohibited|free|worth|best|better|easy|easier|hard|harder|difficult|important|common|normal|usual|advisable"
    "|likely|enough|recommended|customary|cheaper|cheap|expensive|fine|good|bad|wise|sensible|acceptable|correct|right|wrong"
    "|polite|rude|obligatory|essential|useful|helpful|known|certain|clear|sufficient|feasible|healthy|risky|smart|sure"
)
_NOTHING = re.compile(
    r"\bit (?:also |still |often |ever |usually )?(?:rain|snow|freeze(?!s? over)|hail|thunder|matter)(?:s|ed|es)?\b"
    r"|\b(?:is|was|be|isn't|does|gets?|it's) it (?:\w+ )?(?:rain|snow|freez|hail|thunder)\w*"
    r"|\bit(?:'s| is| was| gets?| becomes?) (?:\w+ )?(?:raining|snowing|freezing|cold|dark|hot|late|windy|wet|icy|foggy)\b"
    rf"|\b(?:is|was|be|isn't|would|will|becomes?) it (?:be )?(?:\w+ )?(?:{_JUDGED})\b(?=.* (?:to|that|if|when|whether|how|what|who|where|why|which|\w+ing)\b)"
    rf"|\bit(?:'s| is| was| will be| would be| becomes?) (?:\w+ )?(?:{_JUDGED})\b(?=.* (?:to|that|if|for|when|whether|\w+ing)\b)"
    r"|\b(?:does|did|will|would|do) it (?:\w+ )?(?:take|cost|matter|pay|help|mean|make sense)\b(?=.* (?:to|if|when|that|whether)\b)"
    r"|\bit (?:\w+ )?(?:takes?|took|costs?|cost)\b(?=.* to\b)"
    r"|\b(?:does|did) it (?:say|mention|state) (?:what|who|when|where|why|how|if|whether|that|anything)\b"
    r"|\bwhat (?:time|day|year|date) is it\b|\b(?:who|what|how|why|when|where|which \w+) (?:is|was) it that\b"
    r"|\b(?:is|was) it (?:the|an?) [\w ]+ (?:who|that)\b|\b(?:makes?|find|found|consider\w*) it\b",
    re.IGNORECASE,
)  # fmt: skip
"""An "it" that stands for nothing: "if it rains", "is it allowed to smoke"."""
_QUOTED = re.compile(r"[\"“”][^\"“”]*[\"“”]|(?<!\w)['‘][^'’]+['’](?!\w)")
"""Words that are spoken of rather than used: When should "they" be written?"""
_JOINS = frozenset(
    "if when after before because once while unless until and that who which though although where since so but or".split()
)
_OPENS_CLAUSE = frozenset("if unless although once while because".split())
_ANYBODY = frozenset(
    """someone somebody anyone anybody everyone everybody nobody who people each every one those staff children police
    men women""".split()
)
_ARTICLES = frozenset("the a an my your our this any some each every no".split())
_VERB_AHEAD = re.compile(rf"(?:{AUXILIARY}|to)$", re.IGNORECASE)
_EXISTS = re.compile(
    rf"\b(?:is|are|was|were|be|been|does|do|did|will|can|has|have|had|isn't|aren't)\s+there\b|\bthere\s+(?:{AUXILIARY}|exists?|been|be|a|an|any)\b|\bout there\b",
    re.IGNORECASE,
)
_ENDING = re.compile(r"\b(?P<word>that|this|these|those|them|one)\s*[?.!]*$", re.IGNORECASE)
_CALLED = re.compile(
    r"\b(?:call|called|named|like|is|was)\s+(?:that|this)\s*[?.!]*$", re.IGNORECASE
)
_AHEAD = re.compile(
    rf"^(?:\W*(?:and|so|but)\s+)?(?:(?:what|when|where|why|who|how(?: \w+)?)\s+)?(?:{AUXILIARY})\s+(?P<word>that|this|these|those)\s+(?P<next>[\w'’-]+)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\b(?:does|did|will|would|can|could|must) (?P<word>that|this) (?!one\b)[a-z]+(?:\s*[?.!]*$|(?= (?:in|at|on|for|from|with|by|of|to|until|a|an|the|any|also|so)\b))",
    re.IGNORECASE,
)
_STATED = re.compile(
    r"(?:^|^(?:and|so|but) |\b(?:why|when|where|how|what \w+|how \w+) ?)(?:is|are|was|were|isn't|aren't|wasn't|weren't|['’]s) (?P<word>that|this|those|these) (?:(?:too|very|so|really|not|still|also) )?(?!one\b|ones\b)[a-z-]+(?:\s*[?.!]*$|(?= (?:in|at|on|for|from|with|by|of|to|until|a|an|the|any|also|so|enough|too|or|than|as|when|if|during|per|and)\b))",
    re.IGNORECASE,
)
_VERBS = frozenset(
    """include includes apply applies mean cost take need require cover count work happen change last end start begin go
    come depend affect also still only even really usually always ever per on in at for from with by of to the a an
    allowed included covered free enough possible chosen done made paid mandatory legal true normal known called used
    decided written changed be been have has all""".split()
)


@dataclass(frozen=True, slots=True)
class OpenPronoun:
    """A pronoun at `start` to `end` of the question. `kind` is "person", "thing", "people", "that", "there" or "then"."""

    start: int
    end: int
    word: str
    kind: str


def open_pronouns(question: str) -> list[OpenPronoun]:
    """The pronouns that nothing in the question explains, in order."""
    nothing = [found.span() for found in _NOTHING.finditer(question)]
    found: list[OpenPronoun] = []
    tokens = list(WORD.finditer(question))
    for number, token in enumerate(tokens):
        word = token.group().lower()
        kind = _kind(word)
        if kind is None:
            continue
        inside = any(start <= token.start() < end for start, end in nothing)
        before = [other.group() for other in tokens[:number]]
        if before and before[0].lower() in ("and", "but", "so", "or"):
            del before[0]
        behind = tokens[number + 1].group().lower() if number + 1 < len(tokens) else ""
        owns = word in ("his", "its", "their") or (
            word == "her" and bool(behind) and behind not in FUNCTION_WORDS
        )
        if (kind == "thing" and word == "it" and inside) or _explained(kind, before, owns):
            continue
        found.append(OpenPronoun(token.start(), token.end(), word, kind))
    found += _demonstratives(question)
    quoted = [one.span() for one in _QUOTED.finditer(question)]
    return sorted(
        (one for one in found if not any(a <= one.start < b for a, b in quoted)),
        key=lambda one: one.start,
    )


def _kind(word: str) -> str | None:
    kinds = (("person", PERSON), ("thing", THING), ("people", PEOPLE))
    return next((kind for kind, words in kinds if word in words), None)


def _demonstratives(question: str) -> list[OpenPronoun]:
    """ "How do I fix that?", "does that include towels", "how many people live there"."""
    found = []
    ends = _ENDING.search(question)
    if (
        ends
        and ends["word"].lower() in ("that", "this", "these", "those")
        and not _CALLED.search(question)
    ):
        found.append(OpenPronoun(*ends.span("word"), ends["word"].lower(), "that"))
    elif (ahead := _AHEAD.match(question)) and (
        ahead["next"].lower() in _VERBS or is_predicate(ahead["next"])
    ):
        found.append(OpenPronoun(*ahead.span("word"), ahead["word"].lower(), "that"))
    elif (subject := _SUBJECT.search(question) or _STATED.search(question)) is not None:
        found.append(OpenPronoun(*subject.span("word"), subject["word"].lower(), "that"))
    elif re.fullmatch(
        r"\W*(?:and |so )?(?:(?:how \w+|where|when|who|whose|what \w+) (?:is|are|was|were)|(?:where|when|who|what|how)['’]?s) (?P<w>that|this|those|these)\W*",
        question,
        re.I,
    ):
        last = re.search(r"(?:that|this|those|these)(?=\W*$)", question, re.I)
        assert last is not None
        found.append(OpenPronoun(*last.span(), last.group().lower(), "that"))
    existing = [one.span() for one in _EXISTS.finditer(question)]
    for place in re.finditer(r"\bthere\b(?!['’]?s\b)", question, re.I):
        if not any(start <= place.start() < end for start, end in existing):
            found.append(OpenPronoun(*place.span(), "there", "there"))
    if (
        then := re.search(r"\w \b(?:then|at that time|back then)(?=\s*[?.!]*$)", question, re.I)
    ) is not None:
        found.append(OpenPronoun(then.start() + 2, then.end(), "then", "then"))
    return found


def _explained(kind: str, before: list[str], owns: bool) -> bool:
    """Whether a noun in the words before a pronoun is what it stands for."""
    opens = bool(before) and before[0].lower() in _OPENS_CLAUSE
    joined = opens or any(other.lower() in _JOINS for other in before[1:])
    if not (joined or owns):
        return False
    if kind == "people":
        return any(_may_be_people(before, number) for number in range(len(before)))
    for number, other in enumerate(before):
        named = number > 0 and other[0].isupper() and other != "I" and len(other) > 1
        if named and (kind == "thing" or joined or owns):
            return True
        if kind == "person" and other.lower() in ROLES:
            return True
        article = number > 0 and before[number - 1].lower() in _ARTICLES
        is_noun = article and other.lower() not in FUNCTION_WORDS | ROLES
        if kind == "thing" and (is_noun or (number and is_plural(other) and not owns)):
            return True
    return False


def _may_be_people(before: list[str], number: int) -> bool:
    word = before[number].lower()
    if number == 0 and word == "who":
        return True
    after_article = number > 0 and before[number - 1].lower() in _ARTICLES
    named = number > 0 and before[number][0].isupper() and len(word) > 1
    return (
        named
        or word in (_ANYBODY - {"one"} if number else frozenset())
        or word in ROLES
        or (after_article and word not in FUNCTION_WORDS)
        or is_plural(word)
    )


def is_plural(word: str) -> bool:
    plain = word.lower()
    return (
        len(plain) > 3
        and plain.endswith("s")
        and not plain.endswith(("ss", "us", "is"))
        and plain not in FUNCTION_WORDS
    )

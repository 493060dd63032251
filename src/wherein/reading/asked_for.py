"""Whether a sentence has what a question asks for, beside the name it is about. Words and patterns; no model.

Three things are looked at: the kind of thing that the question word asks for (a date, a number, a
place, a name, a reason), the words of the question that name nothing, and what the sentence has of both.
The cases are in contracts/asked-for.json; the twin is web/reader/src/asked-for.ts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

STEM = 5
"""Letters of a word that are compared, as in `calibration`."""
_LEAST = 3
"""Letters that are left of a word without its ending."""
LEAST_SHARE = 0.5
"""The share of the question's other words that the sentence must have."""


class Wanted(StrEnum):
    """What the question word asks for."""

    DATE = "date"
    NUMBER = "number"
    PLACE = "place"
    NAME = "name"
    REASON = "reason"


def _one_of(words: str) -> str:
    return "(?:" + "|".join(words.split()) + ")"


_LEAD = r"^(?:(?:and|but|so|in|at|on|by|to|from|since|until|till|during|for|with|of|about|around|under|up|the)\s+)*"
_MEASURES = _one_of(
    "number population percentage percent proportion share height length depth width area size weight mass speed "
    "distance temperature age cost price duration diameter elevation altitude volume density"
)
_SIZES = _one_of(
    "many much tall high deep long large big old far fast heavy wide thick hot cold often"
)
_ASKS = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (Wanted.DATE, rf"{_LEAD}(?:when|(?:what|which) (?:year|date|day|month|century|decade|time)s?)\b|how long ago\b"),
        (Wanted.NUMBER, rf"\bhow {_SIZES}\b"),
        (Wanted.NUMBER, rf"\bwhat(?:['\u2019]s| is| was| are| were) the (?:\w+ )?{_MEASURES}s? of\b"),
        (Wanted.PLACE, rf"{_LEAD}where\b"),
        (Wanted.NAME, rf"{_LEAD}(?:who|whom|whose)\b"),
        (Wanted.REASON, r"^(?:(?:and|but|so)\s+)*why\b|\bhow come\b|\bfor what reason\b"),
    )
)  # fmt: skip

_NUMBER_WORDS = _one_of(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million "
    "millions billion billions dozen dozens half third quarter once twice both single"
)
_NUMBER = re.compile(rf"\d|\b{_NUMBER_WORDS}\b", re.IGNORECASE)
_CALENDAR = _one_of(
    "January February March April May June July August September October November December "
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
)
_TIMES = _one_of(
    "century centuries decades? years? months? weeks? days? hours? minutes? era age dynasty today yesterday tomorrow "
    r"daily weekly monthly annually spring summer autumn winter morning noon evening midnight night dawn dusk Easter "
    r"Christmas after before until since once while whenever as\ssoon\sas"
)
_DATE = re.compile(
    rf"\b\d{{3,4}}s?\b|\b\d{{1,2}}:\d\d\b|\b(?:{_CALENDAR}|{_TIMES})\b"
    r"|\b\d{1,4}\s?(?:BC|BCE|AD|CE|[ap]\.?m)\b|\b(?:AD|CE)\s?\d"
)
_NO_PLACE = re.compile(
    rf"\b(?:in|on|at|from|to|by|since|between) (?:the (?:world|[12]\d{{3}}s|\w+ century)|(?:early |late |mid-)?[12]\d{{3}}"
    rf"|(?:\d\d? )?(?:{_CALENDAR})|which|addition|general|total|fact|order|turn|part|time|\d[\d,.:]*\b(?! [A-Z]))\b"
)
"""What begins as a place does and is a time, a number or a manner of speaking."""
_PLACE = re.compile(
    r"\b(?:in|at|on|near|nearby|behind|under|below|above|inside|outside|between|from|to|into|onto|along|across|beside|next|opposite|within"
    r"|through|throughout|via|off|around|here|there|online|home|abroad|north|south|east|west|northern|southern|eastern|western|central|overseas)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|since|due to|owing to|thanks to|reasons?|so that|in order to|as a result|results? in|resulted in|"
    r"therefore|thus|hence|caus(?:e|es|ed|ing)|leads? to|led to|to (?:be|\w{3,})|"
    r"for (?:its|his|her|their|the|being|having)|helps?|allows?|enables?|as (?:it|he|she|they|this)|if|when|without|so)\b",
    re.IGNORECASE,
)
_ROLE_FIRST = re.compile(r"(?:an?|the|any|each|every|all|no|your|our|you|we|i)\s", re.IGNORECASE)
_ROLE_LATER = re.compile(r"\bby (?:an?|the|any|your|our)\s", re.IGNORECASE)
_LATER_WORD = re.compile(r"(?<![\w.])[^\W\d_]\w*")
_OPENING = "\"'\u201c\u2018( "

_COUNTS = re.compile(r"\bhow (?:many|tall|high|deep|old|far|heavy|wide|thick)\b", re.IGNORECASE)
_AMOUNT = re.compile(
    rf"\d|\b(?:{_NUMBER_WORDS}|one|no|none|zero|few|fewer|several|many|most|all|some|every|couple|little|more|less|un\w+ed)\b",
    re.IGNORECASE,
)

_DIMENSIONS = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in ("tall|high|height|elevation|altitude", "deep|depth", "long|length", "wide|width|thick", "heavy|weight")
)

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_EMPTY = frozenset(
    "a an and are as at be been by can could did do does for from had has have he her him his how in into is it its "
    "many much of on or s she so such than that the their them there these they this to was were what when where "
    "which who whom whose why will with would you your i me my we our us about after all also any because before "
    "being but during each ever every exactly first if just kind last may might more most must name named no not now "
    "off often only other out over please same should some tell then there thing time times type under up used use "
    "uses very while work works ago come year date day month century decade city town country place state village "
    "island continent person man woman".split()
)


def words(text: str) -> list[str]:
    """The words of a text in small letters, without a possessive 's."""
    return [re.sub(r"['\u2019]s$", "", match.group().casefold()) for match in _WORD.finditer(text)]


def stem(word: str) -> str:
    """The beginning of a word, its ending aside: "own" of "owns" and "owned", "liv" of "living"."""
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            word = word.removesuffix(ending)
            break
    if word.endswith("e") and len(word) > _LEAST:
        word = word[:-1]
    return word[:STEM]


_SAID = tuple(
    frozenset(map(stem, row.split()))
    for row in (
        "born birth native",
        "die died death dead",
        "found founder foundation established formed created began",
        "build built construct erected completed",
        "write wrote written author",
        "marry married wife husband spouse marriage",
        "live inhabitants population residents inhabited",
        "people population inhabitants residents persons",
        "win won award receive recipient",
        "invent invention",
        "discover",
        "begin began start from between",
        "end until",
        "rule reign king queen",
        "cost price paid pay worth",
        "kill died dead deaths",
        "mean refers",
        "study studied educated graduated university",
        "capital prefecture seat",
        "speak spoken language speakers",
        "happen occurred took",
        "get got received won awarded",
        "call known named",
        "lie located situated stands",
        "direct",
        "compose music",
        "paint",
        "design architect",
        "tall high height elevation altitude",
        "long length",
        "deep depth",
        "large big area size covers",
        "wide width",
        "heavy weigh weight mass",
        "old aged years",
        "far distance away",
        "fast speed",
        "hot temperature",
    )
)
"""Words that may stand for each other where one asks and the other answers."""


def has_what_is_asked(question: str, sentence: str, about: Sequence[str] = ()) -> bool:
    """Whether the sentence has the kind of thing that is asked for, and says something of it.

    `about`: title and headings, whose words name what the question is about. A question for nothing
    but a name ("Who was Mozart?") is answered by any sentence, one for its time or place is not.
    """
    names = {stem(word) for text in about for word in words(text)}
    rest = _rest(question, names)
    kind = wanted(question)
    if not rest and kind in (None, Wanted.NAME):
        return True
    said = {stem(word) for word in words(sentence)}
    if sum(not said.isdisjoint(ways) for ways in rest) < LEAST_SHARE * len(rest):
        return False
    match kind:
        case Wanted.NUMBER:
            return bool(_NUMBER.search(sentence))
        case Wanted.DATE:
            return bool(_DATE.search(sentence))
        case Wanted.PLACE:
            return bool(_PLACE.search(_NO_PLACE.sub(" ", sentence)))
        case Wanted.REASON:
            return bool(_REASON.search(sentence))
        case Wanted.NAME:
            return _has_name(sentence, names | {stem(word) for word in words(question)})
    return True


def is_of_the_kind(question: str, answer: str) -> bool:
    """False for an answer without a number to a question that counts or measures ("How tall is …").

    And for one that measures something else: "2550 km long" is not how deep it is.
    """
    if not _COUNTS.search(question):
        return True
    asked, said = _dimensions(question), _dimensions(answer)
    return bool(_AMOUNT.search(answer)) and (not asked or not said or not asked.isdisjoint(said))


def _dimensions(text: str) -> set[int]:
    """Which dimensions a text names, by their place among `_DIMENSIONS`."""
    return {at for at, pattern in enumerate(_DIMENSIONS) if pattern.search(text)}


def wanted(question: str) -> Wanted | None:
    """What kind of thing is asked for; None where the question word leaves it open."""
    return next((kind for kind, pattern in _ASKS if pattern.search(question)), None)


def _rest(question: str, names: set[str]) -> list[frozenset[str]]:
    """The question's words that ask, each with the ways to say it; names and empty words are left out."""
    found: dict[str, frozenset[str]] = {}
    for number, match in enumerate(_WORD.finditer(question)):
        (word,) = words(match.group())
        is_name = number > 0 and match.group()[0].isupper()
        own = stem(word)
        if word not in _EMPTY and not is_name and own not in names and not word.isdecimal():
            found[own] = frozenset({own}).union(*(row for row in _SAID if own in row))
    return list(found.values())


def _has_name(sentence: str, known: set[str]) -> bool:
    """A capital that is not among the stems known, or somebody by what they do ("the tenant")."""
    for match in _LATER_WORD.finditer(sentence):
        word = match.group()
        if match.start() and word[0].isupper() and stem(word.casefold()) not in known:
            return True
    first = next(iter(words(sentence)), "")
    begins = sentence.lstrip(_OPENING)[:1].isupper()
    is_named = begins and first not in _EMPTY and stem(first) not in known
    return is_named or bool(_ROLE_FIRST.match(sentence) or _ROLE_LATER.search(sentence))

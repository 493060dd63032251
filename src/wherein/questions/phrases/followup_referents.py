"""Finds what "it" and "they" may stand for in one turn of a conversation: phrases of its question and its answer.

Has no parser: a phrase is recognised by its determiner, by the auxiliary before it and by the end of the question.
"""

from __future__ import annotations

import re

from wherein.questions.phrases.followup_forms import AUXILIARY, PREPOSITIONS
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_subjects import AUXILIARIES, BE, bare_subject, thing_of
from wherein.questions.phrases.followup_terms import WORD, words_of
from wherein.questions.phrases.person_names import is_person
from wherein.questions.words.function_words import FUNCTION_WORDS

_PLURAL_PHRASE = re.compile(
    r"\b(?:the|these|those|all)\s+((?:[\w'’-]+\s+){0,2}?[\w'’-]*[^\W_s]s)\b", re.IGNORECASE
)
_WHO = re.compile(rf"(?:(?:{PREPOSITIONS})\s+)?who(?:m|se)?\b", re.IGNORECASE)
_CHOSEN = re.compile(
    rf"^(?:(?:{PREPOSITIONS})\s+)?(?:which|what)\s+(?!(?:{AUXILIARY})\b)(?P<noun>[\w-]+)(?:\s+(?:{AUXILIARY})\b|\s+\w+)",
    re.IGNORECASE,
)
"""A question that asks which of its kind: "Which ferry carries cars"."""
_COUNTED = re.compile(
    rf"^(?:how many|which|what)\s+(?P<noun>(?!(?:{AUXILIARY}|this|his|its)\b)(?:(?!(?:{AUXILIARY}|{PREPOSITIONS}|(?:[\w-]+s))\b)[\w-]+\s+){{0,2}}?(?:[\w-]+s|people|children|men|women|staff|data|police))\b",
    re.IGNORECASE,
)
_IS_OBJECT = re.compile(
    r"^(?:which|what)\s+\S+\s+(?:do|does|did|can|could|may|must|should|will|would)\b",
    re.IGNORECASE,
)
_BARE_PLURAL = re.compile(
    rf"\b(?i:{AUXILIARY})\s+(?P<noun>(?:(?!(?:the|a|an|my|your|our|any|some|all|there)\b)[a-z-]+\s+)?(?!(?:this|his|its|us|as|yes)\b)(?:[a-z-]+[^\Ws]s|people|children|men|women|staff|police))\b",
)
"""Things in the plural behind an auxiliary: "Are pets allowed", "Do bees sleep"."""
_OBJECT = re.compile(
    rf"\b(?:(?:{AUXILIARY})\s+(?:I|you|we|they|he|she|one)|who(?:\s+(?:{AUXILIARY}))?)\s+(?:(?:first|last|also|still|usually|normally|now|originally)\s+)?(?P<verb>\w+)\s+"
    rf"(?P<object>[\w'’-]+(?:\s+(?!(?:{PREPOSITIONS}|if|when|while)\b)[\w'’-]+){{0,2}})(?=$|,|\s(?:{PREPOSITIONS}|if|when|while)\b)",
    re.IGNORECASE,
)
"""The object of a question without a determiner: "wool", of "At what temperature should I wash wool"."""
_NAMED_SUBJECT = re.compile(
    rf"^(?:what|when|where|why|how)\s+(?:{AUXILIARY})\s+(?P<subject>(?!(?:I|you|we|they|he|she|it|one|there|the|a|an)\b)"
    r"[\w'’-]+(?:\s+[\w'’-]*[A-Z\d][\w'’-]*){1,3})\s+\w+$",
    re.IGNORECASE,
)
"""A subject with a number or a capital: "error E18", of "What does error E18 mean"."""
_DETERMINED = re.compile(
    rf"\b(?P<determiner>the|this|that|these|those|an?|my|your|our)\s+(?P<words>(?:(?!(?:{PREPOSITIONS}|{AUXILIARY})\b)[\w'’-]+\s*){{1,5}})",
    re.IGNORECASE,
)
_ENDS = frozenset(
    """if when while that who which and or but to as because than so i you we they he she it one my your our the a an
    this these those""".split()
)
_ADVERBS = frozenset(
    """long often early late first soon together again well now then there here much more most once twice yet already
    still today""".split()
)
ROLES = frozenset(
    """tenant tenants landlord landlords landlady owner owners manager managers director chair chairman chairwoman chairperson
    treasurer secretary president mayor author founder king queen caretaker janitor driver captain keeper teacher head
    doctor nurse customer customers employee employees employer worker workers member members guest guests visitor visitors
    passenger passengers buyer seller applicant applicants student students pupil pupils parent parents child children mother
    father wife husband widow son daughter brother sister niece nephew uncle aunt supervisor trainer instructor coach lawyer
    judge clerk officer architect engineer editor writer artist painter singer user users staff people lodger lessee lessor
    contractor supplier client clients inventor""".split()
)
"""Nouns for people, which "it" never stands for."""
_ORGANISATION = re.compile(
    r"(?:[A-Z][\w&.'’-]*\s+)+(?:Ltd|Inc|GmbH|LLC|plc|PLC|AG|Co|Company|Council|Services|Service|Association|Society|Club|Bank"
    r"|University|College|School|Board|Committee|Department|Office|Lines|Group|Trust|Agency|Ministry|Union|Team|Works|Homes"
    r"|Properties|Property|Insurance|Institute|Foundation|Hospital|Museum|Library|Party|Court|Partners|Brothers|Sons)\b\.?"
)
_PLAIN_NAME = re.compile(r"[A-Z][\w&.'’-]*(?:\s+(?:(?:of|the|and|for|&)\s+)?[A-Z][\w&.'’-]*){0,4}")
_MEASURE = re.compile(
    r"\d|%|\b(?:euros?|dollars?|pounds?|crowns?|days?|weeks?|months?|years?|hours?|minutes?|per cent|percent|half|once|twice"
    r"|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday"
    r"|friday|saturday|sunday|yes|no|not|only|with|within|after|before|by|in|at|on|from|to|until)\b",
    re.IGNORECASE,
)
_LEADING = re.compile(rf"^(?:{PREPOSITIONS})\s+", re.IGNORECASE)
_SHORT_ANSWER = 6
_YES_NO = re.compile(r"^(?:yes|no|not)\b", re.IGNORECASE)


def thing_meant(asked: str, answer: str) -> str | None:
    """What "it" stands for after a question (without its question mark) and its answer; None where nothing is clear.

    Never a person, an amount or a time.
    """
    short = _short(answer)
    chosen = _CHOSEN.match(asked)
    noun = chosen["noun"].lower() if chosen else ""
    of_one = chosen and not noun.endswith("s") and noun not in ROLES | _TIMES_ASKED
    named = short[:1].isupper() or short.lower().startswith(("the ", "a ", "an "))
    if of_one and named and not _MEASURE.search(short) and not is_person(short):
        return short
    found = [
        thing_of(asked),
        _with_capital(asked),
        *_determined(asked),
        _bare_object(asked),
        bare_subject(asked),
    ]
    return next((one for one in found if one is not None and _is_thing(one)), None)


_TIMES_ASKED = frozenset(
    "year month day date time place town city country age colour color kind sort type temperature percentage language".split()
)


def people_meant(asked: str, answer: str, besides: bool = False) -> str | None:
    """What "they" stands for: whom the answer names, what the question counts, a plural, an organisation or a role.

    `besides` is True where the question speaks of "he" or "she" too, whom the answer names.
    """
    short = _short(answer)
    if (
        not besides
        and _WHO.match(asked)
        and short
        and not _YES_NO.match(short)
        and not short[0].isdigit()
    ):
        return short
    if found := _COUNTED.match(asked):
        of_subject = not asked.lower().startswith("how") and not _IS_OBJECT.match(asked)
        if of_subject and short and not _MEASURE.search(short):
            return short
        return f"the {found['noun']}"
    found = _PLURAL_PHRASE.search(asked)
    if found is not None:
        return f"the {found.group(1)}"
    found = _BARE_PLURAL.search(asked)
    if found is not None:
        return found["noun"]
    bare = _bare_object(asked)
    if bare is not None and bare.endswith("s") and not bare.endswith("ss"):
        return bare
    for text in (answer, asked):
        if named := _ORGANISATION.search(text):
            return " ".join(named.group().split())
    short = _LEADING.sub("", short)
    if short and re.search(r"\w and \w", short) and not _MEASURE.search(short):
        return short
    return next((one for one in _determined(asked) if one.split()[-1].lower() in ROLES), None)


def role_meant(asked: str, answer: str) -> str | None:
    """A person without a name whom "he" or "she" may stand for: "the caretaker"."""
    short = _short(answer)
    if _WHO.match(asked) and short.lower().startswith(("the ", "a ", "an ", "our ", "my ")):
        return short
    return next((one for one in _determined(asked) if one.split()[-1].lower() in ROLES), None)


def _short(answer: str) -> str:
    """The answer without its stop if it is short enough to fit into a question; else ""."""
    short = END.sub("", answer)
    return short if 0 < len(short.split()) <= _SHORT_ANSWER else ""


def _is_thing(phrase: str) -> bool:
    words = words_of(phrase)
    return (
        bool(words) and words[-1] not in ROLES and words[0] not in ROLES and not is_person(phrase)
    )


def _with_capital(asked: str) -> str | None:
    found = _NAMED_SUBJECT.match(asked)
    if found is None or not re.search(r"[A-Z\d]", found["subject"]):
        return None
    return found["subject"]


_VERBS_BEHIND = frozenset(
    "take cost last mean begin start work open close run leave weigh happen stay come expire arrive contain".split()
)
_DOES = re.compile(r"\b(?:do|does|did|will|can) ", re.IGNORECASE)


def _determined(asked: str) -> list[str]:
    """The phrases of a question that begin with a determiner, the last first, each with "the" before it."""
    found = []
    for match in _DETERMINED.finditer(asked):
        words = []
        for word in match["words"].split():
            if word.lower() in _ENDS:
                break
            words.append(word)
        before = asked[: match.start()].split()[-1:]
        behind = bool(asked[match.end() :].strip()) or len(words) < len(match["words"].split())
        is_subject = bool(before) and before[0].lower() in AUXILIARIES
        while words and words[-1].lower() in _ADVERBS:
            del words[-1]
        if is_subject and len(words) > 1 and (behind or before[0].lower() not in BE):
            del words[-1]  # the verb
        if (
            len(words) > 1
            and not behind
            and words[-1].lower() in _VERBS_BEHIND
            and _DOES.search(asked)
        ):
            del words[-1]
        if words:
            own = match["determiner"].lower() in ("my", "your", "our")
            found.append(f"{match['determiner'] if own else 'the'} {' '.join(words)}")
    return found[::-1]


def _bare_object(asked: str) -> str | None:
    """The object of a question that has no determiner: "wool", "the kitchen" is none."""
    found = _OBJECT.search(asked)
    if found is None or found["verb"].lower() in FUNCTION_WORDS - {"have", "get"}:
        return None
    words = found["object"].split()
    if {word.lower() for word in words} & (_ENDS | _ADVERBS) or WORD.match(words[0]) is None:
        return None
    return found["object"] if words_of(words[0])[0] not in FUNCTION_WORDS else None

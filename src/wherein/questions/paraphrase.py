"""When a question worded differently may ask the same: what its words alone say. Serves and stores nothing.

Words can only forbid. A question and its opposite are almost the same vector and differ in one word, so
what they don't forbid is verified by reading before an old answer is served (`verification.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from wherein.questions.function_words import FUNCTION_WORDS
from wherein.questions.normalisation import question_key

LEAST_SIMILARITY = 0.2
"""Inner product of the static encoder below which two questions have nothing to do with each other."""
SMALL_EDIT = 2
"""Content words that differ, at most, where a question was edited rather than put in other words."""


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


_SAYS_NOTHING = _words("a an the please exactly actually really kindly")
_NEGATIONS = _words(
    "barely cannot except hardly instead neither never no nobody none nor not nothing nowhere unless without"
)
_DAYS = _words(
    "january february april june july august september october november december",
    "monday tuesday wednesday thursday friday saturday sunday",
    "today yesterday tomorrow tonight century decade bc ad spring summer autumn winter morning evening night noon",
)
_POINTING = _words("this these those here")
_SEXES = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she", "hers": "she"}
_OWNERS = {"my": "i", "mine": "i", "our": "we", "ours": "we", "your": "you", "yours": "you",
           "their": "they", "theirs": "they"}  # fmt: skip
_CARDINALS = "two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_NUMBERS = {
    **{word: str(n) for n, word in enumerate(_CARDINALS, 2)},
    **{word: f"{n}." for n, word in enumerate(_ORDINALS, 1)},
    "1st": "1.", "2nd": "2.", "3rd": "3.", **{f"{n}th": f"{n}." for n in range(4, 32)},
    "hundred": "100", "thousand": "1000", "million": "1000000", "billion": "1000000000",
    "dozen": "12", "half": "1/2", "twice": "2x", "double": "2x", "triple": "3x", "once": "1x",
}  # fmt: skip
_NUMBER = re.compile(r"[-+]?\$?\d")

_ANYONE = r"(?:i|you|we|one|someone|people|anyone|somebody)"
_ASKING = r"(?=(?:what|who|when|where|why|how|which) )"
_IN_ONE_FORM: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"^(?:so|ok|okay|well|hey|hi|hello|please) ", ""),
        (rf"^(?:can|could|would|will) (?:you|anyone|someone|anybody|somebody) (?:please |kindly )?(?:tell|explain to) (?:me|us) {_ASKING}", ""),
        (rf"^(?:(?:please |kindly )?tell me|do you know|does (?:anyone|anybody) know|i (?:want|would like) to know) {_ASKING}", ""),
        (r"\b(?:actually|exactly|really|kindly|please) ", ""),
        (r" (?:actually|exactly|really|please)$", ""),
        (rf"\bhow (?:do|can|should) {_ANYONE} ", "how to "),
        (r"\bwhat is the meaning of (.+)$", r"what means \1"),
        (r"\bwhat does (.+) mean$", r"what means \1"),
        (r"\bwhich ", "what "),
        (r"\bwhom ", "who "),
        (r"\b(?:a|an|the) ", ""),
    )
)  # fmt: skip
# British and American spelling of one word.
_SPELT_ONE_WAY = {
    "colour": "color", "colours": "colors", "favourite": "favorite", "grey": "gray", "centre": "center",
    "organisation": "organization", "behaviour": "behavior", "programme": "program", "licence": "license",
    "defence": "defense", "realise": "realize", "organise": "organize", "travelling": "traveling",
    "okay": "ok", "aeroplane": "airplane",
}  # fmt: skip


@lru_cache(maxsize=4096)
def request(question: str) -> str:
    """The question without politeness and articles: two with the same request ask the same.

    Prepositions, auxiliaries, endings and the order of words count: each can turn a question round.
    """
    key = question_key(question)
    plain = " ".join(_SPELT_ONE_WAY.get(word, word) for word in key.split())
    for pattern, instead in _IN_ONE_FORM:
        plain = pattern.sub(instead, plain)
    return plain or key


@dataclass(frozen=True, slots=True)
class Rule:
    """One way in which two questions can't ask the same. `reason` completes "They do not ask the
    same: …"."""

    name: str
    reason: str
    agrees: Callable[[list[str], list[str]], bool]


def _numbers(words: list[str]) -> Counter[str]:
    found = [_NUMBERS.get(word.lower(), word) for word in words]
    return Counter(word for word in found if _NUMBER.match(word))


def _signs(words: list[str]) -> Counter[str]:
    return Counter(word for word in words if not word.isalnum() and not _NUMBER.match(word))


def _same_case(one: list[str], other: list[str]) -> bool:
    forms = {word.lower(): word for word in one}
    return all(forms.get(word.lower(), word) == word for word in other)


def _alike(kinds: dict[str, str]) -> Callable[[list[str], list[str]], bool]:
    """Whether both name the same kinds, where both name any."""

    def agrees(one: list[str], other: list[str]) -> bool:
        mine, theirs = ({kinds[w.lower()] for w in words if w.lower() in kinds} for words in (one, other))
        return not mine or not theirs or mine == theirs

    return agrees


def _as_often(words: frozenset[str]) -> Callable[[list[str], list[str]], bool]:
    def agrees(one: list[str], other: list[str]) -> bool:
        mine, theirs = (Counter(w.lower() for w in some if w.lower() in words) for some in (one, other))
        return mine == theirs

    return agrees


RULES: tuple[Rule, ...] = (
    Rule("number", "their numbers differ", lambda one, other: _numbers(one) == _numbers(other)),
    Rule("sign", "a sign stands in one only", lambda one, other: _signs(one) == _signs(other)),
    Rule("letters", "a word has other capitals, which may make it another word", _same_case),
    Rule("negation", "one denies what the other does not", _as_often(_NEGATIONS)),
    Rule("date", "they name different days, months or times of day", _as_often(_DAYS)),
    Rule("pointing", "one points at something (this, here) that the other does not", _as_often(_POINTING)),
    Rule("person", "one asks about him, the other about her", _alike(_SEXES)),
    Rule("owner", "one asks about mine, the other about yours", _alike(_OWNERS)),
)


@lru_cache(maxsize=4096)
def _split(question: str) -> tuple[str, ...]:
    return tuple(question_key(question).split())


def difference(one: str, other: str) -> Rule | None:
    """The first rule by which the two do not ask the same; None where words do not forbid it."""
    mine, theirs = list(_split(one)), list(_split(other))
    return next((rule for rule in RULES if not rule.agrees(mine, theirs)), None)


def is_small_edit(one: str, other: str) -> bool:
    """Whether a question is another one with a word or two exchanged, which mostly asks something else.

    False for two that are put differently altogether, and for those that make the same request.
    """
    if request(one) == request(other):
        return False
    mine, theirs = ({w.lower() for w in _split(question)} - _SAYS_NOTHING for question in (one, other))
    return len((mine ^ theirs) - FUNCTION_WORDS) <= SMALL_EDIT

"""Applies rules on words that forbid treating two questions as paraphrases. Serves and stores nothing.

A question and its opposite have almost the same vector and differ in one word, so rules on words forbid such pairs.
Pairs that the rules allow are verified by reading before an old answer is served (`memory/verification.py`).
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
"""Least similarity, by the static encoder, of two related questions."""
SMALL_EDIT = 2
"""Most differing content words of a question that was edited rather than rephrased."""


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
# The first of these words says what kind of thing is asked for; "what" and "which" ask for any kind.
_ASKED_FOR = re.compile(
    r"\b(?:(?P<person>who|whom|whose)"
    r"|(?P<amount>how (?:many|much|tall|high|wide|deep|old|far|often|big|large|heavy|fast|thick))"
    r"|(?P<time>when|(?:what|which) (?:year|date|day|month|century|decade))"
    r"|(?P<place>where)|(?P<reason>why|how come)"
    r"|how|what|which|is|are|do|does|did)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_LITTLE = re.compile(r"\ba (?:little|few)\b", re.IGNORECASE)
_SAME_STEM = 4
"""Common first letters of two forms of one name: "Scotland", "Scottish"."""
_ENDINGS = ("ing", "ed", "es", "s")
_SHORTEST_STEM = 4

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
    """The question without polite phrases and articles; questions with equal requests ask the same.

    Prepositions, auxiliaries, endings and word order stay, since each can reverse a question.
    """
    key = question_key(question)
    plain = " ".join(_SPELT_ONE_WAY.get(word, word) for word in key.split())
    for pattern, instead in _IN_ONE_FORM:
        plain = pattern.sub(instead, plain)
    return plain or key


@dataclass(frozen=True, slots=True)
class _Wording:
    """A question as it was written, and the words of its key."""

    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that forbids a paraphrase. `reason` completes the sentence "They do not ask the same: …"."""

    name: str
    reason: str
    agrees: Callable[[_Wording, _Wording], bool]


def _numbers(question: _Wording) -> Counter[str]:
    found = [_NUMBERS.get(word.lower(), word) for word in question.words]
    return Counter(word for word in found if _NUMBER.match(word))


def _signs(question: _Wording) -> Counter[str]:
    return Counter(
        word for word in question.words if not word.isalnum() and not _NUMBER.match(word)
    )


def _same_case(one: _Wording, other: _Wording) -> bool:
    forms = {word.lower(): word for word in one.words}
    return all(forms.get(word.lower(), word) == word for word in other.words)


def _same_or_open(kind: Callable[[_Wording], str | None]) -> Callable[[_Wording, _Wording], bool]:
    """Whether both ask for the same kind of answer; True where the kind of either is unknown."""

    def agrees(one: _Wording, other: _Wording) -> bool:
        mine, theirs = kind(one), kind(other)
        return mine is None or theirs is None or mine == theirs

    return agrees


def _asked_for(question: _Wording) -> str | None:
    found = _ASKED_FOR.search(question.text)
    return found.lastgroup if found else None


def _no_names_exchanged(one: _Wording, other: _Wording) -> bool:
    """Whether the names agree: False where each question has a name that the other lacks."""
    return not (_names_only_in(one, other) and _names_only_in(other, one))


def _names_only_in(one: _Wording, other: _Wording) -> bool:
    there = _written_words(other.text)
    return any(
        not any(
            word == name or (len(name) >= _SAME_STEM and word[:_SAME_STEM] == name[:_SAME_STEM])
            for word in there
        )
        for name in _names(one.text)
    )


def _names(text: str) -> set[str]:
    """The capitalised words except the first one, in lower case."""
    return {_plain(word) for word in _WORD.findall(text)[1:] if word[0].isupper()}


def _written_words(text: str) -> set[str]:
    return {_plain(word) for word in _WORD.findall(text)}


def _plain(word: str) -> str:
    return word.lower().replace("\u2019", "'").removesuffix("'s")


def _alike(kinds: dict[str, str]) -> Callable[[_Wording, _Wording], bool]:
    """Whether both name the same kinds; True where either names none."""

    def agrees(one: _Wording, other: _Wording) -> bool:
        mine, theirs = (
            {kinds[w.lower()] for w in question.words if w.lower() in kinds}
            for question in (one, other)
        )
        return not mine or not theirs or mine == theirs

    return agrees


def _as_often(words: frozenset[str]) -> Callable[[_Wording, _Wording], bool]:
    def agrees(one: _Wording, other: _Wording) -> bool:
        mine, theirs = (
            Counter(w.lower() for w in question.words if w.lower() in words)
            for question in (one, other)
        )
        return mine == theirs

    return agrees


def _as_little(one: _Wording, other: _Wording) -> bool:
    mine, theirs = (Counter(_LITTLE.findall(question.text.lower())) for question in (one, other))
    return mine == theirs


def _same_direction(one: _Wording, other: _Wording) -> bool:
    """False where two words change sides of a third: "When did Ann call Bo?", "When did Bo call Ann?".

    Compares only questions with the same content words; in other words the order says little.
    """
    mine, theirs = (
        [w.lower() for w in question.words if w.lower() not in FUNCTION_WORDS]
        for question in (one, other)
    )
    shared = {word for word in mine if mine.count(word) == theirs.count(word) == 1}
    if len(shared) < max(len(mine), len(theirs)):
        return True
    for middle in shared:
        before, after = _sides(mine, middle, shared)
        before_there, after_there = _sides(theirs, middle, shared)
        if before & after_there and after & before_there:
            return False
    return True


def _sides(words: list[str], middle: str, among: set[str]) -> tuple[set[str], set[str]]:
    at = words.index(middle)
    return among.intersection(words[:at]), among.intersection(words[at + 1 :])


RULES: tuple[Rule, ...] = (
    Rule("number", "their numbers differ", lambda one, other: _numbers(one) == _numbers(other)),
    Rule("sign", "a sign stands in one only", lambda one, other: _signs(one) == _signs(other)),
    Rule("letters", "a word has other capitals, which may make it another word", _same_case),
    Rule("negation", "one denies what the other does not", _as_often(_NEGATIONS)),
    Rule("date", "they name different days, months or times of day", _as_often(_DAYS)),
    Rule(
        "pointing",
        "one points at something (this, here) that the other does not",
        _as_often(_POINTING),
    ),
    Rule("person", "one asks about him, the other about her", _alike(_SEXES)),
    Rule("owner", "one asks about mine, the other about yours", _alike(_OWNERS)),
    Rule(
        "kind",
        "they ask for different kinds of things (who, when, where, how many)",
        _same_or_open(_asked_for),
    ),
    Rule("name", "each names something that the other does not", _no_names_exchanged),
    Rule("direction", "two words have changed sides of a third", _same_direction),
    Rule("little", "a little or a few is something, little or few is almost nothing", _as_little),
)


@lru_cache(maxsize=4096)
def _wording(question: str) -> _Wording:
    return _Wording(question, tuple(question_key(question).split()))


def difference(one: str, other: str) -> Rule | None:
    """The reason of the first rule that forbids a paraphrase; None where no rule does."""
    mine, theirs = _wording(one), _wording(other)
    return next((rule for rule in RULES if not rule.agrees(mine, theirs)), None)


@dataclass(frozen=True, slots=True)
class Exchanged:
    """The overlap of two questions' content words, without inflections.

    shared: the share of all their words that both have.
    from_block: the number of words that only the later one has and that are in the answer's block.
    strange: the number of words that only the later one has and that are not in it.
    """

    shared: float
    from_block: int
    strange: int


def exchanged(question: str, earlier: str, block: str) -> Exchanged:
    mine, theirs = _content(question), _content(earlier)
    new = mine - theirs
    from_block = len(new & _content(block))
    return Exchanged(
        len(mine & theirs) / max(1, len(mine | theirs)), from_block, len(new) - from_block
    )


def _content(text: str) -> frozenset[str]:
    return frozenset(map(_stem, _written_words(text))) - _FUNCTION_STEMS


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending)
    return word


_FUNCTION_STEMS = frozenset(map(_stem, FUNCTION_WORDS))


def is_small_edit(one: str, other: str) -> bool:
    """Whether one question is the other with a word or two replaced, which usually asks something else.

    False for questions with few words in common, and for those with equal requests.
    """
    if request(one) == request(other):
        return False
    mine, theirs = (
        {w.lower() for w in _wording(question).words} - _SAYS_NOTHING for question in (one, other)
    )
    return len((mine ^ theirs) - FUNCTION_WORDS) <= SMALL_EDIT

"""Compares the words of a question with those of a table's headers: words, numbers, ranges, days and months. Pure.

The twin is web/reader/src/cells/cell-terms.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from wherein.lexicon import lexicon
from wherein.questions.words.function_words import FUNCTION_WORDS
from wherein.questions.words.plain_values import plain_values
from wherein.reading.asked_for import stem

_LEXICON = lexicon("table-cells")
_TOKEN = _LEXICON.pattern("token")
_IDLE = FUNCTION_WORDS | frozenset(_LEXICON.words("idle"))
_ENDINGS = frozenset(_LEXICON.words("endings"))
_NUMBERS = {
    word: float(n) for n, row in enumerate(_LEXICON.lines("numbers")) for word in row.split()
}
_DAYS = {word: n for n, row in enumerate(_LEXICON.lines("days")) for word in row.split()}
_MONTHS = {word: n for n, row in enumerate(_LEXICON.lines("months")) for word in row.split()}
_SEVERAL_DAYS, _SEVERAL_MONTHS = (
    {
        word: frozenset(int(part) for part in line.split() if part.isdecimal())
        for line in _LEXICON.lines(name)
        for word in line.split()
        if not word.isdecimal()
    }
    for name in ("several_days", "several_months")
)
"""Words that mean several days or months: "weekdays", "winter"."""
_NONE: frozenset[int] = frozenset()
_GROUPS = tuple(
    frozenset(map(stem, row.split()))
    for name in ("groups", "things")
    for row in _LEXICON.lines(name)
)
"""Words that stand for each other: those of many questions, such as "cost", and names of things, such as "lead" and "Pb"."""
_DENIED = _LEXICON.pattern("denied")
"""What stands before a word that is denied: "non-members" are no members."""
_HELPER, _BE = _LEXICON.pattern("helper"), _LEXICON.pattern("be")
_BEHIND_VERB = _LEXICON.pattern("idle_behind_verb")
"""What goes with a verb and names nothing: "sign up", though not "up to"."""
_ENDS_AS_VERB = _LEXICON.pattern("ends_as_verb")
"""The end of a word that may be a verb after "is": "How often is it given"."""
_IN_BRACKETS = _LEXICON.pattern("in_brackets")
_NOT = "non"
_SAME = {word: row.split()[0] for row in _LEXICON.lines("same") for word in row.split()}
"""Words that are written in more than one way: "metres" and "m"."""
_COMMON_WORDS = frozenset(word for row in _LEXICON.lines("groups") for word in row.split())
_WHOLE = frozenset(map(stem, _LEXICON.words("common")))
_PHRASES = tuple(
    (_LEXICON.pattern(name), word)
    for name, word in (line.split() for line in _LEXICON.lines("phrases"))
)
"""What several words mean together: "before VAT" and "ex VAT" are both net."""
_DIGITS = _LEXICON.pattern("digits")
_THOUSANDS = _LEXICON.pattern("thousands")
_BETWEEN = _LEXICON.pattern("between")
_ENDLESS = tuple(
    (_LEXICON.pattern(name), name != "up_to") for name in ("up_to", "from", "and_more")
)
"""Patterns of ranges with one end, and whether they are endless upwards."""
_DAY_RANGE = _LEXICON.pattern("day_range")
_NUMBERED_MONTH = _LEXICON.pattern("numbered_month")
_FROM_WORD = _LEXICON.count("from_word")
"""Least letters of a stem for which a header's group counts."""
LOOSE = _LEXICON.number("loose")
"""What a range counts that holds a number, where another header's narrower range does too."""
LONGEST = _LEXICON.count("longest_header")
"""Characters of a header or cell that are looked at."""
EXACT = _LEXICON.number("exact")
IN_RANGE = _LEXICON.number("in_range")
SAME_GROUP = _LEXICON.number("same_group")


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a question or of a header, as its stem. `number` where it is one; `day` and `month` count from 0. `is_name`:
    the question writes it with a capital letter, though not as its first word. `is_verb`: it may be a verb, since "does" or the like stands
    before it, or "is" and it ends as a participle. `whole`: the word with its ending. `follows`: only a space or a hyphen parts it from the term before."""

    word: str
    number: float | None = None
    day: int | None = None
    month: int | None = None
    is_name: bool = False
    is_verb: bool = False
    whole: str = ""
    follows: bool = False

    @property
    def is_specific(self) -> bool:
        """Whether it names one thing, so that a cell whose row and column lack it is another thing's."""
        return self.is_name or not self.number is self.day is self.month is None


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a header or cell, ready to be compared.

    between: the numbers that its ranges hold, ("6 to 10 years"), ends included.
    days: the weekdays that it names, also within "Mon-Fri".
    """

    stems: frozenset[str]
    numbers: frozenset[float]
    between: tuple[tuple[float, float], ...]
    days: frozenset[int]
    months: frozenset[int]


NO_WORDS = Words(frozenset(), frozenset(), (), frozenset(), frozenset())


def question_terms(question: str) -> list[Term]:
    """The words of a question that may name a row or a column, each once, in order."""
    question = _rephrased(plain_values(question))
    found: dict[str, Term] = {}
    end, last, behind = -2, "", -1
    helper, be = _HELPER.search(question), _BE.search(question)
    for match in _TOKEN.finditer(question):
        word = match.group().casefold()
        is_glued, behind = match.start() == behind, match.end()
        is_name = match.start() > 0 and match.group()[0].isupper()
        is_idle = word in _IDLE and not (is_name and word in _MONTHS)
        if is_idle or word in _ENDINGS or _BEHIND_VERB.match(question[match.start() :]):
            continue
        word = _denied(question, match.start()) + word
        # The term before is the last one of the list, unless that word was there already; "M6" is a name and no number.
        follows = match.start() == end + 1 and next(reversed(found), "") == last
        is_verb = _is_after(helper, match) or (_is_after(be, match) and _ENDS_AS_VERB.search(word))
        term = replace(_term(word), is_name=is_name, is_verb=bool(is_verb), follows=follows)
        found.setdefault(term.word, term)
        last = "" if is_glued else term.word
        end = match.end()
    return list(found.values())


def _rephrased(text: str) -> str:
    for said, word in _PHRASES:
        text = said.sub(word, text)
    return text


def _is_after(before: re.Match[str] | None, match: re.Match[str]) -> bool:
    return before is not None and before.start() < match.start()


def _term(word: str) -> Term:
    number = number_of(word)
    if number is None:
        number = _NUMBERS.get(word)
    singular = word.removesuffix("s")
    day = _DAYS.get(word, _DAYS.get(singular))
    return Term(stem(_SAME.get(word, word)), number, day, _MONTHS.get(word), whole=word)


def number_of(word: str) -> float | None:
    """The value of the digits 0 to 9: "1,204" is a thousand, "0,5" and "0.5" a half; None for any other word."""
    if not _DIGITS.match(word):
        return None
    whole = word if word.startswith("0") else _THOUSANDS.sub("", word)
    try:
        return float(whole.replace(",", "."))
    except ValueError:
        return None


@lru_cache(maxsize=20_000)
def words_of(text: str) -> Words:
    """The words of a header or cell; only its first LONGEST characters are looked at."""
    text = _rephrased(plain_values(text[:LONGEST])).casefold()
    terms = [_term(_denied(text, match.start()) + match.group()) for match in _TOKEN.finditer(text)]
    numbers = frozenset(term.number for term in terms if term.number is not None)
    between = tuple(_ranges(text)) if numbers else ()
    days = {term.day for term in terms if term.day is not None}
    for term in terms:
        days.update(_SEVERAL_DAYS.get(term.whole, _NONE))
    for match in _DAY_RANGE.finditer(text):
        first, last = _DAYS.get(match[1]), _DAYS.get(match[2])
        if first is not None and last is not None:
            days.update((first + n) % 7 for n in range((last - first) % 7 + 1))
    months = {term.month for term in terms if term.month is not None}
    for match in _DAY_RANGE.finditer(text):
        first, last = _MONTHS.get(match[1]), _MONTHS.get(match[2])
        if first is not None and last is not None:
            months.update((first + n) % 12 for n in range((last - first) % 12 + 1))
    months.update(int(match[1] or match[2]) - 1 for match in _NUMBERED_MONTH.finditer(text))
    stems = frozenset(term.word for term in terms if term.word not in _IDLE)
    return Words(stems, numbers, between, frozenset(days), frozenset(months))


def _denied(text: str, start: int) -> str:
    return _NOT if _DENIED.search(text[max(0, start - 4) : start]) else ""


def _ranges(text: str) -> list[tuple[float, float]]:
    found = []
    for match in _BETWEEN.finditer(text):
        low, high = number_of(match[1]), number_of(match[2])
        if low is not None and high is not None and low < high:
            found.append((low, high))
    endless = float("inf")
    for pattern, upwards in _ENDLESS:
        for match in pattern.finditer(text):
            end = number_of(match[1])
            if end is not None:
                found.append((end, endless) if upwards else (-endless, end))
    return found


def match(term: Term, words: Words) -> float:
    """How well a term of a question is named by a header's words, 0 to 1."""
    if term.word in words.stems:
        return EXACT
    if term.number is not None:
        if any(low <= term.number <= high for low, high in words.between):
            return IN_RANGE
        if term.number in words.numbers:
            return EXACT
    if term.day is not None and term.day in words.days:
        return EXACT
    if term.month is not None and term.month in words.months:
        return EXACT
    days = _SEVERAL_DAYS.get(term.whole, _NONE)
    months = _SEVERAL_MONTHS.get(term.whole, _NONE)
    if (days and days <= words.days) or (months and months <= words.months):
        return EXACT
    return 0.0


def group_match(term: Term, words: Words) -> float:
    """How well a column's header stands for a term in other words: "cost" and "Price"."""
    if term.number is not None or len(term.word) < _FROM_WORD:
        return 0.0
    same = any(term.word in group and not group.isdisjoint(words.stems) for group in _GROUPS)
    return SAME_GROUP if same else 0.0


def whole_match(term: Term, words: Words) -> float:
    """How well a row's header stands for a term that means all rows together: "the whole town" and "Total"."""
    is_whole = term.word in _WHOLE and not _WHOLE.isdisjoint(words.stems)
    return SAME_GROUP if is_whole else 0.0


def has_group(term: Term) -> bool:
    """Whether the term is one of the common words that headers have others for, such as "cost"."""
    return term.whole in _COMMON_WORDS


def column_match(term: Term, header: str) -> float:
    """How well a column's header names a term. What it has in brackets is a unit and names less: "Stay (nights)"."""
    own = words_of(header)
    value = match(term, own)
    if value == EXACT and term.number is None and "(" in header:
        outside = words_of(_IN_BRACKETS.sub(" ", header))
        if outside.stems and not match(term, outside):
            value = SAME_GROUP
    return max(value, group_match(term, own))


def covered(words: Words, terms: Sequence[Term]) -> float:
    """The share of a header's own words that the question has, 0 to 1; 0 for a header without words."""
    every = len(words.stems)
    if not every:
        return 0.0
    asked = {term.word for term in terms}
    return len(words.stems & asked) / every


def tightest(number: float, headers: Iterable[Words]) -> tuple[float, float] | None:
    """The narrowest of the headers' ranges that hold a number: of "up to 5 kg" and "up to 15 kg" the first for 4; None
    where no range holds it."""
    holding = {
        (low, high) for words in headers for low, high in words.between if low <= number <= high
    }
    return min(holding, key=_width, default=None)


def _width(ends: tuple[float, float]) -> tuple[bool, float]:
    low, high = ends
    endless = float("inf")
    if low > -endless and high < endless:
        return False, high - low
    return True, high if high < endless else -low

"""When two questions worded differently ask the same: rules that each can say no. Serves and stores nothing.

A near hit is an old answer to a new question, so the rules are strict: similar vectors are not
enough (a question and its opposite are almost the same vector), and every kind of word that turns
a question round has a rule of its own. What a rule refuses is still offered as a similar question.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import lru_cache

from wherein.memory.question_parts import QuestionParts, question_parts

LEAST_SIMILARITY = 0.5
"""Inner product of the static encoder below which words that agree are taken for a coincidence."""

_SLIP_LETTERS = 6
_TWO_SLIPS_LETTERS = 8


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to differ. `reason` completes "They may not ask the same: …"."""

    name: str
    reason: str
    agrees: Callable[[QuestionParts, QuestionParts], bool]


def _same_names(one: QuestionParts, other: QuestionParts) -> bool:
    if not (set(one.names) <= set(other.content) and set(other.names) <= set(one.content)):
        return False
    # A name has no plural: "Alien" is one film and "Aliens" another.
    return all(other.capitals.get(name, word) == word for name, word in one.capitals.items())


RULES: tuple[Rule, ...] = (
    Rule(
        "pointing",
        "one points at something (this, these) that the words do not name",
        lambda one, other: not one.points and not other.points,
    ),
    Rule(
        "negation",
        "one denies what the other does not",
        lambda one, other: one.negations == other.negations,
    ),
    Rule(
        "number",
        "their numbers differ, or come in another order",
        lambda one, other: one.numbers == other.numbers,
    ),
    Rule(
        "date",
        "they name different days, months or times of day",
        lambda one, other: one.dates == other.dates,
    ),
    Rule(
        "comparison",
        "they compare, limit or order otherwise (more, least, only, before)",
        lambda one, other: one.comparisons == other.comparisons,
    ),
    Rule(
        "question word",
        "one asks who, the other when; or one asks how, the other whether",
        lambda one, other: one.kind == other.kind,
    ),
    Rule(
        "tense",
        "one asks what was, the other what is, will or should be",
        lambda one, other: one.tense == other.tense,
    ),
    Rule(
        "person",
        "they ask about different people: mine or yours, his or hers",
        lambda one, other: one.persons == other.persons,
    ),
    Rule(
        "name",
        "a name or rare word of one is not in the other",
        _same_names,
    ),
    Rule(
        "words",
        "a word that says what is asked is in one only",
        lambda one, other: sorted(one.content) == sorted(other.content),
    ),
    Rule(
        "order",
        "the same words come in another order, which may turn the question round",
        lambda one, other: bool({one.content, one.turned} & {other.content, other.turned}),
    ),
)
_BY_WORDS = frozenset({"name", "words", "order"})


class NearPolicy:
    """The rules over one dictionary. `known` holds common words in lower case."""

    def __init__(self, known: Container[str], least_similarity: float = LEAST_SIMILARITY) -> None:
        self.least_similarity = least_similarity
        self._known = known
        self._parts = lru_cache(maxsize=4096)(lambda question: question_parts(question, known))

    def difference(self, one: str, other: str) -> Rule | None:
        """The first rule by which the two may not ask the same; None when all find them equal."""
        mine, theirs = self._parts(one), self._parts(other)
        if not mine.content and not theirs.content and one != other:
            return RULES[-2]  # "What is it?": nothing is left that could agree
        for rule in RULES:
            if rule.agrees(mine, theirs):
                continue
            if rule.name not in _BY_WORDS or not self._same_words(mine, theirs):
                return rule
        return None

    def _same_words(self, one: QuestionParts, other: QuestionParts) -> bool:
        """Content that differs only in how words are written apart, or by one slip of the keys."""
        if one.content == other.content:
            return False
        if "".join(one.content) == "".join(other.content):
            return True
        if len(one.content) != len(other.content):
            return False
        pairs = [p for p in zip(one.content, other.content, strict=True) if p[0] != p[1]]
        names = set(one.capitals) | set(other.capitals)
        return len(pairs) == 1 and not names & set(pairs[0]) and self._is_slip(*pairs[0])

    def _is_slip(self, one: str, other: str) -> bool:
        """True for a long word and a letter or two of it gone wrong: one is a word, the other none."""
        from rapidfuzz.distance import OSA

        shorter = min(len(one), len(other))
        if shorter < _SLIP_LETTERS or (one in self._known) == (other in self._known):
            return False
        return one[0] == other[0] and OSA.distance(one, other) <= (
            2 if shorter >= _TWO_SLIPS_LETTERS else 1
        )

"""The features of a word of a conversation: its texts, the words beside it, and its form. Knows no weights and no tagger."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Literal, TypeAlias

from wherein.questions.words.function_words import FUNCTION_WORDS

HE_SHE = frozenset("he she him her his hers himself herself".split())
IT = frozenset("it its itself".split())
THEY = frozenset("they them their theirs themselves".split())
THAT = frozenset("this that these those such same one ones".split())
_ARTICLES = ("the", "a", "an")

WORD_FEATURES = (
    "title", "title_first", "title_last", "title_length", "title_shared", "section",
    "section_last", "section_shared", "last_question", "last_answer", "earlier_question",
    "earlier_answer", "first_question", "turns_ago", "places", "times", "capital", "digits",
    "function", "letter", "answer_place", "answer_short", "beside_shared", "beside_function",
    "after_article", "answer_head", "title_and_said", "before_of", "plural", "asked_capital",
    "silent_title", "in_name", "he_title", "it_answer", "they_title", "that_question", "long",
    "answer_name", "section_digit",
)  # fmt: skip
"""The features of a word of the history, one column each."""

_Kind: TypeAlias = Literal["title", "section", "question", "answer"]
_Place: TypeAlias = tuple[int, int]
"""The index of a text in the conversation, and that of a word in the text."""


@dataclass(frozen=True, slots=True)
class Texts:
    """A conversation as words in their own spelling: title, section, then question and answer of each turn, newest
    last. `asked` are the lower-case words of the question to complete."""

    asked: Set[str]
    title: Sequence[str]
    section: Sequence[str]
    turns: Sequence[tuple[Sequence[str], Sequence[str]]]

    def words(self) -> list[Sequence[str]]:
        """The texts in the order in which a place counts them."""
        return [self.title, self.section, *(text for turn in self.turns for text in turn)]

    def kind(self, at: int) -> tuple[_Kind, int]:
        """What a text is, and how many turns ago it was: 1 for the last turn, 0 for title and section."""
        if at < 2:
            return ("title", 0) if at == 0 else ("section", 0)
        return ("question" if at % 2 == 0 else "answer", len(self.turns) - (at - 2) // 2)

    @property
    def last_answer(self) -> Sequence[str]:
        return self.turns[-1][1] if self.turns else ()


def word_rows(texts: Texts) -> tuple[list[str], list[list[float]]]:
    """The distinct words, in lower case and in order, that the question lacks, and for each its `WORD_FEATURES`."""
    all_words = texts.words()
    places: dict[str, list[_Place]] = {}
    for at, written in enumerate(all_words):
        for place, word in enumerate(written):
            places.setdefault(word.lower(), []).append((at, place))
    words = [word for word in places if word not in texts.asked]
    shared = _shared(texts.title, texts.asked), _shared(texts.section, texts.asked)
    rows = []
    for word in words:
        kinds = {texts.kind(at) for at, _ in places[word]}
        values = {
            **_of_subject(word, kinds, texts, shared),
            **_of_turns(kinds, len(texts.turns)),
            **_of_form(word),
            **_of_spelling(places[word], kinds, all_words),
            **_of_last_answer(places[word], texts),
            **_of_neighbours(places[word], all_words, texts.asked),
            **_of_pronouns(kinds, texts.asked),
        }
        rows.append([float(values[name]) for name in WORD_FEATURES])
    return words, rows


def _shared(written: Sequence[str], asked: Set[str]) -> float:
    """The share of a text's content words that the question has."""
    content = {word.lower() for word in written} - FUNCTION_WORDS
    return len(content & asked) / max(1, len(content))


def _of_subject(
    word: str, kinds: Set[tuple[_Kind, int]], texts: Texts, shared: tuple[float, float]
) -> dict[str, float]:
    """Whether the word is in title or section, and where; `shared` are the two's shares of words in the question."""
    is_title, is_section = ("title", 0) in kinds, ("section", 0) in kinds
    return {
        "title": is_title,
        "title_first": is_title and word == texts.title[0].lower(),
        "title_last": is_title and word == texts.title[-1].lower(),
        "title_length": min(len(texts.title), 6) / 3 * is_title,
        "title_shared": shared[0] * is_title,
        "section": is_section,
        "section_last": is_section and word == texts.section[-1].lower(),
        "section_shared": shared[1] * is_section,
        "silent_title": is_title and bool(texts.turns) and not texts.last_answer,
        "section_digit": is_section and word.isdigit(),
    }


def _of_turns(kinds: Set[tuple[_Kind, int]], turns: int) -> dict[str, float]:
    """In which questions and answers the word is."""
    return {
        "last_question": ("question", 1) in kinds,
        "last_answer": ("answer", 1) in kinds,
        "earlier_question": any(kind == "question" and ago > 1 for kind, ago in kinds),
        "earlier_answer": any(kind == "answer" and ago > 1 for kind, ago in kinds),
        "first_question": ("question", turns) in kinds,
        "turns_ago": min(min((ago for _, ago in kinds if ago), default=0), 6) / 3,
        "places": min(len(kinds), 5) / 3,
        "title_and_said": ("title", 0) in kinds and any(ago for _, ago in kinds),
    }


def _of_form(word: str) -> dict[str, float]:
    """The word's letters, without regard to its places."""
    return {
        "digits": word.isdigit(),
        "function": word in FUNCTION_WORDS,
        "letter": len(word) == 1,
        "plural": word.endswith("s") and len(word) > 3,
        "long": min(len(word), 12) / 6,
    }


def _of_spelling(
    places: Sequence[_Place], kinds: Set[tuple[_Kind, int]], all_words: Sequence[Sequence[str]]
) -> dict[str, float]:
    """How often the word is there, and how often with a capital."""
    capitals = [place for at, place in places if all_words[at][place][:1].isupper()]
    return {
        "times": math.log1p(len(places)),
        "capital": len(capitals) / len(places),
        "asked_capital": bool(capitals) and ("question", 1) in kinds,
        "answer_name": ("answer", 1) in kinds and any(place > 0 for place in capitals),
    }


def _of_last_answer(places: Sequence[_Place], texts: Texts) -> dict[str, float]:
    """Where in the last answer the word is first; all 0 if it is not there."""
    last = 1 + 2 * len(texts.turns)
    first = next((place for at, place in places if at == last and texts.turns), None)
    if first is None:
        return {"answer_place": 0.0, "answer_short": 0.0, "answer_head": 0.0}
    length = len(texts.last_answer)
    return {
        "answer_place": 1 - first / length,
        "answer_short": 1 / math.sqrt(length),
        "answer_head": first < 4,
    }


def _of_neighbours(
    places: Sequence[_Place], all_words: Sequence[Sequence[str]], asked: Set[str]
) -> dict[str, float]:
    """The words directly before and behind it at any of its places."""
    shared = function = after_article = before_of = in_name = False
    for at, place in places:
        written = all_words[at]
        before = written[place - 1] if place else ""
        behind = written[place + 1] if place + 1 < len(written) else ""
        for other in (before.lower(), behind.lower()):
            shared |= other in asked and other not in FUNCTION_WORDS
            function |= other in FUNCTION_WORDS
        after_article |= before.lower() in _ARTICLES
        before_of |= behind.lower() == "of"
        beside_capital = before[:1].isupper() or behind[:1].isupper()
        in_name |= written[place][:1].isupper() and beside_capital
    return {
        "beside_shared": shared,
        "beside_function": function,
        "after_article": after_article,
        "before_of": before_of,
        "in_name": in_name,
    }


def _of_pronouns(kinds: Set[tuple[_Kind, int]], asked: Set[str]) -> dict[str, float]:
    """Whether the word is where a pronoun of the question would refer to."""
    return {
        "he_title": ("title", 0) in kinds and bool(asked & HE_SHE),
        "it_answer": ("answer", 1) in kinds and bool(asked & IT),
        "they_title": ("title", 0) in kinds and bool(asked & THEY),
        "that_question": ("question", 1) in kinds and bool(asked & THAT),
    }

"""Decides which words of a conversation to add to the next question: a tagger over the words of the history.

The task is term classification as in QuReTeC (Voskarides et al., 2020): each distinct word of the
history that the question lacks is either added or not. A small network over features of the word, its
places and the question scores them; `followup.json` holds its weights, which `wherein train followups`
fits on CANARD. Knows no sentence and writes no question: `followup.py` does.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from wherein.questions.phrases.followup_word_features import (
    HE_SHE,
    IT,
    THAT,
    THEY,
    WORD_FEATURES,
    Texts,
    word_rows,
)
from wherein.questions.words.dictionary import english
from wherein.questions.words.function_words import FUNCTION_WORDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

WORD = re.compile(r"\w+")
MOST_TURNS = 12
"""The most turns that are used, newest first; no dialogue of CANARD has more."""
MOST_WORDS = 60
"""The most words of an answer that are used: later words are seldom referred to, and 200 turns must stay cheap."""

_THERE = frozenset("there then here".split())
_OTHER = frozenset("other else another more besides".split())
_NEXT = frozenset("next after afterwards following later before first".split())
_ARTICLE = frozenset("article page text document anything interesting aspects".split())
_SILENT = frozenset("unknown cannotanswer know not here".split())
PRONOUNS = HE_SHE | IT | THEY


@dataclass(frozen=True, slots=True)
class History:
    """The conversation so far: title and section of its subject, and (question, answer) pairs, newest last; the answer
    is "" for a refused question."""

    title: str = ""
    section: str = ""
    turns: tuple[tuple[str, str], ...] = ()

    def recent(self) -> History:
        return History(
            self.title,
            self.section,
            tuple((question, _cut(answer)) for question, answer in self.turns[-MOST_TURNS:]),
        )


@dataclass(frozen=True, slots=True)
class Weights:
    """One hidden layer: sigmoid(relu(x @ inner + inner_bias) @ outer + outer_bias), the standardisation of the features
    is folded into `inner`. `least` is the bound on a word. `whole` are the weights of `question_features` and
    `alone_features` for "understandable alone", and `alone` is the bound on that probability."""

    inner: Array
    inner_bias: Array
    outer: Array
    outer_bias: float
    least: float
    whole: Array
    whole_bias: float
    alone: float


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    file = resources.files("wherein.questions").joinpath("followup.json")
    return weights_of(json.loads(file.read_text("utf-8")))


def weights_of(raw: dict[str, Any]) -> Weights:
    """Raises KeyError or ValueError when the file does not fit the features."""
    import numpy as np

    inner = np.asarray(raw["inner"], np.float64)
    features = (*QUESTION_FEATURES, *ALONE_FEATURES)
    whole = np.asarray([raw["whole"][name] for name in features], np.float64)
    if inner.shape[0] != len(WORD_FEATURES) + len(QUESTION_FEATURES):
        raise ValueError("the weights are of other features")
    return Weights(
        inner,
        np.asarray(raw["inner_bias"], np.float64),
        np.asarray(raw["outer"], np.float64),
        float(raw["outer_bias"]),
        float(raw["least"]),
        whole,
        float(raw["whole_bias"]),
        float(raw["alone"]),
    )


def words_of(text: str) -> list[str]:
    """Lower-cased words in order."""
    return [found.lower() for found in WORD.findall(text)]


def _cut(answer: str) -> str:
    for number, found in enumerate(WORD.finditer(answer)):
        if number == MOST_WORDS:
            return answer[: found.start()].rstrip()
    return answer


QUESTION_FEATURES = (
    "he_she", "it", "they", "that", "there", "other", "next", "article", "why", "ellipsis",
    "short", "words", "names", "verbless", "opens_small", "shares_title", "shares_section",
    "shares_last", "shares_any", "shares_share", "definite", "title_missing", "no_turns",
    "last_silent", "last_words", "turns", "wh_first", "aux_first", "unseen_words", "dated",
)  # fmt: skip
"""The features of a question with its history, one row per question."""

_AUXILIARY = frozenset(
    "is are was were do does did has have had can could will would should may might am".split()
)
_WH = frozenset("who whom whose what which when where why how".split())
_OPENS = frozenset("and or but so what about then also".split())


def question_features(question: str, history: History) -> list[float]:
    """The values of `QUESTION_FEATURES`, which show how much a question depends on its history."""
    written = WORD.findall(question)
    words = [word.lower() for word in written]
    have = set(words)
    content = [word for word in words if word not in FUNCTION_WORDS]
    title = set(words_of(history.title)) - FUNCTION_WORDS
    section = set(words_of(history.section)) - FUNCTION_WORDS
    last = history.turns[-1] if history.turns else ("", "")
    spoken = [set(words_of(text)) for turn in history.turns for text in turn]
    before = title | section | set().union(*spoken) if spoken else title | section
    last_words = (set(words_of(last[0])) | set(words_of(last[1]))) - FUNCTION_WORDS
    names = sum(word[:1].isupper() for word in written[1:])
    shared = sum(word in before for word in content)
    definite = _is_definite(words, before)
    silent = is_silent(last[1])
    first = words[0] if words else ""
    return [
        float(bool(have & HE_SHE)),
        float(bool(have & IT)),
        float(bool(have & THEY)),
        float(bool(have & THAT)),
        float(bool(have & _THERE)),
        float(bool(have & _OTHER)),
        float(bool(have & _NEXT)),
        float(bool(have & _ARTICLE)),
        float(first == "why" or words[:2] == ["how", "come"]),
        float(first in ("and", "or", "but", "so") or words[:2] == ["what", "about"]),
        float(len(content) <= 1),
        min(len(words), 20) / 10,
        min(names, 4) / 2,
        float(not have & _AUXILIARY),
        float(first in _OPENS),
        float(bool(have & title)),
        float(bool(have & section)),
        float(bool(have & last_words)),
        min(shared, 4) / 2,
        shared / max(1, len(content)),
        float(definite),
        float(bool(title) and not have & title),
        float(not history.turns),
        float(silent),
        math.log1p(len(words_of(last[1]))) / 3,
        min(len(history.turns), MOST_TURNS) / 6,
        float(first in _WH),
        float(first in _AUXILIARY),
        min(sum(word not in before for word in content), 6) / 3,
        float(any(word.isdigit() for word in words)),
    ]


def _is_definite(words: list[str], before: set[str]) -> bool:
    """Whether a word of the conversation has "the" before it."""
    return any(
        one == "the" and other in before - FUNCTION_WORDS
        for one, other in itertools.pairwise(words)
    )


ALONE_FEATURES = (
    "names_title", "title_and_pronoun", "title_no_reference", "rare", "rare_section", "rare_said", "capitals",
    "capitals_known", "a_kind", "part_of_section", "defines", "defines_one", "any", "no_reference", "long_no_reference",
    "all_of_title_or_section", "capitals_in_a_row",
)  # fmt: skip
"""The further features for "understandable alone"."""
_KINDS = frozenset(
    """album band song group book film movie show series team game season tour record single ep label career school college
    family life home event war tournament""".split()
)
_UNKNOWN, _COMMONEST = 3.0, 10.0
"""log10 of a count, for a word that the dictionary lacks and for none."""


def alone_features(question: str, history: History) -> list[float]:
    """The values of `ALONE_FEATURES`: what a question names itself, where no pronoun refers to anything else."""
    written = WORD.findall(question)
    words = [word.lower() for word in written]
    have, title, section = set(words), _content(history.title), _content(history.section)
    content = [word for word in words if word not in FUNCTION_WORDS]
    said = {word for turn in history.turns for text in turn for word in words_of(text)}
    pronoun = bool(have & PRONOUNS)
    no_reference = not (pronoun or have & (THAT | _THERE | _OTHER))
    names_title = bool(have & (title | {f"{word}s" for word in title}))
    capitals = [word.lower() for word in written[1:] if word[:1].isupper()]
    full = " ".join(words)
    parts = re.split(r"[:,;()]| and ", history.section)
    in_parts = (" ".join(w for w in words_of(part) if not w.isdigit()) for part in parts)
    a_kind = any(
        one in ("the", "any", "some", "this", "that", "an", "a") and other in _KINDS
        for one, other in itertools.pairwise(words)
    )
    defines = no_reference and re.match(r"(?:what|who) (?:is|are|was|were) ", full) is not None
    everything = " ".join(words_of(f"{history.title} {history.section}"))
    spoken = " ".join(words_of(" ".join(text for turn in history.turns for text in turn)))
    in_a_row = bool(capitals) and " ".join(capitals) in f"{everything} {spoken}"
    known = [word for word in content if not word.isdigit()]
    return [
        float(names_title and not pronoun),
        float(names_title and pronoun),
        float(names_title and no_reference),
        max(0.0, 9 - _rarest(content)) / 4,
        (10 - _rarest([word for word in known if word in section])) / 4 * no_reference,
        (10 - _rarest([word for word in known if word in said])) / 4 * no_reference,
        float(bool(capitals) and not pronoun),
        float(not pronoun and not (said | title | section).isdisjoint(capitals)),
        float(a_kind),
        float(not pronoun and any(part and part in full for part in in_parts)),
        float(defines),
        float(defines and len(content) <= 2),
        float(not have.isdisjoint(("any", "anything", "something"))),
        float(no_reference),
        float(no_reference and len(content) >= 4),
        float(no_reference and bool(content) and not set(content) - section - title),
        float(no_reference and in_a_row),
    ]


def _content(text: str) -> set[str]:
    return set(words_of(text)) - FUNCTION_WORDS


def _rarest(words: list[str]) -> float:
    counts = [english().frequency(word) or _UNKNOWN for word in words]
    return min(counts, default=_COMMONEST)


def candidates(question: str, history: History) -> tuple[list[str], list[list[float]]]:
    """The distinct words of the history that the question lacks, in order, with the values of `WORD_FEATURES`."""
    turns = [
        (WORD.findall(asked), [] if is_silent(answer) else WORD.findall(answer))
        for asked, answer in history.turns
    ]
    title, section = WORD.findall(history.title), WORD.findall(history.section)
    return word_rows(Texts(set(words_of(question)), title, section, turns))


def is_silent(answer: str) -> bool:
    """Whether an answer has no content, as for a refused question."""
    words = words_of(answer)
    return not words or (len(words) <= 4 and bool(set(words) & _SILENT))


def alone(question: str, history: History, weights: Weights) -> float:
    """The probability that a question is understandable without its history."""
    features = (*question_features(question, history), *alone_features(question, history))
    score = weights.whole_bias + sum(
        weight * value for weight, value in zip(weights.whole, features, strict=True)
    )
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def scores(question: str, history: History, weights: Weights) -> dict[str, float]:
    """For each word of the history, the probability that it belongs in the question."""
    import numpy as np

    words, rows = candidates(question, history)
    if not words:
        return {}
    asked = np.tile(question_features(question, history), (len(words), 1))
    table = np.c_[np.asarray(rows), asked]
    hidden = np.maximum(table @ weights.inner + weights.inner_bias, 0)
    logit = hidden @ weights.outer + weights.outer_bias
    probability = 1 / (1 + np.exp(-np.clip(logit, -30, 30)))
    return dict(zip(words, probability.tolist(), strict=True))

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
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

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

_HE_SHE = frozenset("he she him her his hers himself herself".split())
_IT = frozenset("it its itself".split())
_THEY = frozenset("they them their theirs themselves".split())
_THAT = frozenset("this that these those such same one ones".split())
_THERE = frozenset("there then here".split())
_OTHER = frozenset("other else another more besides".split())
_NEXT = frozenset("next after afterwards following later before first".split())
_ARTICLE = frozenset("article page text document anything interesting aspects".split())
_SILENT = frozenset("unknown cannotanswer know not here".split())
PRONOUNS = _HE_SHE | _IT | _THEY


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
    definite = any(
        one == "the" and other in before - FUNCTION_WORDS
        for one, other in itertools.pairwise(words)
    )
    silent = is_silent(last[1])
    first = words[0] if words else ""
    return [
        float(bool(have & _HE_SHE)),
        float(bool(have & _IT)),
        float(bool(have & _THEY)),
        float(bool(have & _THAT)),
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
    no_reference = not (pronoun or have & (_THAT | _THERE | _OTHER))
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


def candidates(question: str, history: History) -> tuple[list[str], list[list[float]]]:
    """The distinct words of the history that the question lacks, in order, with the values of `WORD_FEATURES`."""
    have = set(words_of(question))
    title, section = WORD.findall(history.title), WORD.findall(history.section)
    title_words, section_words = [w.lower() for w in title], [w.lower() for w in section]
    segments: list[tuple[str, int, list[str]]] = [("title", 0, title), ("section", 0, section)]
    count = len(history.turns)
    for number, (asked, answer) in enumerate(history.turns):
        segments.append(("question", count - number, WORD.findall(asked)))
        silent = is_silent(answer)
        segments.append(("answer", count - number, [] if silent else WORD.findall(answer)))
    times: Counter[str] = Counter()
    places: dict[str, list[tuple[int, int]]] = {}
    for at, (_, _, written) in enumerate(segments):
        for place, word in enumerate(written):
            times[word.lower()] += 1
            places.setdefault(word.lower(), []).append((at, place))
    content_title = {word for word in title_words if word not in FUNCTION_WORDS}
    content_section = {word for word in section_words if word not in FUNCTION_WORDS}
    title_shared = len(content_title & have) / max(1, len(content_title))
    section_shared = len(content_section & have) / max(1, len(content_section))
    he, it = bool(have & _HE_SHE), bool(have & _IT)
    they, that = bool(have & _THEY), bool(have & _THAT)
    last_answer = segments[-1][2] if count else []
    silent_last = bool(count) and not last_answer
    words, rows = [], []
    for word, found in places.items():
        if word in have:
            continue
        kinds = {(segments[at][0], segments[at][1]) for at, _ in found}
        is_title, is_section = ("title", 0) in kinds, ("section", 0) in kinds
        in_answer = ("answer", 1) in kinds
        in_question = ("question", 1) in kinds
        ago = min((turn for kind, turn in kinds if turn), default=0)
        capital = mid = 0
        beside_shared = beside_function = after_article = before_of = named = False
        for at, place in found:
            written = segments[at][2]
            spelt = written[place]
            if spelt[:1].isupper():
                capital += 1
                mid += place > 0
            before = written[place - 1].lower() if place else ""
            behind = written[place + 1].lower() if place + 1 < len(written) else ""
            for other in (before, behind):
                beside_shared |= other in have and other not in FUNCTION_WORDS
                beside_function |= other in FUNCTION_WORDS
            after_article |= before in ("the", "a", "an")
            before_of |= behind == "of"
            around = [written[p] for p in (place - 1, place + 1) if 0 <= p < len(written)]
            named |= spelt[:1].isupper() and any(o[:1].isupper() for o in around)
        last_at = len(segments) - 1 if count else None
        first_at = next((place for at, place in found if at == last_at), None)
        said = any(kind in ("question", "answer") for kind, _ in kinds)
        function = word in FUNCTION_WORDS
        words.append(word)
        rows.append(
            [
                float(is_title),
                float(is_title and word == title_words[0]),
                float(is_title and word == title_words[-1]),
                min(len(title_words), 6) / 3 * is_title,
                title_shared * is_title,
                float(is_section),
                float(is_section and word == section_words[-1]),
                section_shared * is_section,
                float(in_question),
                float(in_answer),
                float(any(kind == "question" and turn > 1 for kind, turn in kinds)),
                float(any(kind == "answer" and turn > 1 for kind, turn in kinds)),
                float(("question", count) in kinds),
                min(ago, 6) / 3,
                min(len(kinds), 5) / 3,
                math.log1p(times[word]),
                capital / len(found),
                float(word.isdigit()),
                float(function),
                float(len(word) == 1),
                0.0 if first_at is None else 1 - first_at / max(1, len(last_answer)),
                0.0 if first_at is None else 1 / math.sqrt(len(last_answer)),
                float(beside_shared),
                float(beside_function),
                float(after_article),
                float(first_at is not None and first_at < 4),
                float(is_title and said),
                float(before_of),
                float(word.endswith("s") and len(word) > 3),
                float(capital > 0 and in_question),
                float(is_title and silent_last),
                float(named),
                float(is_title and he),
                float(in_answer and it),
                float(is_title and they),
                float(in_question and that),
                min(len(word), 12) / 6,
                float(in_answer and mid > 0),
                float(is_section and word.isdigit()),
            ]
        )
    return words, rows


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

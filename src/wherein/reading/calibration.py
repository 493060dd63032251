"""Calibration: from a reader's margins, over all candidates so far, to probabilities.

The best of forty windows has a higher margin than the best of one, and on unfamiliar texts a margin alone is
unreliable (Kamath, Jia & Liang, 2020). So a small logistic regression uses features that cost nothing: the
margin, the rivals' margins, how much was read, and the words. `wherein train grades` fits the constants on
questions about web pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.assets.shipped_bounds import shipped_bounds
from wherein.core.answer import Candidate
from wherein.core.errors import AssetDamaged
from wherein.lexicon import lexicon
from wherein.questions.kinds import asks_to_explain
from wherein.reading.candidate_traits import Traits, best_traits, traits

_LEXICON = lexicon("calibration")
FEATURES = _LEXICON.words("features")
"""The features, in their order:

- margin: over "not in this window"; at most 0 for a text that cannot be an answer (`Traits.empty`)
- log_share: log softmax of the margin among all candidates and one null of margin 0
- lead: margin less that of the best other candidate, or of none, within [-CLIP, CLIP]
- log_read: log of the number of passages read
- margin_log_read: margin times log_read, since a margin counts for less the more passages were read
- log_words: log(1 + words in the answer)
- covered: share of the question's content words that the passage has
- echo: share of the answer's content words that are in the question
- support: softmax share, over margins, of the other candidates with the same words
- log_rank: log(1 + the rank of its passage in the order of reading)
- explains: 1 where the question asks why or how, which a short span seldom answers
- of_kind, not_kind, asks, points, heading, in_row, technical, legal: `Traits`
"""
_OF_TRAITS = tuple(name for name in FEATURES if name in Traits.__dataclass_fields__)
CLIP = _LEXICON.number("clip")
STEM = _LEXICON.count("stem")
"""Letters of a word that are compared: "governed" matches "government"."""
_STOP = frozenset(_LEXICON.words("stop"))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Logistic regression over FEATURES with its bounds; a `Confidence` of `answering`.

    `weights[i]` belongs to FEATURES[i], of raw values, not standardised ones.
    """

    weights: tuple[float, ...]
    intercept: float
    answer_bound: float
    perhaps_bound: float

    def __post_init__(self) -> None:
        if len(self.weights) != len(FEATURES):
            raise ValueError(f"{len(FEATURES)} weights are needed, not {len(self.weights)}")
        if not 0.0 <= self.perhaps_bound <= self.answer_bound <= 1.0:
            raise ValueError(
                f"An answer from {self.answer_bound} and a perhaps from {self.perhaps_bound} are no bounds:"
                " both are probabilities, that of a perhaps not above that of an answer."
            )

    @staticmethod
    def of(settings: Mapping[str, Any]) -> Calibration:
        """From a reader's `reader.json`; the bounds are those of normal caution. Raises AssetDamaged."""
        normal = shipped_bounds("bounds", "normal")
        try:
            weights: Mapping[str, float] = settings["calibration"]["weights"]
            return Calibration(
                tuple(float(weights[name]) for name in FEATURES),
                float(settings["calibration"]["intercept"]),
                normal.answer,
                normal.perhaps,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise AssetDamaged(
                f"The calibration of reader {settings.get('name', '?')!r} cannot be read.",
                f"Get the reader again: wherein models get {settings.get('name', 'small')}",
            ) from error

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> list[float]:
        """The probability that each candidate is right, in the order of the candidates."""
        values = features(question, candidates, passages_read)
        logits = values @ np.array(self.weights) + self.intercept
        return [float(p) for p in 1.0 / (1.0 + np.exp(-np.clip(logits, -30.0, 30.0)))]


def features(
    question: str, candidates: Sequence[Candidate], passages_read: int
) -> NDArray[np.float64]:
    """The features, float array of shape (candidates, len(FEATURES)).

    `candidates` are all candidates of the question so far, in any order; `passages_read` is the number of
    passages that they come from."""
    if not candidates:
        return np.zeros((0, len(FEATURES)))
    every_traits = [_traits(question, candidate) for candidate in candidates]
    margins = np.clip(list(map(_margin, candidates, every_traits)), -CLIP, CLIP)
    peak = max(float(margins.max()), 0.0)
    weights = np.exp(margins - peak)
    total_weight = weights.sum() + np.exp(-peak)
    log_total = np.log(total_weight)
    log_read = float(np.log(max(passages_read, 1)))
    answers = [text_of(candidate) for candidate in candidates]
    words = [_words(answer) for answer in answers]
    supports = _supports(words, weights)
    of_question, explains = content(question), float(asks_to_explain(question))
    of_passages: dict[int, frozenset[str]] = {}  # by identity: candidates of a passage share it
    highest, second = [*sorted(map(float, margins), reverse=True), 0.0][:2]
    rows = []
    for place, candidate in enumerate(candidates):
        passage, margin = candidate.passage, float(margins[place])
        if id(passage) not in of_passages:
            of_passages[id(passage)] = content(" ".join((*passage.section, passage.text)))
        of_answer = content(answers[place])
        lead = margin - (second if margin == highest else highest)
        values = {
            "margin": margin,
            "log_share": float(margin - peak - log_total),
            "lead": min(max(lead, -CLIP), CLIP),
            "log_read": log_read,
            "margin_log_read": margin * log_read,
            "log_words": float(np.log1p(len(words[place]))),
            "covered": _share(of_question, of_passages[id(passage)]),
            "echo": _share(of_answer, of_question),
            "support": supports[place] / float(total_weight),
            "log_rank": float(np.log1p(candidate.rank)),
            "explains": explains,
            **{name: getattr(every_traits[place], name) for name in _OF_TRAITS},
        }
        rows.append([values[name] for name in FEATURES])
    return np.array(rows)


def _supports(words: Sequence[Sequence[str]], weights: NDArray[np.float64]) -> list[float]:
    """For each answer the weights of the other answers with the same words, summed."""
    places: dict[str, list[int]] = {}
    for place, some in enumerate(words):
        places.setdefault(" ".join(some), []).append(place)
    return [
        sum(float(weights[other]) for other in places[" ".join(some)] if other != place)
        for place, some in enumerate(words)
    ]


def _share(some: frozenset[str], others: frozenset[str]) -> float:
    """The share of some words that are among others; 0 of none."""
    return len(some & others) / len(some) if some else 0.0


def _traits(question: str, candidate: Candidate) -> Traits:
    passage = candidate.passage
    if candidate.assumed:
        return best_traits(question, passage)
    return traits(question, passage, candidate.span.shifted(-passage.span.start))


def _margin(candidate: Candidate, about: Traits) -> float:
    """The margin, of which nothing above 0 counts for a text that cannot be an answer."""
    return candidate.margin - max(candidate.margin, 0.0) * about.empty


def text_of(candidate: Candidate) -> str:
    """The text that a candidate marks."""
    return candidate.span.shifted(-candidate.passage.span.start).of(candidate.passage.text)


@lru_cache(maxsize=1024)  # the same candidates come again with every batch that is read
def content(text: str) -> frozenset[str]:
    """The first letters of each content word of a text."""
    return frozenset(word[:STEM] for word in _words(text) if word not in _STOP)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())

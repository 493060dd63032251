"""Measures a reader on the right paragraph: SQuAD's measures, refusal, calibration, speed.

Uses the Reader Protocol and the reader's calibration, as the product does; knows nothing of a reader's method.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.answering.question.retries import respelled
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.passages.split import split
from wherein.reading.calibration import text_of
from wherein_lab.data.perturbation import typo
from wherein_lab.data.squad_file import SquadFile, SquadQuestion, sample
from wherein_lab.metrics.squad_measures import exact_match, is_right, token_f1
from wherein_lab.metrics.uncertainty import interval
from wherein_lab.registry.readers import OpenReader

ECE_BINS = 15
AUROC_RESAMPLES = 200
BOUNDS = tuple(round(0.05 * step, 2) for step in range(1, 17))
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judged:
    """One question with the likeliest answer ("" when the reader found none) and its confidence."""

    asked: SquadQuestion
    said: str
    confidence: float
    shown: bool

    @property
    def answerable(self) -> bool:
        return bool(self.asked.golds)


def judge(
    opened: OpenReader, file: SquadFile, questions: Sequence[SquadQuestion],
    typed: Callable[[str], str] = str, on_progress: Callable[[int, int], None] = lambda done, of: None,
    corrected: bool = False,
) -> tuple[list[Judged], float, int]:  # fmt: skip
    """Ask each question of its own paragraph: (judged, seconds spent reading, tokens read).

    `typed` edits a question before it is asked, for example with typos. `corrected` asks again with the
    slips repaired where nothing is above the bound, and takes the surer answer, as `answering.retries` does.
    """
    out: list[Judged] = []
    seconds, tokens = 0.0, 0
    for number, asked in enumerate(questions):
        document = file.paragraph_document(asked)
        opened.titles[document.id] = document.title
        passages = split(document)
        question = typed(asked.question)
        began = time.perf_counter()
        said, confidence = _answer(opened, question, passages)
        answered = bool(said) and confidence >= opened.calibration.answer_bound
        meant = respelled(question, [document]) if corrected and not answered else None
        if meant is not None:
            other, surer = _answer(opened, meant, passages)
            if other and surer >= confidence:
                said, confidence = other, surer
        seconds += time.perf_counter() - began
        asked_as = (question,) if meant is None else (question, meant)
        tokens += sum(opened.tokens(text, passages) for text in asked_as)
        shown = bool(said) and confidence >= opened.calibration.answer_bound
        out.append(Judged(asked, said, confidence, shown))
        on_progress(number + 1, len(questions))
    return out, seconds, tokens


def _answer(opened: OpenReader, question: str, passages: Sequence[Passage]) -> tuple[str, float]:
    """The likeliest answer ("" when the reader found none) and its confidence."""
    candidates: list[Candidate] = []
    for reading in opened.reader.read(question, passages):
        candidates.extend(reading.candidates)
    candidates.sort(key=lambda candidate: (-candidate.margin, candidate.span))
    sure = opened.calibration.probabilities(question, candidates, len(passages))
    best = max(range(len(sure)), key=sure.__getitem__, default=None)
    return (text_of(candidates[best]), sure[best]) if best is not None else ("", 0.0)


def measures(judged: Sequence[Judged]) -> dict[str, Any]:
    """The figures of a set, rates 0 to 1; None where a kind of question is absent.

    `em` and `f1` refuse below the bound, `has_answer_*` are over answerable questions without refusal.
    `auroc`: the probability that an answerable question's confidence is above an unanswerable one's, ties
    half. `ece`: 15 bins of equal mass over all questions, confidence against whether the span is right.
    `intervals`: 95 %, percentile bootstrap over questions.
    """
    answerable = np.array([item.answerable for item in judged], bool)
    shown = np.array([item.shown for item in judged], bool)
    sure = np.array([item.confidence for item in judged])
    right = np.array([is_right(item.said, item.asked.golds) for item in judged], np.float64)
    kept = [(item.said if item.shown else "", item.asked.golds) for item in judged]
    always = [(item.said, item.asked.golds) for item in judged if item.answerable]
    columns: dict[str, Array] = {
        "em": np.array([exact_match(*pair) for pair in kept]),
        "f1": np.array([token_f1(*pair) for pair in kept]),
        "has_answer_em": np.array([exact_match(*pair) for pair in always]),
        "has_answer_f1": np.array([token_f1(*pair) for pair in always]),
        "no_answer_accuracy": (~shown[~answerable]).astype(np.float64),
        "refusal_precision": (~answerable[~shown]).astype(np.float64),
        "refusal_recall": (~shown[~answerable]).astype(np.float64),
    }
    figures: dict[str, Any] = {"n": len(judged)}
    intervals: dict[str, Any] = {}
    for name, column in columns.items():
        figures[name] = _rounded(column.mean()) if len(column) else None
        intervals[name] = _rounded_pair(interval(column.tolist())) if len(column) else None
    figures["auroc"] = auroc(sure[answerable], sure[~answerable])
    intervals["auroc"] = _auroc_interval(sure[answerable], sure[~answerable])
    figures["ece"] = _rounded(expected_calibration_error(sure, right))
    figures["right"] = _rounded(right[answerable].mean()) if answerable.any() else None
    figures["coverage_at_80"] = coverage(sure, right, 0.8)
    figures["intervals"] = intervals
    return figures


def evaluate(
    opened: OpenReader, file: SquadFile, only: str | None, limit: int | None, seed: int,
    typos: bool, on_progress: Callable[[int, int], None] = lambda done, of: None, corrected: bool = False,
) -> tuple[dict[str, Any], list[Judged]]:  # fmt: skip
    """The JSON object of `wherein eval reading`, and the judged questions it was computed from.

    `only` keeps the questions of that official set; `typos` puts one random character edit into every
    question, `corrected` as in `judge`.
    """
    questions = [asked for asked in file.asked if only is None or only in asked.sets]
    questions = sample(questions, limit, seed)
    random = np.random.default_rng(seed)
    typed = (lambda question: typo(question, random)) if typos else str
    judged, seconds, tokens = judge(opened, file, questions, typed, on_progress, corrected)
    report = measures(judged)
    domains = sorted({item.asked.domain for item in judged})
    if len(domains) > 1:
        report["domains"] = {
            domain: measures([item for item in judged if item.asked.domain == domain])
            for domain in domains
        }
    report["milliseconds_per_token"] = round(1000 * seconds / tokens, 4) if tokens else None
    report["bound"] = opened.calibration.answer_bound
    report["at_bounds"] = [at_bound(judged, other) for other in BOUNDS]
    report["reader"] = opened.name
    report["model_sha256"] = opened.model_sha256
    report["data_sha256"] = file.sha256
    return report, judged


def at_bound(judged: Sequence[Judged], bound: float) -> dict[str, Any]:
    """F1 with refusal, and how well questions are refused, at another bound."""
    shown = [bool(item.said) and item.confidence >= bound for item in judged]
    f1 = [
        token_f1(item.said if is_shown else "", item.asked.golds)
        for item, is_shown in zip(judged, shown, strict=True)
    ]
    refused = [item for item, is_shown in zip(judged, shown, strict=True) if not is_shown]
    absent = sum(not item.answerable for item in judged)
    rightly = sum(not item.answerable for item in refused)
    return {
        "bound": bound,
        "f1": _rounded(np.mean(f1)) if f1 else None,
        "refusal_precision": _rounded(rightly / len(refused)) if refused else None,
        "refusal_recall": _rounded(rightly / absent) if absent else None,
    }


def auroc(above: Array, below: Array) -> float | None:
    """The probability that one of `above` exceeds one of `below`, ties half; None when either is empty."""
    if not len(above) or not len(below):
        return None
    ordered = np.sort(below)
    less = np.searchsorted(ordered, above, "left")
    not_more = np.searchsorted(ordered, above, "right")
    return _rounded((less + not_more).mean() / 2 / len(below))


def expected_calibration_error(sure: Array, right: Array) -> float:
    """Mean distance of confidence from accuracy over bins of equal mass (Nguyen & O'Connor, 2015)."""
    order = np.argsort(sure, kind="stable")
    bins = [part for part in np.array_split(order, ECE_BINS) if len(part)]
    return float(
        sum(abs(sure[part].mean() - right[part].mean()) * len(part) for part in bins)
        / max(len(sure), 1)
    )


def coverage(sure: Array, right: Array, accuracy: float) -> float | None:
    """The largest share of questions, surest first, at which accuracy is still `accuracy`."""
    if not len(sure):
        return None
    hits = np.cumsum(right[np.argsort(-sure, kind="stable")])
    count = np.arange(1, len(sure) + 1)
    good = np.flatnonzero(hits / count >= accuracy)
    return _rounded((good[-1] + 1) / len(sure)) if len(good) else 0.0


def _auroc_interval(above: Array, below: Array) -> list[float] | None:
    """Percentile bootstrap, answerable and unanswerable questions drawn apart."""
    if not len(above) or not len(below):
        return None
    random = np.random.default_rng(0)
    draws = [
        auroc(random.choice(above, len(above)), random.choice(below, len(below)))
        for _ in range(AUROC_RESAMPLES)
    ]
    low, high = np.percentile(np.array(draws, np.float64), [2.5, 97.5])
    return _rounded_pair((low, high))


def _rounded_pair(pair: tuple[float, float]) -> list[float]:
    return [_rounded(value) for value in pair]


def _rounded(value: Any) -> float:
    return round(float(value), 4)

"""Measures the real task: asks each question of a whole article as one page, through the pipeline."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.confidence import Confidence
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Answer, Candidate
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.core.text.word_count import word_count
from wherein.passages.split import split_main
from wherein.questions.question import parse_question
from wherein.retrieval.by_words.page import PageIndex
from wherein_lab.data.squad_file import SquadFile, sample
from wherein_lab.metrics.squad_measures import is_right, token_f1
from wherein_lab.metrics.uncertainty import interval
from wherein_lab.registry.readers import OpenReader

TOP = 3
BOUNDS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7)


@dataclass(frozen=True, slots=True)
class Unbounded:
    """A calibration without its bounds: the cascade then returns the best answers whatever their confidence, and
    the caller applies the bound.
    """

    inner: Confidence
    answer_bound: float = 0.0
    perhaps_bound: float = 0.0

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> Sequence[float]:
        return self.inner.probabilities(question, candidates, passages_read)


@dataclass(frozen=True, slots=True)
class Asking:
    """One question asked of a page: the best answers at the end, and when the first of them was shown (None: no answer
    was shown).
    """

    golds: tuple[str, ...]
    top: tuple[Answer, ...]
    first_ms: float | None
    all_ms: float


def evaluate(
    opened: OpenReader, file: SquadFile, limit: int | None, seed: int,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, Any]:  # fmt: skip
    """The JSON object of `wherein eval page`. Answerable questions only; rates 0 to 1."""
    bound = opened.calibration.answer_bound
    askings = ask_pages(opened, file, limit, seed, on_progress)
    report = measures(askings, bound)
    report["at_bounds"] = [at_bound(askings, other) for other in BOUNDS]
    report.update(
        bound=bound, reader=opened.name, model_sha256=opened.model_sha256, data_sha256=file.sha256
    )
    return report


def ask_pages(
    opened: OpenReader, file: SquadFile, limit: int | None, seed: int,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Asking]:  # fmt: skip
    """Ask answerable questions of the file (a sample of `limit`), each of its whole article."""
    questions = sample([asked for asked in file.asked if asked.golds], limit, seed)
    bound = opened.calibration.answer_bound
    pipeline = Pipeline([CalibratedReader(opened.reader, Unbounded(opened.calibration))])
    scopes: dict[int, Scope] = {}
    askings: list[Asking] = []
    for number, asked in enumerate(questions):
        if asked.article not in scopes:
            scopes[asked.article] = page_scope(opened, file.page(asked.article))
        askings.append(ask(pipeline, asked.question, asked.golds, scopes[asked.article], bound))
        on_progress(number + 1, len(questions))
    return askings


def all_main(document: Document) -> Document:
    """The document with all of its blocks marked as main text."""
    return replace(document, blocks=tuple(replace(block, main=True) for block in document.blocks))


def page_scope(opened: OpenReader, document: Document) -> Scope:
    opened.titles[document.id] = document.title
    passages: list[Passage] = split_main(document)
    words = sum(word_count(passage.text) for passage in passages)
    return Scope(PageIndex.of(passages), lambda _: document, words, passages)


def ask(
    pipeline: Pipeline, question: str, golds: tuple[str, ...], scope: Scope, bound: float
) -> Asking:
    began = time.perf_counter()
    seen: list[tuple[float, tuple[Answer, ...]]] = []
    for progress in pipeline.ask(parse_question(question), scope, TOP):
        seen.append((1000 * (time.perf_counter() - began), progress.answers))
    spent = 1000 * (time.perf_counter() - began)
    top = seen[-1][1] if seen else ()
    kept = {answer.span for answer in top if answer.confidence >= bound}
    first = next(
        (
            at
            for at, answers in seen
            if any(a.span in kept and a.confidence >= bound for a in answers)
        ),
        None,
    )
    return Asking(golds, top, first, spent)


def right_ones(asking: Asking) -> list[bool]:
    """For each of the best answers whether it is right: token F1 of 0.5 or more with a gold answer."""
    return [is_right(answer.text, asking.golds) for answer in asking.top]


def measures(askings: Sequence[Asking], bound: float) -> dict[str, Any]:
    """`shown_precision` is None when nothing was shown; times are medians."""
    right = [right_ones(asking) for asking in askings]
    shown = [
        [good for good, answer in zip(row, asking.top, strict=True) if answer.confidence >= bound]
        for row, asking in zip(right, askings, strict=True)
    ]
    marks = [good for row in shown for good in row]
    columns: dict[str, list[float]] = {
        "answer_in_top1": [any(row[:1]) for row in right],
        "answer_in_top3": [any(row) for row in right],
        "f1": [token_f1(a.top[0].text, a.golds) if a.top else 0.0 for a in askings],
        "shown_mean": [len(row) for row in shown],
        "shown_precision": [float(mark) for mark in marks],
        "refused_wrongly": [not row for row in shown],
    }
    first = [asking.first_ms for asking in askings if asking.first_ms is not None]
    return {
        "n": len(askings),
        **{name: _mean(column) for name, column in columns.items()},
        "milliseconds_first": round(median(first), 1) if first else None,
        "milliseconds_all": round(median(a.all_ms for a in askings), 1) if askings else None,
        "intervals": {name: _spread(column) for name, column in columns.items()},
    }


def at_bound(askings: Sequence[Asking], bound: float) -> dict[str, float | None]:
    """The results at another bound."""
    report = measures(askings, bound)
    return {
        "bound": bound,
        **{name: report[name] for name in ("shown_mean", "shown_precision", "refused_wrongly")},
    }


def _spread(values: Sequence[float]) -> list[float] | None:
    """95 %, percentile bootstrap; the marks of one question are resampled as if independent."""
    return [round(end, 4) for end in interval(values)] if values else None


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None

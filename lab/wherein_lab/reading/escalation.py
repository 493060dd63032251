"""Measures escalation from a first reader to a second: accuracy against the share of escalated questions.

As in the cascade, the first reader reads the whole page, and the second the few passages that the first and the
retriever select. Then every bound is tried on their outcomes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wherein.answering.grading.escalation import selected_for_reranking
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.passages.split import split
from wherein.reading.calibration import text_of
from wherein.retrieval.by_words.page import PageIndex
from wherein_lab.data.squad_file import SquadFile, SquadQuestion, sample
from wherein_lab.metrics.squad_measures import is_right
from wherein_lab.metrics.uncertainty import interval
from wherein_lab.registry.readers import OpenReader

BOUNDS = tuple(round(0.05 * step, 2) for step in range(21))


@dataclass(frozen=True, slots=True)
class Said:
    """A reader's likeliest answer: its confidence, whether it is right, and the time it took."""

    confidence: float
    right: bool
    milliseconds: float


def evaluate(
    first: OpenReader, second: OpenReader, file: SquadFile, limit: int | None, seed: int,
    rerank_depth: int, on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, Any]:  # fmt: skip
    """`wherein eval escalation`: a row for each bound. Answerable questions only; rates 0 to 1."""
    questions = sample([asked for asked in file.asked if asked.golds], limit, seed)
    pages: dict[int, list[Passage]] = {}
    pairs: list[tuple[Said, Said]] = []
    for number, asked in enumerate(questions):
        if asked.article not in pages:
            page = file.page(asked.article)
            for opened in (first, second):
                opened.titles[page.id] = page.title
            pages[asked.article] = split(page)
        passages = pages[asked.article]
        hits = PageIndex.of(passages).search(asked.question, len(passages))
        order = [hit.passage for hit in hits]
        order += [passage for passage in passages if passage not in order]
        one, candidates = said(first, asked, order)
        two, _ = said(second, asked, selected_for_reranking(candidates, order, rerank_depth))
        pairs.append((one, two))
        on_progress(number + 1, len(questions))
    return {
        "n": len(pairs),
        "first": first.name,
        "first_sha256": first.model_sha256,
        "second": second.name,
        "second_sha256": second.model_sha256,
        "rerank_depth": rerank_depth,
        "data_sha256": file.sha256,
        "rows": table(pairs, first.calibration.answer_bound, second.calibration.answer_bound),
    }


def said(
    opened: OpenReader, asked: SquadQuestion, passages: Sequence[Passage]
) -> tuple[Said, list[Candidate]]:
    """A reader's likeliest answer from some passages, and all its candidates, best margin first."""
    began = time.perf_counter()
    found = [c for some in opened.reader.read(asked.question, passages) for c in some.candidates]
    found.sort(key=lambda candidate: (-candidate.margin, candidate.span))
    sure = opened.calibration.probabilities(asked.question, found, len(passages))
    spent = 1000 * (time.perf_counter() - began)
    best = max(range(len(sure)), key=sure.__getitem__, default=None)
    if best is None:
        return Said(0.0, False, spent), found
    return Said(sure[best], is_right(text_of(found[best]), asked.golds), spent), found


def table(
    pairs: Sequence[tuple[Said, Said]], first_bound: float, second_bound: float
) -> list[dict[str, Any]]:
    """For each threshold below which the first reader escalates: the share escalated and the results.

    `right`: the likeliest answer is right, shown or not. `shown` and `shown_right` use the bound of the reader
    that answered last.
    """
    rows = []
    for escalation_threshold in BOUNDS:
        last = [two if one.confidence < escalation_threshold else one for one, two in pairs]
        marks = [
            answer.right
            for answer, (one, _) in zip(last, pairs, strict=True)
            if answer.confidence >= (first_bound if answer is one else second_bound)
        ]
        escalated = [one.confidence < escalation_threshold for one, _ in pairs]
        cost = [
            one.milliseconds + (two.milliseconds if over else 0.0)
            for (one, two), over in zip(pairs, escalated, strict=True)
        ]
        right = [answer.right for answer in last]
        rows.append(
            {
                "escalation_threshold": escalation_threshold,
                "escalated": _mean(escalated),
                "right": _mean(right),
                "right_interval": [round(end, 4) for end in interval([float(r) for r in right])],
                "shown": round(len(marks) / len(pairs), 4) if pairs else None,
                "shown_right": _mean(marks),
                "milliseconds": round(sum(cost) / len(cost), 1) if cost else None,
            }
        )
    return rows


def _mean(values: Sequence[bool]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None

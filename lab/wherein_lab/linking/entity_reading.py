"""Measures a reader's answers from the passages of each method: exact match and F1, as in the paper's table 2.
Retrieves nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.calibration import text_of
from wherein_lab.linking.entity import Answering, Posed
from wherein_lab.metrics.squad_measures import exact_match, token_f1
from wherein_lab.metrics.uncertainty import mean_within
from wherein_lab.registry.readers import OpenReader

PASSAGES = 4
"""Passages read of each method, as the paper gives its language model."""
LEVEL = 0.99


def measure_reading(
    opened: OpenReader,
    methods: Mapping[str, Answering],
    posed: Sequence[Posed],
    limit: int,
    seed: int,
) -> dict[str, Any]:
    """EM and F1 of the reader's best span by method, on a sample of questions that are not answered by yes or no.

    A method that retrieves nothing gives the empty answer, which is wrong. Intervals are 99 %.
    """
    asked = [one for one in posed if one.answers and not one.yes_no]
    if limit < len(asked):
        asked = [asked[at] for at in sorted(random.Random(seed).sample(range(len(asked)), limit))]
    exact: dict[str, list[float]] = {name: [] for name in methods}
    f1: dict[str, list[float]] = {name: [] for name in methods}
    for one in asked:
        # Each passage is read by itself, so one that several methods retrieve is read once.
        best_of: dict[tuple[str, Span, str], Candidate | None] = {}
        for name, answering in methods.items():
            best: Candidate | None = None
            for passage in (hit.passage for hit in answering(one)[:PASSAGES]):
                key = (passage.document, passage.span, passage.text)
                if key not in best_of:
                    best_of[key] = _best(opened, one.question, passage)
                candidate = best_of[key]
                if candidate is not None and (best is None or candidate.margin > best.margin):
                    best = candidate
            said = text_of(best) if best is not None else ""
            exact[name].append(exact_match(said, one.answers))
            f1[name].append(token_f1(said, one.answers))
    rows = {
        name: {"EM": mean_within(exact[name], LEVEL), "F1": mean_within(f1[name], LEVEL)}
        for name in methods
    }
    return {"n": len(asked), "methods": rows}


def _best(opened: OpenReader, question: str, passage: Passage) -> Candidate | None:
    """The span with the greatest margin in one passage; None where the reader finds none."""
    opened.titles[passage.document] = passage.document
    return max(
        (
            candidate
            for reading in opened.reader.read(question, [passage])
            for candidate in reading.candidates
        ),
        key=lambda candidate: candidate.margin,
        default=None,
    )

"""What a reader answers from the passages each method found: exact match and F1, as in the paper's table 2. Retrieves nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from wherein.core.answer import Candidate
from wherein.evaluation.entity import Answering, Posed
from wherein.evaluation.readers import OpenReader
from wherein.evaluation.squad_measures import exact_match, token_f1
from wherein.evaluation.uncertainty import mean_within
from wherein.reading.calibration import text_of

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
    """EM and F1 of the reader's best span by method, on so many questions whose answer is no yes or no.

    A method that finds nothing gives the empty answer, which is wrong. Intervals are of 99 %.
    """
    asked = [one for one in posed if one.answers and not one.yes_no]
    if limit < len(asked):
        asked = [asked[at] for at in sorted(random.Random(seed).sample(range(len(asked)), limit))]
    rows: dict[str, Any] = {}
    for name, answering in methods.items():
        exact, f1 = [], []
        for one in asked:
            passages = [hit.passage for hit in answering(one)[:PASSAGES]]
            opened.titles.update({passage.document: passage.document for passage in passages})
            found: list[Candidate] = []
            for reading in opened.reader.read(one.question, passages):
                found.extend(reading.candidates)
            best = max(found, key=lambda candidate: candidate.margin, default=None)
            said = text_of(best) if best is not None else ""
            exact.append(exact_match(said, one.answers))
            f1.append(token_f1(said, one.answers))
        rows[name] = {"EM": mean_within(exact, LEVEL), "F1": mean_within(f1, LEVEL)}
    return {"n": len(asked), "methods": rows}

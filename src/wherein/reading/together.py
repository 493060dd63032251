"""Combines two readers' probabilities into one for each answer. Knows no reader.

A candidate of the second reader at the same place raises the probability; its absence lowers it. `wherein train
grades` fits the logistic regression over both.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wherein.core.answer import Candidate
from wherein.core.errors import AssetDamaged

FEATURES = (
    "own",  # log odds by the judge; 0 where it has no answer there
    "own_missing",  # 1 where the judge has no answer there
    "first",  # log odds by the first reader; 0 where it has no answer there
    "first_missing",  # 1 where the first reader has no answer there
)
_LEAST = 1e-4


@dataclass(frozen=True, slots=True)
class Judged:
    """One reader's candidates and their probabilities, in the same order."""

    reader: str
    candidates: Sequence[Candidate]
    sure: Sequence[float]


@dataclass(frozen=True, slots=True)
class Together:
    """The regression for a judge that reads after the reader named `first`; `weights` by FEATURES."""

    first: str
    weights: tuple[float, ...]
    intercept: float

    @staticmethod
    def of(settings: Mapping[str, Any]) -> Together | None:
        """The regression in a judge's `reader.json`; None where the judge's confidence counts alone. Raises AssetDamaged."""
        if "together" not in settings:
            return None
        try:
            together = settings["together"]
            weights: Mapping[str, float] = together["weights"]
            return Together(
                str(together["first"]),
                tuple(float(weights[name]) for name in FEATURES),
                float(together["intercept"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            name = settings.get("name", "?")
            raise AssetDamaged(
                f"The constants that combine {name!r} with another reader cannot be read.",
                f"Get the reader again: wherein models get {name}",
            ) from error

    def probability(self, row: Sequence[float]) -> float:
        """The probability for one row of FEATURES."""
        logit = self.intercept + sum(w * value for w, value in zip(self.weights, row, strict=True))
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


def merged(own: Judged, first: Judged) -> list[tuple[Candidate, str, tuple[float, ...]]]:
    """The answers of both readers, each with its reader and its row of FEATURES.

    Where spans of both overlap, the judge's span counts, with the highest overlapping probability of the other.
    """
    rows: list[tuple[Candidate, str, tuple[float, ...]]] = []
    taken: set[int] = set()
    for candidate, sure in zip(own.candidates, own.sure, strict=True):
        there = [
            place
            for place, other in enumerate(first.candidates)
            if other.passage.document == candidate.passage.document
            and other.span.overlaps(candidate.span)
        ]
        taken.update(there)
        if there:
            best = max(first.sure[place] for place in there)
            rows.append((candidate, own.reader, (log_odds(sure), 0.0, log_odds(best), 0.0)))
        else:
            rows.append((candidate, own.reader, (log_odds(sure), 0.0, 0.0, 1.0)))
    for place, candidate in enumerate(first.candidates):
        if place not in taken:
            row = (0.0, 1.0, log_odds(first.sure[place]), 0.0)
            rows.append((candidate, first.reader, row))
    return rows


def log_odds(probability: float) -> float:
    """log(p / (1 - p)), with p limited to values away from 0 and 1."""
    kept = min(max(probability, _LEAST), 1.0 - _LEAST)
    return math.log(kept / (1.0 - kept))

"""Ranking measures as values: equal, hashable, printed and parsed back. Pure; knows no data set.

A run is what a retriever returned for one question, best first, without repeats; `grades` are the
relevant documents with their grades (1 and up). A question whose run is missing or empty scores 0: it
never vanishes from a mean.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from wherein.core.errors import UsageError


class Kind(StrEnum):
    """The kind of a measure."""

    NDCG = "nDCG"
    """Normalised discounted cumulative gain, gain 2^grade - 1, discount log2(rank + 1)
    (Burges et al., 2005)."""
    NDCG_RETRIEVED = "nDCG_retrieved"
    """As nDCG, but the ideal ranking has only the relevant documents among the first k, so it measures
    their order and ignores missed ones. The measure of the entity retrieval paper; never smaller than
    nDCG."""
    RR = "RR"
    """One over the rank of the first relevant document."""
    SUCCESS = "Success"
    """1 when a relevant document is among the first k."""
    RECALL = "R"
    """The share of the relevant documents that are among the first k."""


@dataclass(frozen=True, slots=True, order=True)
class Measure:
    """One measure at a cutoff (None: the whole run)."""

    kind: Kind
    cutoff: int | None = None

    def __post_init__(self) -> None:
        if self.cutoff is not None and self.cutoff < 1:
            raise ValueError(f"a cutoff is at least 1, not {self.cutoff}")

    def __str__(self) -> str:
        return self.kind.value if self.cutoff is None else f"{self.kind.value}@{self.cutoff}"

    @classmethod
    def parse(cls, text: str) -> Measure:
        """The measure that prints as `text`; raises UsageError."""
        found = re.fullmatch(r"([A-Za-z_]+)(?:@([1-9][0-9]*))?", text.strip())
        if found and found[1] in {kind.value for kind in Kind}:
            return cls(Kind(found[1]), int(found[2]) if found[2] else None)
        raise UsageError(
            f"There is no measure {text!r}.",
            "Measures are " + ", ".join(kind.value for kind in Kind) + ", with @k.",
        )

    def of(self, run: Sequence[str], grades: Mapping[str, int]) -> float:
        """The score of one question, 0 to 1."""
        gained = [grades.get(document, 0) for document in run[: self.cutoff]]
        match self.kind:
            case Kind.NDCG:
                return _ndcg(gained, sorted(grades.values(), reverse=True)[: self.cutoff])
            case Kind.NDCG_RETRIEVED:
                return _ndcg(gained, sorted(gained, reverse=True))
            case Kind.RR:
                ranks = (rank for rank, grade in enumerate(gained, 1) if grade > 0)
                return 1 / next(ranks, math.inf)
            case Kind.SUCCESS:
                return float(any(grade > 0 for grade in gained))
            case Kind.RECALL:
                relevant = sum(grade > 0 for grade in grades.values())
                return sum(grade > 0 for grade in gained) / relevant if relevant else 0.0


def _ndcg(gained: Sequence[int], ideal: Sequence[int]) -> float:
    best = _dcg(ideal)
    return _dcg(gained) / best if best > 0 else 0.0


def _dcg(grades: Sequence[int]) -> float:
    return math.fsum(
        (2.0**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(grades, 1) if grade > 0
    )


def standard(cutoffs: Sequence[int]) -> list[Measure]:
    """The measures that `eval retrieval` reports for these cutoffs."""
    at_k = (Kind.NDCG, Kind.NDCG_RETRIEVED, Kind.SUCCESS, Kind.RECALL)
    return [Measure(Kind.RR), *(Measure(kind, k) for k in cutoffs for kind in at_k)]

"""Computes rates over judged questions: the answers, answers graded perhaps and refusals that a person sees. Pure.

Every figure is a function of one weight per question. Weights set the share of absent questions, and resample whole
pages for the bootstrap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein_lab.metrics.calibration import auroc, calibration_error
from wherein_lab.pages.asking import PageResult

FIRST = 3
"""A question is satisfied by a right answer among this many; also the most answers graded perhaps that are shown."""
MIXTURES = (0.13, 0.25, 0.5)
"""Shares of absent questions to report: as people ask about a page, in between, and half."""
SAMPLES = 1000
Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Columns:
    """Judged questions, one row each: arrays of shape (questions,). `page` numbers the pages."""

    page: NDArray[np.int64]
    answerable: Flags
    first: Flags
    first3: Flags
    first_tight: Flags
    visible: Flags
    perhaps: Array
    refused: Flags
    shown: Array
    right: Array
    confidence: Array
    top_right: Flags

    @staticmethod
    def of(results: Sequence[PageResult], perhaps_bound: float) -> Columns:
        """`perhaps_bound`: the confidence from which an answer graded perhaps is shown, at most FIRST of them."""
        pages = {name: n for n, name in enumerate(dict.fromkeys(r.question.page for r in results))}
        perhaps = [
            [span for span in r.perhaps if span.confidence >= perhaps_bound][:FIRST]
            for r in results
        ]
        tops = [r.top for r in results]

        def flags(values: Sequence[bool]) -> Flags:
            return np.array(values, bool)

        first3 = flags([any(a.right for a in r.answers[:FIRST]) for r in results])
        return Columns(
            page=np.array([pages[r.question.page] for r in results], np.int64),
            answerable=flags([r.question.answerable for r in results]),
            first=flags([any(a.right for a in r.answers[:1]) for r in results]),
            first3=first3,
            first_tight=flags([any(a.tight for a in r.answers[:1]) for r in results]),
            visible=first3 | flags([any(span.right for span in some) for some in perhaps]),
            perhaps=np.array([len(some) for some in perhaps], np.float64),
            refused=flags([not r.answers for r in results]),
            shown=np.array([len(r.answers) for r in results], np.float64),
            right=np.array([sum(a.right for a in r.answers) for r in results], np.float64),
            confidence=np.array([top.confidence if top else 0.0 for top in tops], np.float64),
            top_right=flags([top is not None and top.right for top in tops]),
        )

    def where(self, chosen: Flags) -> Columns:
        return Columns(
            self.page[chosen], self.answerable[chosen], self.first[chosen], self.first3[chosen],
            self.first_tight[chosen], self.visible[chosen], self.perhaps[chosen],
            self.refused[chosen], self.shown[chosen], self.right[chosen], self.confidence[chosen],
            self.top_right[chosen],
        )  # fmt: skip


def rates(columns: Columns, weights: Array) -> dict[str, float | None]:
    """The figures of weighted questions, 0 to 1; None where there are no questions to count.

    `first` to `visible` are over answerable questions, `perhaps_mean` (answers graded perhaps shown per question)
    and `absent_right` over absent ones, `marks_right` over the answers shown. `satisfied` is the share with a
    right answer among the first three, or absent and refused. `ece` and `auroc` are over the likeliest span of
    every question, which is wrong where the question is absent.
    """
    answerable = weights * columns.answerable
    absent = weights * ~columns.answerable
    satisfied = np.where(columns.answerable, columns.first3, columns.refused)
    return {
        "satisfied": _mean(satisfied, weights),
        "first": _mean(columns.first, answerable),
        "first3": _mean(columns.first3, answerable),
        "first_tight": _mean(columns.first_tight, answerable),
        "visible": _mean(columns.visible, answerable),
        "perhaps_mean": _mean(columns.perhaps, absent),
        "absent_right": _mean(columns.refused, absent),
        "marks_right": _share(float(weights @ columns.right), float(weights @ columns.shown)),
        "ece": calibration_error(columns.confidence, columns.top_right, weights),
        "auroc": auroc(columns.confidence, columns.top_right, weights),
        "mean_confidence": _mean(columns.confidence, weights),
        "top_right": _mean(columns.top_right, weights),
    }


def figures(
    results: Sequence[PageResult], perhaps_bound: float, absent: float | None = None
) -> dict[str, Any]:
    """The output of `wherein eval pages` for judged questions. `absent` weights the absent questions to that share;
    None leaves the set unweighted. `intervals`: 95 %, percentile bootstrap over pages.
    """
    columns = Columns.of(results, perhaps_bound)
    kinds = sorted({r.question.kind for r in results})
    kind_of = np.array([r.question.kind for r in results])
    first_ms = [r.milliseconds_first for r in results if r.milliseconds_first is not None]
    all_ms = [r.milliseconds_all for r in results if r.milliseconds_all is not None]
    mixtures = MIXTURES if 0 < columns.answerable.mean() < 1 else ()
    return {
        "n": len(results),
        "pages": len(set(columns.page.tolist())),
        "absent_share": round(
            absent if absent is not None else float((~columns.answerable).mean()), 4
        ),
        "perhaps_bound": perhaps_bound,
        **_rounded(rates(columns, mixed(columns, absent))),
        "by_kind": {kind: _of_kind(columns.where(kind_of == kind)) for kind in kinds},
        "at_absent": [
            {"share": share}
            | {
                name: value
                for name, value in _rounded(rates(columns, mixed(columns, share))).items()
                if name in ("satisfied", "marks_right", "ece", "auroc")
            }
            for share in mixtures
        ],
        "milliseconds_first": round(median(first_ms), 1) if first_ms else None,
        "milliseconds_all": round(median(all_ms), 1) if all_ms else None,
        "intervals": intervals(columns, absent),
    }


def mixed(columns: Columns, absent: float | None, weights: Array | None = None) -> Array:
    """Weights (questions,) with which absent questions have the share `absent`; None changes nothing.

    `weights` are the initial weights, 1 each if omitted.
    """
    start = np.ones(len(columns.page)) if weights is None else weights
    if absent is None:
        return start
    there = float(start @ columns.answerable)
    lacking = float(start.sum()) - there
    scale = np.where(
        columns.answerable, (1 - absent) / max(there, 1e-12), absent / max(lacking, 1e-12)
    )
    return np.asarray(start * scale)


def intervals(
    columns: Columns, absent: float | None, samples: int = SAMPLES, seed: int = 0
) -> dict[str, list[float] | None]:
    """95 % intervals of all rates: pages are drawn with replacement, with all their questions."""
    pages = int(columns.page.max()) + 1
    draw = np.random.default_rng(seed)
    drawn: dict[str, list[float]] = {}
    for _ in range(samples):
        times = np.bincount(draw.integers(0, pages, pages), minlength=pages).astype(np.float64)
        for name, value in rates(columns, mixed(columns, absent, times[columns.page])).items():
            drawn.setdefault(name, [])
            if value is not None:
                drawn[name].append(value)
    return {
        name: [round(float(end), 4) for end in np.percentile(values, [2.5, 97.5])]
        if values
        else None
        for name, values in drawn.items()
    }


def _of_kind(columns: Columns) -> dict[str, Any]:
    """The rates of one kind, without those that are undefined for it."""
    report = rates(columns, np.ones(len(columns.page)))
    lacking = ("auroc", "ece", "mean_confidence", "top_right")
    kept = {name: value for name, value in report.items() if name not in lacking}
    return {"n": len(columns.page)} | {n: v for n, v in _rounded(kept).items() if v is not None}


def _mean(values: Array | Flags, weights: Array) -> float | None:
    return _share(float(weights @ values), float(weights.sum()))


def _share(part: float, whole: float) -> float | None:
    return float(part / whole) if whole > 0 else None


def _rounded(values: dict[str, float | None]) -> dict[str, float | None]:
    return {name: None if v is None else round(v, 4) for name, v in values.items()}

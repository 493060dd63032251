"""The regression gate: checks whether a candidate reader is worse than the current one. Decides nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from wherein_lab.data.squad_file import SquadFile, sample
from wherein_lab.metrics.squad_measures import token_f1
from wherein_lab.metrics.uncertainty import interval
from wherein_lab.pages.asking import PageResult, by_reader
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.reading.page import TOP, ask_pages, right_ones
from wherein_lab.reading.reading import Judged, auroc, judge
from wherein_lab.registry.readers import OpenReader

TOLERANCE = 0.005  # half a point of F1: smaller differences are noise on a few thousand questions
AUROC_TOLERANCE = 0.01
PAGE_TOLERANCE = (
    0.02  # whole pages take long, so there are a few hundred questions, on which this is noise
)


@dataclass(frozen=True, slots=True)
class Compared:
    """One measure of both readers on one file. The interval is the 95 % paired bootstrap of candidate minus current, None
    where the measure has no value per question.
    """

    data: str
    measure: str
    current: float
    candidate: float
    tolerance: float
    interval: tuple[float, float] | None

    @property
    def worse(self) -> bool:
        return self.candidate < self.current - self.tolerance


def compare(
    current: OpenReader, candidate: OpenReader, files: Sequence[tuple[str, SquadFile]],
    limit: int | None, seed: int,
) -> list[Compared]:  # fmt: skip
    """Both readers on the same questions of each file: F1 with refusal, F1 of answerable questions without refusal, and the
    AUROC of confidence for answerable against not.
    """
    out: list[Compared] = []
    for name, file in files:
        questions = sample(file.asked, limit, seed)
        old, new = (judge(opened, file, questions)[0] for opened in (current, candidate))
        for measure, values in (("f1", _refusing), ("has_answer_f1", _always)):
            before, after = values(old), values(new)
            if len(before):
                out.append(
                    Compared(
                        name, measure, float(before.mean()), float(after.mean()), TOLERANCE,
                        interval((after - before).tolist()),
                    )
                )  # fmt: skip
        areas = [_auroc(judged) for judged in (old, new)]
        if areas[0] is not None and areas[1] is not None:
            out.append(Compared(name, "auroc", areas[0], areas[1], AUROC_TOLERANCE, None))
    return out


def compare_pages(
    current: OpenReader, candidate: OpenReader, files: Sequence[tuple[str, SquadFile]],
    limit: int, seed: int,
) -> list[Compared]:  # fmt: skip
    """Both readers on the same questions of whole articles: is a right answer (token F1 >= 0.5) first, and among the
    first three? A reader can improve on the right paragraph and get worse here.
    """
    out: list[Compared] = []
    for name, file in files:
        old, new = (
            [right_ones(asking) for asking in ask_pages(opened, file, limit, seed)]
            for opened in (current, candidate)
        )
        for top in (1, TOP):
            before, after = (np.array([float(any(r[:top])) for r in rows]) for rows in (old, new))
            if len(before):
                out.append(
                    Compared(
                        name, f"page_top{top}", float(before.mean()), float(after.mean()),
                        PAGE_TOLERANCE, interval((after - before).tolist()),
                    )
                )  # fmt: skip
    return out


def compare_page_questions(
    current: OpenReader,
    candidate: OpenReader,
    questions: Sequence[PageQuestion],
    pages: Mapping[str, bytes],
) -> list[Compared]:
    """Both readers on people's questions of saved pages, without a bound: is a right span first, and among the first three,
    for answerable questions; and what is the AUROC of confidence for right against wrong? Paired by page.
    """
    rows = [
        list(by_reader(opened, questions, pages, whole=False)) for opened in (current, candidate)
    ]
    out = []
    for top in (1, TOP):
        before, after = (
            np.array(
                [
                    float(any(span.right for span in (*one.answers, *one.perhaps)[:top]))
                    for one in results
                    if one.question.answerable
                ]
            )
            for results in rows
        )
        out.append(
            Compared(
                "page questions", f"first{top}", float(before.mean()), float(after.mean()),
                PAGE_TOLERANCE, interval((after - before).tolist()),
            )
        )  # fmt: skip
    areas = [_auroc_of_pages(results) for results in rows]
    if areas[0] is not None and areas[1] is not None:
        out.append(Compared("page questions", "auroc", areas[0], areas[1], PAGE_TOLERANCE, None))
    return out


def _auroc_of_pages(results: Sequence[PageResult]) -> float | None:
    """AUROC of the likeliest span's confidence, right against wrong."""
    tops = [one.top for one in results]
    sure = np.array([top.confidence if top else 0.0 for top in tops])
    right = np.array([top is not None and top.right for top in tops], bool)
    return auroc(sure[right], sure[~right])


def table(compared: Sequence[Compared]) -> str:
    """The comparison as text: a line per measure, with worse ones marked."""
    lines = [f"{'data':24} {'measure':14} {'current':>8} {'candidate':>9}  difference"]
    for row in compared:
        spread = f" ({row.interval[0]:+.4f} to {row.interval[1]:+.4f})" if row.interval else ""
        lines.append(
            f"{row.data:24} {row.measure:14} {row.current:8.4f} {row.candidate:9.4f}  "
            f"{row.candidate - row.current:+.4f}{spread}{'  WORSE' if row.worse else ''}"
        )
    return "\n".join(lines)


def _refusing(judged: Sequence[Judged]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(
        [token_f1(item.said if item.shown else "", item.asked.golds) for item in judged]
    )


def _always(judged: Sequence[Judged]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([token_f1(item.said, item.asked.golds) for item in judged if item.answerable])


def _auroc(judged: Sequence[Judged]) -> float | None:
    sure = np.array([item.confidence for item in judged])
    answerable = np.array([item.answerable for item in judged], bool)
    return auroc(sure[answerable], sure[~answerable])

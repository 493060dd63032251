"""Computes the entity retrieval paper's figures 2 and 3 and table 1: by answer, at every k and for several W. Fits
nothing.

A passage is relevant if it has a normalised answer; nDCG@k is over the relevant ones among the first k, as in the
paper. Contexts of more than 100 words are measured only on questions whose whole articles are available; all methods
are reported on these questions too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.core.passage import Hit
from wherein.retrieval.by_words.entity import OpeningRetriever
from wherein_lab.linking.entity import (
    DEPTH,
    Answering,
    Corpus,
    LinksOf,
    Posed,
    holds_answer,
    recorded_rows,
)
from wherein_lab.metrics.plots import Axis, Plot
from wherein_lab.metrics.squad_measures import exact_match, token_f1

CUTOFFS = (1, 2, 3, 4, 5, 20, 100)
"""The paper's k."""
DRAWN = tuple(sorted({*range(1, 11), *CUTOFFS, 15, 30, 40, 50, 60, 80}))
SHORT, LONG = (50, 100), (300, 1000)
_DISCOUNT = 1.0 / np.log2(np.arange(2, DEPTH + 2))


def openings(
    links: Mapping[str, LinksOf], corpus: Corpus, words: Sequence[int]
) -> dict[str, Answering]:
    """The paper's method with each of these links: the linked article's first `words` words."""

    def reading(of: LinksOf, count: int) -> Answering:
        return lambda posed: OpeningRetriever(lambda _: of(posed), corpus, count).search(
            posed.question, DEPTH
        )

    return {f"entity {name} {w}w": reading(of, w) for name, of in links.items() for w in words}


def relevance(posed: Posed, hits: Sequence[Hit]) -> NDArray[np.float64]:
    """(DEPTH,) 1 where the passage at that rank contains an answer."""
    found = np.zeros(DEPTH)
    for rank in holds_answer(posed, hits[:DEPTH]):
        found[rank] = 1.0
    return found


def at_every_k(relevant: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """nDCG over the retrieved passages and Success, (questions, DEPTH) to (DEPTH,); and RR, () as (1,)."""
    gained = np.cumsum(relevant * _DISCOUNT, axis=1)
    found = np.cumsum(relevant, axis=1).astype(np.int64)
    best = np.concatenate([[0.0], np.cumsum(_DISCOUNT)])[found]
    ndcg = np.divide(gained, best, out=np.zeros_like(gained), where=best > 0)
    success = (found > 0).astype(np.float64)
    first = np.where(relevant.any(axis=1), 1.0 / (1.0 + relevant.argmax(axis=1)), 0.0)
    return {
        "nDCG": ndcg.mean(axis=0),
        "Success": success.mean(axis=0),
        "MRR": first.mean(keepdims=True),
    }


def curves(every: Mapping[str, Answering], asked: Sequence[Posed]) -> dict[str, Any]:
    """Each method's figures at the paper's k, and separately the points to draw (`DRAWN`); empty without questions."""
    rows: dict[str, Any] = {}
    drawn: dict[str, dict[str, list[tuple[float, float]]]] = {"nDCG": {}, "Success": {}}
    for name, answering in every.items() if asked else ():
        report = at_every_k(np.array([relevance(one, answering(one)) for one in asked]))
        rows[name] = {"MRR": round(float(report["MRR"][0]), 4)}
        for measure, points in drawn.items():
            values = report[measure]
            rows[name] |= {f"{measure}@{k}": round(float(values[k - 1]), 4) for k in CUTOFFS}
            points[name] = [(float(k), round(float(values[k - 1]), 4)) for k in DRAWN]
    return {"n": len(asked), "methods": rows, "drawn": drawn}


def draw(folder: Path, name: str, report: Mapping[str, Any]) -> list[str]:
    """Write the two plots of one set; returns their file names."""
    names = []
    for measure, series in report["drawn"].items():
        title = f"{name}: {measure}@k, {report['n']} questions"
        path = folder / f"entity-{name}-{measure.lower()}.svg"
        Plot(title, Axis("k", log=True), Axis(f"{measure}@k"), series, joined=True).write(path)
        names.append(path.name)
    return names


def recorded(folder: Path, name: str, asked: Sequence[Posed]) -> dict[str, Any]:
    """Figures of the paper's own run on these questions; they are not measured here.

    By title: whether one of the four passages it kept is of a gold article. EM and F1 are of the replies of
    its language model (LLaMA 3 8B) to the questions with spans.
    """
    rows = recorded_rows(folder, name)
    found: dict[str, Any] = {}
    for method in ("bm25", "dpr", "ance", "spel"):
        runs = [(one, rows[one.id].get(method)) for one in asked if one.id in rows]
        ranks = [_rank(run or [], one.titles) for one, run in runs]
        if any(run for _, run in runs):
            found[method] = {
                "n": len(ranks),
                "Success@1": _mean([float(rank == 1) for rank in ranks]),
                "Success@4": _mean([float(rank <= 4) for rank in ranks]),
                "MRR@4": _mean([1.0 / rank if rank <= 4 else 0.0 for rank in ranks]),
            }
    replies: dict[str, Any] = {}
    spans = [one for one in asked if one.answers and not one.yes_no and one.id in rows]
    for method in ("closed", "bm25", "er100", "spel100"):
        said = [(rows[one.id].get("llama3_8b", {}).get(method), one) for one in spans]
        pairs = [(reply, one) for reply, one in said if reply is not None]
        if pairs:
            replies[method] = {
                "n": len(pairs),
                "EM": _mean([exact_match(reply, one.answers) for reply, one in pairs]),
                "F1": _mean([token_f1(reply, one.answers) for reply, one in pairs]),
            }
    return {"found": found, "replies": replies}


def _rank(run: Sequence[str], titles: Sequence[str]) -> float:
    return next((rank for rank, title in enumerate(run, 1) if title in titles), math.inf)


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / max(1, len(values)), 4)

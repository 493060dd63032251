"""Fits the retrieval discount: asks collections of growing size, and fits a regression.

Knows the shared sets, retrieval and a reader; `answering/grading/retrieval_discount.py` has the weights.
"""

from __future__ import annotations

import gzip
import json
import math
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.answering.grading.retrieval_discount import discount_strength, discounted, log_odds
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES
from wherein.core.passage import Passage
from wherein.core.text.word_count import word_count
from wherein_lab.data.corpora import read_corpus, read_questions
from wherein_lab.metrics.squad_measures import is_right, normalised
from wherein_lab.registry.retrievers import built

SIZES = (500, 5_000, 70_000)
"""The sizes of the collections, in passages."""
LOOKED_AT = 3
"""Candidates of a question in the fit: those that could have been shown."""
RIDGE = 1.0
CLOSE = 1e-6
"""A step of a weight below this ends the fit."""
_OPENINGS = tuple(f"entity/kb_openings-{number}.jsonl.gz" for number in range(5))
_WHOLE = "entity/kb_fulltext_factoidqa.jsonl.gz"
_CLAPNQ = "retrieval/clapnq_corpus.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Posed:
    """A question, its answers (none: it is asked where nothing answers it), and the documents that contain an answer."""

    kind: str
    question: str
    answers: tuple[str, ...]
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """A candidate: the share of its collection that was read, its rank, and whether it was right."""

    question: int
    kind: str
    size: int
    share_read: float
    rank: int
    probability: float
    right: bool


def posed(folder: Path, there: set[str]) -> dict[str, list[Posed]]:
    """Questions by kind; `there` are the documents, without which half of the kinds can't be answered."""
    found: dict[str, list[Posed]] = {
        name: [] for name in ("named", "named, absent", "fact", "search", "search, absent")
    }
    for name in ("eq", "eq_tail"):
        for row in _rows(folder / f"entity/{name}_questions.jsonl.gz"):
            titles = tuple(e["title"] for e in row["entities"] if e["title"] in there)
            kind = "named" if titles else "named, absent"
            answers = tuple(row["answers"]) if titles else ()
            found[kind].append(Posed(kind, row["question"], answers, titles))
    for row in _rows(folder / "entity/fqa_questions.jsonl.gz"):
        titles = tuple(t for t in (row["source_title"],) if t in there)
        says = {normalised(answer) for answer in row["answers"]}
        if titles and says and not says & {"yes", "no"}:
            found["fact"].append(Posed("fact", row["question"], tuple(row["answers"]), titles))
    for question in read_questions(folder / "retrieval/clapnq_queries.jsonl.gz"):
        kind = "search" if question.is_answerable else "search, absent"
        answers = tuple(question.answers) if question.is_answerable else ()
        documents = tuple(question.grades) if question.is_answerable else ()
        found[kind].append(Posed(kind, question.text, answers, documents))
    return found


def collect(
    folder: Path,
    stage: CalibratedReader,
    each: int,
    seed: int,
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
) -> list[Seen]:
    """Ask `each` questions per kind and size of collections of SIZES passages."""
    passages = read_corpus(*(folder / name for name in (_CLAPNQ, _WHOLE, *_OPENINGS))).passages
    by_document: dict[str, list[Passage]] = {}
    for passage in passages:
        by_document.setdefault(passage.document, []).append(passage)
    draw = random.Random(seed)
    kinds = posed(folder, set(by_document))
    for group in kinds.values():
        draw.shuffle(group)
    seen: list[Seen] = []
    for number, size in enumerate(SIZES):
        asked = [p for group in kinds.values() for p in group[number * each : (number + 1) * each]]
        own = [p for one in asked for name in one.documents for p in by_document.get(name, ())]
        others = draw.sample(passages, max(0, min(size, len(passages)) - len(own)))
        held = {(p.document, p.index): p for p in (*own, *others)}
        pool = [held[key] for key in sorted(held)]
        words = sum(word_count(passage.text) for passage in pool)
        with tempfile.TemporaryDirectory(prefix="wherein-chosen-") as where:
            retriever = built("hybrid", pool, Path(where))
            for at, one in enumerate(asked):
                hits = retriever.search(one.question, LIBRARY_PASSAGES)
                read = [hit.passage for hit in hits]
                share = sum(word_count(p.text) for p in read) / words
                seen += _judged(one, len(seen), size, share, read, stage)
                on_progress(
                    number * len(asked) + at + 1, len(SIZES) * len(asked), f"{size:,} passages"
                )
    return seen


def _judged(
    one: Posed,
    number: int,
    size: int,
    share: float,
    read: Sequence[Passage],
    stage: CalibratedReader,
) -> Iterator[Seen]:
    candidates = sorted(
        (c for reading in stage.reader.read(one.question, read) for c in reading.candidates),
        key=lambda candidate: -candidate.margin,
    )[:50]
    ranks = {(p.document, p.index): rank for rank, p in enumerate(read)}
    sure = stage.confidence.probabilities(one.question, candidates, len(read))
    for candidate, probability in zip(candidates, sure, strict=True):
        passage = candidate.passage
        text = candidate.span.shifted(-passage.span.start).of(passage.text)
        right = bool(one.answers) and (
            _from_the_long_answer(text, one.answers, passage.document in one.documents)
            if one.kind == "search"
            else is_right(text, one.answers)
        )
        rank = ranks[passage.document, passage.index]
        yield Seen(number, one.kind, size, share, rank, probability, right)


def _from_the_long_answer(text: str, answers: Sequence[str], is_its_passage: bool) -> bool:
    """The answers of ClapNQ are sentences written from the passage; an answer is right when at least
    half of its words are in one of them.
    """
    words = normalised(text).split()
    golds = [set(normalised(answer).split()) for answer in answers]
    return is_its_passage and any(
        2 * sum(word in gold for word in words) >= len(words) > 0 for gold in golds
    )


def fit(seen: Sequence[Seen]) -> tuple[float, float, float]:
    """The weights of the retrieval discount, by ridge logistic regression (damped Newton).

    The log odds of a reader's own probability are an offset, so weights of 0 leave it unchanged. Rows that the
    weights would raise count as unchanged, as in `discounted`.
    """
    rows = [row for group in _by_question(seen) for row in group[:LOOKED_AT]]
    offset = np.array([log_odds(row.probability) for row in rows])
    doubts = np.array([discount_strength(row.share_read) for row in rows])
    ranks = np.array([math.log1p(row.rank) for row in rows])
    values = np.stack([np.ones_like(offset), offset, ranks], axis=1)
    right = np.array([float(row.right) for row in rows])

    def loss(weights: NDArray[np.float64]) -> float:
        odds = offset + doubts * np.minimum(0.0, values @ weights)
        fitting = np.logaddexp(0.0, odds) - right * odds
        return float(fitting.sum() + RIDGE * weights @ weights / 2)

    weights = np.array([0.0, 0.0, -1.0])
    for _ in range(100):
        lowered = values * (doubts * (values @ weights < 0))[:, None]
        p = _sigmoid(offset + lowered @ weights)
        slope = lowered.T @ (right - p) - RIDGE * weights
        curve = (lowered * (p * (1 - p))[:, None]).T @ lowered + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        least = loss(weights)
        while loss(weights + step) >= least and np.abs(step).max() > CLOSE:
            step = step / 2
        if np.abs(step).max() <= CLOSE:
            break
        weights = weights + step
    return (float(weights[0]), float(weights[1]), float(weights[2]))


def figures(
    seen: Sequence[Seen], weights: tuple[float, float, float], bound: float
) -> dict[str, Any]:
    """By kind and by size: the share of questions answered, and answered correctly, at the bound."""

    def worth(row: Seen) -> float:
        return discounted(row.probability, row.rank, row.share_read, weights)

    best = [max(((worth(row), row) for row in group), key=lambda pair: pair[0]) for group in _by_question(seen)]  # fmt: skip
    groups = {"all": best}
    for p, row in best:
        groups.setdefault(row.kind, []).append((p, row))
        groups.setdefault(f"{row.size:,} passages", []).append((p, row))
    return {
        name: {
            "n": len(rows),
            "answered": round(sum(p >= bound for p, _ in rows) / len(rows), 3),
            "right": round(sum(p >= bound and row.right for p, row in rows) / len(rows), 3),
        }
        for name, rows in groups.items()
    }


def _by_question(seen: Sequence[Seen]) -> list[list[Seen]]:
    groups: dict[int, list[Seen]] = {}
    for row in seen:
        groups.setdefault(row.question, []).append(row)
    return [sorted(group, key=lambda row: -row.probability) for group in groups.values()]


def _sigmoid(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1.0 / (1.0 + np.exp(-values))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)

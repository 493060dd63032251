"""Fits the retrieval discount: asks collections of growing size and a real library, and fits a regression.

Knows the shared sets, retrieval and a reader; `answering/grading/retrieval_discount.py` has the weights.
"""

from __future__ import annotations

import gzip
import json
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.answering.grading.retrieval_discount import (
    discount_strength,
    discounted,
    leads,
    log_odds,
)
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES
from wherein.answering.stages.sweep import KEPT_CANDIDATES
from wherein.core.answer import Candidate
from wherein.core.passage import Hit, Passage
from wherein.core.text.word_count import word_count
from wherein.reading.calibration import text_of
from wherein.retrieval.distinct import once
from wherein_lab.data.corpora import read_corpus, read_questions
from wherein_lab.fresh_home import open_with
from wherein_lab.metrics.squad_measures import is_right, normalised
from wherein_lab.pages.library_answers import HALVES, asked_questions, placed
from wherein_lab.registry.retrievers import built
from wherein_lab.retrieval.library import unpack

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
    """A candidate: the share of its collection that was read, its document's lead, and whether it was right."""

    question: int
    kind: str
    size: int
    share_read: float
    lead: float
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
                right = partial(_is_right, one)
                asked_here = Read(len(seen), one.kind, one.question, size, words, hits)
                seen += judged(asked_here, right, stage)
                on_progress(
                    number * len(asked) + at + 1, len(SIZES) * len(asked), f"{size:,} passages"
                )
    return seen


def collect_library(
    folder: Path,
    stage: CalibratedReader,
    first: int,
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
) -> list[Seen]:
    """Ask the questions of the library's `fit` half of the whole library, and of the library without their document.

    `folder` gets the library; `first` is the number of the first question.
    """
    questions = asked_questions(HALVES[0], None, 0)
    seen: list[Seen] = []
    with open_with(folder / "home", []) as engine:
        engine.add(*unpack(folder / "documents"))
        words = sum(entry.words for entry in engine.documents())
        size = len(engine.documents())
        titles = {entry.document: entry.title for entry in engine.documents()}
        every = placed(engine, questions)
        for at, one in enumerate(every):
            text = one.question.question
            # Enough that what is left without its document is as much as is read.
            hits = once(engine.search(text, limit=4 * LIBRARY_PASSAGES), titles.__getitem__)
            others = [hit for hit in hits if hit.passage.document not in one.same]
            for kind, found in (("library", hits), ("library, absent", others)):
                read = Read(first + len(seen), kind, text, size, words, found[:LIBRARY_PASSAGES])
                seen += judged(read, one.is_right_candidate, stage)
            on_progress(at + 1, len(every), "a library")
    return seen


@dataclass(frozen=True, slots=True)
class Read:
    """A question with what is read for it in a collection of `words` words."""

    number: int
    kind: str
    question: str
    size: int
    words: int
    hits: Sequence[Hit]


def judged(
    asked: Read, right: Callable[[Candidate], bool], stage: CalibratedReader
) -> Iterator[Seen]:
    """The candidates of one question, likeliest first."""
    read = [hit.passage for hit in asked.hits]
    ranks = {(p.document, p.index): rank for rank, p in enumerate(read)}
    found = [c for reading in stage.reader.read(asked.question, read) for c in reading.candidates]
    candidates = [
        replace(c, rank=ranks[c.passage.document, c.passage.index])
        for c in sorted(found, key=lambda candidate: -candidate.margin)[:KEPT_CANDIDATES]
    ]
    best: dict[str, float] = {}
    for hit in asked.hits:
        best.setdefault(hit.passage.document, hit.score)
    lead, share = leads(best), sum(word_count(p.text) for p in read) / asked.words
    sure = stage.confidence.probabilities(asked.question, candidates, len(read))
    for candidate, probability in zip(candidates, sure, strict=True):
        of = lead[candidate.passage.document]
        yield Seen(asked.number, asked.kind, asked.size, share, of, probability, right(candidate))


def _is_right(one: Posed, candidate: Candidate) -> bool:
    if not one.answers:
        return False
    text = text_of(candidate)
    if one.kind == "search":
        is_its_passage = candidate.passage.document in one.documents
        return _from_the_long_answer(text, one.answers, is_its_passage)
    return is_right(text, one.answers)


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
    ahead = np.array([row.lead for row in rows])
    values = np.stack([np.ones_like(offset), offset, ahead], axis=1)
    right = np.array([float(row.right) for row in rows])

    def loss(weights: NDArray[np.float64]) -> float:
        odds = offset + doubts * np.minimum(0.0, values @ weights)
        fitting = np.logaddexp(0.0, odds) - right * odds
        return float(fitting.sum() + RIDGE * weights @ weights / 2)

    weights = np.array([-0.5, 0.0, 1.0])
    for _ in range(100):
        weighed = values * (doubts * (values @ weights < 0))[:, None]
        p = _sigmoid(offset + weighed @ weights)
        slope = weighed.T @ (right - p) - RIDGE * weights
        curve = (weighed * (p * (1 - p))[:, None]).T @ weighed + RIDGE * np.eye(len(weights))
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
        return discounted(row.probability, row.lead, row.share_read, weights)

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

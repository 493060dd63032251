"""Fits the weights and bounds of evidence on a reader's outputs for questions with the text that belongs to their answers.

The reader is run once over a few passages of each question's document; the fits take seconds. Figures are cross-fitted by
document.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from wherein.answering.attempts.mark_evidence import amount_of
from wherein.core.passage import Passage
from wherein.passages.split import split
from wherein.questions.question import parse_question
from wherein.reading.evidence.extents import FEATURES, MOST_PASSAGES, Amount, features
from wherein.reading.reader import Reader
from wherein.retrieval.by_words.page import PageIndex
from wherein_lab.pages.evidence_examples import (
    DOCUMENTS,
    MIXTURES,
    PAGES,
    PARAGRAPHS,
    PASSAGES,
    TOPICS,
    Example,
)
from wherein_lab.training.fitting.logistic import Array, fit_logistic, probabilities

READER = "small"
FITS = {
    "topic": (TOPICS, MIXTURES, PASSAGES),
    "question": (PASSAGES, DOCUMENTS, PAGES, PARAGRAPHS),
}
"""The families that each set of weights is fitted on, all of equal weight."""
TOGETHER = 6000
"""The weight of all rows of a fit together, against a ridge of 1."""
FOLDS = 5
DIGITS = 3
LEXICON = Path("contracts") / "lexicon" / "evidence.json"
_STEP = 0.02


@dataclass(frozen=True, slots=True)
class Read:
    """The n sentences read for one question: features (n, FEATURES), numbers of words (n,), and whether each is wanted (n,)."""

    family: str
    group: str
    question: str
    amount: Amount | None
    values: Array
    words: Array
    wanted: Array


@dataclass(frozen=True, slots=True)
class Fitted:
    """The fits by name, each with weights and an intercept, and the bounds by amount, all rounded."""

    fits: dict[str, tuple[tuple[float, ...], float]]
    bounds: dict[str, float]


def read(
    examples: Iterable[Example],
    reader: Reader,
    titles: dict[str, str],
    on_progress: Callable[[int, str], None] = lambda done, what: None,
) -> list[Read]:
    """The examples with a reader's outputs; the reader finds the titles of their documents in `titles`, by id."""
    done: list[Read] = []
    passages: dict[str, list[Passage]] = {}
    for number, one in enumerate(examples):
        on_progress(number, one.family)
        if one.group not in passages:
            passages = {one.group: split(one.document)}
        some = _chosen(one, passages[one.group])
        titles[one.document.id] = one.document.title
        scores = [
            score for reading in reader.read(one.question, some) for score in reading.sentences
        ]
        if not scores:
            continue
        wanted = [any(span.overlaps(score.span) for span in one.wanted) for score in scores]
        words = [len(score.span.of(one.document.text).split()) for score in scores]
        amount = amount_of(parse_question(one.question))
        if one.family in (TOPICS, MIXTURES):
            amount = Amount.TOPIC
        done.append(
            Read(
                one.family,
                one.group,
                one.question,
                amount,
                features(scores),
                np.array(words, float),
                np.array(wanted, float),
            )
        )
    return done


def _chosen(one: Example, passages: Sequence[Passage]) -> list[Passage]:
    """The passages of a document that are read for a question, those with wanted text among them."""
    if len(passages) <= MOST_PASSAGES:
        return list(passages)
    holding = [p.index for p in passages if any(span.overlaps(p.span) for span in one.wanted)]
    hits = PageIndex.of(passages).search(one.question, MOST_PASSAGES)
    likeliest = [hit.passage.index for hit in hits]
    kept = set(list(dict.fromkeys((*holding[:3], *likeliest)))[:MOST_PASSAGES])
    return [passage for passage in passages if passage.index in kept]


def fit(rows: Sequence[Read]) -> Fitted:
    """The rounded weights from all rows, and the bounds from cross-fitted probabilities."""
    return Fitted({name: _fit(rows, name) for name in FITS}, bounds(rows, cross_fitted(rows)))


def _fit(rows: Sequence[Read], name: str) -> tuple[tuple[float, ...], float]:
    own = [row for row in rows if row.family in FITS[name]]
    families = sorted({row.family for row in own})
    size = {f: sum(row.words.sum() for row in own if row.family == f) for f in families}
    counts = [row.words * TOGETHER / len(families) / size[row.family] for row in own]
    weights, intercept = fit_logistic(
        np.concatenate([row.values for row in own]),
        np.concatenate([row.wanted for row in own]),
        [0] * len(FEATURES),
        np.concatenate(counts),
    )
    return tuple(round(weight, DIGITS) for weight in weights.tolist()), round(intercept, DIGITS)


def cross_fitted(rows: Sequence[Read]) -> list[Array]:
    """The probabilities of each row's sentences, by weights fitted without its group."""
    groups = sorted({row.group for row in rows})
    order = np.random.default_rng(0).permutation(len(groups))
    fold = {groups[at]: number % FOLDS for number, at in enumerate(order)}
    found: list[Array] = [np.zeros(0)] * len(rows)
    for held in range(FOLDS):
        others = [row for row in rows if fold[row.group] != held]
        fits = {name: _fit(others, name) for name in FITS}
        for at, row in enumerate(rows):
            if fold[row.group] == held:
                weights, intercept = fits["topic" if row.amount is Amount.TOPIC else "question"]
                found[at] = probabilities(np.array(weights), intercept, row.values)
    return found


def bounds(rows: Sequence[Read], sure: Sequence[Array]) -> dict[str, float]:
    """The bound of each amount: where the F1 by words, averaged over families, is highest."""
    found: dict[str, float] = {}
    steps = np.arange(_STEP, 0.9, _STEP)
    for amount in Amount:
        own = [at for at, row in enumerate(rows) if row.amount is amount]
        if amount is Amount.TOPIC:
            own = [at for at in own if rows[at].family in FITS["topic"]]
        families = sorted({rows[at].family for at in own})

        def mean(bound: float, own: list[int] = own, families: list[str] = families) -> float:
            each = ([at for at in own if rows[at].family == family] for family in families)
            return float(np.mean([word_f1(rows, sure, some, bound)[2] for some in each]))

        found[amount.value] = round(float(max(steps, key=mean)), 2)
    return found


def word_f1(
    rows: Sequence[Read], sure: Sequence[Array], own: Sequence[int], bound: float
) -> tuple[float, float, float]:
    """Precision, recall and F1 by words over the rows at `own`, all counts summed."""
    right = marked = wanted = 0.0
    for at in own:
        row, shown = rows[at], sure[at] >= bound
        right += float((row.words * row.wanted)[shown].sum())
        marked += float(row.words[shown].sum())
        wanted += float((row.words * row.wanted).sum())
    precision, recall = right / max(marked, 1), right / max(wanted, 1)
    return precision, recall, 2 * right / max(marked + wanted, 1)


def _beside(rows: Sequence[Read], sure: Sequence[Array], own: Sequence[int], bound: float) -> float:
    """Of the marked sentences that are not their question's likeliest, the share that is wanted."""
    right = marked = 0.0
    for at in own:
        shown = sure[at] >= bound
        if shown.any():
            shown[int(sure[at].argmax())] = False
            right, marked = right + float(rows[at].wanted[shown].sum()), marked + float(shown.sum())
    return right / marked if marked else 1.0


def figures(rows: Sequence[Read], found: Fitted) -> dict[str, Any]:
    """Cross-fitted precision, recall and F1 by words, at the amounts' bounds; beside it `likeliest`, where only the
    likeliest sentence of each question is marked. `beside` are the sentences beside the likeliest one of questions for one
    fact, at half: the share that is wanted."""
    sure = cross_fitted(rows)
    one = [np.where(p == p.max(), 1.0, 0.0) for p in sure]
    table: dict[str, Any] = {}
    for amount in Amount:
        for family in sorted({row.family for row in rows}):
            own = [at for at, r in enumerate(rows) if r.amount is amount and r.family == family]
            if not own:
                continue
            marked = word_f1(rows, sure, own, found.bounds[amount.value])
            table[f"{amount.value} {family}"] = {
                "n": len(own),
                "precision": round(marked[0], 3),
                "recall": round(marked[1], 3),
                "f1": round(marked[2], 3),
                "likeliest_f1": round(word_f1(rows, one, own, 0.5)[2], 3),
            }
    facts = [at for at, row in enumerate(rows) if row.amount is None]
    table["fact"] = {"n": len(facts), "beside": round(_beside(rows, sure, facts, 0.5), 3)}
    return table


def write(checkout: Path, found: Fitted) -> None:
    """Put weights and bounds into the checkout's lexicon, and leave its other entries as they are."""
    path = checkout / LEXICON
    entries = json.loads(path.read_text("utf-8"))
    entries["bounds"] = found.bounds
    entries["fitted"] = {
        name: {"weights": list(weights), "intercept": intercept}
        for name, (weights, intercept) in found.fits.items()
    }
    path.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", "utf-8")

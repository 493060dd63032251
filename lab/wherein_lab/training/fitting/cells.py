"""Fits the weights of a named table cell: asks questions of documents with tables, and fits a regression.

An example is a question with the cell that it names best; it is right where the cell has an answer of the question, as
`wherein eval strangers` judges it. `wherein.reading.cells` finds the cells and measures them. Runs no reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from wherein.answering.grading.grades import grades
from wherein.answering.readers.readers import Readers
from wherein.assets.store import AssetStore, shipped_folder
from wherein.core.document import BlockKind, Document
from wherein.core.errors import UsageError
from wherein.core.span import Span
from wherein.reading.cells.cell_probability import measures_of
from wherein.reading.cells.likeness import Likeness
from wherein.reading.cells.named_cell import (
    ScoredCell,
    best_cells,
    is_superlative,
    score_of,
    scored_cells,
)
from wherein.reading.cells.table_rows import share_in, tables_of
from wherein_lab.answering.strangers import says
from wherein_lab.training.fitting.logistic import Array, fit_logistic, probabilities
from wherein_lab.training.fitting.ranking import fit_ranking
from wherein_lab.training.fitting.structure_files import (
    asked_documents,
    asked_pages,
    examples_of,
    folds,
    write_fitted,
)

BOUNDS = sorted({grades().perhaps, grades().answer, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9})
"""Those of a perhaps and of an answer among them."""
DIGITS = 3
"""Digits of the weights that are kept."""
DIGITS_OF_SCORE = 9
LEXICON = Path("contracts") / "lexicon" / "table-cells.json"


@dataclass(frozen=True, slots=True)
class Example:
    """A question that was asked of one document, with the table cells that may answer it.

    source: the folder of the question. document: the name of the file or page there.
    cells: as `scored_cells` gives them. right: whether each has an answer.
    in_tables: the share of the document that stands in tables.
    is_absent: the document does not say it, so that a blank cell is the right one to find.
    """

    source: str
    document: str
    cells: tuple[ScoredCell, ...]
    right: tuple[bool, ...]
    is_absent: bool
    in_tables: float

    def choice(self) -> tuple[Array, Array]:
        """One row of measures for each cell, and for each row whether the cell is the right answer."""
        values = np.array([one.measures.values for one in self.cells], dtype=np.float64)
        return values, np.array(self.right, dtype=np.float64)

    def picked(self, weights: Array) -> tuple[list[float], float]:
        """The measures of the cell that these weights rank first, and 1 where it is the right one."""
        scored = [
            replace(
                one,
                score=round(score_of(one.measures, one.text, weights.tolist()), DIGITS_OF_SCORE),
            )
            for one in self.cells
        ]
        (best,) = best_cells(scored, 1)
        right = self.right[scored.index(best.cell)] or (self.is_absent and best.cell.is_blank)
        return measures_of(best, self.in_tables), float(right)


@dataclass(frozen=True, slots=True)
class CellWeights:
    """The fitted weights, all rounded: those that rank the cells, and those of the best one's probability."""

    rank: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float


def of_documents(folder: Path) -> Iterator[Example]:
    """The examples of a folder of `wherein eval strangers`. Raises what reading its questions or a document raises."""
    for one, document in asked_documents(folder):
        yield _example(folder.name, one.file, document, one.question, one.answers, one.wrong)


def of_pages(folder: Path) -> Iterator[Example]:
    """The examples of a folder of page questions, on those pages that have table cells."""
    for one, document in asked_pages(folder):
        if any(block.kind is BlockKind.CELL for block in document.blocks):
            yield _example(folder.name, one.page, document, one.question, one.accepted)


def _example(
    source: str,
    name: str,
    document: Document,
    question: str,
    answers: Sequence[str],
    wrong: Sequence[str] = (),
) -> Example:
    whole = [Span(0, len(document.text))]
    tables = tables_of(document, whole)
    cells = () if is_superlative(question) else scored_cells(question, tables, likeness())
    right = tuple(not one.is_blank and says(one.text, answers, wrong) for one in cells)
    return Example(source, name, tuple(cells), right, not answers, share_in(tables, whole))


@cache
def likeness() -> Likeness:
    assets = AssetStore(shipped_folder())
    return Likeness(Readers(assets, lambda document: "", lambda document: None).static())


def fit(examples: Sequence[Example]) -> CellWeights:
    """The rounded weights: a conditional logit ranks the cells of each question, and a logistic regression whose ridge
    applies to the measures as they are says when the first one is right.

    Raises UsageError where the named cells are all right or all wrong, or there are none.
    """
    named = _named(examples)
    rank = np.round(fit_ranking([one.choice() for one in named]), DIGITS)
    weights, intercept = _fit(*_picked(named, rank))
    return CellWeights(
        tuple(rank.tolist()),
        tuple(round(weight, DIGITS) for weight in weights.tolist()),
        round(intercept, DIGITS),
    )


def figures(examples: Sequence[Example], seed: int = 0) -> dict[str, Any]:
    """Cross-fitted by document: of all sources and of each, how many cells reach each bound, and the share that is right.

    `ranked` is the share of pairs of a right and a wrong cell of which the right one is likelier.
    """
    named = _named(examples)
    sure, right = cross_fitted(named, seed)
    source = np.array([one.source for one in named])
    found = {"all": _figures(examples, right, sure)}
    for name in dict.fromkeys(one.source for one in examples):
        own = [one for one in examples if one.source == name]
        found[name] = _figures(own, right[source == name], sure[source == name])
    return found


def cross_fitted(named: Sequence[Example], seed: int = 0) -> tuple[Array, Array]:
    """(n,) probabilities of the first cells of n questions, each ranked and weighed by weights that were fitted without its
    document, and (n,) whether each is right."""
    fold = folds([(one.source, one.document) for one in named], seed)
    sure, right = np.zeros(len(named)), np.zeros(len(named))
    for number in np.unique(fold):
        held = fold == number
        rest = [one for one, out in zip(named, held, strict=True) if not out]
        rank = fit_ranking([one.choice() for one in rest])
        weights, intercept = _fit(*_picked(rest, rank))
        values, right[held] = _picked(
            [one for one, out in zip(named, held, strict=True) if out], rank
        )
        sure[held] = probabilities(weights, intercept, values)
    return sure, right


def write(checkout: Path, fitted: CellWeights) -> None:
    """Write the weights below a checkout's `contracts`, for both languages."""
    write_fitted(
        checkout / LEXICON,
        {
            "rank": {"weights": list(fitted.rank)},
            "cell": {"weights": list(fitted.weights), "intercept": fitted.intercept},
        },
    )


def collected(
    folders: Sequence[Path],
    pages: Sequence[Path],
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
) -> list[Example]:
    """The examples of all folders, in order."""
    return examples_of(folders, pages, of_documents, of_pages, on_progress)


def _named(examples: Iterable[Example]) -> list[Example]:
    return [one for one in examples if one.cells]


def _picked(named: Sequence[Example], rank: Array) -> tuple[Array, Array]:
    """(n, measures) values of each question's first cell, and (n,) whether each is right, as 0 or 1."""
    picked = [one.picked(rank) for one in named]
    return (
        np.array([values for values, _ in picked], dtype=np.float64),
        np.array([right for _, right in picked]),
    )


def _fit(values: Array, right: Array) -> tuple[Array, float]:
    if not 0 < right.sum() < len(right):
        raise UsageError(
            "The questions name no right cell, or no wrong one, so nothing can be fitted.",
            "Name folders with more questions about tables.",
        )
    return fit_logistic(values, right, [0] * values.shape[1], standardised=False)


def _figures(examples: Sequence[Example], right: Array, sure: Array) -> dict[str, Any]:
    pairs = sure[right.astype(bool)][:, None] > sure[~right.astype(bool)][None]
    reached = {bound: right[sure >= bound] for bound in BOUNDS}
    sayable = sum(any(one.right) for one in examples)
    return {
        "documents": len({one.document for one in examples}),
        "questions": len(examples),
        "named": len(right),
        "right": int(right.sum()),
        "in_cells": sayable,
        "ranked": round(float(pairs.mean()), 3) if pairs.size else None,
        "at": {
            str(bound): {
                "cells": len(rows),
                "right": round(float(rows.mean()), 3) if len(rows) else None,
            }
            for bound, rows in reached.items()
        },
    }

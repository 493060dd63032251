"""Fits the weights of a named table cell: asks questions of documents with tables, and fits a regression.

An example is a question with the cell that it names best; it is right where the cell has an answer of the question, as
`wherein eval strangers` judges it. `wherein.reading.cells` finds the cells and measures them. Runs no reader.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from wherein.answering.grading.grades import grades
from wherein.core.document import BlockKind, Document
from wherein.core.errors import UsageError
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.reading.cells.cell_probability import measures_of
from wherein.reading.cells.named_cell import named_cells
from wherein.reading.cells.table_rows import tables_of
from wherein_lab.answering.strangers import read_asked, says
from wherein_lab.pages.questions import read_questions, saved_pages
from wherein_lab.training.fitting.logistic import Array, fit_logistic, probabilities

QUESTIONS, PAGES = "questions.jsonl", "pages.tar.xz"
"""The files of a folder of page questions."""
BOUNDS = sorted({grades().perhaps, grades().answer, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9})
"""Those of a perhaps and of an answer among them."""
FOLDS = 10
DIGITS = 3
"""Digits of the weights that are kept."""
LEXICON = Path("contracts") / "lexicon" / "table-cells.json"


@dataclass(frozen=True, slots=True)
class Example:
    """A question of one document, with the cell that it names best.

    source: the folder of the question. document: the name of the file or page there.
    measures: those of the cell (`measures_of`); None where the question names no cell.
    right: the cell has an answer; False without one.
    """

    source: str
    document: str
    measures: tuple[float, ...] | None
    right: bool


@dataclass(frozen=True, slots=True)
class CellWeights:
    """The fitted weights, one for each measure, and the intercept, all rounded."""

    weights: tuple[float, ...]
    intercept: float


def of_documents(folder: Path) -> Iterator[Example]:
    """The examples of a folder of `wherein eval strangers`. Raises what reading its questions or a document raises."""
    parsed: dict[str, Document] = {}
    for one in read_asked(folder):
        if one.file not in parsed:
            path = folder / one.file
            parsed[one.file] = parse(Source(path.read_bytes(), path.name, str(path)))
        document = parsed[one.file]
        yield _example(folder.name, one.file, document, one.question, one.answers, one.wrong)


def of_pages(folder: Path) -> Iterator[Example]:
    """The examples of a folder of page questions, on those pages that have table cells."""
    questions = read_questions(folder / QUESTIONS)
    saved = saved_pages(folder / PAGES, {one.page for one in questions})
    parsed = {name: parse(Source(data, name, name)) for name, data in saved.items()}
    for one in questions:
        document = parsed[one.page]
        if any(block.kind is BlockKind.CELL for block in document.blocks):
            yield _example(folder.name, one.page, document, one.question, one.accepted)


def _example(
    source: str,
    name: str,
    document: Document,
    question: str,
    answers: Iterable[str],
    wrong: Sequence[str] = (),
) -> Example:
    tables = tables_of(document, [Span(0, len(document.text))])
    best = next(iter(named_cells(question, tables)), None)
    if best is None:
        return Example(source, name, None, False)
    right = says(best.span.of(document.text), answers, wrong)
    return Example(source, name, tuple(measures_of(best)), right)


def fit(examples: Sequence[Example]) -> CellWeights:
    """The rounded weights, by logistic regression whose ridge applies to the measures as they are.

    Raises UsageError where the named cells are all right or all wrong, or there are none.
    """
    weights, intercept = _fit(*_table(_named(examples)))
    return CellWeights(
        tuple(round(weight, DIGITS) for weight in weights.tolist()), round(intercept, DIGITS)
    )


def figures(examples: Sequence[Example], seed: int = 0) -> dict[str, Any]:
    """Cross-fitted by document: of all sources and of each, how many cells reach each bound, and the share that is right.

    `ranked` is the share of pairs of a right and a wrong cell of which the right one is likelier.
    """
    named = _named(examples)
    sure = cross_fitted(named, seed)
    right = np.array([one.right for one in named])
    source = np.array([one.source for one in named])
    found = {"all": _figures(examples, right, sure)}
    for name in dict.fromkeys(one.source for one in examples):
        own = [one for one in examples if one.source == name]
        found[name] = _figures(own, right[source == name], sure[source == name])
    return found


def cross_fitted(named: Sequence[Example], seed: int = 0) -> Array:
    """(n,) probabilities of n named cells, each by weights that were fitted without its document."""
    documents = sorted({(one.source, one.document) for one in named})
    order = np.random.default_rng(seed).permutation(len(documents))
    folds = {documents[at]: n % FOLDS for n, at in enumerate(order)}
    fold = np.array([folds[one.source, one.document] for one in named])
    values, right = _table(named)
    sure = np.zeros(len(right))
    for number in sorted(set(folds.values())):
        held = fold == number
        weights, intercept = _fit(values[~held], right[~held])
        sure[held] = probabilities(weights, intercept, values[held])
    return sure


def write(checkout: Path, fitted: CellWeights) -> None:
    """Write the weights below a checkout's `contracts`, for both languages."""
    path = checkout / LEXICON
    entries = json.loads(path.read_text("utf-8"))
    entries["fitted"] = {"cell": {"weights": list(fitted.weights), "intercept": fitted.intercept}}
    path.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", "utf-8")


def collected(
    folders: Sequence[Path],
    pages: Sequence[Path],
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
) -> list[Example]:
    """The examples of all folders, in order."""
    examples: list[Example] = []
    every = [(of_documents, folder) for folder in folders] + [
        (of_pages, folder) for folder in pages
    ]
    for number, (read, folder) in enumerate(every):
        on_progress(number, len(every), folder.name)
        examples += read(folder)
    return examples


def _named(examples: Iterable[Example]) -> list[Example]:
    return [one for one in examples if one.measures is not None]


def _table(named: Sequence[Example]) -> tuple[Array, Array]:
    """(n, measures) values and (n,) whether each is right, as 0 or 1."""
    values = np.array([one.measures for one in named], dtype=np.float64)
    return values, np.array([float(one.right) for one in named])


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
    return {
        "documents": len({one.document for one in examples}),
        "questions": len(examples),
        "named": len(right),
        "right": int(right.sum()),
        "ranked": round(float(pairs.mean()), 3) if pairs.size else None,
        "at": {
            str(bound): {
                "cells": len(rows),
                "right": round(float(rows.mean()), 3) if len(rows) else None,
            }
            for bound, rows in reached.items()
        },
    }

"""Fits the weights of what stands under a question's term: asks questions of documents and pages, and fits a regression.

An example is a place that `wherein.reading.terms` finds for a question, with its measures; it is right where a person would
take it for the answer, as `wherein eval strangers` judges it. Runs no reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from wherein.core.document import Document
from wherein.core.errors import UsageError
from wherein.reading.terms.asked_term import Form
from wherein.reading.terms.named_term import NamedTerm, named_terms
from wherein.reading.terms.term_probability import measures_of
from wherein_lab.answering.strangers import Asked, says, says_it
from wherein_lab.training.fitting.cells import BOUNDS, likeness
from wherein_lab.training.fitting.logistic import Array, fit_logistic, probabilities
from wherein_lab.training.fitting.structure_files import (
    asked_documents,
    asked_pages,
    examples_of,
    folds,
    write_fitted,
)

MOST_WORDS_OF_STEPS = 200
"""Words that the steps of a how-to may have beyond those of a right answer."""
DIGITS = 3
"""Digits of the weights that are kept."""
LEXICON = Path("contracts") / "lexicon" / "named-terms.json"


@dataclass(frozen=True, slots=True)
class Found:
    """One place that was found for a question: its measures (`measures_of`), and whether it is right."""

    measures: tuple[float, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class Example:
    """A question of one document, with the places that were found for it; none where the question has no term.

    source: the folder of the question. document: the name of the file or page there. form: how the question asks.
    """

    source: str
    document: str
    form: str
    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class TermWeights:
    """The fitted weights, one for each measure, and the intercept, all rounded."""

    weights: tuple[float, ...]
    intercept: float


def of_documents(folder: Path) -> Iterator[Example]:
    """The examples of a folder of `wherein eval strangers`. Raises what reading its questions or a document raises."""
    for one, document in asked_documents(folder):
        yield example(folder.name, one, document)


def of_pages(folder: Path) -> Iterator[Example]:
    """The examples of a folder of page questions."""
    for one, document in asked_pages(folder):
        asked = Asked(one.question, one.page, one.accepted, (), one.kind, "html", place=one.context)
        yield example(folder.name, asked, document)


def example(source: str, asked: Asked, document: Document) -> Example:
    """A question with the places that are found for it in its document."""
    terms = named_terms(asked.question, document, alike=likeness())
    found = tuple(
        Found(tuple(measures_of(term)), _is_right(asked, term, document.text)) for term in terms
    )
    return Example(source, asked.file, terms[0].form.value if terms else "", found)


def _is_right(asked: Asked, term: NamedTerm, text: str) -> bool:
    """Whether a place has a right answer; of the steps of a how-to one step is enough, since a person wants them all."""
    written = term.span.of(text)
    if term.form is Form.HOWTO and says(written, asked.answers, asked.wrong, MOST_WORDS_OF_STEPS):
        return True
    return says_it(asked, written)


def fit(examples: Sequence[Example], seed: int = 0) -> TermWeights:
    """The rounded weights.

    First by all places, those of a question together counting as the root of their number; then the odds of each question's
    likeliest place, cross-fitted, are scaled, so that its probability is the share of such places that is right. Raises
    UsageError where the places are all right or all wrong.
    """
    weights, intercept = _fit(examples)
    scale, shift = _scaled(*cross_fitted(examples, seed, is_scaled=False))
    weights, intercept = weights * scale, intercept * scale + shift
    return TermWeights(
        tuple(round(weight, DIGITS) for weight in weights.tolist()), round(intercept, DIGITS)
    )


def figures(examples: Sequence[Example], seed: int = 0) -> dict[str, Any]:
    """Cross-fitted by document: of all questions, of each source and of each form, how many likeliest places reach each
    bound, and the share that is right."""
    sure, right = cross_fitted(examples, seed)
    asked = [one for one in examples if one.found]
    rows = {"all": _figures(sure, right)}
    for name, key in (("source", _source), ("form", _form)):
        groups = sorted({key(one) for one in asked})
        for group in groups:
            own = np.array([key(one) == group for one in asked])
            rows[f"{name} {group}"] = _figures(sure[own], right[own])
    return rows


def cross_fitted(
    examples: Sequence[Example], seed: int = 0, is_scaled: bool = True
) -> tuple[Array, Array]:
    """(n,) probabilities of the likeliest place of each of n questions, by weights fitted without its document, and whether
    it is right. `is_scaled`: their odds are scaled as those of `fit`, again without the document."""
    asked = [one for one in examples if one.found]
    fold = folds([(one.source, one.document) for one in asked], seed)
    sure, right = np.zeros(len(asked)), np.zeros(len(asked))
    for number in np.unique(fold):
        held = np.flatnonzero(fold == number)
        others = [one for at, one in enumerate(asked) if fold[at] != number]
        weights, intercept = _fit(others)
        if is_scaled:
            scale, shift = _scaled(*cross_fitted(others, seed, is_scaled=False))
            weights, intercept = weights * scale, intercept * scale + shift
        for at in held:
            sure[at], right[at] = _likeliest(asked[at], weights, intercept)
    return sure, right


def write(checkout: Path, fitted: TermWeights) -> None:
    """Write the weights below a checkout's `contracts`, for both languages."""
    write_fitted(
        checkout / LEXICON,
        {"term": {"weights": list(fitted.weights), "intercept": fitted.intercept}},
    )


def collected(
    folders: Sequence[Path],
    pages: Sequence[Path],
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
) -> list[Example]:
    """The examples of all folders, in order."""
    return examples_of(folders, pages, of_documents, of_pages, on_progress)


def _fit(examples: Iterable[Example]) -> tuple[Array, float]:
    asked = [one for one in examples if one.found]
    values = np.array([found.measures for one in asked for found in one.found], np.float64)
    right = np.array([float(found.right) for one in asked for found in one.found])
    counts = np.array([1.0 / len(one.found) ** 0.5 for one in asked for _ in one.found])
    if not len(right) or not 0 < right.sum() < len(right):
        raise UsageError(
            "The questions name no right place, or no wrong one, so nothing can be fitted.",
            "Name folders with more questions.",
        )
    return fit_logistic(values, right, [0] * values.shape[1], counts, standardised=False)


def _scaled(sure: Array, right: Array) -> tuple[float, float]:
    """The factor and the shift of log odds that make probabilities the shares that are right."""
    if not 0 < right.sum() < len(right):
        return 1.0, 0.0
    odds = np.log(sure / (1 - sure))[:, None]
    (scale,), shift = fit_logistic(odds, right, [0], standardised=False)
    return float(scale), float(shift)


def _likeliest(one: Example, weights: Array, intercept: float) -> tuple[float, float]:
    sure = probabilities(weights, intercept, np.array([found.measures for found in one.found]))
    best = int(sure.argmax())
    return float(sure[best]), float(one.found[best].right)


def _source(one: Example) -> str:
    return one.source


def _form(one: Example) -> str:
    return one.form


def _figures(sure: Array, right: Array) -> dict[str, Any]:
    return {
        "questions": len(right),
        "right": int(right.sum()),
        "at": {
            str(bound): {
                "places": int((sure >= bound).sum()),
                "right": round(float(right[sure >= bound].mean()), 3)
                if (sure >= bound).any()
                else None,
            }
            for bound in BOUNDS
        },
    }

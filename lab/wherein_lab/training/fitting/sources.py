"""Fits what a confidence means in documents that things are looked up in: manuals, contracts, tables, files of all formats.

Everything is cross-fitted by document: a tenth of the documents is measured with constants fitted on the rest. The shipped
constants are then fitted on all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.core.answer import Answer
from wherein.core.errors import WhereinError
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.lexicon import lexicon
from wherein.reading.source_kind import is_article
from wherein.reading.together import log_odds
from wherein_lab.answering.strangers import Asked, is_right, read_asked
from wherein_lab.metrics.calibration import auroc, calibration_error
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.pages.readings import KeptReadings
from wherein_lab.training.fitting.logistic import fit_logistic, probabilities
from wherein_lab.training.fitting.structure_files import folds, write_fitted

LEXICON = "source-kinds"
READERS = ("small", "large", "sentence")
"""The readers whose confidences are fitted. What a document's structure gives has confidences that were fitted on such
documents (`wherein train cells`, `wherein train terms`)."""
FREE = READERS[1:]
"""Those with a constant of their own; that of the first is the intercept."""
SURE = lexicon("grades").number("sure")
BOUNDS = tuple(n / 100 for n in range(20, 92, 2))
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shown:
    """What one question of a document was shown, likeliest first.

    kind: the kind of document. there: whether the document has the answer. confidences: as they are in running text.
    right: whether each answer is right.
    """

    document: str
    kind: str
    there: bool
    confidences: tuple[float, ...]
    found_by: tuple[str, ...]
    right: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Fitted:
    """`odds` times the log odds, plus `intercept`, plus what `by` has for who found the answer."""

    odds: float
    intercept: float
    by: Mapping[str, float]

    def of(self, one: Shown) -> Array:
        """The probability of each answer, float array of shape (answers,)."""
        weights = np.array([self.odds, *(self.by[name] for name in FREE)])
        fitted = probabilities(weights, self.intercept, _rows(one))
        is_fitted = [by in READERS for by in one.found_by]
        return np.where(is_fitted, fitted, np.array(one.confidences))


def collected(
    engine: Engine,
    folders: Sequence[Path],
    readings: KeptReadings,
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
) -> list[Shown]:
    """Ask the questions of all folders, each of its document alone, and judge what is shown. Articles are left out, and so
    are follow-ups and files that cannot be read."""
    every = [(folder, one) for folder in folders for one in read_asked(folder) if not one.after]
    articles: dict[Path, bool] = {}
    found: list[Shown] = []
    for number, (folder, one) in enumerate(every):
        on_progress(number, len(every), one.file)
        path = folder / one.file
        try:
            if path not in articles:
                document = parse(Source(path.read_bytes(), str(path), path.name))
                articles[path] = is_article(document)
            if articles[path]:
                continue
            result = engine.ask(one.question, path, Options(memory=False))
        except WhereinError:
            continue
        readings.write(PageQuestion("", str(path), one.kind, one.question, one.answers))
        kind = one.document_kind or folder.name
        found.append(shown_of(str(path), kind, one, (*result.answers, *result.perhaps)))
    return found


def shown_of(document: str, kind: str, asked: Asked, answers: Iterable[Answer]) -> Shown:
    """The answers to one question, their confidences converted back to what the readers gave (`in_running_text`)."""
    known = [one for one in answers if one.confidence > 0]
    rows = sorted(
        (
            (in_running_text(one.confidence, one.found_by), one.found_by, is_right(asked, one))
            for one in known
        ),
        key=lambda row: -row[0],
    )
    sure, found_by, right = zip(*rows, strict=True) if rows else ((), (), ())
    return Shown(document, kind, bool(asked.answers), sure, found_by, right)


def in_running_text(confidence: float, found_by: str) -> float:
    """The confidence that the shipped constants converted to this one: the inverse of `in_document`."""
    shipped = lexicon(LEXICON).fitted("documents")
    if found_by not in shipped["by"]:
        return confidence
    odds = log_odds(confidence) - shipped["intercept"] - shipped["by"][found_by]
    return 1.0 / (1.0 + math.exp(-odds / shipped["odds"]))


def fit(shown: Sequence[Shown]) -> Fitted:
    """Fit the constants on the likeliest answer of each question, where a reader found it.

    The answers behind it are less often right than their confidences say, since only one of them can be; they would make
    the first one's too low."""
    some = [one for one in shown if one.right and one.found_by[0] in READERS]
    values = np.vstack([_rows(one)[:1] for one in some])
    right = np.array([one.right[0] for one in some], np.float64)
    weights, intercept = fit_logistic(values, right, [1, *(0 for _ in FREE)])
    by = dict.fromkeys(READERS, 0.0) | dict(zip(FREE, weights[1:].tolist(), strict=True))
    return Fitted(float(weights[0]), intercept, by)


def _rows(one: Shown) -> Array:
    """(answers, 1 + len(FREE)): the log odds, and 1 for who found it."""
    return np.array(
        [
            [log_odds(confidence), *(float(by == name) for name in FREE)]
            for confidence, by in zip(one.confidences, one.found_by, strict=True)
        ]
    ).reshape(-1, 1 + len(FREE))


def crossed(shown: Sequence[Shown], seed: int = 0) -> list[Array]:
    """Each question's probabilities by constants that were fitted on other documents."""
    fold = folds([one.document for one in shown], seed)
    found: list[Array] = [np.zeros(0)] * len(shown)
    for number in np.unique(fold):
        fitted = fit([one for one, part in zip(shown, fold, strict=True) if part != number])
        for n in np.flatnonzero(fold == number).tolist():
            found[n] = fitted.of(shown[n])
    return found


def figures(
    shown: Sequence[Shown], sure: Sequence[Array], bound: float
) -> dict[str, dict[str, Any]]:
    """What is shown first with these probabilities and this bound, for all questions and by kind of document."""
    kinds = sorted({one.kind for one in shown})
    tops = [_top(one, p) for one, p in zip(shown, sure, strict=True)]
    report: dict[str, dict[str, Any]] = {}
    for kind in ("all", *kinds):
        places = [n for n, one in enumerate(shown) if kind in ("all", one.kind)]
        report[kind] = _figures([shown[n] for n in places], [tops[n] for n in places], bound)
    return report


def curve(shown: Sequence[Shown], sure: Sequence[Array]) -> list[dict[str, float]]:
    """For each least confidence of an answer: the shares of questions that are satisfied, answered rightly, and wrongly."""
    tops = [_top(one, p) for one, p in zip(shown, sure, strict=True)]
    kept = ("satisfied", "right", "wrong", "absent_refused")
    rows = ((bound, _figures(shown, tops, bound)) for bound in BOUNDS)
    return [{"bound": bound} | {name: row[name] for name in kept} for bound, row in rows]


def before(shown: Sequence[Shown]) -> list[Array]:
    """The confidences as they are in running text."""
    return [np.array(one.confidences) for one in shown]


def _top(one: Shown, sure: Array) -> tuple[float, bool]:
    """The highest probability and whether that answer is right; 0 without an answer."""
    if not len(sure):
        return 0.0, False
    place = int(np.argmax(sure))
    return float(sure[place]), one.right[place]


def _figures(
    shown: Sequence[Shown], tops: Sequence[tuple[float, bool]], bound: float
) -> dict[str, Any]:
    answered = [sure >= bound for sure, _ in tops]
    right = [is_right and up for (_, is_right), up in zip(tops, answered, strict=True)]
    wrong = [up and not is_right for (_, is_right), up in zip(tops, answered, strict=True)]
    satisfied = [
        ok if one.there else not up for one, ok, up in zip(shown, right, answered, strict=True)
    ]
    called = [is_right for sure, is_right in tops if sure >= SURE]
    judged = [top for top in tops if top[0] > 0]
    values = np.array([sure for sure, _ in judged])
    truth = np.array([is_right for _, is_right in judged], bool)
    ones = np.ones(len(judged))
    absent = [not up for one, up in zip(shown, answered, strict=True) if not one.there]
    return {
        "questions": len(shown),
        "satisfied": _share(satisfied),
        "right": _share(right),
        "wrong": _share(wrong),
        "absent": len(absent),
        "absent_refused": _share(absent),
        "sure": len(called),
        "sure_and_wrong": len(called) - sum(called),
        "ece": calibration_error(values, truth, ones) if judged else None,
        "auroc": auroc(values, truth, ones) if judged else None,
    }


def _share(flags: Sequence[bool]) -> float:
    return round(sum(flags) / len(flags), 4) if flags else 0.0


def write(checkout: Path, fitted: Fitted) -> None:
    """Write the constants into the lexicon of a checkout."""
    constants = {
        "odds": round(fitted.odds, 4),
        "intercept": round(fitted.intercept, 4),
        "by": {name: round(value, 4) for name, value in fitted.by.items()},
    }
    path = checkout / "contracts" / "lexicon" / f"{LEXICON}.json"
    write_fitted(path, {"documents": constants})


def report_of(
    shown: Sequence[Shown], sure: Sequence[Array], bounds: tuple[float, float]
) -> dict[str, Any]:
    """The figures with the confidences as they are in running text, and with the cross-fitted ones (`sure`); `bounds` are
    those before and after."""
    was, now = bounds
    return {
        "before": figures(shown, before(shown), was),
        "after": figures(shown, sure, now),
        "curve_before": curve(shown, before(shown)),
        "curve_after": curve(shown, sure),
    }

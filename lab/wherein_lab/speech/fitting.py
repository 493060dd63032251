"""Fits the regression of `mending` and the bounds from which a name is put in or offered. Uses the tuning half alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from wherein.speech.hearing import mending
from wherein.speech.hearing.mending import mended
from wherein_lab.speech.recordings.questions import CONTROL
from wherein_lab.speech.tried import Tried
from wherein_lab.speech.word_errors import names_right, word_errors, words_of
from wherein_lab.training.fitting.logistic import fit_logistic, probabilities

FEATURES: Mapping[str, int] = {
    "loss": -1, "doubt": 1, "alike": 1, "capital": 1, "length": 0, "alike_length": 0, "words": 0, "said_words": 0,
    "rarity": 0,
}  # fmt: skip
"""The features, and the sign that each one's weight must have; 0 for any."""
MOST_WRONG = 2 / 1000
"""The most controls of the tuning half that may get a name that nobody said."""
LEAST_OFFERED = 0.35
"""The least probability with which a name is offered; below it more names are wrong than right."""


def fit(tried: Sequence[Tried]) -> dict[str, Any]:
    """Weights, intercept and bounds. A replacement is right if its name was said and it leaves fewer word errors."""
    values, right = [], []
    for one in tried:
        before = word_errors(one.said, one.heard).errors
        said = set(words_of(one.said))
        for mend, evidence in one.mends:
            features = mending.features(mend, one.heard, evidence)
            values.append([features[name] for name in FEATURES])
            # Fewer errors alone would favour whatever replaces several wrong words by one.
            right.append(
                set(words_of(mend.name)) <= said
                and word_errors(one.said, mend.of(one.heard)).errors < before
            )
    table, truth = np.array(values), np.array(right, float)
    weights, intercept = fit_logistic(table, truth, list(FEATURES.values()))
    fitted = {
        "weights": {name: round(float(w), 4) for name, w in zip(FEATURES, weights, strict=True)},
        "intercept": round(intercept, 4),
    }
    likely = _likelihoods(tried, weights, intercept)
    controls = [
        (one, some)
        for one, some in zip(tried, likely, strict=True)
        if one.row.half.endswith(CONTROL)
    ]
    allowed = int(MOST_WRONG * len(controls))
    heights = sorted((_wrong_up_to(one, some) for one, some in controls), reverse=True)
    # A little above the likeliest of the controls that must not be wrong.
    sure = min(0.99, max(0.5, heights[allowed] + 0.02))
    return fitted | {"sure": round(sure, 4), "offered": LEAST_OFFERED}


def _likelihoods(
    tried: Iterable[Tried], weights: np.ndarray, intercept: float
) -> list[list[float]]:
    found = []
    for one in tried:
        rows = [
            [mending.features(mend, one.heard, evidence)[name] for name in FEATURES]
            for mend, evidence in one.mends
        ]
        found.append(
            [float(p) for p in probabilities(weights, intercept, np.array(rows))] if rows else []
        )
    return found


def _wrong_up_to(one: Tried, likely: Sequence[float]) -> float:
    """The greatest likelihood of a name that was not said."""
    said = set(words_of(one.said))
    return max(
        (
            p
            for (mend, _), p in zip(one.mends, likely, strict=True)
            if not set(words_of(mend.name)) <= said
        ),
        default=0.0,
    )


def figures(tried: Sequence[Tried], fitted: Mapping[str, Any]) -> dict[str, Any]:
    """The errors in names with these bounds, on the half that they were fitted on."""
    weights = np.array([fitted["weights"][name] for name in FEATURES])
    names = without = with_names = wrong = reachable = 0
    for one, likely in zip(tried, _likelihoods(tried, weights, fitted["intercept"]), strict=True):
        after = _put(one, likely, fitted["sure"])
        if one.row.half.endswith(CONTROL):
            new = set(words_of(after)) - set(words_of(one.heard))
            wrong += after != one.heard and not (new and new <= set(words_of(one.said)))
            continue
        names += len(one.row.names)
        without += names_right(one.row.names, one.heard)
        with_names += names_right(one.row.names, after)
        reachable += sum(
            any(names_right([name], mend.of(one.heard)) for mend, _ in one.mends)
            or names_right([name], one.heard)
            for name in one.row.names
        )
    return {
        "names": names,
        "right_without": without,
        "right_with": with_names,
        "tried_at_all": reachable,
        "fewer_errors": round(1 - (names - with_names) / (names - without), 4),
        "controls": sum(one.row.half.endswith(CONTROL) for one in tried),
        "controls_wrong": wrong,
    }


def _put(one: Tried, likely: Sequence[float], sure: float) -> str:
    """The text with the names whose likelihood is at least `sure`."""
    mends = (mend for mend, _ in one.mends)
    return mended(one.heard, zip(likely, mends, strict=True), sure, sure).text


def write(fitted: Mapping[str, Any], path: Path) -> None:
    """Write the constants into the lexicon, and leave the rest of the file unchanged."""
    text = path.read_text("utf-8")
    start = text.index('"mending": {')
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if text[at] == "}" and depth == 0:
            break
    weights = json.dumps(fitted["weights"])
    rows = (
        f'   "weights": {weights},',
        f'   "intercept": {fitted["intercept"]},',
        f'   "sure": {fitted["sure"]},',
        f'   "offered": {fitted["offered"]}',
    )
    new = '"mending": {\n' + "\n".join(rows) + "\n  }"
    path.write_text(text[:start] + new + text[at + 1 :], "utf-8")

"""Writes fitted constants into the readers' settings, the lexicon and the list of models. Fits nothing."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from wherein.assets.manifest import AssetFile, put_asset, read_manifest
from wherein.reading.calibration import FEATURES
from wherein.reading.together import FEATURES as BOTH
from wherein.reading.together import Together
from wherein_lab.metrics.plots import Axis, Plot
from wherein_lab.training.fitting.grades import TOGETHER, TRAITS, Constants, Fitted, FittedGrades

_DIGITS = 6


def write(checkout: Path, fitted: Fitted, chosen: FittedGrades) -> None:
    """Write all constants below a checkout's `models` and `contracts`."""
    for name, constants in fitted.readers.items():
        path = checkout / "models" / name / "reader.json"
        settings = json.loads(path.read_text("utf-8"))
        settings["calibration"] = _calibration(constants)
        if fitted.together is not None and "rerank_depth" in settings:
            settings["escalation_threshold"] = chosen.escalation_threshold
            settings["together"] = _together(fitted.together)
        path.write_text(json.dumps(settings, indent=2) + "\n", "utf-8")
        _listed(checkout / "models" / "manifest.json", name, path)
    path = checkout / "contracts" / "lexicon" / "grades.json"
    grades = json.loads(path.read_text("utf-8"))
    grades["numbers"]["beside"] = next(iter(chosen.grades.values())).beside
    grades["bounds"] = {
        caution.value: {"answer": one.answer, "perhaps": one.perhaps}
        for caution, one in chosen.grades.items()
    }
    path.write_text(json.dumps(grades, indent=1, ensure_ascii=False) + "\n", "utf-8")


def shipped(
    checkout: Path, judge: str | None, free: tuple[str, ...] = TRAITS
) -> dict[str, Constants]:
    """The constants in a checkout's `models` folder: each reader's own, and those for both together. `Constants` explains `free`."""
    found: dict[str, Constants] = {}
    for name in ("small", *([judge] if judge else [])):
        settings = json.loads((checkout / "models" / name / "reader.json").read_text("utf-8"))
        own = settings["calibration"]
        found[name] = Constants(
            np.array([own["weights"].get(one, 0.0) for one in FEATURES]), own["intercept"], free
        )
        if (both := Together.of(settings)) is not None:
            found[TOGETHER] = Constants(np.array(both.weights), both.intercept)
    return found


def _calibration(constants: Constants) -> dict[str, Any]:
    weights = zip(FEATURES, constants.weights.tolist(), strict=True)
    return {
        "weights": {name: round(weight, _DIGITS) for name, weight in weights},
        "intercept": round(constants.intercept, _DIGITS),
    }


def _together(together: Together) -> dict[str, Any]:
    weights = zip(BOTH, together.weights, strict=True)
    return {
        "first": together.first,
        "weights": {name: round(weight, _DIGITS) for name, weight in weights},
        "intercept": round(together.intercept, _DIGITS),
    }


def _listed(manifest: Path, name: str, path: Path) -> None:
    """Update the file's size and checksum in the manifest of models, where it is listed."""
    asset = read_manifest(manifest)[name]
    if path.name not in {file.path for file in asset.files}:
        return
    data = path.read_bytes()
    written = AssetFile(path.name, len(data), hashlib.sha256(data).hexdigest())
    files = tuple(written if file.path == path.name else file for file in asset.files)
    put_asset(manifest, replace(asset, files=files))


def picture(chosen: FittedGrades) -> Plot:
    """Answerable questions satisfied against absent ones refused, over all bounds."""
    return Plot(
        "What a bound costs, pages not fitted on",
        Axis("absent questions refused"),
        Axis("answerable questions satisfied"),
        chosen.curves,
        joined=True,
    )


def risk_picture(chosen: FittedGrades) -> Plot:
    """The share of answered questions that are wrong, over all bounds, at two shares of absent questions."""
    return Plot(
        "Risk and coverage, pages not fitted on",
        Axis("questions answered"),
        Axis("of these wrong"),
        chosen.risks,
        joined=True,
    )

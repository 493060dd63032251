"""Ships a finished reader: copies it into the folder of models, and writes its list entry and its card."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from wherein.assets.manifest import (
    DESCRIPTION,
    Asset,
    AssetFile,
    described,
    put_asset,
    read_manifest,
    row_of,
    sha256_of,
)
from wherein.core.errors import AssetMissing, DataMissing, ParseError, UsageError
from wherein.reading.extractive import MODEL, model_file
from wherein_lab.training.release.card import card

SETTINGS, TOKENIZER, CARD = "reader.json", "tokenizer.json", "NOTICE.md"


def describe(folder: Path, what: str, origin: str, licence: str = "Apache-2.0") -> Asset:
    """Write `asset.json` beside an exported reader, so that `wherein models get` can check it."""
    settings = _calibrated(folder)
    asset = described(folder, settings["name"], what, licence, origin)
    names = (model_file(settings), SETTINGS, TOKENIZER)
    shipped = tuple(file for file in asset.files if file.path in names)
    asset = replace(asset, files=shipped)
    text = json.dumps(row_of(asset), indent=2) + "\n"
    (folder / DESCRIPTION).write_text(text, encoding="utf-8")
    return asset


def ship(folder: Path, models: Path, what: str, origin: str) -> list[str]:
    """Copy a calibrated reader and its card into `models/NAME` and put its hash into the manifest.

    A reader that the manifest has keeps its place and its packaging; a new one is listed as installable by name.
    Returns the changes, a line each. Raises AssetMissing, UsageError.
    """
    settings = _calibrated(folder)
    name = str(settings["name"])
    if not (folder / CARD).is_file():
        raise AssetMissing(f"{folder} has no {CARD}.", "Make it: wherein train card")
    known = read_manifest(models / "manifest.json").get(name)
    names = [model_file(settings), *([TOKENIZER] if (folder / TOKENIZER).is_file() else [])]
    target = models / name
    target.mkdir(parents=True, exist_ok=True)
    for file in (*names, SETTINGS, CARD):
        shutil.copyfile(folder / file, target / file)
    kept = [*names, SETTINGS] if known is None or not known.shipped else names
    files = tuple(
        AssetFile(file, (target / file).stat().st_size, sha256_of(target / file)) for file in kept
    )
    shipped = known.shipped if known else False
    put_asset(models / "manifest.json", Asset(name, what, "Apache-2.0", origin, files, shipped))
    return [f"{target / file}" for file in (*names, SETTINGS, CARD)] + [
        f"{models / 'manifest.json'}: {file.path} is {file.sha256}" for file in files
    ]


def write_card(
    folder: Path, head: Path, data: Path, results: Sequence[Path], examples: Sequence[Path]
) -> Path:
    """Write `NOTICE.md` in the reader's folder. The labels are file names: `devset-A-small.json`."""
    for path in (head, data, *results, *examples):
        if not path.is_file():
            raise DataMissing(f"There is no {path}.", "Measure first, with --json.")
    settings = folder / SETTINGS
    model = model_file(json.loads(settings.read_text("utf-8"))) if settings.is_file() else MODEL
    rows = [{"path": p.name, "bytes": p.stat().st_size, "sha256": sha256_of(p)}
            for p in (folder / n for n in (model, SETTINGS, TOKENIZER)) if p.is_file()]  # fmt: skip
    text = card(
        head.read_text("utf-8"),
        rows,
        json.loads(data.read_text("utf-8")),
        [(path.stem, _measured(path)) for path in results],
        [(path.stem, path.read_text("utf-8")) for path in examples],
    )
    (folder / CARD).write_text(text, encoding="utf-8")
    return folder / CARD


def _measured(path: Path) -> dict[str, Any]:
    try:
        row: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise ParseError(f"{path} is not a measurement's JSON.", "Measure again.") from error
    return row


def _calibrated(folder: Path) -> dict[str, Any]:
    path = folder / SETTINGS
    if not path.is_file():
        raise AssetMissing(f"There is no reader in {folder}.", "Run wherein train export.")
    settings: dict[str, Any] = json.loads(path.read_text("utf-8"))
    if "calibration" not in settings:
        raise UsageError(
            f"The reader in {folder} is not calibrated.", "Run wherein train calibrate first."
        )
    return settings

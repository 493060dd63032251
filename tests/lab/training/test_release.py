"""A finished reader into a checkout: what ships is what was measured, described and hashed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from wherein_lab.training.release.release import CARD, SETTINGS, describe, ship, write_card

from wherein.assets.manifest import DESCRIPTION, read_manifest, sha256_of, write_manifest
from wherein.assets.store import AssetStore
from wherein.core.errors import AssetMissing, DataMissing, UsageError
from wherein.reading.extractive import MODEL

RESULT = {
    "n": 1200, "has_answer_em": 0.5, "has_answer_f1": 0.625, "f1": 0.4, "auroc": None,
    "refusal_precision": 0.75, "refusal_recall": 0.5, "ece": 0.04, "coverage_at_80": 0.3,
    "intervals": {"has_answer_f1": [0.6, 0.65]},
    "domains": {"policy": {"n": 30, "has_answer_f1": 0.1}, "Batman": {"n": 1}},
}  # fmt: skip
PAGE = {"n": 9, "answer_in_top1": 0.5, "answer_in_top3": 0.75, "f1": 0.4, "shown_mean": 1.25}
DATA = {"sources": {"squad": {"questions": 90123, "licence": "CC", "origin": "o", "contexts_removed": 4}}}  # fmt: skip


def made(folder: Path, **settings: object) -> Path:
    folder.mkdir()
    (folder / MODEL).write_bytes(b"model")
    (folder / "reader.fp32.onnx").write_bytes(b"too large to ship")
    whole = {"name": "small", "calibration": {}, "bound": 0.5, **settings}
    (folder / SETTINGS).write_text(json.dumps(whole))
    (folder / CARD).write_text("# small\n")
    return folder


@pytest.fixture
def models(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    write_manifest(folder / "manifest.json", [])
    return folder


def test_what_ships_is_listed_with_its_hash(tmp_path: Path, models: Path) -> None:
    folder = made(tmp_path / "made")
    report = ship(folder, models, "reader", "here")
    (file, settings) = read_manifest(models / "manifest.json")["small"].files
    assert (file.path, file.sha256) == (MODEL, sha256_of(folder / MODEL))
    assert settings.path == SETTINGS
    assert any(file.sha256 in line for line in report)
    assert sorted(path.name for path in (models / "small").iterdir()) == [CARD, MODEL, SETTINGS]
    assert AssetStore(models, models).verified("small") == models / "small"


def test_a_shipped_name_stays_in_the_package(tmp_path: Path, models: Path) -> None:
    row = json.loads((models / "manifest.json").read_text())
    old = {
        "name": "small",
        "what": "w",
        "licence": "l",
        "origin": "o",
        "shipped": True,
        "files": [],
    }
    parts = {"requirement": "part{n}==1", "member": "part{n}.bin", "count": 2, "path": "whole"}
    row["assets"] = [old, {**old, "name": "other", "parts": parts}]
    (models / "manifest.json").write_text(json.dumps(row))
    ship(made(tmp_path / "made"), models, "reader", "here")
    again = read_manifest(models / "manifest.json")
    assert list(again) == ["small", "other"]
    assert again["small"].shipped
    assert [file.path for file in again["small"].files] == [MODEL]
    assert json.loads((models / "manifest.json").read_text())["assets"][1] == row["assets"][1]


def test_a_reader_without_calibration_or_card_does_not_ship(tmp_path: Path, models: Path) -> None:
    folder = made(tmp_path / "made")
    (folder / CARD).unlink()
    with pytest.raises(AssetMissing, match="train card"):
        ship(folder, models, "reader", "here")
    (folder / SETTINGS).write_text('{"name": "small"}')
    with pytest.raises(UsageError, match="calibrate"):
        ship(folder, models, "reader", "here")
    assert not (models / "small").exists()


def test_a_description_names_what_is_needed_and_no_more(tmp_path: Path) -> None:
    folder = made(tmp_path / "made", name="large")
    asset = describe(folder, "reader", "here")
    assert [file.path for file in asset.files] == [MODEL, SETTINGS]
    assert json.loads((folder / DESCRIPTION).read_text())["name"] == "large"


def test_a_card_says_what_was_measured(tmp_path: Path) -> None:
    folder = made(tmp_path / "made")
    paths = {}
    for name, content in (
        ("head.md", "# The reader\n\nIt fails."), ("manifest.json", json.dumps(DATA)),
        ("devset-A-small.json", json.dumps(RESULT)), ("pages-small.json", json.dumps(PAGE)),
        ("devset-A.md", "### Withheld\n\n- one\n"),
    ):  # fmt: skip
        paths[name] = tmp_path / name
        paths[name].write_text(content)
    results = [paths["devset-A-small.json"], paths["pages-small.json"]]
    write_card(folder, paths["head.md"], paths["manifest.json"], results, [paths["devset-A.md"]])
    text = (folder / CARD).read_text()
    assert text.startswith("# The reader\n\nIt fails.\n\n| file")
    assert f"| {MODEL} | 5 | `{sha256_of(folder / MODEL)}` |" in text
    assert "| squad | 90,123 | CC | o | 4 |" in text
    assert "| devset-A-small | 1,200 | 50.0 | 62.5 (60.0–65.0) | 40.0 | – |" in text
    assert "| devset-A-small: policy | 30 | – | 10.0 |" in text
    assert "Batman" not in text
    assert "| pages-small | 9 | 50.0 | 75.0 | 40.0 | – | 1.25 | – |" in text
    assert "## Where it fails: devset-A\n\n#### Withheld" in text
    with pytest.raises(DataMissing, match="no-such"):
        write_card(folder, paths["head.md"], tmp_path / "no-such", results, [])

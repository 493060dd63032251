"""From small to large through the engine: a home that has a large reader asks it when small is unsure.

The shipped small reader stands in for the large one: how they hand over is tested, not how they read.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from wherein import Engine
from wherein.assets.fetch import description, fetch
from wherein.assets.manifest import DESCRIPTION, described, row_of
from wherein.assets.store import shipped_folder
from wherein.core.answer import Outcome
from wherein.reading.calibration import FEATURES

TEXT = (
    "The ferry to Bergen leaves at 7:45 every Monday. The trip costs 240 kroner.\n\n"
    + "Bread is baked at dawn. " * 40
    + "\n\nYou can buy soup on board. The captain is Ingrid Haugen."
)


NEVER = {"weights": dict.fromkeys(FEATURES, 0.0), "intercept": -30.0}
"""Constants by which no answer is likely."""


def large(folder: Path, escalation_threshold: float, **changed: object) -> Path:
    """A folder with a model called large, as an export leaves it."""
    folder.mkdir()
    shutil.copyfile(shipped_folder() / "small" / "reader.int8.onnx", folder / "reader.int8.onnx")
    settings = json.loads((shipped_folder() / "small" / "reader.json").read_text("utf-8"))
    settings.update(
        {
            "name": "large",
            "rerank_depth": 2,
            "escalation_threshold": escalation_threshold,
            **changed,
        }
    )
    (folder / "reader.json").write_text(json.dumps(settings), "utf-8")
    asset = described(folder, "large", "a stand-in", "Apache-2.0", "made for this test")
    (folder / DESCRIPTION).write_text(json.dumps(row_of(asset)), "utf-8")
    return folder


def with_large(home: Path, folder: Path) -> Engine:
    engine = Engine.open(home)
    asset = description("large", str(folder))
    assert asset is not None
    engine.assets.adopt(asset, lambda target: fetch(asset, target, str(folder)))
    return engine


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "ferry.txt"
    path.write_text(TEXT, "utf-8")
    return path


def test_what_small_doubts_large_reads_again(tmp_path: Path, page: Path) -> None:
    with with_large(
        tmp_path / "home", large(tmp_path / "made", escalation_threshold=1.0)
    ) as engine:
        result = engine.ask("Who is the captain?", page)
    readers = [step.name for step in result.steps if step.name in ("small", "large", "sentence")]
    assert readers == ["small", "large"]
    assert result.answers[0].found_by == "large"
    assert "Ingrid Haugen" in result.answers[0].text
    assert result.read.fraction == 1.0


def test_what_small_knows_stays_its_own(tmp_path: Path, page: Path) -> None:
    with with_large(
        tmp_path / "home", large(tmp_path / "made", escalation_threshold=0.01)
    ) as engine:
        result = engine.ask("Who is the captain?", page)
    assert result.answers[0].found_by == "small"
    assert "large" not in [step.name for step in result.steps]


def test_a_judge_that_never_believes_folds_it_away(tmp_path: Path, page: Path) -> None:
    made = large(tmp_path / "made", escalation_threshold=1.0, calibration=NEVER)
    with with_large(tmp_path / "home", made) as engine:
        result = engine.ask("Who is the captain?", page)
    outcomes = {step.name: step.outcome for step in result.steps}
    assert outcomes["small"] == Outcome.ANSWERED
    assert outcomes["large"] == Outcome.REFUSED


def test_without_a_large_one_nothing_changes(tmp_path: Path, page: Path) -> None:
    with Engine.open(tmp_path / "home") as engine:
        result = engine.ask("Who is the captain?", page)
    assert result.answers[0].found_by == "small"

"""Corrections: learned beside old questions, judged by the gate, installed and undone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="taking a reader further needs the train extra (torch)")
pytest.importorskip("onnx", reason="exporting needs the train extra (onnx)")

import torch
from click.testing import CliRunner
from safetensors.torch import save_file
from wherein_lab.cli.train import check
from wherein_lab.data.squad_file import read_squad
from wherein_lab.reading.reading import judge
from wherein_lab.registry.readers import open_reader
from wherein_lab.training.examples.data import build, load
from wherein_lab.training.examples.sources import Source
from wherein_lab.training.network.model import SpanReader
from wherein_lab.training.network.shape import Shape
from wherein_lab.training.runs.recipe import DecayData, Recipe, Schedule, Windows
from wherein_lab.training.runs.tune import (
    REPEATS,
    REPLAY,
    Documents,
    corrections,
    joined,
    tune,
    with_replay,
)

from tests.lab.training.squad_text import article, tiny_tokenizer, write_squad
from wherein.core.errors import DataMissing
from wherein.home.folder import Home
from wherein.reading.calibration import FEATURES

SOURCE = Source("towns", "CC0-1.0", "made for this test", held=1)
SHAPE = Shape(vocabulary=700, positions=160, layers=2, channels=32, heads=4, inner=64)
RECIPE = Recipe(
    "tiny", 3, None, {"towns": 1.0},
    Schedule(epochs=1, batch_tokens=300, pool_units=8, warm_up_updates=3, learning_rate=3e-3),
    Windows(phases=((0.0, 30, 40),), window_tokens=160, pair_tokens=16, prefix_share=1.0,
            typo_share=0.0, casual_share=0.0, join_share=0.0),
    SHAPE, DecayData((30, 40), 1.0),
)  # fmt: skip
SETTINGS = {
    "name": "small", "format": 1, "window_tokens": 160, "stride_tokens": 32, "question_tokens": 24,
    "prefix_tokens": 8, "max_answer_tokens": 10,
    "calibration": {"weights": dict.fromkeys(FEATURES, 0.0) | {"margin": 1.0}, "intercept": 0.0},
    "bound": 0.5, "perhaps_bound": 0.2,
}  # fmt: skip


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training root with a set, a tokenizer, an untaught reader and corrections about new towns."""
    root = tmp_path_factory.mktemp("root")
    write_squad(root / SOURCE.path, [article(number) for number in range(6)])
    build(root, root / "data", [SOURCE], [])
    contexts, examples = load(root / "data")
    news = [article(number) for number in (10, 11, 12)]
    write_squad(root / "feedback.json.gz", news)
    texts = [c.text for c in contexts] + [e.question for e in examples]
    texts += [p["context"] for entry in news for p in entry["paragraphs"]]
    (root / "base").mkdir()
    tiny_tokenizer([*texts, "Old town"]).save(str(root / "base" / "tokenizer.json"))
    torch.manual_seed(0)
    weights = {n: t.contiguous() for n, t in SpanReader(SHAPE).state_dict().items()}
    save_file(weights, root / "start.safetensors")
    return root


def test_rows_of_corrections_stand_behind_the_old_ones(root: Path) -> None:
    contexts, examples = load(root / "data")
    own, asked = corrections([root / "feedback.json.gz"], contexts)
    all_contexts, all_examples = joined(contexts, examples, own, asked)
    for example, before in zip(all_examples[len(examples) :], asked, strict=True):
        assert all_contexts[example.context].text == own[before.context].text
        assert all_contexts[example.context].source == "feedback"
        if example.twin is not None:
            assert all_examples[example.twin].context == example.context
        assert all(all_contexts[row].source == "feedback" for row in example.negatives)


def test_so_many_old_questions_come_by(root: Path) -> None:
    contexts, examples = load(root / "data")
    recipe = with_replay(RECIPE, contexts, examples, 10)
    free = sum(not contexts[example.context].held for example in examples)
    assert recipe.sources["towns"] * free == pytest.approx(REPLAY * REPEATS * 10)
    assert recipe.sources["feedback"] == REPEATS


def test_nothing_to_learn_is_an_error(root: Path, tmp_path: Path) -> None:
    with pytest.raises(DataMissing, match="no correction"):
        corrections([write_squad(tmp_path / "empty.json.gz", [])], [])


def f1(folder: Path, data: Path) -> float:
    from wherein_lab.metrics.squad_measures import token_f1

    file = read_squad(data)
    asked = [question for question in file.asked if question.golds]
    judged = judge(open_reader(str(folder)), file, asked)[0]
    return sum(token_f1(item.said, item.asked.golds) for item in judged) / len(judged)


def test_questions_to_documents_are_learned_beside_the_old_ones(root: Path, tmp_path: Path) -> None:
    """They count towards the tokens of a run; other questions begin a run of their own instead of resuming this one."""
    folder = tmp_path / "documents"
    folder.mkdir()
    text = "\n\n".join(paragraph["context"] for paragraph in article(10)["paragraphs"])
    (folder / "town.txt").write_text(text, "utf-8")
    recipe = replace(RECIPE, sources={"towns": 0.5, "documents": 4.0})

    def learned(*rows: Mapping[str, object]) -> int:
        lines = "".join(json.dumps({"file": "town.txt", **row}) + "\n" for row in rows)
        (folder / "questions.jsonl").write_text(lines, "utf-8")
        start, log = root / "start.safetensors", tmp_path / "log"
        documents = Documents((folder,))
        report = tune(root, recipe, start, "documents", [], SETTINGS, 1, log, documents)
        assert report["finished"]
        return int(report["tokens"])

    who = {"question": "Who built the mill?", "answers": ["Dora"]}
    when = {"question": "When was the mill built?", "answers": ["1901"]}
    one, both = learned(who), learned(who, when)
    assert both > one
    runs = list((root / "tuned" / "documents").glob("run-*"))
    assert len(runs) == 2
    first = json.loads((tmp_path / "log").read_text().splitlines()[0])
    assert first["refused"] == {}


def test_corrections_are_learned_judged_installed_and_undone(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taught the old towns first, then corrected on new ones: better there, no worse on the old."""
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path))
    taught = replace(RECIPE, sources={"towns": 25.0})
    tune(root, taught, root / "start.safetensors", "first", [], SETTINGS, 1, tmp_path / "log")
    first = root / "tuned" / "first"
    report = tune(
        root, replace(RECIPE, name="feedback"), first / "weights.safetensors", "small",
        [root / "feedback.json.gz"], SETTINGS, 1, tmp_path / "log",
    )  # fmt: skip
    assert report["finished"]
    second = root / "tuned" / "small"
    for folder in (first, second):
        (folder / "tokenizer.json").write_bytes((root / "base" / "tokenizer.json").read_bytes())
    new, old = root / "feedback.json.gz", root / SOURCE.path
    assert f1(second, new) > f1(first, new) + 0.05
    assert f1(second, old) > f1(first, old) - 0.15

    # Only answerable ones: with so few questions, separating the others would be chance.
    news = [article(number) for number in (10, 11, 12)]
    for paragraph in (p for entry in news for p in entry["paragraphs"]):
        paragraph["qas"] = [qa for qa in paragraph["qas"] if qa["answers"]]
    new = write_squad(tmp_path / "news.json.gz", news)
    arguments = [str(second), "--current", str(first), "--data", str(new), "--install"]
    good = CliRunner().invoke(check, arguments)
    assert "Installed" in good.output, good.output
    home = Home.choose(tmp_path)
    assert (home.assets / "small" / "reader.int8.onnx").is_file()
    row = json.loads((home.assets / "manifest.json").read_text())["assets"][0]
    assert row["name"] == "small"

    worse = CliRunner().invoke(
        check, [str(first), "--current", str(second), "--data", str(new), "--install"]
    )
    assert worse.exit_code == 1
    assert "should not be installed" in worse.output
    installed = json.loads((home.assets / "manifest.json").read_text())["assets"]
    assert installed == [row], "what the gate refused changed nothing"

    from wherein import Engine

    with Engine.open(tmp_path) as engine:
        assert engine.stage("small").model != "small"
        assert engine.assets.go_back("small") is True

"""Training from a packed reader: the command starts from its weights and tokenizer, and logs its windows."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs the train extra (torch)")
pytest.importorskip("onnx_ir", reason="packing needs the train extra (onnx-ir)")

import torch
from click.testing import CliRunner
from wherein_lab.cli.train import export as export_command
from wherein_lab.cli.train import reader as reader_command
from wherein_lab.cli.training.train_learning_curve import curve as curve_command
from wherein_lab.training.examples.data import build, load
from wherein_lab.training.examples.sources import Source
from wherein_lab.training.network.export import PACKED, export
from wherein_lab.training.network.mpnet import MpnetReader
from wherein_lab.training.network.packing import Packing
from wherein_lab.training.network.shape import Shape
from wherein_lab.training.network.unpacking import read_packed
from wherein_lab.training.runs import checkpoints

from tests.lab.training.squad_text import article, tiny_tokenizer, write_squad
from wherein.core.errors import AssetDamaged, DataMissing

SOURCE = Source("towns", "CC0-1.0", "made for this test", held=0)
SHAPE = Shape("mpnet", 700, 130, 2, 64, 4, 128)
SETTINGS = {
    "name": "tiny", "window_tokens": 96, "stride_tokens": 32, "question_tokens": 24,
    "prefix_tokens": 8, "max_answer_tokens": 10, "pair": "mpnet",
}  # fmt: skip
RECIPE = """
name = "further"
seed = 1
folder = "further"
[base]
packed = "../packed"
sha256 = "{sha256}"
[shape]
kind = "mpnet"
vocabulary = 700
positions = 130
layers = 2
channels = 64
heads = 4
inner = 128
[schedule]
epochs = 1
learning_rate = 1e-12
head_learning_rate = 1e-12
batch_tokens = 300
pool_units = 8
milestone_tokens = 400
[packing]
block = 32
begins = 0.5
[sources]
towns = 1.0
[decay]
phase = [10, 30]
[windows]
question_tokens = 24
prefix_tokens = 8
window_tokens = 96
phases = [[0.0, 10, 30]]
pair_tokens = 16
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A training root with a set, a packed reader beside it, and a recipe that starts from that one."""
    write_squad(tmp_path / SOURCE.path, [article(number) for number in range(4)])
    build(tmp_path, tmp_path / "data", [SOURCE], [])
    contexts, examples = load(tmp_path / "data")
    torch.manual_seed(3)
    model = MpnetReader(SHAPE).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:  # as trained ones: equal arrays would be stored once
                parameter.add_(torch.randn_like(parameter), alpha=0.02)
    export(model, tmp_path / "packed", SETTINGS, Packing(32))
    texts = [context.text for context in contexts] + [example.question for example in examples]
    tokenizer = tiny_tokenizer([*texts, "Old town"])
    tokenizer.add_special_tokens(["<s>", "</s>"])
    tokenizer.save(str(tmp_path / "packed" / "tokenizer.json"))
    digest = hashlib.sha256((tmp_path / "packed" / PACKED).read_bytes()).hexdigest()
    (tmp_path / "recipes").mkdir()
    (tmp_path / "recipes" / "further.toml").write_text(RECIPE.format(sha256=digest))
    return tmp_path


def arguments(root: Path) -> list[str]:
    recipe = root / "recipes" / "further.toml"
    return [
        "--root",
        str(root),
        "--recipe",
        str(recipe),
        "--workers",
        "1",
        "--log",
        str(root / "log"),
    ]


def test_training_starts_from_the_packed_reader(root: Path) -> None:
    done = CliRunner().invoke(reader_command, arguments(root), catch_exceptions=False)
    assert done.exit_code == 0
    lines = [json.loads(line) for line in (root / "log").read_text().splitlines()]
    assert lines[0]["from"] == PACKED
    assert lines[1]["event"] == "windows"
    assert lines[1]["near_misses"] > 0
    found = checkpoints.latest(root / "further" / "checkpoints")
    assert found is not None
    started = read_packed(root / "packed" / PACKED, SHAPE).state_dict()
    weights = checkpoints.read(found)["weights"]
    assert "qa_outputs.weight" in weights
    for name, tensor in weights.items():
        assert torch.allclose(tensor, started[name], atol=1e-6), name


def test_a_checkpoint_of_it_can_be_exported(root: Path) -> None:
    CliRunner().invoke(reader_command, arguments(root), catch_exceptions=False)
    found = checkpoints.latest(root / "further" / "checkpoints")
    recipe = root / "recipes" / "further.toml"
    done = CliRunner().invoke(
        export_command,
        ["--root", str(root), str(found), str(root / "out"), "--recipe", str(recipe)],
        catch_exceptions=False,
    )
    assert done.exit_code == 0
    one, other = (
        read_packed(root / name / PACKED, SHAPE).state_dict() for name in ("out", "packed")
    )
    assert all(torch.allclose(one[name], other[name], atol=1e-4) for name in other)
    assert (root / "out" / "tokenizer.json").is_file()


def test_its_learning_curve_begins_with_the_reader_it_started_from(root: Path) -> None:
    done = CliRunner().invoke(reader_command, arguments(root), catch_exceptions=False)
    assert done.exit_code == 0
    recipe, data = root / "recipes" / "further.toml", root / SOURCE.path
    asked = [
        "--root",
        str(root),
        "--recipe",
        str(recipe),
        "--data",
        str(data),
        "--limit",
        "12",
        "--json",
    ]
    printed = CliRunner().invoke(curve_command, asked, catch_exceptions=False)
    points = json.loads(printed.output)["points"]
    assert points[0]["tokens"] == 0
    assert [point["tokens"] for point in points] == sorted(point["tokens"] for point in points)
    assert len(points) > 1
    for point in points:  # its rate is nothing, so that nothing was learned
        assert point["n"] == 12
        assert point["always"] == pytest.approx(points[0]["always"], abs=0.1)


def test_a_curve_without_a_milestone_is_an_error(root: Path) -> None:
    recipe = root / "recipes" / "further.toml"
    asked = ["--root", str(root), "--recipe", str(recipe), "--data", str(root / SOURCE.path)]
    with pytest.raises(DataMissing, match="no milestone of further yet"):
        CliRunner().invoke(curve_command, asked, catch_exceptions=False)


def test_another_packed_reader_is_refused(root: Path) -> None:
    path = root / "recipes" / "further.toml"
    path.write_text(RECIPE.format(sha256="0" * 64))
    with pytest.raises(AssetDamaged, match="not the base"):
        CliRunner().invoke(reader_command, arguments(root), catch_exceptions=False)

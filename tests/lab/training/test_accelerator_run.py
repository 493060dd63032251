"""A bundle runs with its own code alone, goes on after a kill, and says in a sentence what is wrong with it."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="training needs the train extra (torch)")
pytest.importorskip("safetensors", reason="training needs the train extra (safetensors)")

import torch
from wherein_lab.training.accelerator.chunking.material import read_rows
from wherein_lab.training.accelerator.main import main
from wherein_lab.training.accelerator.travel.assemble import collect
from wherein_lab.training.accelerator.travel.bundle import CODE, ENTRY, modules
from wherein_lab.training.network.rounding import rounded
from wherein_lab.training.network.weights import load_weights

from tests.clock import until
from tests.lab.training.toy_bundle import LARGE, SMALL, starts, towns, toy_bundle
from wherein.core.errors import AssetDamaged

QUICK = ["--reserve", "0", "--minutes", "2", "--updates", "6"]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    assert len(toy_bundle(folder)) > 1
    return folder / "bundle"


@pytest.fixture
def there(bundle: Path, tmp_path: Path) -> Path:
    """The loads as they are put together on the other machine."""
    for load in sorted(bundle.glob("load-*")):
        shutil.copytree(load, tmp_path / "there", dirs_exist_ok=True)
    return tmp_path / "there"


def lines(there: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (there / "work" / "log.jsonl").read_text().splitlines()]


def last_update(there: Path, stage: str) -> int:
    return max(
        row["updates"] for row in lines(there) if row.get("stage") == stage and "loss" in row
    )


def test_a_bundle_trains_with_nothing_but_its_own_code(
    there: Path, bundle: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-I", str(there / "run.py")]
    done = subprocess.run([*command, *QUICK], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert last_update(there, "large") == last_update(there, "small") == 6
    out = collect(bundle, there / "work" / "result", tmp_path / "out")
    assert [path.name for path in out] == ["large.safetensors", "small.safetensors"]
    large, small = load_weights(out[0], LARGE), load_weights(out[1], SMALL)
    weight = dict(large.named_parameters())["mpnet.encoder.layer.1.output.dense.weight"].detach()
    assert torch.allclose(rounded(weight, 32), weight, atol=1e-5)  # as it will be packed
    began = starts(tmp_path, *towns(tmp_path))["small"].weights
    name = "bert.encoder.layer.0.output.dense.weight"
    assert not torch.equal(small.state_dict()[name], torch.from_numpy(began[name]))


def test_a_bundle_holds_no_module_of_the_product(bundle: Path) -> None:
    assert all(name.startswith("wherein_lab.") for name in modules(ENTRY))
    assert not (bundle / "load-1" / CODE / "wherein").exists()


def test_held_out_articles_do_not_travel_and_mined_near_misses_do(
    there: Path, bundle: Path, tmp_path: Path
) -> None:
    contexts, examples = towns(tmp_path)
    held = {context.text for context in contexts if context.held}
    data = b"".join((there / name).read_bytes() for name in ("passages.jsonl.xz",))
    passages = read_rows(data)
    assert held
    assert held.isdisjoint(row[2] for row in passages)
    questions = read_rows((there / "questions.jsonl.xz").read_bytes())
    assert any(row[2] == examples[0].question and len(row[6]) == 1 for row in questions)


def test_killed_it_goes_on_from_its_last_checkpoint(there: Path) -> None:
    argv = ["--reserve", "0", "--minutes", "5", "--checkpoint-seconds", "0.05"]
    context = multiprocessing.get_context("fork")
    process = context.Process(target=main, args=(there, argv))
    process.start()
    checkpoint = there / "work" / "checkpoint.pt"
    until(lambda: checkpoint.is_file() and state_of(checkpoint)["learner"]["updates"] > 0)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    state = state_of(checkpoint)
    assert main(there, QUICK) == 2  # it says to resume
    other = shutil.copytree(there / "work", there / "no-time")
    assert main(there, ["--resume", "--minutes", "0", "--work", str(other)]) == 0
    written = json.loads((other / "result" / "result.json").read_text())["stages"]
    assert [(one["stage"], one["updates"]) for one in written] == [
        ("large", state["learner"]["updates"])
    ]  # what it has, and not the reader that had not begun
    assert state_of(other / "checkpoint.pt")["stage"] == 0
    assert main(there, [*QUICK, "--resume"]) == 0
    begun = [row for row in lines(there) if row.get("event") == "stage"]
    assert begun[1]["stage"] == "large"
    assert begun[1]["updates"] == state["learner"]["updates"]
    assert 0 < begun[1]["begun_at"] < 1
    assert last_update(there, "small") == 6


def test_it_learns(there: Path) -> None:
    assert main(there, [*QUICK, "--updates", "60"]) == 0
    losses = [row["loss"] for row in lines(there) if row.get("stage") == "large" and "loss" in row]
    assert losses[-1] < 0.9 * losses[0]


def test_a_wrong_piece_is_named_in_a_sentence(
    there: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = there / "questions.jsonl.xz"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    for argv in (["--check"], QUICK):
        assert main(there, argv) == 2
        assert "questions.jsonl.xz is not the one that was sent" in capsys.readouterr().err
    path.unlink()
    assert main(there, ["--check"]) == 0
    assert "still to come: questions.jsonl.xz" in capsys.readouterr().out
    assert main(there, QUICK) == 2
    assert "questions.jsonl.xz is missing" in capsys.readouterr().err


def test_memory_that_is_not_enough_halves_what_is_computed_at_once(there: Path) -> None:
    assert main(there, [*QUICK, "--memory-rows", "1"]) == 0
    rows = [row["rows_at_once"] for row in lines(there) if row.get("event") == "memory"]
    assert rows == [2, 1, 2, 1]  # in each of the stages
    assert last_update(there, "large") == 6


def test_collecting_refuses_a_wrong_piece(there: Path, bundle: Path, tmp_path: Path) -> None:
    assert main(there, QUICK) == 0
    piece = there / "work" / "result" / "small.safetensors"
    piece.write_bytes(b"other")
    with pytest.raises(AssetDamaged, match=r"small\.safetensors is not the one"):
        collect(bundle, there / "work" / "result", tmp_path / "out")


def state_of(checkpoint: Path) -> dict[str, Any]:
    state: dict[str, Any] = torch.load(checkpoint, weights_only=True)
    return state

"""Training itself, on a tiny model: it learns, and stopping in between changes nothing."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs the train extra (torch)")

import torch
from wherein_lab.training.examples.data import build, load
from wherein_lab.training.examples.sources import Source
from wherein_lab.training.examples.windows import Feed
from wherein_lab.training.network.model import SpanReader
from wherein_lab.training.network.packing import Packing
from wherein_lab.training.network.shape import Shape
from wherein_lab.training.runs import checkpoints
from wherein_lab.training.runs.reader import TOKENS, UPDATES, Decay, Run, Shared, train
from wherein_lab.training.runs.recipe import DecayData, Recipe, Schedule, Windows

from tests.clock import until
from tests.lab.training.squad_text import article, tiny_tokenizer, write_squad
from wherein.core.errors import UsageError

SOURCE = Source("towns", "CC0-1.0", "made for this test", held=1)
SHAPE = Shape(vocabulary=700, positions=160, layers=1, channels=16, heads=2, inner=32)
RECIPE = Recipe(
    "tiny", 3, None, {"towns": 1.0},
    Schedule(epochs=2, batch_tokens=300, pool_units=8, warm_up_updates=3, learning_rate=1e-2),
    Windows(phases=((0.0, 30, 40),), window_tokens=160, pair_tokens=16),
    SHAPE,
    DecayData((30, 40)),
)  # fmt: skip


@pytest.fixture
def feed(tmp_path: Path) -> Feed:
    write_squad(tmp_path / SOURCE.path, [article(number) for number in range(6)])
    build(tmp_path, tmp_path / "set", [SOURCE], [])
    contexts, examples = load(tmp_path / "set")
    texts = [context.text for context in contexts] + [example.question for example in examples]
    return Feed(RECIPE, contexts, examples, tiny_tokenizer([*texts, "Old town"]))


def fresh() -> Shared:
    torch.manual_seed(0)
    return Shared(RECIPE, SpanReader(SHAPE), workers=1)


def test_frozen_layers_stay_and_all_that_feeds_them() -> None:
    torch.manual_seed(0)
    shape = replace(SHAPE, layers=3)
    recipe = replace(RECIPE, shape=shape, schedule=replace(RECIPE.schedule, freeze_layers=2))
    shared = Shared(recipe, SpanReader(shape), workers=1)
    trained = {n for n, p in shared.model.named_parameters() if p.requires_grad}
    assert trained
    assert all(".layer.2." in name or name.startswith("qa_outputs.") for name in trained)
    assert {n for n, _ in shared.model.named_parameters() if ".layer.2." in n} <= trained


def test_a_packed_reader_learns_rounded_in_the_last_part_of_its_decay_alone() -> None:
    torch.manual_seed(0)
    shape = replace(SHAPE, channels=32)  # whole blocks of word vectors
    recipe = replace(RECIPE, shape=shape, packing=Packing(32, begins=0.5))
    shared = Shared(recipe, SpanReader(shape), workers=1)
    assert shared.as_packed() == {}
    shared.decay = Decay(start=100, tokens=1000)
    for tokens, rounds in ((100, False), (599, False), (600, True), (1100, True)):
        shared.counters[TOKENS] = tokens
        assert bool(shared.as_packed()) == rounds, tokens
    weight = shared.model.state_dict()["bert.encoder.layer.0.intermediate.dense.weight"]
    assert not torch.equal(
        shared.as_packed()["bert.encoder.layer.0.intermediate.dense.weight"], weight
    )


def quiet(values: dict[str, object]) -> None:
    del values


def test_resumed_equals_uninterrupted(feed: Feed, tmp_path: Path) -> None:
    whole = fresh()
    train(whole, feed, Run(tmp_path / "whole", workers=1, stop_updates=9), quiet)

    run = Run(tmp_path / "parts", workers=1)
    first = fresh()
    train(first, feed, replace(run, stop_updates=4), quiet)
    second = fresh()
    found = checkpoints.latest(tmp_path / "parts")
    assert found is not None
    second.restore(checkpoints.read(found))
    assert int(second.counters[UPDATES]) == 4
    train(second, feed, replace(run, stop_updates=9), quiet)

    for (name, one), other in zip(
        whole.model.named_parameters(), second.model.parameters(), strict=True
    ):
        assert torch.equal(one, other), name
    assert whole.counters.tolist() == second.counters.tolist()
    assert whole.places.tolist() == second.places.tolist()


def trained_slowly(feed: Feed, folder: Path) -> None:
    """A run of one worker that saves several times a second."""
    os.setsid()
    schedule = replace(RECIPE.schedule, epochs=10_000, checkpoint_minutes=0.005)
    torch.manual_seed(0)
    shared = Shared(replace(RECIPE, schedule=schedule), SpanReader(SHAPE), workers=1)
    train(shared, feed, Run(folder, workers=1), quiet)


def members(group: int) -> list[int]:
    """The processes of a group that still run, by /proc."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, own = path.read_text().rpartition(")")[2].split()[:3]
            if int(own) == group and state != "Z":
                found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_a_killed_run_of_one_worker_goes_on_from_its_checkpoint(feed: Feed, tmp_path: Path) -> None:
    """A single worker has a trainer beside it that saves meanwhile, and ends when that one is killed."""
    trainer = multiprocessing.get_context("fork").Process(
        target=trained_slowly, args=(feed, tmp_path / "run")
    )
    trainer.start()
    group = trainer.pid or 0
    try:
        until(lambda: checkpoints.latest(tmp_path / "run"))
        assert len(members(group)) == 2
        os.kill(group, signal.SIGKILL)
        trainer.join()
        until(lambda: not members(group))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)

    found = checkpoints.latest(tmp_path / "run")
    assert found is not None
    again = fresh()
    again.restore(checkpoints.read(found))
    reached = int(again.counters[UPDATES])
    assert reached > 0
    train(again, feed, Run(tmp_path / "run", workers=1, stop_updates=reached + 2), quiet)
    assert int(again.counters[UPDATES]) == reached + 2


def test_milestones_are_kept_as_often_as_the_recipe_says(feed: Feed, tmp_path: Path) -> None:
    schedule = replace(RECIPE.schedule, milestone_tokens=2000, epochs=40)
    torch.manual_seed(0)
    shared = Shared(replace(RECIPE, schedule=schedule), SpanReader(SHAPE), workers=1)
    train(shared, feed, Run(tmp_path, workers=1), quiet)
    kept = sorted(tmp_path.glob("milestone-*.pt"))
    assert kept
    first = checkpoints.read(kept[0])
    assert int(first["counters"][TOKENS]) >= 2000


def test_it_learns(feed: Feed, tmp_path: Path) -> None:
    shared = fresh()
    train(shared, feed, Run(tmp_path / "run", workers=1, stop_updates=3), quiet)
    early = float(shared.losses[0] / shared.losses[1])
    shared.losses.zero_()
    train(shared, feed, Run(tmp_path / "run", workers=1), quiet)
    assert float(shared.losses[0] / shared.losses[1]) < early
    assert shared.finished(feed.pools_per_epoch)


def test_a_branch_ends_at_rate_zero_and_leaves_the_trunk(feed: Feed, tmp_path: Path) -> None:
    trunk = fresh()
    train(trunk, feed, Run(tmp_path / "trunk", workers=1, stop_updates=4), quiet)
    branch = fresh()
    branch.restore(checkpoints.read(checkpoints.latest(tmp_path / "trunk") or tmp_path))
    branch.decay = Decay(int(branch.counters[1]), 1500)
    full = branch.factor()
    train(branch, feed, Run(tmp_path / "branch", workers=1), quiet)
    assert full == 1.0
    assert branch.factor() == 0.0
    again = checkpoints.read(checkpoints.latest(tmp_path / "trunk") or tmp_path)
    assert int(again["counters"][UPDATES]) == 4


def test_checkpoints_are_pruned_but_milestones_stay(tmp_path: Path) -> None:
    for update in (1, 2, 3, 4, 5):
        checkpoints.save(tmp_path, {"update": update}, update, milestone=update == 1)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [
        "milestone-0000001.pt", "update-0000003.pt", "update-0000004.pt", "update-0000005.pt",
    ]  # fmt: skip
    newest = checkpoints.latest(tmp_path)
    assert newest is not None
    assert checkpoints.read(newest) == {"update": 5}


def test_another_recipes_checkpoint_is_refused(tmp_path: Path) -> None:
    state = fresh().state()
    state["recipe"] = "another"
    with pytest.raises(UsageError, match="another recipe"):
        fresh().restore(state)


def test_more_workers_go_on_after_the_furthest_pool() -> None:
    state = fresh().state()
    state["places"] = torch.tensor([[6, 2]])
    two = Shared(RECIPE, SpanReader(SHAPE), workers=2)
    two.restore(state)
    assert two.places.tolist() == [[7, 0], [8, 0]]

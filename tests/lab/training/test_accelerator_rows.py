"""Windows that share a row are read as if each stood alone, and a chunk is a function of its number."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the train extra (torch)")

import torch
from tokenizers import Tokenizer
from wherein_lab.training.accelerator.chunking.chunks import Alphabet, Chunk, ChunkMaker
from wherein_lab.training.accelerator.chunking.material import (
    open_tokenizer,
    read_some,
    tokenised,
    use_tokenizer,
)
from wherein_lab.training.accelerator.learning.feeding import Feeding, of_chunk
from wherein_lab.training.accelerator.learning.learner import Learner, teaching
from wherein_lab.training.accelerator.learning.network import PackedNetwork
from wherein_lab.training.accelerator.travel.bundle import rows_of
from wherein_lab.training.accelerator.weights_file import read_weights, write_weights
from wherein_lab.training.network.rounding import rounded
from wherein_lab.training.network.weights import new_reader
from wherein_lab.training.runs.teacher import numbers_of

from tests.lab.training.toy_bundle import CUTTING, LARGE, SETTINGS, SMALL, STAGES, starts, towns


@pytest.fixture(scope="module")
def maker(tmp_path_factory: pytest.TempPathFactory) -> ChunkMaker:
    folder = tmp_path_factory.mktemp("towns")
    contexts, examples = towns(folder)
    readers = starts(folder, contexts, examples)
    passages, questions = rows_of(SETTINGS, contexts, examples, [])
    use_tokenizer(str(readers["small"].tokenizer))
    material = tokenised(passages, questions, lambda function, parts: [function(p) for p in parts])
    assert read_some([]) == []
    own, theirs = (Tokenizer.from_file(str(readers[n].tokenizer)) for n in ("small", "large"))
    alphabets = {
        "bert": Alphabet(101, (102,), 102),
        "mpnet": Alphabet(0, (2, 2), 2, numbers_of(theirs, own).astype(np.uint16)),
    }
    tokenizer = open_tokenizer(str(readers["small"].tokenizer))
    return ChunkMaker(material, tokenizer, STAGES[1], CUTTING, alphabets)


def text(maker: ChunkMaker, ids: list[int]) -> str:
    names = {number: piece for piece, number in maker.tokenizer.get_vocab().items()}
    return " ".join(names[number] for number in ids)


def test_marks_are_where_the_answers_stand(maker: ChunkMaker) -> None:
    chunk = maker.make(0, 0.0)
    layout = chunk.layouts["bert"]
    answers = set()
    for row, spots, start, end in zip(chunk.row, layout.spots, chunk.start, chunk.end, strict=True):
        if start:
            answers.add(text(maker, layout.ids[row, spots[start] : spots[end] + 1].tolist()))
    assert answers
    assert all(
        answer.isdigit() or answer in "ada bela cleo dora edda fritz gerd hanna"
        for answer in answers
    )


@pytest.mark.parametrize("shape", [LARGE, SMALL], ids=["mpnet", "bert"])
def test_a_window_is_read_the_same_in_a_row_and_alone(maker: ChunkMaker, shape: object) -> None:
    torch.manual_seed(1)
    reader = new_reader(shape).eval()  # type: ignore[arg-type]
    for parameter in reader.parameters():  # also what begins as zero
        torch.nn.init.normal_(parameter, std=0.2)
    rows = of_chunk(maker.make(0, 1.0)).part(0, 6)
    kind = reader.shape.kind
    batch = rows.on("cpu", kind)
    with torch.no_grad():
        starts, ends = PackedNetwork(reader.shape).logits(dict(reader.state_dict()), batch)
        layout = rows.layouts[kind]
        assert len(rows.row) > rows.count  # some rows hold several windows
        for window, (row, spots) in enumerate(zip(rows.row, layout.spots, strict=True)):
            own = layout.windows[row] == layout.windows[row, spots[0]]
            ids, types = (
                torch.from_numpy(a[row, own].astype(np.int64))[None]
                for a in (layout.ids, layout.types)
            )
            alone = reader(ids, None, types)
            used = spots[spots >= 0] - spots[0]
            for got, wanted in zip((starts, ends), alone, strict=True):
                assert torch.allclose(
                    got[window, : len(used)], wanted[0, used.astype(np.int64)], atol=1e-4
                )


def test_a_chunk_is_a_function_of_its_number_and_resuming_continues_it(maker: ChunkMaker) -> None:
    def stream(first: int) -> list[tuple[int, Chunk]]:
        return [(number, maker.make(number, 0.5)) for number in range(first, 4)]

    whole = list(Feeding((0, 0)).batches(iter(stream(0)), 3))
    place = whole[2][1]
    again = list(Feeding(place).batches(iter(stream(place[0])), 3))
    assert len(again) == len(whole) - 3
    for (one, _), (other, _) in zip(whole[3:], again, strict=True):
        assert np.array_equal(one.layouts["bert"].ids, other.layouts["bert"].ids)
        assert np.array_equal(one.start, other.start)


def test_unlabelled_windows_are_of_other_passages_of_the_same_page(maker: ChunkMaker) -> None:
    chunk = maker.make(0, 1.0)
    assert 0 < (~chunk.labelled).sum() < len(chunk.labelled)
    assert not chunk.start[~chunk.labelled].any()
    assert maker.make(0, 0.0).labelled.all()


def test_a_source_comes_as_often_as_the_stage_says(maker: ChunkMaker) -> None:
    twice = replace(
        maker, stage=replace(maker.stage, sources={"towns": 2.0}, pair_weight=1.0), epoch=None
    )
    once = replace(maker, stage=replace(maker.stage, pair_weight=1.0), epoch=None)
    assert len(twice.units(0)) == 2 * len(once.units(0))


def test_weights_in_four_bits_are_what_training_rounds_them_to(tmp_path: Path) -> None:
    weight = torch.randn(6, 64)
    write_weights(tmp_path / "w", {"w": weight.numpy(), "v": weight[0].numpy()}, {"w"})
    read = read_weights((tmp_path / "w").read_bytes())
    assert np.array_equal(read["v"], weight[0].numpy())
    assert np.allclose(read["w"], rounded(weight, 32).numpy(), atol=2e-3)
    assert np.allclose(rounded(torch.from_numpy(read["w"]), 32).numpy(), read["w"], atol=1e-6)


def test_in_bfloat16_a_batch_costs_what_it_costs_in_float32(maker: ChunkMaker) -> None:
    rows = of_chunk(maker.make(0, 1.0)).part(0, 4)
    torch.manual_seed(2)
    large, small = (
        {n: t.numpy().copy() for n, t in new_reader(s).state_dict().items()} for s in (LARGE, SMALL)
    )
    costs = []
    for half in (False, True):
        learner = Learner(STAGES[1], small, "cpu", half, PackedNetwork(SMALL))
        learner.teacher = teaching(PackedNetwork(LARGE), large, "cpu", half, 2.0)
        costs.append(learner.learn(rows, 1.0, rounds=True, teacher_share=0.5).item())
        assert all(torch.isfinite(weight).all() for weight in learner.weights.values())
    assert costs[1] == pytest.approx(costs[0], rel=0.02)


def test_a_batch_in_parts_has_the_gradients_of_the_whole(maker: ChunkMaker) -> None:
    rows = of_chunk(maker.make(0, 1.0)).part(0, 4)
    torch.manual_seed(2)
    start = {n: t.numpy().copy() for n, t in new_reader(SMALL).state_dict().items()}
    after = []
    for parts in (1, 4):
        learner = Learner(STAGES[1], start, "cpu", half=False, network=PackedNetwork(SMALL))
        learner.parts = parts
        cost = learner.learn(rows, 1.0, rounds=False, teacher_share=0.0).item()
        after.append(
            (cost, learner.optimizer.state[learner.weights["qa_outputs.weight"]]["exp_avg"])
        )
    assert after[0][0] == pytest.approx(after[1][0], rel=1e-5)
    assert torch.allclose(after[0][1], after[1][1], rtol=1e-3, atol=1e-8)

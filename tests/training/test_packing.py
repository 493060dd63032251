"""A reader packed into four and eight bits a weight still computes what was trained, and is the one that reads."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="packing needs the train extra (torch)")
pytest.importorskip("onnx_ir", reason="packing needs the train extra (onnx-ir)")

import onnx
import onnxruntime
import torch

from wherein.reading.extractive import ReaderFiles
from wherein.training.export import FP32, INT8, PACKED, export
from wherein.training.mpnet import MpnetReader
from wherein.training.packing import Packing
from wherein.training.rounding import round_frozen, rounded, rounded_through
from wherein.training.shape import Shape

SHAPE = Shape("mpnet", 700, 130, 2, 64, 4, 128)
SETTINGS = {
    "name": "tiny", "window_tokens": 96, "stride_tokens": 32, "question_tokens": 24,
    "prefix_tokens": 8, "max_answer_tokens": 10, "pair": "mpnet",
}  # fmt: skip


@pytest.fixture(scope="module")
def model() -> MpnetReader:
    torch.manual_seed(3)
    return MpnetReader(SHAPE).eval()


def logits(path: Path) -> np.ndarray:
    """(2, windows, tokens) of some drawn windows without padding."""
    ids = np.random.default_rng(0).integers(5, 700, (3, 40))
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    return np.stack(session.run(["start_logits", "end_logits"], feed))


def alike(one: np.ndarray, other: np.ndarray) -> float:
    """The correlation of two readers' logits."""
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])


def products(path: Path) -> dict[str, int]:
    """How many bits each packed product's weights have, by the layer's place in its name."""
    nodes = onnx.load(str(path)).graph.node
    packed = [node for node in nodes if node.op_type == "MatMulNBits"]
    bits = {n.name: next(a.i for a in n.attribute if a.name == "bits") for n in packed}
    assert [node.op_type for node in nodes if "word_embeddings" in node.name] == [
        "GatherBlockQuantized"
    ]
    return bits


def test_layers_have_the_bits_that_the_packing_names(model: MpnetReader, tmp_path: Path) -> None:
    export(model, tmp_path, SETTINGS, Packing(32, eight_bits=(1,)))
    bits = products(tmp_path / PACKED)
    assert {name: b for name, b in bits.items() if "layer.0" in name and b != 4} == {}
    assert {name: b for name, b in bits.items() if "layer.1" in name and b != 8} == {}
    assert len(bits) == 8  # four products a layer; those of attention itself have no weights


def test_more_bits_are_nearer_to_what_was_trained(model: MpnetReader, tmp_path: Path) -> None:
    found = {}
    for name, packing in (("four", Packing(32)), ("eight", Packing(32, (0, 1)))):
        export(model, tmp_path / name, SETTINGS, packing)
        wanted = logits(tmp_path / name / FP32)
        found[name] = alike(wanted, logits(tmp_path / name / PACKED))
    assert 0.9 < found["four"] < found["eight"]


def test_the_packed_file_is_the_one_that_reads(model: MpnetReader, tmp_path: Path) -> None:
    manifest = export(model, tmp_path, SETTINGS, Packing(32))
    assert PACKED in {file["path"] for file in manifest["files"]}
    files = ReaderFiles.of(tmp_path, tmp_path / "tokenizer.json")
    assert files.model == tmp_path / PACKED
    export(model, tmp_path / "plain", SETTINGS)
    plain = ReaderFiles.of(tmp_path / "plain", tmp_path / "tokenizer.json")
    assert plain.model == tmp_path / "plain" / INT8


def test_a_settings_file_names_nothing_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "reader.json").write_text(json.dumps({**SETTINGS, "model": "../elsewhere.onnx"}))
    assert ReaderFiles.of(tmp_path, tmp_path / "t").model == tmp_path / "elsewhere.onnx"


def unpacked(path: Path, part: str) -> np.ndarray:
    """(in, out): the weights of one packed product as ONNX Runtime reads them: four bits each, two in
    a byte, the lower half first, 8 in the middle of their scale."""
    graph = onnx.load(str(path)).graph
    (node,) = [n for n in graph.node if n.op_type == "MatMulNBits" and part in n.name]
    arrays = {i.name: onnx.numpy_helper.to_array(i) for i in graph.initializer}
    packed, scales = arrays[node.input[1]], arrays[node.input[2]]  # (out, blocks, bytes)
    steps = np.stack([packed & 15, packed >> 4], -1).reshape(len(packed), -1, 32).astype(np.float32)
    return ((steps - 8) * scales.reshape(len(packed), -1, 1)).reshape(len(packed), -1)


def test_training_rounds_as_packing_does(model: MpnetReader, tmp_path: Path) -> None:
    export(model, tmp_path, SETTINGS, Packing(32))
    weight = model.state_dict()["mpnet.encoder.layer.1.intermediate.dense.weight"]
    once = rounded(weight, 32)
    assert np.allclose(once.numpy(), unpacked(tmp_path / PACKED, "layer.1/dense"), atol=1e-6)
    assert torch.allclose(rounded(once, 32), once, atol=1e-6)
    assert not torch.allclose(once, weight, atol=1e-4)


def test_what_is_frozen_is_rounded_and_loses_nothing_more(tmp_path: Path) -> None:
    torch.manual_seed(4)
    packing, model = Packing(32, eight_bits=(1,)), MpnetReader(SHAPE).eval()
    for parameter in model.mpnet.parameters():
        parameter.requires_grad_(False)
    round_frozen(model, model.word_vectors, packing)
    export(model, tmp_path, SETTINGS, packing)
    assert alike(logits(tmp_path / FP32), logits(tmp_path / PACKED)) > 0.9995


def test_gradients_go_through_the_rounding() -> None:
    torch.manual_seed(5)
    model = MpnetReader(SHAPE)
    instead = rounded_through(model, Packing(32, eight_bits=(0,)))
    assert all("layer.1." in name for name in instead)
    assert len(instead) == 6
    ids = torch.randint(5, 700, (2, 12))
    starts, _ = torch.func.functional_call(model, instead, (ids, None))
    starts.square().sum().backward()
    weight = dict(model.named_parameters())["mpnet.encoder.layer.1.attention.attn.q.weight"]
    assert weight.grad is not None
    assert weight.grad.abs().sum() > 0

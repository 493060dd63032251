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
from wherein_lab.training.network.export import FP32, INT8, PACKED, export
from wherein_lab.training.network.mpnet import MpnetReader, buckets
from wherein_lab.training.network.packing import Packing
from wherein_lab.training.network.rounding import round_frozen, rounded, rounded_through
from wherein_lab.training.network.shape import Shape
from wherein_lab.training.network.unpacking import read_packed, unpacked

from wherein.core.errors import AssetDamaged, AssetMissing
from wherein.reading.extractive import ReaderFiles

SHAPE = Shape("mpnet", 700, 130, 2, 64, 4, 128)
SETTINGS = {
    "name": "tiny", "window_tokens": 96, "stride_tokens": 32, "question_tokens": 24,
    "prefix_tokens": 8, "max_answer_tokens": 10, "pair": "mpnet",
}  # fmt: skip


@pytest.fixture(scope="module")
def model() -> MpnetReader:
    torch.manual_seed(3)
    reader = MpnetReader(SHAPE).eval()
    with torch.no_grad():
        for parameter in reader.parameters():
            if parameter.dim() == 1:  # as trained ones: equal arrays would be stored once
                parameter.add_(torch.randn_like(parameter), alpha=0.02)
    return reader


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


def test_training_rounds_as_packing_does(model: MpnetReader, tmp_path: Path) -> None:
    export(model, tmp_path, SETTINGS, Packing(32))
    name = "mpnet.encoder.layer.1.intermediate.dense.weight"
    weight = model.state_dict()[name]
    once = rounded(weight, 32)
    assert np.allclose(once.numpy(), unpacked(tmp_path / PACKED, SHAPE)[name], atol=1e-6)
    assert torch.allclose(rounded(once, 32), once, atol=1e-6)
    assert not torch.allclose(once, weight, atol=1e-4)


@pytest.mark.parametrize("eight", [(), (1,)])
def test_what_ships_can_be_trained_on(
    model: MpnetReader, tmp_path: Path, eight: tuple[int, ...]
) -> None:
    export(model, tmp_path, SETTINGS, Packing(32, eight))
    again = read_packed(tmp_path / PACKED, SHAPE).eval()
    ids = torch.from_numpy(np.random.default_rng(0).integers(5, 700, (3, 40)))
    with torch.no_grad():
        starts, ends = again(ids, torch.ones_like(ids))
    found = np.stack([starts.numpy(), ends.numpy()])
    assert alike(found, logits(tmp_path / PACKED)) > 0.9995
    trained, here = model.state_dict(), again.state_dict()
    bias, used = "mpnet.encoder.relative_attention_bias.weight", buckets(128).unique()
    assert torch.allclose(trained[bias][used], here[bias][used])
    assert torch.allclose(trained["qa_outputs.weight"], here["qa_outputs.weight"])


def test_a_reader_of_another_shape_is_refused(model: MpnetReader, tmp_path: Path) -> None:
    export(model, tmp_path, SETTINGS, Packing(32))
    with pytest.raises(AssetDamaged, match="not a packed reader of the recipe's shape"):
        read_packed(tmp_path / PACKED, Shape("mpnet", 700, 130, 3, 64, 4, 128))
    with pytest.raises(AssetMissing):
        read_packed(tmp_path / "none.onnx", SHAPE)


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

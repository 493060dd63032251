"""The larger reader's encoder: computed as its authors do, cut from a base, exported as computed."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the large reader is made with the train extra (torch)")

import torch
from wherein_lab.training.network.mpnet import MpnetReader, buckets
from wherein_lab.training.network.shape import Shape
from wherein_lab.training.network.weights import kept, load_weights

from tests.lab.training.squad_text import tiny_tokenizer
from wherein.core.errors import AssetDamaged
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.calibration import FEATURES
from wherein.reading.windows import PAIRS, WindowCutter, WindowShape

SHAPE = Shape("mpnet", 700, 130, 2, 32, 4, 64)


def bucket(distance: int) -> int:
    """The bucket of one distance as Raffel et al. (2020) define it, worked by hand."""
    out = 16 if distance > 0 else 0
    size = abs(distance)
    if size < 8:
        return out + size
    return out + min(15, 8 + int(math.log(size / 8) / math.log(128 / 8) * 8))


def test_distances_fall_into_their_buckets() -> None:
    got = buckets(300).tolist()
    assert got == [bucket(distance) for distance in range(-299, 300)]
    assert [got[299], got[300], got[298], got[0], got[-1]] == [0, 17, 1, 15, 31]


def test_padding_changes_nothing() -> None:
    torch.manual_seed(0)
    model = MpnetReader(SHAPE).eval()
    ids = torch.randint(5, 700, (1, 12))
    padded = torch.cat([ids, torch.ones((1, 5), dtype=torch.int64)], 1)
    mask = torch.tensor([[1] * 12 + [0] * 5])
    with torch.no_grad():
        alone, beside = model(ids, None), model(padded, mask)
    for one, other in zip(alone, beside, strict=True):
        assert torch.allclose(one, other[:, :12], atol=1e-5)


def test_order_matters_through_the_bias_alone() -> None:
    """Without places in the embeddings, only the bias distinguishes one order from another."""
    torch.manual_seed(0)
    model = MpnetReader(SHAPE).eval()
    torch.nn.init.zeros_(model.mpnet.embeddings.position_embeddings.weight)
    for weight in model.parameters():
        if weight.dim() > 1:
            weight.data *= 10  # drawn so small, attention is all but even
    ids = torch.arange(100, 110)[None]
    turned = ids.flip(1)
    with torch.no_grad():
        before = [model(ids, None)[0], model(turned, None)[0].flip(1)]
        assert not torch.allclose(*before, atol=1e-2)
        torch.nn.init.zeros_(model.mpnet.encoder["relative_attention_bias"].weight)
        after = [model(ids, None)[0], model(turned, None)[0].flip(1)]
    assert torch.allclose(*after, atol=1e-4)


def test_a_base_gives_the_layers_that_are_kept(tmp_path: Path) -> None:
    from safetensors.torch import save_file

    torch.manual_seed(0)
    base = MpnetReader(Shape("mpnet", 700, 130, 4, 32, 4, 64))
    weights = {n.removeprefix("mpnet."): t for n, t in base.state_dict().items() if "mpnet" in n}
    save_file({n: t.contiguous() for n, t in weights.items()}, tmp_path / "base.safetensors")
    cut = load_weights(
        tmp_path / "base.safetensors", Shape("mpnet", 700, 130, 2, 32, 4, 64, (0, 3))
    )
    for own, theirs in ((0, 0), (1, 3)):
        name = "mpnet.encoder.layer.{}.attention.attn.q.weight"
        assert torch.equal(
            cut.state_dict()[name.format(own)], base.state_dict()[name.format(theirs)]
        )
    with pytest.raises(AssetDamaged, match="lacks"):
        load_weights(tmp_path / "base.safetensors", Shape("bert", 700, 130, 2, 32, 4, 64))
    assert kept(weights, ()) is weights


def test_what_is_exported_computes_what_was_trained(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="exporting needs the train extra (onnx)")
    import onnxruntime
    from wherein_lab.training.network.export import FP16, FP32, INT8, export

    torch.manual_seed(1)
    model = MpnetReader(SHAPE)
    export(model, tmp_path, {"name": "tiny"})
    random = np.random.default_rng(0)
    mask = np.ones((3, 40), np.int64)
    mask[-1, 20:] = 0
    feed = {"input_ids": random.integers(5, 700, (3, 40)), "attention_mask": mask}
    with torch.no_grad():
        wanted = model(*(torch.from_numpy(feed[key]) for key in feed))
    for name, tolerance in ((FP32, 1e-5), (FP16, 5e-3), (INT8, 0.15)):
        session = onnxruntime.InferenceSession(tmp_path / name, providers=["CPUExecutionProvider"])
        assert {given.name for given in session.get_inputs()} == set(feed)
        got = session.run(["start_logits", "end_logits"], feed)
        for one, other in zip(wanted, got, strict=True):
            assert np.abs(one.numpy() - other)[mask == 1].max() < tolerance, name


def test_it_reads_with_its_own_marks(tmp_path: Path) -> None:
    """Trained by heart on one window cut at run time, exported, and asked through the product."""
    pytest.importorskip("onnx", reason="exporting needs the train extra (onnx)")
    import json

    from wherein_lab.registry.readers import open_reader
    from wherein_lab.training.network.export import export

    text = "The mill was built by Ada in 1832."
    passage = Passage("d", 0, Span(0, len(text)), text)
    tokenizer = tiny_tokenizer([text, "Who built the mill"])
    tokenizer.add_special_tokens(["<s>", "</s>"])
    cutter = WindowCutter(tokenizer, WindowShape(96, 32, 24, 8), PAIRS["mpnet"])
    (window,) = cutter.cut("Who built the mill", [passage], [""])
    tokens = [tokenizer.id_to_token(i) or "" for i in window.ids]
    marks = [token for token in tokens if token.startswith("<")]
    assert marks == ["<s>", "</s>", "</s>", "</s>"]
    at = next(n for n, (start, _) in enumerate(window.offsets) if text[start:].startswith("Ada"))

    torch.manual_seed(2)
    model = MpnetReader(SHAPE)
    ids, gold = torch.tensor([window.ids]), torch.tensor([window.first + at])
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(60):
        starts, ends = model(ids, None)
        loss = sum(torch.nn.functional.cross_entropy(part, gold) for part in (starts, ends))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    settings = {
        "name": "tiny", "window_tokens": 96, "stride_tokens": 32, "question_tokens": 24,
        "prefix_tokens": 8, "max_answer_tokens": 10, "pair": "mpnet", "bound": 0.5, "perhaps_bound": 0.2,
        "calibration": {"weights": dict.fromkeys(FEATURES, 0.0) | {"margin": 1.0}, "intercept": 0.0},
    }  # fmt: skip
    export(model, tmp_path, settings)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    opened = open_reader(str(tmp_path))
    opened.titles["d"] = ""
    (reading,) = opened.reader.read("Who built the mill", [passage])
    assert reading.candidates[0].span.of(text) == "Ada"
    assert json.loads((tmp_path / "reader.json").read_text("utf-8"))["pair"] == "mpnet"

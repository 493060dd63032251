"""Exports trained weights to the files that ship: ONNX in three precisions, fp16 weights, settings.

Knows graphs and files; measures nothing. The files load in onnxruntime and onnxruntime-web: opset 17, only standard
operators. The packed variant is for onnxruntime on a server only.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from wherein_lab.training.network.model import SelfAttention
from wherein_lab.training.network.mpnet import MpnetReader
from wherein_lab.training.network.mpnet import SelfAttention as BiasedAttention
from wherein_lab.training.network.packing import Packing, pack
from wherein_lab.training.network.weights import AnyReader, new_reader

OPSET = 17
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OUTPUTS = ("start_logits", "end_logits")
FP32, FP16, INT8 = "reader.fp32.onnx", "reader.fp16.onnx", "reader.int8.onnx"
PACKED = "reader.packed.onnx"
WEIGHTS = "weights.fp16.safetensors"
# Smaller arrays (biases, norms) stay float32: they need little space and would lose the most precision.
_LARGE = 4096


class FusedAttention(nn.Module):
    """SelfAttention with query, key and value computed by one product: a third of the calls at run time."""

    def __init__(self, source: SelfAttention | BiasedAttention) -> None:
        super().__init__()
        biased = isinstance(source, BiasedAttention)
        parts = (
            (source.q, source.k, source.v) if biased else (source.query, source.key, source.value)
        )
        self.after = source.o if biased else nn.Identity()
        self.heads, self.size = source.heads, source.size
        self.scale = self.size**-0.5
        self.joint = nn.Linear(parts[0].in_features, 3 * parts[0].out_features)
        with torch.no_grad():
            self.joint.weight.copy_(torch.cat([part.weight for part in parts]))
            self.joint.bias.copy_(torch.cat([part.bias for part in parts]))

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        batch, length, channels = x.shape
        query, key, value = (
            part.view(batch, length, self.heads, self.size).transpose(1, 2)  # (B, H, T, D)
            for part in self.joint(x).split(channels, dim=-1)
        )
        scores = query @ key.transpose(-1, -2) * self.scale  # (B, H, T, T)
        if mask is not None:
            scores = scores + mask
        mixed = torch.softmax(scores, dim=-1) @ value
        out: Tensor = self.after(mixed.transpose(1, 2).reshape(batch, length, channels))
        return out


def export(
    model: AnyReader, folder: Path, settings: dict[str, Any], packing: Packing | None = None
) -> dict[str, Any]:
    """Write every variant and `reader.json` into `folder`; returns a manifest of sizes and hashes.

    A packing adds one variant, which the settings then name as the one to read with. The model is unchanged, but
    in evaluation mode and on the CPU afterwards.
    """
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    model.eval().cpu()
    halves = {name: t.detach().half().contiguous() for name, t in model.state_dict().items()}
    save_file(halves, folder / WEIGHTS)
    _to_onnx(fused(model), folder / FP32)
    _halved(folder / FP32, folder / FP16)
    _quantised(folder / FP32, folder / INT8)
    files = [FP32, FP16, INT8, WEIGHTS, "reader.json"]
    if packing is not None:
        pack(folder / FP32, folder / PACKED, packing)
        settings = {**settings, "model": PACKED}
        files.append(PACKED)
    (folder / "reader.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
    return {"files": [described(folder / name) for name in files]}


def described(path: Path) -> dict[str, Any]:
    """A file's name, size and checksum, in the form of the asset manifest."""
    data = path.read_bytes()
    return {"path": path.name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def fused(model: AnyReader) -> AnyReader:
    """A copy whose layers have fused attention; its logits are equal up to rounding."""
    copy = new_reader(model.shape)
    copy.load_state_dict(model.state_dict())
    if isinstance(copy, MpnetReader):
        for layer in copy.mpnet.encoder["layer"]:  # type: ignore[union-attr]
            layer.attention.attn = FusedAttention(layer.attention.attn)
    else:
        for layer in copy.bert.encoder["layer"]:  # type: ignore[union-attr]
            layer.attention["self"] = FusedAttention(layer.attention["self"])
    copy.eval()
    return copy


def _to_onnx(model: AnyReader, path: Path) -> None:
    ids = torch.randint(0, model.shape.vocabulary, (2, 16))
    mask = torch.ones_like(ids)
    mask[1, 10:] = 0
    types = torch.zeros_like(ids)
    types[:, 5:] = 1
    # MPNet has no token types, and a graph cannot have an unused input.
    inputs = INPUTS[:2] if isinstance(model, MpnetReader) else INPUTS
    with warnings.catch_warnings():
        # The tracing exporter is deprecated; the new one needs a further package and
        # writes the same operators.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model,
            (ids, mask, types)[: len(inputs)],
            str(path),
            input_names=list(inputs),
            output_names=list(OUTPUTS),
            dynamic_axes={name: {0: "batch", 1: "sequence"} for name in (*inputs, *OUTPUTS)},
            opset_version=OPSET,
            dynamo=False,
        )


def _halved(source: Path, target: Path) -> None:
    """The same graph with large weights stored as float16, which are cast when the session opens."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    graph = onnx.load(str(source))
    casts = []
    for weight in graph.graph.initializer:
        values = numpy_helper.to_array(weight)
        if weight.data_type != TensorProto.FLOAT or values.size < _LARGE:
            continue
        name = weight.name
        weight.CopyFrom(numpy_helper.from_array(values.astype("float16"), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.graph.node]
    del graph.graph.node[:]
    graph.graph.node.extend(nodes)
    onnx.checker.check_model(graph)
    onnx.save(graph, str(target))


def _quantised(source: Path, target: Path) -> None:
    """Dynamic int8: signed weights per channel with reduced range, for MatMul and the embeddings.

    Signed and reduced because processors without VNNI saturate otherwise; per channel because per tensor lost 2 F1
    on the first reader.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.shape_inference import quant_pre_process

    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(source), str(prepared))
        quantize_dynamic(
            str(prepared),
            str(target),
            op_types_to_quantize=["MatMul", "Gather"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
        )

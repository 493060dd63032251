"""Converts a packed reader's weights back to the trainer's form, so that a shipped reader can be a teacher or be
trained further.

The graph is the one that `export` writes for MPNet readers: query, key and value are one product, a layer's products
are named by their position, and the attention bias has an entry for every distance.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import AssetDamaged, AssetMissing
from wherein_lab.training.network.mpnet import BUCKETS, FIRST_PLACE, MpnetReader, buckets
from wherein_lab.training.network.packing import halves
from wherein_lab.training.network.shape import Shape
from wherein_lab.training.network.weights import new_reader

if TYPE_CHECKING:
    from onnx import NodeProto

Weights = dict[str, NDArray[np.float32]]

_PRODUCT = re.compile(r"/mpnet/(layer\.\d+)/(.+)/MatMul")
_PLACES = {
    "attention/attn/joint": "attention.attn.joint",
    "attention/attn/after": "attention.attn.o",
    "dense": "intermediate.dense",
    "output/dense": "output.dense",
}
_JOINT = re.compile(r"(.*\.)joint(\..*)")
_FOUR = 4


def read_packed(path: Path, shape: Shape) -> MpnetReader:
    """The reader in the packed graph at `path`. Raises AssetMissing, AssetDamaged."""
    import torch

    if not path.is_file():
        raise AssetMissing(
            f"There is no packed reader at {path}.", "Name the folder that holds it."
        )
    reader = new_reader(shape)
    assert isinstance(reader, MpnetReader)
    weights = {name: torch.from_numpy(array) for name, array in unpacked(path, shape).items()}
    try:
        reader.load_state_dict(weights)
    except RuntimeError as error:
        raise AssetDamaged(
            f"{path.name} is not a packed reader of the recipe's shape.",
            "Name the recipe it is from.",
        ) from error
    return reader


def unpacked(path: Path, shape: Shape) -> Weights:
    """Every weight of the packed graph at `path` by the trainer's name for it, in float32."""
    import onnx

    graph = onnx.load(str(path)).graph
    stored = {tensor.name: tensor for tensor in graph.initializer}

    def array(name: str) -> NDArray[Any]:
        return np.array(onnx.numpy_helper.to_array(stored[name]))

    out: Weights = {
        name.replace("attn.after.", "attn.o."): array(name) for name in stored if name.startswith("mpnet.")
        and "word_embeddings" not in name
    }  # fmt: skip
    for node in graph.node:
        if node.op_type == "MatMulNBits":
            layer, place = _PRODUCT.match(node.name).groups()  # type: ignore[union-attr] # ours all match
            name = f"mpnet.encoder.{layer}.{_PLACES[place]}.weight"
            out[name] = _product(node, array(node.input[1]), array(node.input[2]))
        elif node.op_type == "GatherBlockQuantized":
            scales = array(node.input[2])  # (V, blocks)
            steps = array(node.input[0]).astype(np.float32).reshape(*scales.shape, -1)
            out["mpnet.embeddings.word_embeddings.weight"] = _scaled(steps, scales)
        elif node.op_type == "MatMul" and node.name.startswith("/qa_outputs/"):
            out["qa_outputs.weight"] = array(node.input[1]).T.copy()
        elif node.op_type == "Gather" and stored.get(node.input[0]) is not None:
            table = array(node.input[0])
            if table.shape == (2 * (shape.positions - FIRST_PLACE) - 1, shape.heads):
                by_bucket = np.zeros(
                    (BUCKETS, shape.heads), np.float32
                )  # one bucket has no distance
                by_bucket[buckets(shape.positions - FIRST_PLACE).numpy()] = table
                out["mpnet.encoder.relative_attention_bias.weight"] = by_bucket
    out["qa_outputs.bias"] = array("qa_outputs.bias")
    return _apart(out)


def _product(
    node: NodeProto, packed: NDArray[np.uint8], scales: NDArray[np.float32]
) -> NDArray[np.float32]:
    """(out, in): four-bit steps are two per byte, the lower half first; the middle step is zero."""
    bits = next(a.i for a in node.attribute if a.name == "bits")
    steps = halves(packed) if bits == _FOUR else packed
    blocks = steps.reshape(*packed.shape[:2], -1).astype(np.float32) - (1 << bits - 1)
    return _scaled(blocks, scales.reshape(packed.shape[:2]))


def _scaled(blocks: NDArray[np.float32], scales: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((blocks * scales[..., None]).reshape(len(blocks), -1), np.float32)


def _apart(weights: Weights) -> Weights:
    """The weights with query, key and value separated."""
    out: Weights = {}
    for name, array in weights.items():
        if (joint := _JOINT.fullmatch(name)) is None:
            out[name] = array
            continue
        for part, share in zip("qkv", np.split(array, 3), strict=True):
            out[f"{joint[1]}{part}{joint[2]}"] = share.copy()
    return out

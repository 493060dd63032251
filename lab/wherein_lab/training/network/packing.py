"""Packs a graph's weights in blocks of four or eight bits per weight, for a reader that has to stay small on disk.

For servers only, since the operators are ONNX Runtime's own (`com.microsoft`: MatMulNBits, GatherBlockQuantized). Every
block of a column has its own scale, and activations are rounded per block too. This loses far less than one scale per
tensor, with which MPNet's wide activations become useless.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnx import ModelProto

# Products in int8, sums in float: ONNX Runtime's `accuracy_level`.
_PRODUCTS_IN_INT8 = 4
_WORDS = "word_embeddings"
WORD_BLOCK = 32
_LAYER = re.compile(r"/layer\.(\d+)/")


@dataclass(frozen=True, slots=True)
class Packing:
    """`block` weights share a scale. The layers named in `eight_bits` have eight bits per weight; all others, and the
    word vectors, four. Training rounds the weights in the same way from the share `begins` of a decay on.
    """

    block: int = 64
    eight_bits: tuple[int, ...] = ()
    begins: float = 0.5


def pack(source: Path, target: Path, packing: Packing) -> None:
    """Write the float32 graph of `source` to `target` with its word vectors and layers packed."""
    import onnx

    graph = onnx.load(str(source))
    nodes = list(graph.graph.node)
    words = {n.name for n in nodes if n.op_type == "Gather" and _WORDS in n.name}
    layers = {n.name: layer for n in nodes if n.op_type == "MatMul" and (layer := _layer(n.name))}
    eight = {name for name, layer in layers.items() if int(layer) in packing.eight_bits}
    four = layers.keys() - eight
    for some, kind, bits, block in (
        (words, "Gather", 4, WORD_BLOCK),
        (eight, "MatMul", 8, packing.block),
        (four, "MatMul", 4, packing.block),
    ):
        others = [n.name for n in nodes if n.op_type == kind and n.name not in some]
        graph = _packed(graph, kind, bits, block, others)
    onnx.save(graph, str(target))


def halves(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """(…, bytes, 2): the two four-bit numbers in each byte, the lower half first."""
    return np.stack([packed & 15, packed >> 4], -1)


def _layer(name: str) -> str | None:
    found = _LAYER.search(name)
    return found[1] if found else None


def _packed(graph: ModelProto, kind: str, bits: int, block: int, but: list[str]) -> ModelProto:
    from onnxruntime.quantization.matmul_nbits_quantizer import (
        DefaultWeightOnlyQuantConfig,
        MatMulNBitsQuantizer,
    )

    # It logs every node, and that it raises the opset for four bits, which is intended.
    logging.getLogger("onnxruntime.quantization.matmul_nbits_quantizer").setLevel(logging.ERROR)
    how = DefaultWeightOnlyQuantConfig(
        block_size=block,
        is_symmetric=True,
        accuracy_level=_PRODUCTS_IN_INT8,
        bits=bits,
        op_types_to_quantize=(kind,),
        quant_axes=(("MatMul", 0), ("Gather", 1)),
    )
    quantizer = MatMulNBitsQuantizer(graph, algo_config=how, nodes_to_exclude=but)
    quantizer.process()
    packed: ModelProto = quantizer.model.model
    return packed

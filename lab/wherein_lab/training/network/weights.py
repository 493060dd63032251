"""Loads readers of either kind from their files. Trains and runs nothing."""

from __future__ import annotations

import re
from pathlib import Path

import torch
from torch import Tensor

from wherein.core.errors import AssetDamaged
from wherein_lab.training.network.model import SpanReader
from wherein_lab.training.network.mpnet import MpnetReader
from wherein_lab.training.network.shape import Shape
from wherein_lab.training.network.weight_delta import read_weights

AnyReader = SpanReader | MpnetReader
_LAYER = re.compile(r"(.*encoder\.layer\.)(\d+)(\..*)")


def new_reader(shape: Shape) -> AnyReader:
    """A reader with weights drawn from the global generator."""
    return MpnetReader(shape) if shape.kind == "mpnet" else SpanReader(shape)


def load_weights(path: Path, shape: Shape | None = None) -> AnyReader:
    """A reader from a safetensors file: of a bare encoder (the answer head is initialised from the global generator), of a
    whole reader, or of a reader's difference from one. Raises AssetMissing, AssetDamaged.

    A bare encoder is reduced to the layers that the shape keeps; a whole reader already has only these.
    """
    reader = new_reader(shape or Shape())
    found = {name: torch.from_numpy(array) for name, array in read_weights(path).items()}
    if not any(name.startswith(f"{reader.prefix}.") for name in found):
        found = {f"{reader.prefix}.{name}": tensor for name, tensor in found.items()}
        found = kept(found, reader.shape.keep)
    wanted = {name for name in reader.state_dict() if not name.startswith("qa_outputs.")}
    if missing := sorted(wanted - found.keys()):
        raise AssetDamaged(
            f"{path.name} lacks {len(missing)} weights, {missing[0]} among them.",
            f"Name a {reader.shape.kind} encoder of the recipe's shape.",
        )
    keep = {name: tensor for name, tensor in found.items() if name in reader.state_dict()}
    try:
        reader.load_state_dict(keep, strict=False)
    except RuntimeError as error:
        raise AssetDamaged(
            f"{path.name} has weights of another shape.", "Name a base of the recipe's shape."
        ) from error
    return reader


def kept(weights: dict[str, Tensor], layers: tuple[int, ...]) -> dict[str, Tensor]:
    """The weights of only the listed layers, renumbered from 0; all weights if none is listed."""
    if not layers:
        return weights
    out = {}
    for name, tensor in weights.items():
        match = _LAYER.fullmatch(name)
        if match is None:
            out[name] = tensor
        elif int(match[2]) in layers:
            out[f"{match[1]}{layers.index(int(match[2]))}{match[3]}"] = tensor
    return out

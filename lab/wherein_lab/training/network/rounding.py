"""Rounds weights during training as packing will round them.

Layers that are trained on top of rounded weights compensate for the rounding. Frozen layers are rounded once, before
the first update; the others in every forward pass of a decay's last part, with gradients as if nothing were rounded
(the straight-through estimator, Bengio et al., 2013, as in Jacob et al., 2018, section 3).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from wherein_lab.training.network.packing import WORD_BLOCK, Packing

_LAYER = re.compile(r"\.layer\.(\d+)\..*\.weight$")
_LOWEST, _HIGHEST = -8, 7


def rounded(weight: Tensor, block: int) -> Tensor:
    """(out, in) rounded to four bits: along `in` every `block` weights share a scale with which the largest becomes
    -8 steps, as in ONNX Runtime's symmetric quantiser. Rounding twice gives the same as once.
    """
    parts = weight.view(weight.shape[0], -1, block)
    highest, lowest = parts.amax(-1, keepdim=True), parts.amin(-1, keepdim=True)
    scale = torch.where(highest > -lowest, highest, lowest) / _LOWEST
    scale = scale.masked_fill_(scale == 0, 1.0)
    return (parts / scale).round_().clamp_(_LOWEST, _HIGHEST).mul_(scale).view_as(weight)


class _Through(torch.autograd.Function):
    """Rounding in the forward pass, the identity in the backward pass (straight-through estimator)."""

    @staticmethod
    def forward(context: Any, weight: Tensor, block: int) -> Tensor:
        return rounded(weight, block)

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        return gradients[0], None


def in_four_bits(model: nn.Module, packing: Packing) -> dict[str, nn.Parameter]:
    """The weights of layers that get four bits, by name."""
    out = {}
    for name, parameter in model.named_parameters():
        layer = _LAYER.search(name)
        if layer and parameter.dim() == 2 and int(layer[1]) not in packing.eight_bits:
            out[name] = parameter
    return out


def round_frozen(model: nn.Module, words: nn.Embedding, packing: Packing) -> None:
    """Round, in place, the frozen weights that get four bits: those of the lower layers and of the words."""
    with torch.no_grad():
        for parameter in in_four_bits(model, packing).values():
            if not parameter.requires_grad:
                parameter.copy_(rounded(parameter, packing.block))
        if not words.weight.requires_grad:
            words.weight.copy_(rounded(words.weight, WORD_BLOCK))


def rounded_through(model: nn.Module, packing: Packing) -> dict[str, Tensor]:
    """The weights that replace the trained ones in a forward pass, for `functional_call`."""
    trained = {n: p for n, p in in_four_bits(model, packing).items() if p.requires_grad}
    return rounded_through_by_name(trained, packing.block)


def rounded_through_by_name(weights: Mapping[str, Tensor], block: int) -> dict[str, Tensor]:
    """The weights, rounded going forward, with gradients as if they were not."""
    return {name: _Through.apply(weight, block) for name, weight in weights.items()}

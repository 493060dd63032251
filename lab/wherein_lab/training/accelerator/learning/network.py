"""Both readers' encoders over packed rows, as functions of their weights; names and shapes as in `training/network`.

The same arithmetic as `model.py` and `mpnet.py`, but with fused attention, a mask that keeps the windows of a row apart,
and weights passed by name, so that rounded ones can stand in for them and one compiled layer serves all.
Letters: B rows, T tokens, C channels, H heads, W windows, S spots of a window.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from wherein_lab.training.network.model import LAYER_NORM_EPSILON as BERT_EPSILON
from wherein_lab.training.network.mpnet import FIRST_PLACE, buckets
from wherein_lab.training.network.mpnet import LAYER_NORM_EPSILON as MPNET_EPSILON
from wherein_lab.training.network.shape import Shape

APART = (
    -1e4
)  # added to the attention between tokens of different windows; bfloat16 can represent it
BARRED = -1e4  # a logit where no span may begin or end
_BERT = (
    "attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
    "attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm",
)  # fmt: skip
_MPNET = (
    "attention.attn.q", "attention.attn.k", "attention.attn.v", "attention.attn.o",
    "attention.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm",
)  # fmt: skip

LayerWeights = tuple[Tensor, ...]
Layer = Callable[[Tensor, Tensor, LayerWeights, int, float, float], Tensor]


@dataclass(frozen=True, slots=True)
class PackedBatch:
    """Rows on the device: (B, T) each but `spots`, (W, S) positions in the flattened rows, and `barred`, (W, S)."""

    ids: Tensor
    types: Tensor
    places: Tensor
    windows: Tensor
    spots: Tensor
    barred: Tensor


def encoder_layer(
    x: Tensor, mask: Tensor, weights: LayerWeights, heads: int, epsilon: float, dropout: float
) -> Tensor:
    """(B, T, C) through one post-normalised layer; `mask` (B, 1 or H, T, T) is added to the attention."""
    (
        q, q_bias, k, k_bias, v, v_bias, after, after_bias, norm, norm_bias,
        wide, wide_bias, narrow, narrow_bias, last, last_bias,
    ) = weights  # fmt: skip
    rows, tokens, channels = x.shape
    joint = functional.linear(x, torch.cat([q, k, v]), torch.cat([q_bias, k_bias, v_bias]))
    query, key, value = (
        part.view(rows, tokens, heads, channels // heads).transpose(1, 2)
        for part in joint.split(channels, -1)
    )
    mixed = functional.scaled_dot_product_attention(
        query, key, value, attn_mask=mask.to(query.dtype)
    )
    mixed = functional.linear(mixed.transpose(1, 2).reshape(x.shape), after, after_bias)
    x = functional.layer_norm(x + _dropped(mixed, dropout), (channels,), norm, norm_bias, epsilon)
    inner = functional.gelu(functional.linear(x, wide, wide_bias))
    out = _dropped(functional.linear(inner, narrow, narrow_bias), dropout)
    return functional.layer_norm(x + out, (channels,), last, last_bias, epsilon)


def _dropped(x: Tensor, share: float) -> Tensor:
    return functional.dropout(x, share) if share else x


@dataclass(slots=True)
class PackedNetwork:
    """A reader's shape and the constant part of its attention; `layer` may be replaced by a compiled one."""

    shape: Shape
    layer: Layer = encoder_layer
    bias: Tensor | None = None

    @property
    def prefix(self) -> str:
        return self.shape.kind

    def logits(
        self, weights: Mapping[str, Tensor], batch: PackedBatch, dropout: float = 0.0
    ) -> tuple[Tensor, Tensor]:
        """Two (W, S) float32: the logits that an answer begins or ends at each spot; spot 0 is no answer."""
        x = self._embedded(weights, batch)
        x = _dropped(x, dropout)
        mask = self._mask(weights, batch, x)
        epsilon = MPNET_EPSILON if self.shape.kind == "mpnet" else BERT_EPSILON
        for number in range(self.shape.layers):
            own = layer_weights(weights, self.shape.kind, number)
            x = self.layer(x, mask, own, self.shape.heads, epsilon, dropout)
        with torch.autocast(x.device.type, enabled=False):
            out = functional.linear(
                x.float(), weights["qa_outputs.weight"], weights["qa_outputs.bias"]
            )
        flat = out.reshape(-1, 2)
        at = batch.spots.clamp(min=0)
        # Gathered from a vector: going back, an index of whole rows would add those of all barred spots one by one.
        starts, ends = (
            flat[:, n].gather(0, at.reshape(-1)).view(at.shape).masked_fill(batch.barred, BARRED)
            for n in (0, 1)
        )
        return starts, ends

    def _embedded(self, weights: Mapping[str, Tensor], batch: PackedBatch) -> Tensor:
        name = f"{self.prefix}.embeddings"
        mpnet = self.shape.kind == "mpnet"
        places = batch.places + (FIRST_PLACE if mpnet else 0)
        x = functional.embedding(batch.ids, weights[f"{name}.word_embeddings.weight"])
        x = x + functional.embedding(places, weights[f"{name}.position_embeddings.weight"])
        if not mpnet:
            x = x + functional.embedding(
                batch.types, weights[f"{name}.token_type_embeddings.weight"]
            )
        return functional.layer_norm(
            x.float(), (self.shape.channels,), weights[f"{name}.LayerNorm.weight"].float(),
            weights[f"{name}.LayerNorm.bias"].float(), MPNET_EPSILON if mpnet else BERT_EPSILON,
        )  # fmt: skip

    def _mask(self, weights: Mapping[str, Tensor], batch: PackedBatch, x: Tensor) -> Tensor:
        """(B, 1 or H, T, T): very low between windows; within one, MPNet's bias by distance or 0."""
        half = torch.is_autocast_enabled(x.device.type)
        kind = torch.get_autocast_dtype(x.device.type) if half else x.dtype
        same = batch.windows[:, None, :, None] == batch.windows[:, None, None, :]
        if self.shape.kind != "mpnet":
            return torch.where(same, 0.0, APART).to(kind)
        if self.bias is None or self.bias.shape[-1] != x.shape[1]:
            table = weights["mpnet.encoder.relative_attention_bias.weight"].detach().float()
            tokens = torch.arange(x.shape[1], device=x.device)
            apart = tokens[None, :] - tokens[:, None] + (x.shape[1] - 1)
            by_distance = table[buckets(x.shape[1]).to(x.device)]  # (2 T - 1, H)
            self.bias = by_distance[apart].permute(2, 0, 1)[None].contiguous()  # (1, H, T, T)
        return torch.where(
            same, self.bias.to(kind), torch.full((), APART, dtype=kind, device=x.device)
        )


def layer_weights(weights: Mapping[str, Tensor], kind: str, number: int) -> LayerWeights:
    """A layer's weights and biases in the order of `encoder_layer`."""
    names = _MPNET if kind == "mpnet" else _BERT
    own = f"{kind}.encoder.layer.{number}."
    return tuple(weights[f"{own}{name}.{part}"] for name in names for part in ("weight", "bias"))


def compiled_layer() -> Any:
    """`encoder_layer`, compiled for one shape of rows; where compiling fails, it runs as it is."""
    import torch._dynamo

    torch._dynamo.config.suppress_errors = True
    return torch.compile(encoder_layer, dynamic=False)

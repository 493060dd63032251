"""The larger span reader as plain tensor arithmetic: an MPNet encoder and two logits per token.

Knows only weights and shapes, as `wherein_lab.training.network.model` does for BERT, whose letters for shapes it uses.

The architecture is Song et al. (2020): BERT's post-normalised layers without token types, with a
bias on attention that depends on the distance of two tokens, shared by all layers (Raffel et al.,
2020, section 2.1). Names of weights are those of Hugging Face's `MPNetForQuestionAnswering`.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from wherein_lab.training.network.model import Residual, added_mask, drawn, span_logits
from wherein_lab.training.network.shape import Shape

LAYER_NORM_EPSILON = 1e-5
BUCKETS = 32
FAR = 128  # tokens; all greater distances share a bucket
FIRST_PLACE = 2  # positions 0 and 1 of the table are for padding, as in RoBERTa


def buckets(positions: int) -> Tensor:
    """(2 * positions - 1,) int64: the bucket of each distance key - query, from -(positions - 1).

    Each direction has half of the buckets; half of those are for single distances, the rest logarithmic.
    """
    distance = torch.arange(1 - positions, positions)
    half = BUCKETS // 2
    exact = half // 2
    size = distance.abs()
    far = exact + (
        torch.log(size.clamp(min=1).float() / exact) / math.log(FAR / exact) * (half - exact)
    ).to(torch.int64)
    within = torch.where(size < exact, size, far.clamp(max=half - 1))
    return within + (distance > 0).to(torch.int64) * half


class SelfAttention(nn.Module):
    """Self-attention over all tokens of a window, with a bias by distance."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.size = shape.channels // shape.heads
        self.q = nn.Linear(shape.channels, shape.channels)
        self.k = nn.Linear(shape.channels, shape.channels)
        self.v = nn.Linear(shape.channels, shape.channels)
        self.o = nn.Linear(shape.channels, shape.channels)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        batch, length, channels = x.shape
        parts = (batch, length, self.heads, self.size)
        query = self.q(x).view(parts).transpose(1, 2)  # (B, H, T, D)
        key = self.k(x).view(parts).transpose(1, 2)
        value = self.v(x).view(parts).transpose(1, 2)
        scores = query @ key.transpose(-1, -2) * (1.0 / math.sqrt(self.size))  # (B, H, T, T)
        mixed = torch.softmax(scores + bias.to(scores.dtype), dim=-1) @ value  # (B, H, T, D)
        out: Tensor = self.o(mixed.transpose(1, 2).reshape(batch, length, channels))
        return out


class Attention(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.attn = SelfAttention(shape)
        self.LayerNorm = nn.LayerNorm(shape.channels, eps=LAYER_NORM_EPSILON)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        normalised: Tensor = self.LayerNorm(x + self.attn(x, bias))
        return normalised


class Layer(nn.Module):
    """Attention, then a two-layer perceptron, each with its residual."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.attention = Attention(shape)
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(shape.channels, shape.inner)})
        self.output = Residual(shape.inner, shape.channels, LAYER_NORM_EPSILON)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        x = self.attention(x, bias)
        inner = functional.gelu(self.intermediate["dense"](x))  # (B, T, inner)
        out: Tensor = self.output(inner, x)
        return out


class Embeddings(nn.Module):
    """Token and position, summed and normalised."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.word_embeddings = nn.Embedding(shape.vocabulary, shape.channels)
        self.position_embeddings = nn.Embedding(shape.positions, shape.channels)
        self.LayerNorm = nn.LayerNorm(shape.channels, eps=LAYER_NORM_EPSILON)

    def forward(self, ids: Tensor) -> Tensor:
        # Padding is only at the right and masked, so its position does not matter.
        places = torch.arange(ids.shape[1], device=ids.device) + FIRST_PLACE
        x = self.word_embeddings(ids) + self.position_embeddings(places)  # (B, T, C)
        normalised: Tensor = self.LayerNorm(x)
        return normalised


class Encoder(nn.Module):
    distances: Tensor

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.reach = shape.positions - FIRST_PLACE  # tokens of the longest window
        self.embeddings = Embeddings(shape)
        self.encoder = nn.ModuleDict(
            {
                "layer": nn.ModuleList(Layer(shape) for _ in range(shape.layers)),
                "relative_attention_bias": nn.Embedding(BUCKETS, shape.heads),
            }
        )
        self.register_buffer("distances", buckets(self.reach), persistent=False)

    def forward(self, ids: Tensor, mask: Tensor | None) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        apart = places[None, :] - places[:, None] + (self.reach - 1)  # (T, T): key - query
        by_distance = self.encoder["relative_attention_bias"](self.distances)  # (2 reach - 1, H)
        bias = by_distance[apart].permute(2, 0, 1)[None]  # (1, H, T, T)
        if mask is not None:
            bias = bias + mask
        x: Tensor = self.embeddings(ids)
        for layer in self.encoder["layer"]:  # type: ignore[union-attr]
            x = layer(x, bias)
        return x


class MpnetReader(nn.Module):
    """Two logits per token, for the first and the last token of the answer; both at `<s>` mean no answer."""

    prefix = "mpnet"

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.mpnet = Encoder(shape)
        self.qa_outputs = nn.Linear(shape.channels, 2)
        drawn(self)

    @property
    def word_vectors(self) -> nn.Embedding:
        return self.mpnet.embeddings.word_embeddings

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor | None, token_type_ids: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """(B, T) int64 each to two (B, T) float32; the token types are ignored."""
        del token_type_ids
        x = self.mpnet(input_ids, added_mask(attention_mask))
        return span_logits(x, self.qa_outputs)

"""The span reader as plain tensor arithmetic: a BERT encoder and two logits per token.

Knows weights and shapes; knows nothing of questions, spans, data or training. Letters in shape
comments: B windows in a batch, T tokens of a window, C channels, H heads, D = C / H.

The architecture is Devlin et al. (2019), with post-layer normalisation and learned positions; the
names of the weights are those of Hugging Face's `BertForQuestionAnswering`, so that a file of
either kind loads here and ours load there.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from wherein_lab.training.network.shape import Shape

LAYER_NORM_EPSILON = 1e-12


class SelfAttention(nn.Module):
    """Self-attention over all tokens of a window."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.size = shape.channels // shape.heads
        self.query = nn.Linear(shape.channels, shape.channels)
        self.key = nn.Linear(shape.channels, shape.channels)
        self.value = nn.Linear(shape.channels, shape.channels)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        batch, length, channels = x.shape
        parts = (batch, length, self.heads, self.size)
        query = self.query(x).view(parts).transpose(1, 2)  # (B, H, T, D)
        key = self.key(x).view(parts).transpose(1, 2)
        value = self.value(x).view(parts).transpose(1, 2)
        # Written out, not scaled_dot_product_attention: on a CPU with bfloat16 the backward pass
        # of the fused kernel took 3.6 times as long, and ONNX needs the plain operators anyway.
        scores = query @ key.transpose(-1, -2) * (1.0 / math.sqrt(self.size))  # (B, H, T, T)
        if mask is not None:
            scores = scores + mask.to(scores.dtype)
        mixed = torch.softmax(scores, dim=-1) @ value  # (B, H, T, D)
        return mixed.transpose(1, 2).reshape(batch, length, channels)


class Residual(nn.Module):
    """A linear map whose input is added to its output, then normalised."""

    def __init__(self, wide: int, channels: int, epsilon: float = LAYER_NORM_EPSILON) -> None:
        super().__init__()
        self.dense = nn.Linear(wide, channels)
        self.LayerNorm = nn.LayerNorm(channels, eps=epsilon)

    def forward(self, x: Tensor, before: Tensor) -> Tensor:
        normalised: Tensor = self.LayerNorm(before + self.dense(x))
        return normalised


class Layer(nn.Module):
    """Attention, then a two-layer perceptron, each with its residual."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.attention = nn.ModuleDict(
            {"self": SelfAttention(shape), "output": Residual(shape.channels, shape.channels)}
        )
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(shape.channels, shape.inner)})
        self.output = Residual(shape.inner, shape.channels)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        x = self.attention["output"](self.attention["self"](x, mask), x)
        inner = functional.gelu(self.intermediate["dense"](x))  # (B, T, inner)
        out: Tensor = self.output(inner, x)
        return out


class Embeddings(nn.Module):
    """Token, position and segment (question 0, passage 1), summed and normalised."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.word_embeddings = nn.Embedding(shape.vocabulary, shape.channels)
        self.position_embeddings = nn.Embedding(shape.positions, shape.channels)
        self.token_type_embeddings = nn.Embedding(2, shape.channels)
        self.LayerNorm = nn.LayerNorm(shape.channels, eps=LAYER_NORM_EPSILON)

    def forward(self, ids: Tensor, types: Tensor) -> Tensor:
        places = torch.arange(ids.shape[1], device=ids.device)
        x = (
            self.word_embeddings(ids)
            + self.position_embeddings(places)
            + self.token_type_embeddings(types)
        )  # (B, T, C)
        normalised: Tensor = self.LayerNorm(x)
        return normalised


class Encoder(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.embeddings = Embeddings(shape)
        self.encoder = nn.ModuleDict(
            {"layer": nn.ModuleList(Layer(shape) for _ in range(shape.layers))}
        )

    def forward(self, ids: Tensor, mask: Tensor | None, types: Tensor) -> Tensor:
        x: Tensor = self.embeddings(ids, types)
        for layer in self.encoder["layer"]:  # type: ignore[union-attr]
            x = layer(x, mask)
        return x


def drawn(model: nn.Module) -> None:
    """Initialise a model's weights from the global generator, as BERT's were."""
    for module in model.modules():
        if isinstance(module, nn.Linear | nn.Embedding):
            nn.init.normal_(module.weight, std=0.02)
        if isinstance(module, nn.Linear):
            nn.init.zeros_(module.bias)


def added_mask(attention_mask: Tensor | None) -> Tensor | None:
    """(B, T) of ones and zeros to the term added to attention scores, (B, 1, 1, T); None stays None."""
    if attention_mask is None:
        return None
    # For a softmax -1e4 is equivalent to minus infinity, and half precision can represent it.
    return (1.0 - attention_mask[:, None, None, :].to(torch.float32)) * -1e4


def span_logits(x: Tensor, head: nn.Linear) -> tuple[Tensor, Tensor]:
    """(B, T, C) to two (B, T) float32: the logits that an answer begins or ends at each token."""
    with torch.autocast(x.device.type, enabled=False):
        # In half precision margins would be multiples of about a thirtieth.
        logits = head(x.float())  # (B, T, 2)
    return logits[..., 0], logits[..., 1]


class SpanReader(nn.Module):
    """Two logits per token, for the first and the last token of the answer; both at [CLS] mean no answer."""

    prefix = "bert"

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.bert = Encoder(shape)
        self.qa_outputs = nn.Linear(shape.channels, 2)
        drawn(self)

    @property
    def word_vectors(self) -> nn.Embedding:
        return self.bert.embeddings.word_embeddings

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor | None, token_type_ids: Tensor
    ) -> tuple[Tensor, Tensor]:
        """(B, T) int64 each to two (B, T) float32; a mask of None means no padding."""
        x = self.bert(input_ids, added_mask(attention_mask), token_type_ids)
        return span_logits(x, self.qa_outputs)

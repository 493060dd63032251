"""Greedy decoding of a sequence model: the likeliest token again and again. Knows no runtime and no words.

`web/speech/src/decoding.ts` is the twin; `contracts/speech-decoding.json` has the cases.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Steps(Protocol):
    """A model that is given one token after the other, the first of them the start token."""

    def next(self, token: int) -> NDArray[np.float32]:
        """The logits of the token that follows, (vocabulary,)."""
        ...


class Bias(Protocol):
    """A bias that is added to the logits of expected words."""

    def added(self) -> dict[int, float]:
        """The current additions by token."""
        ...

    def took(self, token: int) -> None:
        """Called with each token that was chosen."""
        ...


@dataclass(frozen=True, slots=True)
class Decoded:
    """The tokens without start and end tokens, and the natural logarithm of each one's probability without the bias.

    `ended` is false where the limit of tokens was reached before the end token.
    """

    tokens: tuple[int, ...]
    log_probabilities: tuple[float, ...]
    ended: bool

    @property
    def confidence(self) -> float:
        """The geometric mean of the tokens' probabilities; 0 for no token."""
        if not self.tokens:
            return 0.0
        return math.exp(sum(self.log_probabilities) / len(self.tokens))


def decode_greedily(
    steps: Steps, start: int, end: int, most_tokens: int, bias: Bias | None = None
) -> Decoded:
    """Take the likeliest token at each step (ties go to the lowest id), up to `end` or `most_tokens` tokens."""
    tokens: list[int] = []
    logs: list[float] = []
    token = start
    while len(tokens) < most_tokens:
        logits = steps.next(token)
        token = _chosen(logits, bias)
        if token == end:
            return Decoded(tuple(tokens), tuple(logs), ended=True)
        tokens.append(token)
        logs.append(log_probability(logits, token))
        if bias is not None:
            bias.took(token)
    return Decoded(tuple(tokens), tuple(logs), ended=False)


def _chosen(logits: NDArray[np.float32], bias: Bias | None) -> int:
    best = int(logits.argmax())
    height = float(logits[best])
    for token, more in sorted((bias.added() if bias is not None else {}).items()):
        raised = float(logits[token]) + more
        if raised > height or (raised == height and token < best):
            best, height = token, raised
    return best


def log_probability(logits: NDArray[np.float32], token: int) -> float:
    """The natural logarithm of a token's probability."""
    highest = float(logits.max())
    total = float(np.exp(logits.astype(np.float64) - highest).sum())
    return float(logits[token]) - highest - math.log(total)

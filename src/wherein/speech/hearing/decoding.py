"""Greedy decoding of a sequence model: the likeliest token again and again. Knows no runtime and no words.

`web/speech/src/hearing/decoding.ts` is the twin; `contracts/speech-decoding.json` has the cases.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

Logits = NDArray[np.float32]


class Steps(Protocol):
    """A model that is given one token after the other, the first of them the start token."""

    def next(self, token: int) -> Logits:
        """The logits of the token that follows, (vocabulary,)."""
        ...

    def all(self, tokens: Sequence[int]) -> Logits:
        """The logits after each of some further tokens, (tokens, vocabulary); the model stays where it is."""
        ...

    def fork(self) -> Self:
        """A copy of the model's state. Tokens given to one copy do not change the other."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """The decoder before one token: the logits of that token, and the model's state."""

    logits: Logits
    steps: Steps


@dataclass(frozen=True, slots=True)
class Decoded:
    """The tokens without start and end, and the natural logarithm of each one's probability.

    `ended` is false where the limit of tokens was reached before the end token. `trail` has the place before each
    token, and before the end where it was reached.
    """

    tokens: tuple[int, ...]
    log_probabilities: tuple[float, ...]
    ended: bool
    trail: tuple[Step, ...]

    @property
    def confidence(self) -> float:
        """The geometric mean of the tokens' probabilities; 0 for no token."""
        if not self.tokens:
            return 0.0
        return math.exp(sum(self.log_probabilities) / len(self.tokens))


def decode_greedily(steps: Steps, start: int, end: int, most_tokens: int) -> Decoded:
    """Take the likeliest token at each step (ties go to the lowest id), up to `end` or `most_tokens` tokens."""
    tokens: list[int] = []
    logs: list[float] = []
    trail: list[Step] = []
    token = start
    while len(tokens) < most_tokens:
        logits = steps.next(token)
        trail.append(Step(logits, steps.fork()))
        token = int(logits.argmax())
        if token == end:
            return Decoded(tuple(tokens), tuple(logs), True, tuple(trail))
        tokens.append(token)
        logs.append(log_probability(logits, token))
    return Decoded(tuple(tokens), tuple(logs), False, tuple(trail))


def log_sum(logits: Logits) -> float:
    """The number to subtract from a logit to get the log probability of its token."""
    highest = float(logits.max())
    return highest + math.log(float(np.exp(logits.astype(np.float64) - highest).sum()))


def log_probability(logits: Logits, token: int) -> float:
    """The natural logarithm of a token's probability."""
    return float(logits[token]) - log_sum(logits)

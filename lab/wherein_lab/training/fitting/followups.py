"""Fits the tagger of `questions.followup_terms` on conversations and complete questions; writes a JSON file.

Words: one hidden layer, averaged over the batches of Adam (Kingma & Ba, 2015). "Understandable alone": ridge
logistic regression. The tagger is fitted twice: on histories with the questions as people rewrote them, then on
histories as the first tagger completes them, as in use.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.questions.phrases.followup_terms import (
    ALONE_FEATURES,
    QUESTION_FEATURES,
    History,
    Weights,
    alone_features,
    candidates,
    question_features,
    scores,
    weights_of,
)
from wherein.questions.phrases.followup_word_features import WORD_FEATURES
from wherein_lab.answering.followups import as_understood, completed
from wherein_lab.data.conversations import ConversationQuestion
from wherein_lab.training.fitting.logistic import fit_logistic

HIDDEN, EPOCHS, BATCH, RATE, DECAY = 32, 8, 512, 3e-3, 1e-3
BOUNDS = tuple(round(0.02 * step, 2) for step in range(10, 18))
MOST_CHANGED = 0.01
"""The largest share of complete questions in unrelated conversations that a fit may change: half of what is allowed
for unseen ones."""
CHOSEN = 0.4
"""The probability from which the tagger's word counts when the gate is fitted."""
LOST_COMPLETE = 0.1
"""The share of the complete questions of conversations that the gate may take for follow-ups."""
Array = NDArray[np.float64]
Turn = tuple[ConversationQuestion, History]


def fit(
    conversations: Sequence[ConversationQuestion],
    foreign: Sequence[tuple[str, History]],
    seed: int = 0,
) -> dict[str, Any]:
    """Fit the weights, as in `followup.json`. `foreign` are complete questions with histories of other conversations."""
    weights: Weights | None = None
    raw: dict[str, Any] = {}
    for turns in (_as_rewritten(conversations), None):
        used = turns if turns is not None else list(as_understood(conversations, weights))
        words = _fit_words(used, seed)
        gate = _fit_alone(used, foreign, words)
        raw = {**words, "least": 0.3, **gate}
        weights = weights_of(raw)
    assert weights is not None
    best = max(BOUNDS, key=lambda least: _f1(conversations, replace(weights, least=least)))
    return {**raw, "least": best}


def refit_alone(
    conversations: Sequence[ConversationQuestion],
    foreign: Sequence[tuple[str, History]],
    raw: dict[str, Any],
) -> dict[str, Any]:
    """The weights of a file with "understandable alone" fitted again; all others stay."""
    turns = [(asked, asked.history) for asked in conversations]
    return {**raw, **_fit_alone(turns, foreign, raw)}


def as_file(raw: dict[str, Any]) -> str:
    """The weights as JSON, rounded to five significant digits, one line for each entry so that diffs are readable."""
    lines = [f" {json.dumps(name)}: {json.dumps(_short(value))}" for name, value in raw.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _short(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _short(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_short(item) for item in value]
    return float(f"{value:.5g}")


def _f1(conversations: Sequence[ConversationQuestion], weights: Weights) -> float:
    items = list(completed(conversations, weights))
    both = sum(len(item.added & item.wanted) for item in items)
    return 2 * both / sum(len(item.added) + len(item.wanted) for item in items)


def _as_rewritten(conversations: Sequence[ConversationQuestion]) -> list[Turn]:
    rewrites = {(asked.dialog, asked.turn): asked.rewrite for asked in conversations}
    turns: list[Turn] = []
    for asked in conversations:
        said = tuple(
            (rewrites.get((asked.dialog, number + 1), typed), answer)
            for number, (typed, answer) in enumerate(asked.history.turns)
        )
        turns.append((asked, replace(asked.history, turns=said)))
    return turns


def _fit_alone(
    turns: Sequence[Turn], foreign: Sequence[tuple[str, History]], words: dict[str, Any]
) -> dict[str, Any]:
    """The gate. A follow-up counts by what the words' tagger would add to it: leaving alone what gets little costs little.

    `words` are the tagger's weights, as in the file.
    """
    rows = [_alone_row(asked.typed, history) for asked, history in turns]
    whole = dict.fromkeys((*QUESTION_FEATURES, *ALONE_FEATURES), 0.0)
    tagger = weights_of({**words, "least": 0.3, "whole": whole, "whole_bias": 0.0, "alone": 1.0})
    counts, complete = [], []
    for asked, history in turns:
        wanted = asked.terms(asked.rewrite)
        chosen = {
            word
            for word, probability in scores(asked.typed, history.recent(), tagger).items()
            if probability > CHOSEN
        }
        use = len(chosen & wanted) - 0.5 * len(chosen - wanted)
        counts.append(min(max(use, 0.05), 4.0) if wanted else 2.0)
        complete.append(float(not wanted))
    others = [_alone_row(question, history) for question, history in foreign]
    table = np.array([*rows, *others], np.float64)
    right = np.array([*complete, *[1.0] * len(others)])
    counted = np.array([*counts, *[0.5] * len(others)])
    weights, bias = fit_logistic(table, right, [0] * table.shape[1], counted)
    own = np.array(rows)[np.array(complete) > 0] @ weights + bias
    sure = np.array(others) @ weights + bias
    bound = float(np.quantile(sure, MOST_CHANGED))
    if len(own):
        bound = min(bound, float(np.quantile(own, LOST_COMPLETE)))
    return {
        "whole": dict(zip((*QUESTION_FEATURES, *ALONE_FEATURES), weights.tolist(), strict=True)),
        "whole_bias": bias,
        "alone": float(1 / (1 + np.exp(-bound))),
    }


def _alone_row(question: str, history: History) -> list[float]:
    recent = history.recent()
    return [*question_features(question, recent), *alone_features(question, recent)]


def _fit_words(turns: Sequence[Turn], seed: int) -> dict[str, Any]:
    rows: list[list[float]] = []
    wanted: list[bool] = []
    for asked, history in turns:
        recent = history.recent()
        terms = asked.terms(asked.rewrite)
        of_question = question_features(asked.typed, recent)
        for word, features in zip(*candidates(asked.typed, recent), strict=True):
            rows.append([*features, *of_question])
            wanted.append(word in terms)
    inner, inner_bias, outer, outer_bias = _network(
        np.array(rows, np.float64), np.array(wanted, np.float64), seed
    )
    assert inner.shape[0] == len(WORD_FEATURES) + len(QUESTION_FEATURES)
    return {
        "inner": inner.tolist(),
        "inner_bias": inner_bias.tolist(),
        "outer": outer.tolist(),
        "outer_bias": outer_bias,
    }


def _network(values: Array, wanted: Array, seed: int) -> tuple[Array, Array, Array, float]:
    """Weights of raw features: (d, h), (h,), (h,) and a number."""
    random = np.random.default_rng(seed)
    mean, spread = values.mean(0), values.std(0)
    spread = np.where(spread > 1e-6, spread, 1.0)
    table = (values - mean) / spread
    size = table.shape[1]
    parts: list[Array] = [
        random.normal(0, np.sqrt(2 / size), (size, HIDDEN)),
        np.zeros(HIDDEN),
        random.normal(0, np.sqrt(1 / HIDDEN), HIDDEN),
        np.array([-2.0]),
    ]
    first = [np.zeros_like(part) for part in parts]
    second = [np.zeros_like(part) for part in parts]
    step = 0
    for epoch in range(EPOCHS):
        order = random.permutation(len(table))
        for at in range(0, len(order), BATCH):
            chosen = order[at : at + BATCH]
            step += 1
            rate = RATE * (1 - epoch / EPOCHS)
            for n, gradient in enumerate(_gradients(parts, table[chosen], wanted[chosen])):
                first[n] = 0.9 * first[n] + 0.1 * gradient
                second[n] = 0.999 * second[n] + 0.001 * gradient**2
                scale = np.sqrt(second[n] / (1 - 0.999**step)) + 1e-8
                parts[n] = parts[n] - rate * (first[n] / (1 - 0.9**step)) / scale
    inner = parts[0] / spread[:, None]
    return inner, parts[1] - mean @ inner, parts[2], float(parts[3][0])


def _gradients(parts: list[Array], table: Array, wanted: Array) -> list[Array]:
    """Gradients of the mean cross-entropy with weight decay."""
    before = table @ parts[0] + parts[1]
    hidden = np.maximum(before, 0)
    said = 1 / (1 + np.exp(-np.clip(hidden @ parts[2] + parts[3], -30, 30)))
    wrong = (said - wanted) / len(wanted)
    back = np.outer(wrong, parts[2]) * (before > 0)
    return [
        table.T @ back + DECAY * parts[0],
        back.sum(0),
        hidden.T @ wrong + DECAY * parts[2],
        wrong.sum(keepdims=True),
    ]

"""Fits the weights of `reading.topic_sentences` on tagged texts and mixed paragraphs. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.core.document import Document
from wherein.core.span import Span
from wherein.encoding.encoder import Encoder
from wherein.passages.split import split
from wherein.questions.topic_request import requested_topic
from wherein.reading.topic_sentences import (
    POINT_FEATURES,
    TOPIC_FEATURES,
    point_features,
    sentences_of,
    topic_features,
)
from wherein_lab.answering.multi_sentence import NONE, WHOLE, mixtures, tagged_texts

MIXED_WEIGHT = 0.15
"""The weight of a sentence from a mixture; there are eighteen times as many as tagged ones."""
RIDGE, POINTS_RIDGE = 0.0002, 0.01
"""Relative to the number of rows. Main points are few and similar, so their ridge is stronger."""
STEPS = 100


def fit(folder: Path, encoder: Encoder) -> dict[str, Any]:
    """Fit both regressions; returns the weights by name of feature, with the intercepts."""
    about, points = _Rows(), _Rows()
    for tagged in tagged_texts(folder, fitted=True):
        for tag, question in tagged.questions:
            wanted = [] if tag == NONE else tagged.about(tag)
            topic = requested_topic(question) or ""
            rows = points if tag == WHOLE else about
            rows.add(tagged.document, topic, encoder, _among(wanted), 1.0)
    for mixture in mixtures(fitted=True):
        wanted = [] if mixture.about is None else [mixture.about]
        about.add(mixture.document, mixture.topic, encoder, _among(wanted), MIXED_WEIGHT)
    return {
        "about": about.fitted(TOPIC_FEATURES, RIDGE),
        "points": points.fitted(POINT_FEATURES, POINTS_RIDGE),
    }


def _among(wanted: list[Span]) -> Callable[[Span], bool]:
    return lambda span: any(span.overlaps(one) for one in wanted)


class _Rows:
    """Features of sentences, and whether each was wanted."""

    def __init__(self) -> None:
        self._features: list[NDArray[np.float64]] = []
        self._wanted: list[bool] = []
        self._weights: list[float] = []

    def add(
        self,
        document: Document,
        topic: str,
        encoder: Encoder,
        is_wanted: Callable[[Span], bool],
        weight: float,
    ) -> None:
        sentences = sentences_of(split(document))
        vectors = encoder.encode([sentence.text for sentence in sentences])
        features = (
            topic_features(topic, sentences, vectors, encoder)
            if topic
            else point_features(sentences, vectors)
        )
        self._features.extend(features)
        self._wanted.extend(is_wanted(sentence.span) for sentence in sentences)
        self._weights.extend([weight] * len(sentences))

    def fitted(self, names: tuple[str, ...], strength: float) -> dict[str, float]:
        """Ridge logistic regression by Newton's method."""
        x = np.column_stack([np.array(self._features), np.ones(len(self._features))])
        y, weights = np.array(self._wanted, float), np.array(self._weights)
        ridge = np.full(x.shape[1], strength * len(x))
        ridge[-1] = 1e-6
        solution = np.zeros(x.shape[1])
        for _ in range(STEPS):
            p = 1 / (1 + np.exp(-x @ solution))
            gradient = x.T @ (weights * (p - y)) + ridge * solution
            curve = (x * (weights * p * (1 - p))[:, None]).T @ x + np.diag(ridge)
            solution -= np.linalg.solve(curve, gradient)
        return dict(zip((*names, "intercept"), solution.round(3).tolist(), strict=True))

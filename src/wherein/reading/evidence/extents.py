"""The extents of text that belong to the answer: sentences by their probability, neighbours merged.

A logistic regression weighs what the reader's outputs say of a sentence and of its neighbours; `wherein train evidence`
fits it. The TypeScript twin is `web/reader/src/evidence/extents.ts`; the cases are in contracts/evidence.json.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.reading.reader import SentenceScore

_LEXICON = lexicon("evidence")
READERS = frozenset(_LEXICON.words("readers"))
"""The readers whose outputs the weights are for."""
FEATURES = _LEXICON.words("features")
"""The features, in their order:

- margin: the sentence's best span over "not here"
- behind: its best span behind the best of all that was read, at most 0
- before, after: the margins of the neighbours in its paragraph; without one as low as can be
- start, end: the highest start and end scores in it
- top: the best margin of all that was read
"""
MOST_EXTENTS = _LEXICON.count("most_extents")
"""Extents of one result."""
MOST_PASSAGES = _LEXICON.count("most_passages")
"""Passages of which the weights were fitted on the sentences."""
_MARGIN, _LOGIT = _LEXICON.number("most_margin"), _LEXICON.number("most_logit")
"""Outputs beyond these count as these."""


class Amount(StrEnum):
    """How much a question wants marked."""

    TOPIC = "topic"  # a search by several words: whatever is about it
    SEVERAL = "several"  # several things, steps, a reason, a comparison, two questions in one
    YES_NO = "yes_no"  # what decides it


BOUNDS = {amount: float(_LEXICON.entries["bounds"][amount]) for amount in Amount}
"""The least probability of a marked sentence; `wherein train evidence` finds them."""


@dataclass(frozen=True, slots=True)
class Extent:
    """Neighbouring sentences of one document that belong to the answer; `probability` is the likeliest one's."""

    document: str
    span: Span
    probability: float


def extents(sentences: Sequence[SentenceScore], amount: Amount) -> list[Extent]:
    """The extents at or above the amount's bound, likeliest first.

    `sentences` are all that were read, those of a passage in reading order. Sentences of one paragraph that follow one
    another are one extent; one below the bound parts them.
    """
    found: list[Extent] = []
    bound = BOUNDS[amount]
    last: SentenceScore | None = None
    for sentence, probability in zip(sentences, probabilities(sentences, amount), strict=True):
        if probability < bound:
            last = None
            continue
        if last is not None and _are_neighbours(last, sentence):
            before = found.pop()
            span = Span(before.span.start, sentence.span.end)
            probability = max(before.probability, probability)
        else:
            span = sentence.span
        found.append(Extent(sentence.passage.document, span, float(probability)))
        last = sentence
    return sorted(found, key=lambda one: (-one.probability, one.document, one.span))


def probabilities(sentences: Sequence[SentenceScore], amount: Amount) -> list[float]:
    """The probability of each sentence that it belongs to the answer."""
    if not sentences:
        return []
    weights = _LEXICON.fitted("topic" if amount is Amount.TOPIC else "question")
    logits = features(sentences) @ np.array(weights["weights"]) + weights["intercept"]
    return [float(one) for one in 1.0 / (1.0 + np.exp(-logits))]


def features(sentences: Sequence[SentenceScore]) -> NDArray[np.float64]:
    """(sentences, FEATURES); at least one sentence."""
    outputs = np.array([(one.margin, one.best, one.start, one.end) for one in sentences])
    margin = np.clip(outputs[:, 0], -_MARGIN, _MARGIN)
    behind = np.maximum(outputs[:, 1] - outputs[:, 1].max(), -_MARGIN)
    before, after = np.full((2, len(margin)), -_MARGIN, np.float64)
    for at in range(1, len(sentences)):
        if _are_neighbours(sentences[at - 1], sentences[at]):
            before[at], after[at - 1] = margin[at - 1], margin[at]
    start, end = np.clip(outputs[:, 2:], -_LOGIT, _LOGIT).T
    top = np.full(len(margin), margin.max())
    return np.stack([margin, behind, before, after, start, end, top], axis=1)


def _are_neighbours(first: SentenceScore, second: SentenceScore) -> bool:
    """Whether no blank line parts two sentences that follow one another in a passage."""
    passage = first.passage
    if (passage.document, passage.index) != (second.passage.document, second.passage.index):
        return False
    base = passage.span.start
    return "\n\n" not in passage.text[first.span.end - base : second.span.start - base]

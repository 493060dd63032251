"""Selects the sentences about a topic, or the main points of a text. Knows no language model.

The words of the sentence, of its headings and of its neighbours show its topic: "It breeds in brood cells" is about
the mite of the sentence before. A logistic regression weighs them. Main points are sentences whose vectors are
close to all others'; the first sentence of a paragraph comes before its others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.encoding.encoder import Encoder
from wherein.lexicon import lexicon
from wherein.passages.sentences import sentence_spans
from wherein.reading.boilerplate import is_boilerplate, is_whole, line_key, repeated_lines
from wherein.reading.calibration import content
from wherein.reading.selector import Selected

_LEXICON = lexicon("topic-sentences")
TOPIC_FEATURES = _LEXICON.words("topic_features")
"""The features, in their order:

- own: share of the topic's words, weighted by rarity, that the sentence has
- headings: the same share for the headings above it
- before: the best share of the earlier sentences of its paragraph, discounted with distance
- after: the same for the later sentences
- likeness: cosine of the sentence with the topic
- paragraph: cosine of its paragraph with the topic
- chain: "before" where the sentence begins with a word that points back, else 0
- known: the share of the topic's words, weighted by rarity, that the passages have at all
- standing: the z-score of its likeness among all sentences
- lead: its paragraph's cosine minus the best cosine of the other paragraphs
- paragraph_own: share of the topic's words that its paragraph has
- paragraph_standing: the best standing in its paragraph
"""
POINT_FEATURES = _LEXICON.words("point_features")
"""The features, in their order:

- central: cosine of the sentence with all others' mean
- first: 1 for the first sentence of a paragraph
- early: 1 for the first sentence of all, falling to 0 for the last
- log_words: log(1 + words)
"""
STEP = _LEXICON.number("step")
"""The factor on a neighbour's share for each sentence of distance."""
_ANAPHOR = _LEXICON.pattern("anaphor")
BOUND = _LEXICON.number("bound")
"""Least probability. At 0.5 as many nuggets are shown, and four more of a hundred absent topics get sentences."""
HEADED = _LEXICON.number("headed")
"""The probability of a sentence whose heading is the topic word for word."""
FEWEST_POINTS, POINTS_SHARE = _LEXICON.count("fewest_points"), _LEXICON.number("points_share")
"""Main points are a quarter of the sentences, and at least three."""
LONGEST_POINT = _LEXICON.count("longest_point")
"""Most words of a main point; a longer sentence is a table or a list in one line."""
_LIKE = _LEXICON.number("like")
"""The cosine from which two sentences count as the same."""


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic regression over named features."""

    values: tuple[float, ...]
    intercept: float

    def probabilities(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """(n, features) to (n,)"""
        logits = features @ np.array(self.values) + self.intercept
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -30.0, 30.0))))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its place; `paragraph` counts through the paragraphs of all passages."""

    passage: Passage
    span: Span
    text: str
    paragraph: int


# In the order of TOPIC_FEATURES and POINT_FEATURES; `wherein train topic-sentences` makes them.
ABOUT, POINTS = (
    Weights(tuple(fitted["weights"]), fitted["intercept"])
    for fitted in map(_LEXICON.fitted, ("about", "points"))
)


class TopicSentences:
    """A `Selector` by words and static vectors."""

    name = "several"
    bound = BOUND

    def __init__(self, encoder: Callable[[], Encoder]) -> None:
        """`encoder` is called at the first question."""
        self._encoder = encoder

    def select(self, topic: str, passages: Sequence[Passage], limit: int) -> list[Selected]:
        sentences = sentences_of(passages)
        if not sentences or limit <= 0:
            return []
        vectors = self._encoder().encode([s.text for s in sentences])
        if topic:
            features = topic_features(topic, sentences, vectors, self._encoder())
            sure = ABOUT.probabilities(features)
            sure = np.where(headed(topic, sentences), np.maximum(sure, HEADED), sure)
            ranked = sure + 0.1 * POINTS.probabilities(point_features(sentences, vectors))
        else:
            ranked = sure = POINTS.probabilities(point_features(sentences, vectors))
            limit = min(limit, max(FEWEST_POINTS, round(POINTS_SHARE * len(sentences))))
        may_be_point = () if topic else points_among(sentences)
        chosen: list[int] = []
        for at in np.argsort(-ranked, kind="stable"):
            if len(chosen) == limit:
                break
            if topic and sure[at] < self.bound:
                continue
            if not topic and at not in may_be_point:
                continue
            if all(float(vectors[at] @ vectors[other]) < _LIKE for other in chosen):
                chosen.append(int(at))
        return _in_reading_order([_selected(sentences[at], float(sure[at])) for at in chosen])


def sentences_of(passages: Sequence[Passage]) -> list[Sentence]:
    """Every sentence once, in the order of the text; headings are left out."""
    found: list[Sentence] = []
    paragraph = 0
    end: dict[str, int] = {}
    documents = list(dict.fromkeys(passage.document for passage in passages))
    for passage in sorted(passages, key=lambda p: (documents.index(p.document), p.span)):
        previous = 0
        for span in sentence_spans(passage.text):
            if "\n\n" in passage.text[previous : span.start] or previous == 0:
                paragraph += 1
            previous = span.end
            text = span.of(passage.text)
            place = span.shifted(passage.span.start)
            if text in passage.section or place.start < end.get(passage.document, 0):
                continue
            end[passage.document] = place.end
            found.append(Sentence(passage, place, text, paragraph))
    return found


def points_among(sentences: Sequence[Sentence]) -> frozenset[int]:
    """The indexes of the sentences that may be a main point: whole sentences that are no boilerplate.

    Where none is whole (a list, a text without punctuation), all sentences that are no boilerplate.
    """
    repeated = repeated_lines(sentence.text for sentence in sentences)
    body = [
        at
        for at, sentence in enumerate(sentences)
        if len(sentence.text.split()) <= LONGEST_POINT
        and not is_boilerplate(sentence.text, sentence.passage.section)
        and line_key(sentence.text) not in repeated
    ]
    return frozenset([at for at in body if is_whole(sentences[at].text)] or body)


def topic_features(
    topic: str, sentences: Sequence[Sentence], vectors: NDArray[np.float32], encoder: Encoder
) -> NDArray[np.float64]:
    """(sentences, TOPIC_FEATURES); `vectors` are the sentences', of length 1."""
    asked = content(topic) or frozenset(topic.casefold().split())
    held = [content(sentence.text) for sentence in sentences]
    seen: Counter[str] = Counter()
    for words in held:
        seen.update(asked & words)
    weights = {word: math.log(1 + len(sentences) / (0.5 + seen[word])) for word in asked}
    total = sum(weights.values()) or 1.0

    def share(words: frozenset[str]) -> float:
        return sum(weights[word] for word in words & asked) / total

    own = np.array([share(words) for words in held])
    headings = np.array([share(content(" ".join(s.passage.section))) for s in sentences])
    wanted = encoder.encode([topic])[0]
    likeness = np.asarray(vectors @ wanted, np.float64)
    before, after = np.zeros(len(own)), np.zeros(len(own))
    for at in range(1, len(own)):
        if sentences[at].paragraph == sentences[at - 1].paragraph:
            before[at] = STEP * max(own[at - 1], before[at - 1])
    for at in range(len(own) - 2, -1, -1):
        if sentences[at].paragraph == sentences[at + 1].paragraph:
            after[at] = STEP * max(own[at + 1], after[at + 1])
    chain = np.array([bool(_ANAPHOR.match(s.text)) for s in sentences]) * before
    known = np.full(
        len(own),
        share(frozenset().union(*held, *(content(" ".join(s.passage.section)) for s in sentences))),
    )
    standing = (likeness - likeness.mean()) / max(float(likeness.std()), 0.02)
    _, places = np.unique([sentence.paragraph for sentence in sentences], return_inverse=True)
    count = int(places.max()) + 1
    means = np.zeros((count, vectors.shape[1]), np.float32)
    np.add.at(means, places, vectors)
    means /= np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)
    near = np.asarray(means @ wanted, np.float64)
    lead = np.array(
        [near[at] - max((*near[:at], *near[at + 1 :]), default=0.0) for at in range(count)]
    )
    there: list[frozenset[str]] = [frozenset()] * count
    for place, bag in zip(places, held, strict=True):
        there[place] |= bag
    whole = np.array([share(bag) for bag in there])
    best = np.full(count, -np.inf)
    np.maximum.at(best, places, standing)
    columns = [own, headings, before, after, likeness, near[places], chain, known, standing]
    return np.stack([*columns, lead[places], whole[places], best[places]], axis=1)


def headed(topic: str, sentences: Sequence[Sentence]) -> NDArray[np.bool_]:
    """(sentences,): whether the nearest heading is exactly the topic."""
    asked = content(topic)
    return np.array(
        [
            bool(asked) and bool(s.passage.section) and content(s.passage.section[-1]) == asked
            for s in sentences
        ]
    )


def point_features(
    sentences: Sequence[Sentence], vectors: NDArray[np.float32]
) -> NDArray[np.float64]:
    """(sentences, POINT_FEATURES)"""
    mean = vectors.mean(axis=0)
    central = np.asarray(vectors @ mean, np.float64) / (float(np.linalg.norm(mean)) or 1.0)
    paragraphs = [sentence.paragraph for sentence in sentences]
    first = [at == 0 or paragraphs[at] != paragraphs[at - 1] for at in range(len(paragraphs))]
    early = 1.0 - np.arange(len(sentences)) / max(1, len(sentences) - 1)
    words = [math.log1p(len(sentence.text.split())) for sentence in sentences]
    return np.stack([central, np.array(first, np.float64), early, np.array(words)], axis=1)


def _selected(sentence: Sentence, probability: float) -> Selected:
    return Selected(sentence.passage, sentence.span, probability)


def _in_reading_order(chosen: Sequence[Selected]) -> list[Selected]:
    best: dict[str, float] = {}
    for one in chosen:
        name = one.passage.document
        best[name] = max(best.get(name, 0.0), one.probability)
    return sorted(
        chosen, key=lambda one: (-best[one.passage.document], one.passage.document, one.span)
    )

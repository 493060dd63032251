"""The sentence reader: marks the sentence most like the question, without a trained head. Baseline and fallback."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from wherein.assets.shipped_bounds import shipped_bounds
from wherein.core.answer import Candidate
from wherein.core.lifetime.cancellation import checkpoint
from wherein.core.passage import Passage
from wherein.encoding.encoder import Encoder
from wherein.lexicon import lexicon
from wherein.passages.heading_prefix import heading_prefix
from wherein.passages.sentences import sentence_spans
from wherein.reading.asked_for import has_what_is_asked
from wherein.reading.calibration import Calibration, text_of
from wherein.reading.reader import Reading

_BATCH = 32
_WORD = re.compile(r"[^\W_]+")
# How much the share of the question's words counts beside the cosine; see docs/decisions.
_OVERLAP_WEIGHT = 1.0


class SentenceReader:
    """A `Reader` whose candidates are whole sentences.

    The score of a sentence is its cosine with the question plus the share of the question's words, weighted by
    rarity among the given passages, that it or its headings contain. The null score is 0. Headings are no
    candidates, and of a sentence that repeats word for word in a section only the first is one.
    """

    def __init__(self, encoder: Callable[[], Encoder]) -> None:
        """`encoder` is called at the first question, because most questions are answered before this reader."""
        self._encoder = encoder

    @property
    def name(self) -> str:
        return "sentence"

    def load(self) -> None:
        self._encoder()

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        if not question.strip() or not passages:
            return
        encoder = self._encoder()
        asked = encoder.encode([question])[0]
        weights = _rarity(question, passages)
        total = sum(weights.values()) or 1.0
        seen: set[tuple[str, tuple[str, ...], str]] = set()
        for at in range(0, len(passages), _BATCH):
            checkpoint()
            some = passages[at : at + _BATCH]
            found = []
            for passage in some:
                for span in sentence_spans(passage.text):
                    text = span.of(passage.text)
                    said = " ".join(text.split())
                    key = (passage.document, passage.section, said)
                    if said not in passage.section and key not in seen:
                        seen.add(key)
                        found.append((passage, span.shifted(passage.span.start), text))
            candidates: list[Candidate] = []
            if found:
                likeness = encoder.encode([text for _, _, text in found]) @ asked
                for (passage, span, text), cosine in zip(found, likeness, strict=True):
                    words = _words(f"{heading_prefix('', passage.section)} {text}")
                    shared = sum(weights[word] for word in words & weights.keys()) / total
                    score = float(np.float64(cosine)) + _OVERLAP_WEIGHT * shared
                    candidates.append(Candidate(passage, span, score, 0.0))
            candidates.sort(key=lambda c: (-c.margin, c.span))
            yield Reading(tuple(some), tuple(candidates))


def _words(text: str) -> set[str]:
    return {match.group() for match in _WORD.finditer(text.casefold())}


def _rarity(question: str, passages: Sequence[Passage]) -> dict[str, float]:
    """Inverse document frequency of the question's words over the passages."""
    asked = _words(question)
    held: Counter[str] = Counter()
    for passage in passages:
        held.update(asked & _words(passage.text))
    return {word: math.log(1 + len(passages) / (0.5 + held[word])) for word in asked}


_FITTED = lexicon("calibration").fitted("sentence")
_BOUNDS = shipped_bounds("own_bounds", "sentence")
_MOST = lexicon("grades").entries["own_bounds"]["sentence"][
    "most"
]  # likely: like the question is not yet an answer to it
# In the order of FEATURES. Right: the sentence holds a gold answer. Fitted on 1,400 questions
# of whole pages (SQuAD dev, Natural Questions, other domains); on the half of the articles
# kept out of a first fit the expected calibration error was 0.032 and at 0.6 and above 73 % of
# the best sentences were right. The lead is left out: a single sentence has no rival. So is the
# support: a sentence that a page repeats word for word is furniture, not an answer said twice.
SENTENCE_CALIBRATION = Calibration(
    tuple(_FITTED["weights"]),
    _FITTED["intercept"],
    answer_bound=_BOUNDS.answer,
    perhaps_bound=_BOUNDS.perhaps,
)


class SentenceConfidence:
    """The probability that a sentence answers, never *sure*; 0 where it lacks what the question asks for.

    A `Confidence` of `answering`. A sentence that shares only a name with the question is similar to it, but it
    is a passage to look at and no answer.
    """

    answer_bound = SENTENCE_CALIBRATION.answer_bound
    perhaps_bound = SENTENCE_CALIBRATION.perhaps_bound

    def __init__(self, title: Callable[[str], str]) -> None:
        """`title` returns a document's title by id."""
        self._title = title

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> list[float]:
        sure = SENTENCE_CALIBRATION.probabilities(question, candidates, passages_read)
        return [
            min(p, _MOST) if p >= self.perhaps_bound and self._answers(question, candidate) else 0.0
            for p, candidate in zip(sure, candidates, strict=True)
        ]

    def _answers(self, question: str, candidate: Candidate) -> bool:
        passage = candidate.passage
        about = (self._title(passage.document), *passage.section)
        return has_what_is_asked(question, text_of(candidate), about)

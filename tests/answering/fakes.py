"""Stand-ins for readers and calibrations, which pass the same contracts as the real ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.reader import Reading


class WordReader:
    """Proposes every occurrence of some words, each with its given margin."""

    def __init__(self, margins: dict[str, float], name: str = "words") -> None:
        self.name = name
        self._margins = margins
        self.asked = 0

    def load(self) -> None:
        """There is nothing to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        if not question.strip():
            return
        self.asked += 1
        for passage in passages:
            found = []
            for word, margin in self._margins.items():
                at = passage.text.find(word)
                if at >= 0:
                    start = passage.span.start + at
                    found.append(Candidate(passage, Span(start, start + len(word)), margin, 0.0))
            found.sort(key=lambda candidate: -candidate.margin)
            yield Reading((passage,), tuple(found))


class MarginIsProbability:
    """The margin itself, for tests that say which answer is how likely."""

    answer_bound = 0.5
    perhaps_bound = 0.2

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> list[float]:
        return [candidate.margin for candidate in candidates]

"""Finds earlier questions of a page that may be paraphrases. Serves no answer and verifies none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wherein.memory.store import MemoryStore, PageKey, StoredQuestion
from wherein.memory.verification import MOST_VERIFIED
from wherein.memory.visibility import Visibility
from wherein.questions.paraphrase import LEAST_SIMILARITY, difference

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder

QUESTIONS_COMPARED = 200
"""Most questions of a page, by falling score, that are compared."""


class ParaphraseCandidates:
    """Compares a question with the page's earlier ones: first their words, then their vectors."""

    def __init__(
        self,
        store: MemoryStore,
        visibility: Visibility,
        encoder: Callable[[], Encoder] | None,
    ) -> None:
        """Without an encoder there are no candidates."""
        self._store = store
        self._visibility = visibility
        self._encoder = encoder

    def of(
        self, question: str, page: PageKey, asker: str | None
    ) -> list[tuple[StoredQuestion, float]]:
        """At most `MOST_VERIFIED` questions of the page with their similarities, most similar first.

        Ties go to the older question. Questions whose words forbid a paraphrase (`difference`) are left out,
        however similar their vectors are.
        """
        if self._encoder is None:
            return []
        asked = self._store.questions.of_page(page, QUESTIONS_COMPARED)
        possible = [
            other
            for other in self._visibility.among(asked, asker)
            if difference(question, other.text) is None
        ]
        if not possible:
            return []
        vectors = self._encoder().encode([question, *(other.text for other in possible)])
        scored = zip(possible, (vectors[1:] @ vectors[0]).tolist(), strict=True)
        near = [pair for pair in scored if pair[1] >= LEAST_SIMILARITY]
        return sorted(near, key=lambda pair: (-pair[1], pair[0].id))[:MOST_VERIFIED]

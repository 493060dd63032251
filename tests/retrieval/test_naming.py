"""Retrieval narrowed to passages that say a name: order, depth, and names inside other names."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from wherein.core.passage import Hit, Passage
from wherein.core.span import Span
from wherein.retrieval.naming import NamingRetriever


class Fixed:
    """Passages of these texts, in their order."""

    name = "fixed"

    def __init__(self, *texts: str) -> None:
        self._texts = texts

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        passages = [
            Passage(f"d{at}", at, Span(0, len(text)), text) for at, text in enumerate(self._texts)
        ]
        hits = [Hit(passage, 1.0 / (1 + passage.index)) for passage in passages]
        return [hit for hit in hits if within is None or hit.passage.document in within][:limit]


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        ("It began in the Iraq War.", True),
        ("The IRAQ war's end.", True),
        ("War came to Iraq.", False),
        ("In the Iran\u2013Iraq War many died.", False),
        ("In the Iran\u2013Iraq War many died, in the Iraq War too.", True),
        ("Post-Iraq War plans.", False),
        ("Iraq\nWar", True),
        ("", False),
    ],
)
def test_a_name_is_said_where_its_words_stand_together(text: str, is_said: bool) -> None:
    assert bool(NamingRetriever(Fixed(text), ["Iraq War"]).search("q", 3)) is is_said


def test_hits_keep_their_order_and_are_looked_for_further_down() -> None:
    texts = [f"Nothing {n}." if n % 3 else f"Ulm {n}." for n in range(12)]
    found = NamingRetriever(Fixed(*texts), ["Ulm", "Nowhere"]).search("q", 3)
    assert [hit.passage.text for hit in found] == ["Ulm 0.", "Ulm 3.", "Ulm 6."]
    assert NamingRetriever(Fixed(*texts), ["?"]).search("q", 3) == []
    assert NamingRetriever(Fixed(*texts), ["Ulm"]).search("q", 0) == []


def test_accents_headings_and_documents_count() -> None:
    assert NamingRetriever(Fixed("In Zürich."), ["Zurich"]).search("q", 1)
    headed = Passage("d", 0, Span(0, 3), "It.", ("Zürich", "History"))

    class Headed(Fixed):
        def search(
            self, question: str, limit: int, within: Collection[str] | None = None
        ) -> list[Hit]:
            return [Hit(headed, 1.0)]

    assert NamingRetriever(Headed(), ["Zürich"]).search("q", 1)
    assert not NamingRetriever(Fixed("Ulm", "Ulm"), ["Ulm"]).search("q", 1, within=["d7"])

"""Copies of a document take no places among the passages that are read."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from wherein import Engine
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span
from wherein.retrieval.distinct import DistinctRetriever

TITLES = {"mill": "The mill", "mill-copy": "The mill", "works": "The works"}


def passage(document: str, index: int, text: str) -> Passage:
    return Passage(document, index, Span(0, len(text)), text)


class _Found:
    """The same hits for every question, as many as are asked for."""

    name = "found"

    def __init__(self, *passages: Passage) -> None:
        self._passages = passages
        self.depths: list[int] = []

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        self.depths.append(limit)
        return [Hit(one, 1.0 / (rank + 1)) for rank, one in enumerate(self._passages)][:limit]


def found(retriever: _Found, limit: int) -> list[tuple[str, int]]:
    hits = DistinctRetriever(retriever, TITLES.__getitem__).search("mill", limit)
    return [(hit.passage.document, hit.passage.index) for hit in hits]


def test_a_copy_is_found_once_and_the_next_passage_takes_its_place() -> None:
    built, oats = "It was built in 1642.", "It grinds oats."
    twice = _Found(
        passage("mill", 0, built),
        passage("mill-copy", 0, built),
        passage("mill-copy", 1, oats),
        passage("mill", 1, oats),
    )
    assert found(twice, 2) == [("mill", 0), ("mill-copy", 1)]


def test_the_same_words_under_another_title_are_said_of_another_thing() -> None:
    built = "It was built in 1642."
    hits = _Found(passage("mill", 0, built), passage("works", 0, built))
    assert found(hits, 2) == [("mill", 0), ("works", 0)]


def test_what_one_document_says_twice_stays_at_both_places() -> None:
    hits = _Found(passage("mill", 0, "Closed."), passage("mill", 3, "Closed."))
    assert found(hits, 2) == [("mill", 0), ("mill", 3)]


def test_many_copies_are_looked_through_only_to_a_bound() -> None:
    copies = (passage("mill", 0, "Closed."), *[passage("mill-copy", 0, "Closed.")] * 99)
    retriever = _Found(*copies)
    assert found(retriever, 3) == [("mill", 0)]
    assert max(retriever.depths) == 24
    assert found(retriever, 0) == []


def test_a_library_reads_a_copied_document_once_and_its_search_shows_every_copy(
    engine: Engine, tmp_path: Path
) -> None:
    folder = tmp_path / "texts"
    (folder / "copy").mkdir(parents=True)
    for file in (folder / "mill.md", folder / "copy" / "mill.md"):
        file.write_text("# The mill\n\nThe tide mill was built in 1642 by two brothers.\n")
    engine.add(folder)
    result = engine.ask("When was the tide mill built?")
    assert len(result.nearest) == 1
    assert len(engine.search("tide mill")) == 2

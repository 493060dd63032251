"""A search while another thread writes the index uses the last commit and does not wait."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clock import GIVE_UP_SECONDS
from tests.retrieval.makers import INDEXES, Opened, passage, passages
from wherein.core.passage import Passage
from wherein.retrieval.by_vectors.dense import PASSAGES_AT_ONCE

WRITTEN = ("bm25", "keyword", "dense", "hybrid")
"""Those that are kept in files, where others may search while one writes."""
ALPS = passages("alps", "The Matterhorn was climbed in 1865.", "Zermatt lies below.")
QUESTION = "Who climbed the Matterhorn?"


@pytest.fixture(params=WRITTEN)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    made = INDEXES[request.param](tmp_path)
    made.replace("alps", ALPS)
    made.index.commit(1)
    yield made
    made.index.close()


def test_a_long_document_is_not_waited_for(opened: Opened) -> None:
    half_way, go_on = threading.Event(), threading.Event()

    def long_document() -> Iterator[Passage]:
        for at in range(2 * PASSAGES_AT_ONCE):
            yield passage("long", at, f"Line {at} of the Matterhorn.")
        half_way.set()
        assert go_on.wait(GIVE_UP_SECONDS)
        yield passage("long", 2 * PASSAGES_AT_ONCE, "The end.")

    def write() -> None:
        opened.index.replace("long", long_document())
        opened.index.commit(2)

    writing = threading.Thread(target=write)
    writing.start()
    assert half_way.wait(GIVE_UP_SECONDS)
    hits = opened.index.search(QUESTION, 5)
    assert (hits[0].passage, opened.index.generation) == (ALPS[0], 1)
    assert not go_on.is_set()  # the search did not wait for the writing
    assert {hit.passage.document for hit in hits} == {"alps"}
    go_on.set()
    writing.join()
    assert opened.index.generation == 2


def test_many_search_while_one_writes(opened: Opened) -> None:
    over = threading.Event()
    failed: list[BaseException] = []
    searches = 0

    def search() -> None:
        nonlocal searches
        try:
            while not over.is_set():
                hits = opened.index.search(QUESTION, 3)
                assert hits[0].passage.document == "alps"
                assert opened.index.generation >= 1
                searches += 1
        except BaseException as error:
            failed.append(error)
            raise

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for generation in range(2, 30):
        number = generation % 5
        opened.replace(f"d{number}", passages(f"d{number}", f"Line {generation}.", "Another line."))
        opened.index.commit(generation)
    over.set()
    for thread in threads:
        thread.join()
    assert not failed
    assert searches > 10
    assert opened.index.generation == 29

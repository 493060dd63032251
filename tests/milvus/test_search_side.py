"""A library that Milvus searches: the same passages first, and this machine's own indexes while it is away or behind.

The tests that need Milvus Lite run where it is installed, by `make test-team`.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.retrieval.makers import milvus_server
from wherein import Engine
from wherein.core.errors import ExtraMissing, StoreUnreachable
from wherein.home.folder import Home
from wherein.milvus.address import SearchAddress
from wherein.milvus.server import MilvusServer
from wherein.retrieval.by_milvus import search_side
from wherein.retrieval.by_milvus.words import MilvusWords

needs_milvus = pytest.mark.skipif(
    importlib.util.find_spec("milvus_lite") is None,
    reason="Milvus Lite is not installed: make test-team",
)
ADDRESS = "milvus://search.example:19530"
QUESTIONS = [
    "Who keeps the lighthouse?", "when does the ferry leave", "price of a barrel of herring",
    "What do the rules say of dogs?", "lamp oil", "the harbour master's house", "how deep is the well",
]  # fmt: skip


def texts(folder: Path, count: int = 40) -> list[str]:
    made = []
    for n in range(count):
        path = folder / f"note-{n}.txt"
        path.write_text(
            f"Note {n}. The lighthouse of bay {n} is kept by keeper {n % 7}.\n\n"
            f"The ferry leaves at {n % 12} o'clock. A barrel of herring costs {n * 3} crowns.\n\n"
            + (
                "Dogs are kept on a lead, say the rules of the harbour master. "
                if n % 3
                else "Lamp oil. "
            )
            * (n % 5)
        )
        made.append(str(path))
    return made


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Makes each step of a Milvus server fail, as where nothing listens; counts the steps."""
    steps: list[int] = []

    def fails(self: MilvusServer, work: Any) -> Any:
        steps.append(1)
        raise StoreUnreachable(f"The Milvus server {self.address} can't be reached.", "Start it.")

    monkeypatch.setattr(MilvusServer, "call", fails)
    return steps


def opened(folder: Path, address: str = ADDRESS) -> Engine:
    return Engine(Home(folder, search=SearchAddress.parse(address)))


def found(engine: Engine, question: str) -> list[tuple[str, int]]:
    return [(hit.passage.document, hit.passage.index) for hit in engine.search(question, limit=3)]


def test_without_the_server_the_own_indexes_answer_and_a_note_says_so(
    tmp_path: Path, away: list[int]
) -> None:
    with opened(tmp_path / "home") as engine:
        engine.add(*texts(tmp_path, 5))
        assert found(engine, "Who keeps the lighthouse of bay 3?")
        notes = engine.search_notes()
        tried = len(away)
        result = engine.ask("Who keeps the lighthouse of bay 3?")
        assert any(
            "search.example:19530 can't be reached" in note for note in (*notes, *result.notes)
        )
        assert len(away) == tried, "left alone for a while after it failed"


def test_without_the_client_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pymilvus", None)
    with opened(tmp_path / "home") as engine:
        engine.add(*texts(tmp_path, 1))
        side = engine.search_side
        assert side is not None
        with pytest.raises(ExtraMissing, match="needs its client"):
            side.build()


@pytest.fixture
def lite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets every engine of a test use one Milvus Lite, which one process opens once."""
    server = milvus_server()
    monkeypatch.setattr(search_side, "MilvusServer", lambda address: server)
    monkeypatch.setattr(MilvusServer, "close", lambda self: None)


@needs_milvus
def test_milvus_finds_what_the_own_indexes_find(tmp_path: Path, lite: None) -> None:
    folder = tmp_path / "home"
    with Engine(Home(folder)) as engine:
        engine.add(*texts(tmp_path))
        own = [found(engine, question) for question in QUESTIONS]
    with opened(folder) as engine:
        side = engine.search_side
        assert side is not None
        built = side.build()
        assert [one.is_current for one in built] == [True, True]
        assert built[0].passages == built[1].passages > 0
        assert side.verify() == []
        assert [found(engine, question) for question in QUESTIONS] == own
        assert not engine.search_notes()
        side.drop()


@needs_milvus
def test_a_question_brings_a_few_changes_with_it_and_says_when_there_are_many(
    tmp_path: Path, lite: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_side, "MOST_IN_A_QUESTION", 5)
    with opened(tmp_path / "home") as engine:
        engine.add(*texts(tmp_path, 4))
        assert found(engine, "lighthouse of bay 2")
        side = engine.search_side
        assert side is not None
        assert [one.is_current for one in side.status()] == [True, True]
        engine.add(*texts(tmp_path, 20))
        result = engine.ask("Who keeps the lighthouse of bay 17?")
        assert any("has not all documents yet" in note for note in result.notes)
        assert result.answers or result.perhaps
        engine.remove(engine.documents()[0].document)
        side.build()
        assert side.verify() == []
        side.drop()


@needs_milvus
def test_a_build_that_was_interrupted_goes_on_and_a_changed_document_is_found(
    tmp_path: Path, lite: None
) -> None:
    with opened(tmp_path / "home") as engine:
        engine.add(*texts(tmp_path, 6))
        side = engine.search_side
        assert side is not None

        def stops(done: int, of: int, what: str) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            side.build(stops)
        side.build()
        words = side._indexes["bm25"]
        document = engine.documents()[2].document
        words.replace(document, [])
        words.commit(words.generation)
        assert side.verify() == [document]
        side.drop()
        assert [one.passages for one in side.status()] == [0, 0]
        side.build()
        assert side.verify() == []
        side.drop()


@needs_milvus
def test_a_server_that_goes_in_the_middle_of_a_question_costs_no_answer(
    tmp_path: Path, lite: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "home") as engine:
        engine.add(*texts(tmp_path, 6))
        before = found(engine, "lighthouse of bay 2")

        def fails(*more: object) -> object:
            raise StoreUnreachable("The Milvus server can't be reached.", "Start it.")

        monkeypatch.setattr(MilvusWords, "search", fails)
        assert found(engine, "lighthouse of bay 2") == before

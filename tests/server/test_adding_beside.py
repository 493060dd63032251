"""Library questions while documents are added: answered from the index as it stands, which the result says."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clock import GIVE_UP_SECONDS
from tests.server.serving import post, serving
from wherein import Engine
from wherein.answering.library import indexes
from wherein.core.answer import Result
from wherein.documents import kind
from wherein.documents.isolation import isolated
from wherein.home.writers_mark import WritersMark
from wherein.passages.split import passages_in
from wherein.retrieval import catch_up as catching_up

FERRY = ("How much does the ferry cost?", "240 kroner")
CAPTAIN = ("Who is the captain of the Elida?", "Ingrid Haugen")
LATE = "Documents are being added"


@pytest.fixture
def papers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "a.txt").write_text("The captain of the Elida is Ingrid Haugen.")
    (folder / "b.txt").write_text("The lighthouse was built in 1896.")
    return folder


@pytest.fixture
def kept(engine: Engine, tmp_path: Path) -> Engine:
    """An engine that has answered from one document, so that everything is loaded."""
    (tmp_path / "ferry.txt").write_text("The ferry to Bergen costs 240 kroner.")
    engine.add(tmp_path / "ferry.txt")
    assert engine.ask(FERRY[0]).answers[0].text == FERRY[1]
    return engine


class Gate:
    """Blocks every thread that reaches it until it is opened."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.opened = threading.Event()

    def __call__(self) -> None:
        self.reached.set()
        assert self.opened.wait(GIVE_UP_SECONDS), "somebody waited for what was held up"


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.opened.set()


def held_up_reading(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adding stands still at its second file."""
    real = kind.kind_of

    def kind_of(data: bytes, name: str, media_type: str | None) -> Any:
        if name == "b.txt":
            gate()
        return real(data, name, media_type)

    monkeypatch.setattr(isolated, "kind_of", kind_of)


def held_up_indexing(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adding stands still when all is read and its first index is brought up to date."""
    real = catching_up.catch_up

    def catch_up(index: Any, library: Any, report: Any) -> int:
        gate()
        return real(index, library, report)

    monkeypatch.setattr(indexes, "catch_up", catch_up)


HELD_UP = {"reading": held_up_reading, "indexing": held_up_indexing}


def answer(port: int, path: str, body: dict[str, Any]) -> dict[str, Any]:
    with post(port, path, body) as connection:
        connection.settimeout(GIVE_UP_SECONDS)
        received = b""
        while not received.endswith(b"}"):
            part = connection.recv(65536)
            assert part
            received += part
    found: dict[str, Any] = json.loads(received.partition(b"\r\n\r\n")[2])
    return found


@pytest.mark.parametrize("where", HELD_UP)
def test_a_question_does_not_wait_for_a_running_add(
    kept: Engine, papers: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    with serving(kept) as port:
        HELD_UP[where](gate, monkeypatch)
        with post(port, "/v1/documents", {"sources": [str(papers)]}) as adding:
            assert gate.reached.wait(GIVE_UP_SECONDS)
            for question in ({"question": FERRY[0]}, {"question": FERRY[0], "memory": "off"}):
                found = answer(port, "/v1/ask", question)  # while the gate is closed
                assert found["answers"][0]["text"] == FERRY[1]
                assert [note for note in found["notes"] if note.startswith(LATE)]
            hits = answer(port, "/v1/search", {"query": "ferry"})
            assert hits["hits"][0]["title"] == "ferry"
            assert hits["notes"][0].startswith(LATE)
            # What is being added is not there yet, and nothing says that it is nowhere.
            early = answer(port, "/v1/ask", {"question": CAPTAIN[0]})
            assert CAPTAIN[1] not in str(early["answers"])
            assert early["notes"][0].startswith(LATE)
            gate.opened.set()
            adding.settimeout(GIVE_UP_SECONDS)
            assert adding.recv(100).startswith(b"HTTP/1.1 200")
        found = answer(port, "/v1/ask", {"question": CAPTAIN[0]})
        assert found["answers"][0]["text"] == CAPTAIN[1]
        assert found["notes"] == []
        assert "notes" not in answer(port, "/v1/search", {"query": "captain"})


def test_a_document_can_be_removed_meanwhile(
    kept: Engine, papers: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    held_up_indexing(gate, monkeypatch)
    adding = threading.Thread(target=kept.add, args=(papers,))
    adding.start()
    assert gate.reached.wait(GIVE_UP_SECONDS)
    (ferry,) = (entry for entry in kept.documents() if entry.title == "ferry")
    kept.remove(ferry.document)  # while the gate is closed
    assert kept.search("ferry") == []
    gate.opened.set()
    adding.join()
    assert kept.search("captain")[0].passage.text.startswith("The captain")
    assert not [hit for hit in kept.search("ferry") if "ferry" in hit.passage.text]
    assert kept.search_notes() == ()


def notes(result: Result) -> list[str]:
    return [note for note in result.notes if note.startswith(LATE)]


def put(engine: Engine, path: Path) -> None:
    """Keep a document and leave the indexes as they are, as another process does while it adds."""
    document = engine.read(str(path))
    engine._documents.library.put(document, passages_in(document))


HOLD = """
import sys, time
from wherein.home.folder import Home
from wherein.home.writers_mark import WritersMark
with WritersMark(Home.choose(sys.argv[1]).writers).held():
    print("held", flush=True)
    time.sleep(600)
"""


def test_another_process_that_adds_is_seen_until_it_ends(kept: Engine, papers: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(kept.home.folder)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    assert kept.ask(FERRY[0]).notes == (), "nothing has been added yet"
    put(kept, papers / "a.txt")
    early = kept.ask(CAPTAIN[0])
    assert not early.answers
    assert "1 document that was added" in notes(early)[0]
    process.kill()  # in the middle of its work
    process.wait()
    process.stdout.close()
    found = kept.ask(CAPTAIN[0])
    assert (found.answers[0].text, found.notes) == (CAPTAIN[1], ())


def test_what_was_answered_meanwhile_is_not_remembered(kept: Engine, tmp_path: Path) -> None:
    question = "How much does the ferry to Bergen cost?"
    (tmp_path / "new.txt").write_text(
        "The ferry to Bergen costs 300 kroner since the spring of 2024."
    )
    with WritersMark(kept.home.writers).held():
        put(kept, tmp_path / "new.txt")
        for _ in range(2):
            result = kept.ask(question)
            assert result.answers[0].found_by != "memory"
            assert notes(result)
        # What was remembered before may be outdone by what is not searched yet.
        result = kept.ask(FERRY[0])
        assert result.answers[0].found_by != "memory"
        assert notes(result)
    texts = {answer.text for answer in kept.ask(question).answers}
    assert any("300 kroner" in text for text in texts)
    # Two documents answer that, which memory does not keep; this only one.
    since = "Since when does the ferry cost 300 kroner?"
    assert "2024" in kept.ask(since).answers[0].text
    assert kept.ask(since).answers[0].found_by == "memory"


def test_the_first_documents_of_a_library_are_not_waited_for(engine: Engine, papers: Path) -> None:
    engine.home.make_private()
    with WritersMark(engine.home.writers).held():
        put(engine, papers / "a.txt")
        result = engine.ask(CAPTAIN[0])
        assert (result.answers, len(notes(result))) == ((), 1)
    assert engine.ask(CAPTAIN[0]).answers[0].text == CAPTAIN[1]


@pytest.mark.parametrize(("question", "answer"), [CAPTAIN, FERRY], ids=["new", "remembered"])
def test_two_questions_bring_the_indexes_up_to_date_once(
    kept: Engine,
    papers: Path,
    gate: Gate,
    monkeypatch: pytest.MonkeyPatch,
    question: str,
    answer: str,
) -> None:
    put(kept, papers / "a.txt")
    held_up_indexing(gate, monkeypatch)
    first: list[Result] = []
    asking = threading.Thread(target=lambda: first.append(kept.ask(question)))
    asking.start()
    assert gate.reached.wait(GIVE_UP_SECONDS)
    for second in (question, FERRY[0]):  # neither waits for the first
        assert notes(kept.ask(second))
    gate.opened.set()
    asking.join()
    assert (first[0].answers[0].text, first[0].notes) == (answer, ())

"""Closing the connection ends the work: for questions as JSON and as a stream, and for adding."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.clock import until
from tests.server.serving import post, serving
from wherein import Engine
from wherein.answering.library import adding
from wherein.core.passage import Passage
from wherein.documents.plain.long_text import LongText
from wherein.reading.extractive import ExtractiveReader
from wherein.reading.reader import Reading

BATCHES = 120
BATCH_SECONDS = 0.02
TEXT = "The harbour master is Ingrid Haugen.\n\n" + "More words stand here.\n\n" * 40


class Slow:
    """What the reader was asked for, a batch at a time."""

    def __init__(self) -> None:
        self.batches = 0
        self.closed = 0

    def read(self, reader: object, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        try:
            for _ in range(BATCHES):
                time.sleep(BATCH_SECONDS)
                self.batches += 1
                yield Reading((passages[0],), ())
        finally:
            self.closed += 1


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    made = Slow()
    monkeypatch.setattr(
        ExtractiveReader,
        "read",
        lambda reader, question, passages: made.read(reader, question, passages),
    )
    return made


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
@pytest.mark.parametrize(
    "question",
    ["Who is the harbour master?", "Who is the harbuor mastre?"],
    ids=["plain", "misspelt"],
)
def test_a_closed_connection_stops_a_question(
    engine: Engine, slow: Slow, accept: str, question: str
) -> None:
    with serving(engine) as port:
        connection = post(port, "/v1/ask", {"question": question, "text": TEXT}, accept)
        until(lambda: slow.batches >= 5)
        connection.close()
        until(lambda: slow.closed == 1)
        stopped_at = slow.batches
        time.sleep(10 * BATCH_SECONDS)
        assert slow.batches == stopped_at < BATCHES / 2
        assert slow.closed == 1  # no other way to put the question was begun


@pytest.mark.parametrize("stream", [False, True])
def test_a_closed_connection_stops_a_chat(
    engine: Engine, slow: Slow, tmp_path: Path, stream: bool
) -> None:
    path = tmp_path / "harbour.md"
    path.write_text(TEXT)
    engine.add(path)
    said = {"role": "user", "content": "Who is the harbour master?"}
    body = {"model": "wherein/harbour.md", "messages": [said], "stream": stream}
    with serving(engine) as port:
        connection = post(port, "/v1/chat/completions", body)
        until(lambda: slow.batches >= 5)
        connection.close()
        until(lambda: slow.closed == 1)
        assert slow.batches < BATCHES / 2


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_a_closed_connection_stops_a_table_after_the_document_at_hand(
    engine: Engine, slow: Slow, tmp_path: Path, accept: str
) -> None:
    for number in range(5):
        path = tmp_path / f"harbour{number}.md"
        path.write_text(f"# Harbour {number}\n\n{TEXT}")
        engine.add(path)
    body = {"questions": ["Who is the harbour master?"]}
    with serving(engine) as port:
        connection = post(port, "/v1/tables", body, accept)
        until(lambda: slow.batches >= 5)
        connection.close()
        until(lambda: slow.closed >= 1)
        time.sleep(10 * BATCH_SECONDS)
        assert slow.closed == 1
        assert slow.batches <= BATCHES


def test_a_closed_connection_stops_a_question_that_is_put_again(engine: Engine, slow: Slow) -> None:
    question = {"question": "Who is the harbuor mastre?", "text": TEXT}
    with serving(engine) as port:
        connection = post(port, "/v1/ask", question)
        until(lambda: slow.batches >= BATCHES + 5)  # the correction is read for
        connection.close()
        until(lambda: slow.closed == 2)
        assert slow.batches < BATCHES * 3 / 2


def test_who_stays_gets_the_answer(engine: Engine) -> None:
    with serving(engine) as port:
        connection = post(port, "/v1/ask", {"question": "Who is the harbour master?", "text": TEXT})
        received = b""
        while b"Ingrid Haugen" not in received:
            part = connection.recv(65536)
            assert part, received
            received += part
        connection.close()
    assert received.startswith(b"HTTP/1.1 200 OK")


FILES = 120


def test_a_closed_connection_stops_adding(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "papers"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"{number:03}.txt").write_text(f"Paper {number} is about ferries.")
    real, looked_at = adding.Tools.__init__, 0

    def slowly(source: str) -> LongText | None:
        nonlocal looked_at
        looked_at += 1
        time.sleep(BATCH_SECONDS)
        return None

    def tools(
        made: adding.Tools, load: Any, parse: Any, split: Any, identify: Any, long: Any
    ) -> None:
        real(made, load, parse, split, identify, slowly)

    monkeypatch.setattr(adding.Tools, "__init__", tools)
    with serving(engine) as port:
        connection = post(port, "/v1/documents", {"sources": [str(folder)]})
        until(lambda: looked_at >= 5)
        connection.close()
        time.sleep(10 * BATCH_SECONDS)
        stopped_at = looked_at
        time.sleep(20 * BATCH_SECONDS)
        assert looked_at == stopped_at < FILES / 2
        # What was added stays, and is found.
        assert len(engine.documents()) == stopped_at
        assert engine.search("ferries")

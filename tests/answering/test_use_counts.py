"""Each use of an answer from memory is counted once, also where the server is stopped or the store is away meanwhile."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.clock import GIVE_UP_SECONDS
from wherein import Engine
from wherein.answering.remembering.remembering import Turn
from wherein.core.errors import StoreUnreachable
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.sqlite_writer import SqliteWriter

QUESTION = "When was the lighthouse built?"
TEXT = "The lighthouse of Vardo was built in 1896."


def counted(home: Path) -> int:
    store = SqliteMemory(home / "memory.sqlite")
    try:
        return store.stats().uses
    finally:
        store.close()


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_stopped_writes_what_it_has_counted(home: Path, end: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "wherein", "serve", "--port", "0", "--json", "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        body = {"question": QUESTION, "text": TEXT, "url": "https://example.org/"}
        request = urllib.request.Request(
            f"{ready['address']}/v1/ask",
            json.dumps(body).encode(),
            {
                "Authorization": f"Bearer {Path(ready['token']).read_text().strip()}",
                "Content-Type": "application/json",
            },
        )
        for _ in range(5):
            with urllib.request.urlopen(request, timeout=GIVE_UP_SECONDS) as response:
                assert json.load(response)["answers"][0]["text"] == "1896"
    finally:
        process.send_signal(end)
        process.communicate(timeout=GIVE_UP_SECONDS)
    assert process.returncode == 0
    assert counted(home) == 5


def test_what_could_not_be_written_is_written_later(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note.txt"
    note.write_text(TEXT)
    count = SqliteWriter.count_uses
    away = [True]

    def counting(self: SqliteWriter, *values: Any) -> None:
        if away[0]:
            raise StoreUnreachable("The database is away.", "Start it.")
        count(self, *values)

    monkeypatch.setattr(SqliteWriter, "count_uses", counting)
    monkeypatch.setattr("wherein.answering.remembering.remembering.COUNTED_EVERY_S", 10_000.0)
    with Engine.open(home) as engine:
        entry = engine.add(note).added[0]
        for _ in range(3):
            engine.ask(QUESTION, entry.document)
        engine.memory._count()
        engine.ask(QUESTION, entry.document)
        engine.memory._count()
        with engine.memory.use(Turn.ASK) as memory:
            assert memory.store.stats().uses == 1
        away[0] = False
        engine.memory._count()
        with engine.memory.use(Turn.ASK) as memory:
            assert memory.store.stats().uses == 4
    assert counted(home) == 4

"""Two servers over one database: what is added to one is answered by the other, and what one counts the other knows."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.clock import GIVE_UP_SECONDS
from wherein import Engine

QUESTION = "When was the lighthouse moved?"


class Serving:
    """A server as a process, with a home of its own."""

    def __init__(self, home: Path, store: str) -> None:
        self._home = home
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wherein", "--home", str(home), "serve", "--port", "0",
             "--no-browser", "--store", store],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "WHEREIN_STORE": ""},
        )  # fmt: skip
        assert self.process.stdout is not None
        lines = iter(self.process.stdout.readline, "")
        serving = next(line for line in lines if line.startswith("Serving on"))
        self.address = serving.split()[2]

    def post(self, path: str, body: dict[str, Any]) -> Any:
        token = (self._home / "token").read_text().strip()
        request = urllib.request.Request(
            f"{self.address}{path}",
            json.dumps(body).encode(),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=GIVE_UP_SECONDS) as response:
            return json.load(response)

    def stop(self) -> str:
        self.process.send_signal(signal.SIGINT)
        _, told = self.process.communicate(timeout=GIVE_UP_SECONDS)
        return told


def test_two_servers_share_a_library_and_a_memory(store_url: str, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("The lighthouse of Rubjerg Knude was moved 70 metres inland in October 2019.")
    one, two = (Serving(tmp_path / name, store_url) for name in ("one", "two"))
    told = ""
    try:
        assert two.post("/v1/ask", {"question": QUESTION})["answers"] == []
        subprocess.run(
            [sys.executable, "-m", "wherein", "--home", str(tmp_path / "third"), "--store", store_url,
             "add", str(note)],
            check=True,
            capture_output=True,
        )  # fmt: skip
        first = one.post("/v1/ask", {"question": QUESTION})
        assert first["answers"][0]["text"] == "October 2019"
        again = two.post("/v1/ask", {"question": QUESTION})
        assert again["answers"][0]["text"] == "October 2019"
        remembered = {step["outcome"]: step["step"] for step in again["steps"]}["answered"]
        assert remembered == "memory", again["steps"]
    finally:
        for server in (one, two):
            told += server.stop()
    assert [server.process.returncode for server in (one, two)] == [0, 0]
    assert "s3cret" not in told


def test_a_file_that_was_added_on_another_machine_is_not_called_gone(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHEREIN_STORE", store_url)
    note = tmp_path / "note.txt"
    note.write_text("The lighthouse of Rubjerg Knude was moved 70 metres inland in October 2019.")
    with Engine.open(tmp_path / "one") as one:
        one.add(note)
        note.unlink()
        assert "is no longer where it was added" in str(one.ask(QUESTION).notes)
        monkeypatch.setattr("wherein.documents.file_state.this_machine", lambda: "another")
        found = one.ask(QUESTION)
        assert found.answers[0].text == "October 2019"
        assert found.notes == ()
        assert found.answers[0].file_change is None

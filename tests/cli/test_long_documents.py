"""A long document at the command line and over HTTP: what the output says when only part of it was read."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.cli.test_commands import run, run_json
from tests.clock import until
from wherein.answering.engine import Engine
from wherein.answering.grading.stopping import StopRule
from wherein.answering.readers import reader_registry
from wherein.answering.stages import stage
from wherein.cli.terminal.waiting import Waiting
from wherein.server.app import create_app

BOOK = "\n\n".join(
    f"The keeper of light number {n} writes a diary. "
    + "Fog hid the coast and nobody came by boat. " * 18
    for n in range(40)
)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A text that counts as long here, so that a test needn't read 37,500 words."""
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(stage, "LONG_WORDS", 2_000)
    rule = StopRule(penalty=0.0, highest=99.0, least=-99.0, most=6, near=0.0, words=8)
    monkeypatch.setattr(reader_registry, "shipped_rule", lambda: rule)
    path = tmp_path / "lights.txt"
    path.write_text(BOOK, "utf-8")
    return path


def test_a_refusal_says_how_much_was_read_and_how_to_read_all(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    status, out, _ = run(capsys, "ask", book, "What is the price of a helicopter?")
    assert status == 0
    assert re.match(r"Not in the 1\d % read \(the likeliest\)\. --whole reads all\.\n", out), out


def test_whole_reads_all(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    _, out, _ = run(capsys, "ask", book, "What is the price of a helicopter?", "--whole")
    assert "I read all of it.\n" in out
    assert out.startswith(("Not here, as far as I can tell.", "No clear answer."))
    found = run_json(capsys, "ask", book, "What is the price of a helicopter?", "--whole")
    assert found["read"] == {"fraction": 1.0, "words": len(BOOK.split())}


@pytest.mark.parametrize("source", [(), (".",)])
def test_whole_belongs_to_one_document(
    capsys: pytest.CaptureFixture[str],
    book: Path,
    monkeypatch: pytest.MonkeyPatch,
    source: tuple[str, ...],
) -> None:
    (book.parent / "other.txt").write_text("Another text.", "utf-8")
    monkeypatch.chdir(book.parent)
    status, _, err = run(capsys, "ask", *source, "What is the price?", "--whole")
    assert (status, err) == (
        2,
        "wherein: Only one document can be read whole."
        " Name a file, an address or a document's id before the question.\n",
    )


def test_over_http(book: Path, tmp_path: Path) -> None:
    with Engine.open(tmp_path / "home") as engine:
        client = TestClient(create_app(engine, "t"), base_url="http://127.0.0.1")
        headers = {"Authorization": "Bearer t"}
        asked = {"question": "What is the price of a helicopter?", "text": BOOK}
        part = client.post("/v1/ask", json=asked, headers=headers).json()
        whole = client.post("/v1/ask", json={**asked, "whole": True}, headers=headers).json()
        library = {"question": "What is the price?", "whole": True}
        refused = client.post("/v1/ask", json=library, headers=headers)
    assert part["read"]["stopped"] is True
    assert part["read"]["fraction"] < 0.2
    assert whole["read"] == {"fraction": 1.0, "words": len(BOOK.split())}
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "usage")


def test_who_wants_all_of_it_read_is_not_served_from_memory(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    run(capsys, "add", book)
    question = "Who writes a diary?"
    first = run_json(capsys, "ask", book, question)
    assert first["answered"]
    assert run_json(capsys, "ask", book, question)["steps"][0]["step"] == "memory"
    whole = run_json(capsys, "ask", book, question, "--whole")
    assert whole["read"]["fraction"] == 1.0


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_quick_work_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    with Waiting("reading…", silent_seconds=30.0):
        pass
    assert said.getvalue() == ""


def test_slow_work_shows_progress_lines_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    with Waiting("opening…", silent_seconds=0.05) as waiting:
        waiting.tell("reading… 12 %")
        until(lambda: said.getvalue() != "")
    assert said.getvalue() == "reading… 12 %\n"


def test_in_a_terminal_the_line_is_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    said = _Terminal()
    monkeypatch.setattr(sys, "stderr", said)
    with Waiting("opening\x1b[31m…", silent_seconds=0.05) as waiting:
        until(lambda: "opening" in said.getvalue())
        waiting.tell("reading… 12 %")
        until(lambda: "reading" in said.getvalue())
        waiting.hide()
    assert said.getvalue() == "\r\x1b[Kopening\ufffd[31m…\r\x1b[Kreading… 12 %\r\x1b[K"


def test_a_pipe_gets_progress_on_standard_error_and_json_alone_on_standard_output(
    capsys: pytest.CaptureFixture[str], book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wherein.cli.terminal.waiting.SILENT_SECONDS", 0.0)
    monkeypatch.setattr(Waiting.__init__, "__defaults__", (0.0,))
    status, out, err = run(capsys, "ask", book, "What is the price of a helicopter?", "--json")
    assert status == 0
    assert json.loads(out)["answered"] is False
    assert err.startswith("reading the source…\n")

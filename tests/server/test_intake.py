"""Many files sent at once: added together, each reported, and none lost when the server is killed."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.clock import GIVE_UP_SECONDS, until
from wherein import Engine
from wherein.answering.library.adding import Summary
from wherein.home.received import ReceivedFiles
from wherein.server.routes.intake import PENDING, Intake, Job, JobState

MANY = 50
BROKEN = 7


def received(engine: Engine, name: str, data: bytes) -> str:
    engine.home.make_private()
    with ReceivedFiles(engine.home.files).receive() as file:
        file.write(data)
        return str(file.keep(name))


def put_all(intake: Intake, engine: Engine) -> None:
    for number in range(MANY):
        if number % 7 == 3 and number // 7 < BROKEN:
            path = received(engine, f"{number}.pdf", b"%PDF-1.4 broken" + bytes([number]))
        else:
            path = received(engine, f"{number}.txt", f"Ship {number} sails on.".encode())
        intake.submit(Path(path).name, path)


def pending(intake: Intake) -> list[Job]:
    return [job for job in intake.jobs()[1] if job.state in PENDING]


@pytest.fixture
def calls(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of sources of each run of adding."""
    made: list[int] = []
    add: Callable[..., Summary] = engine.add

    def counted(*sources: str, **more: Any) -> Summary:
        made.append(len(sources))
        return add(*sources, **more)

    monkeypatch.setattr(engine, "add", counted)
    return made


def test_fifty_files_are_added_together_and_seven_fail(engine: Engine, calls: list[int]) -> None:
    intake = Intake(engine)
    put_all(intake, engine)
    until(lambda: not pending(intake))
    states = [job.state for job in intake.jobs()[1]]
    assert states.count(JobState.FAILED) == BROKEN
    assert states.count(JobState.ADDED) == MANY - BROKEN == len(engine.documents())
    assert all(job.reason for job in intake.jobs()[1] if job.state is JobState.FAILED)
    assert len(calls) < 10, "the indexes are updated once for many files"
    assert engine.search("ship 49")
    kept = [path for path in engine.home.files.rglob("*") if path.is_file()]
    assert len(kept) == MANY - BROKEN


def test_only_what_changed_is_told(engine: Engine) -> None:
    intake = Intake(engine)
    intake.submit("a.txt", received(engine, "a.txt", b"Ship one sails."))
    until(lambda: not pending(intake))
    change, jobs = intake.jobs()
    assert [job.state for job in jobs] == [JobState.ADDED]
    assert intake.jobs(change) == (change, [])
    intake.clear()
    assert intake.jobs()[1] == []


def test_what_waits_can_be_left_out(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    began, go_on = threading.Event(), threading.Event()
    add: Callable[..., Summary] = engine.add

    def slow(*sources: str, **more: Any) -> Summary:
        began.set()
        go_on.wait(GIVE_UP_SECONDS)
        return add(*sources, **more)

    monkeypatch.setattr(engine, "add", slow)
    intake = Intake(engine)
    put_all(intake, engine)
    began.wait(GIVE_UP_SECONDS)
    intake.cancel()
    go_on.set()
    until(lambda: not pending(intake))
    assert {job.state for job in intake.jobs()[1]} == {JobState.CANCELLED}
    assert engine.documents() == []
    assert not any(path.is_file() for path in engine.home.files.rglob("*"))


@contextmanager
def server(home: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = (sys.executable, "-m", "wherein", "serve", "--port", "0", "--no-browser", "--json")
    process = subprocess.Popen(
        command, env={**os.environ, "WHEREIN_HOME": str(home)}, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        started = json.loads(process.stdout.readline())
        yield process, int(started["address"].rsplit(":", 1)[1])
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(GIVE_UP_SECONDS)
        if process.stdout is not None:
            process.stdout.close()


def reply(port: int, home: Path, method: str, path: str, body: bytes = b"") -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=GIVE_UP_SECONDS)
    token = (home / "token").read_text().strip()
    connection.request(method, path, body, {"Authorization": f"Bearer {token}"})
    response = connection.getresponse()
    assert response.status == 200
    reply = json.loads(response.read())
    connection.close()
    return reply


def test_a_server_that_is_killed_half_way_adds_the_rest_when_it_starts_again(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    with server(home) as (process, port):
        for number in range(MANY):
            name, text = f"{number}.txt", f"Ship {number} sails on. " * 50
            reply(port, home, "POST", f"/v1/uploads?name={quote(name)}", text.encode())
        process.kill()
        process.wait(GIVE_UP_SECONDS)
    with server(home) as (_, port):
        until(lambda: not _pending(reply(port, home, "GET", "/v1/adding")))
        kept = reply(port, home, "GET", "/v1/documents")["documents"]
        assert len({each["title"] for each in kept}) == MANY
        found = reply(port, home, "GET", "/v1/adding")["jobs"]
        assert {job["state"] for job in found} <= {"added", "unchanged"}


def _pending(reply: dict[str, Any]) -> bool:
    return any(job["state"] in PENDING for job in reply["jobs"])

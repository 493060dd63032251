"""The server as a process: first start with the samples, one question answered, stopped by Ctrl-C."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
from contextlib import ExitStack
from pathlib import Path

from tests.clock import GIVE_UP_SECONDS, without_progress
from wherein.samples import QUESTION


def _started(*options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "wherein", "serve", *options, "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_first_start_and_the_stop(home: Path) -> None:
    process = _started("--sample")
    try:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line.rstrip())
            if line.startswith("Serving on"):
                break
        assert QUESTION in said
        assert any(
            line == ">No more than 18 people< may be in the dome at a time." for line in said
        )
        address = said[-1].split()[2]
        token = (home / "token").read_text().strip()
        assert not any(token in line for line in said)  # a pipe is no terminal
        request = urllib.request.Request(
            f"{address}/v1/ask",
            json.dumps({"question": "When was the first of Fresnel's lenses lit?"}).encode(),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=GIVE_UP_SECONDS) as response:
            found = json.load(response)
        assert found["answers"][0]["text"].endswith("1823")
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=GIVE_UP_SECONDS)
    assert process.returncode == 0
    assert out.strip() == "Stopped."
    assert without_progress(err) == ""


def test_it_can_be_stopped_as_soon_as_it_says_that_it_serves(home: Path) -> None:
    for end in (signal.SIGINT, signal.SIGTERM, signal.SIGINT, signal.SIGTERM):
        process = _started()
        assert process.stdout is not None
        assert any(line.startswith("Serving on") for line in iter(process.stdout.readline, ""))
        process.send_signal(end)
        out, err = process.communicate(timeout=GIVE_UP_SECONDS)
        assert (process.returncode, out.strip(), err) == (0, "Stopped.", "")


def test_requests_that_only_half_came_end_with_it_and_say_nothing(home: Path) -> None:
    process = _started()
    assert process.stdout is not None
    lines = iter(process.stdout.readline, "")
    address = next(line for line in lines if line.startswith("Serving on")).split()[2]
    port = urllib.parse.urlsplit(address).port
    token = (home / "token").read_text().strip()
    head = f"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
    half = f'{head}Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{{"question": '
    with ExitStack() as open_ones:
        for _ in range(20):
            one = open_ones.enter_context(socket.create_connection(("127.0.0.1", port)))
            one.sendall(half.encode())
        urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/health", timeout=GIVE_UP_SECONDS)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=GIVE_UP_SECONDS)
    assert (process.returncode, out.strip(), err) == (0, "Stopped.", "")

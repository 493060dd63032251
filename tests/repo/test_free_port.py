"""`make run` looks at the port before it builds anything."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def looked_at(port: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "tools/free_port.py", str(port)], cwd=ROOT, capture_output=True, text=True
    )


def test_a_free_port_is_passed_in_silence() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    done = looked_at(port)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_taken_port_is_one_sentence_that_names_another() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = looked_at(port)
    assert done.returncode == 1
    assert f"Port {port} is not free" in done.stderr
    assert f"make run PORT={port + 1}" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("port", ["", "eighty", "70000", "-1"])
def test_what_is_no_port_is_told(port: str) -> None:
    done = looked_at(port)
    assert done.returncode == 1
    assert "is not a port" in done.stderr
    assert done.stderr.count("\n") == 1


def test_make_run_stops_there_before_it_builds() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        # The tests may run under make, of which another one prints the folders that it enters.
        outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        done = subprocess.run(
            ["make", "run", f"PORT={port}"], cwd=ROOT, env=outside, capture_output=True, text=True
        )
    assert done.returncode != 0
    assert f"Port {port} is not free" in done.stderr
    assert done.stdout == ""  # nothing was installed or built

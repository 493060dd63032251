"""Real commands, held in their processes for 15 seconds: no look-up, no connection, no file elsewhere."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

HELD_SECONDS = 15
# The command line's own entry, then time for what a library may do in the background.
HELD = f"""
import sys, time
from wherein.cli.main import invoke
status = invoke(sys.argv[1:])
time.sleep({HELD_SECONDS})
sys.exit(status)
"""
ARTICLES = '{"title": "Skarholm", "text": "Skarholm is an island. Its lighthouse was built in 1868."}\n'
BOOK = "Skarholm is an island in the north. Its lighthouse was built in 1868 by forty men. " * 40


def _commands(folder: Path) -> dict[str, list[str]]:
    (folder / "book.txt").write_text(BOOK)
    (folder / "articles.jsonl").write_text(ARTICLES)
    return {
        "ask": ["ask", str(folder / "book.txt"), "When was the lighthouse built?"],
        "add": ["add", str(folder / "book.txt")],
        "kb": ["kb", "add", "islands", str(folder / "articles.jsonl")],
        "memory": ["memory", "stats"],
        "serve": ["serve", "--sample", "--port", "0"],
    }


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each command's folder after it was held: `own` is the person's own, `trace` what it called."""
    folders: dict[str, Path] = {}
    running: dict[str, subprocess.Popen[bytes]] = {}
    for name in _commands(tmp_path_factory.mktemp("named")):
        folder = tmp_path_factory.mktemp(name)
        for part in ("own", "home", "tmp"):
            (folder / part).mkdir()
        command = [sys.executable, "-B", "-c", HELD, *_commands(folder)[name]]
        if shutil.which("strace"):
            calls = "trace=connect,sendto,sendmsg,sendmmsg"
            command = ["strace", "-f", "-qq", "-e", calls, "-o", str(folder / "trace"), *command]
        own = {"HOME": str(folder / "own"), "TMPDIR": str(folder / "tmp")}
        for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            own[variable] = str(folder / "own" / variable)
        folders[name] = folder
        with (folder / "errors").open("wb") as errors:
            running[name] = subprocess.Popen(
                command,
                env={**os.environ, **own, "WHEREIN_HOME": str(folder / "home")},
                cwd=folder / "tmp",
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
    for name, process in running.items():
        if name == "serve":
            continue
        assert process.wait(120) == 0, (name, (folders[name] / "errors").read_text())
    assert running["serve"].poll() is None, (folders["serve"] / "errors").read_text()
    # The group: strace passes no signal on.
    os.killpg(running["serve"].pid, signal.SIGTERM)
    running["serve"].wait(30)
    return folders


NAMES = ("ask", "add", "kb", "memory", "serve")


@pytest.mark.parametrize("name", NAMES)
def test_no_file_appears_outside_the_home_and_the_temporary_folder(
    held: dict[str, Path], name: str
) -> None:
    assert [path for path in (held[name] / "own").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_looked_up_and_nobody_is_connected_to(held: dict[str, Path], name: str) -> None:
    trace = held[name] / "trace"
    if not trace.exists():
        pytest.skip("strace is not installed, so that the calls can't be watched.")
    text = trace.read_text("utf-8", "replace")
    addresses = set(re.findall(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"', text))
    assert {v4 or v6 for v4, v6 in addresses} <= {"127.0.0.1", "::1"}
    assert "htons(53)" not in text


def test_a_child_process_is_silent_too() -> None:
    said = "import wherein, subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    tell = "import os; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    done = subprocess.run(
        [sys.executable, "-c", said, tell],
        capture_output=True,
        text=True,
        env={k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"},
    )
    assert done.stdout.strip() == "1"

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


def traced(trace: Path, command: list[str]) -> list[str]:
    """The command under strace, which writes what it and its children call into `trace`."""
    calls = "trace=connect,sendto,sendmsg,sendmmsg,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,symlink,link"
    return ["strace", "-f", "-qq", "-s", "4096", "-e", calls, "-o", str(trace), *command]


def _without_opt_out() -> dict[str, str]:
    """This process has imported wherein: the commands are to set the variable themselves."""
    return {key: value for key, value in os.environ.items() if key != "ORT_DISABLE_TELEMETRY"}


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
            command = traced(folder / "trace", command)
        own = {"HOME": str(folder / "own"), "TMPDIR": str(folder / "tmp")}
        for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            own[variable] = str(folder / "own" / variable)
        folders[name] = folder
        with (folder / "errors").open("wb") as errors:
            running[name] = subprocess.Popen(
                command,
                env={**_without_opt_out(), **own, "WHEREIN_HOME": str(folder / "home")},
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


def left(trace: Path) -> list[str]:
    """The calls of a trace that look a name up or speak to another machine."""
    found = []
    for line in trace.read_text("utf-8", "replace").splitlines():
        addresses = re.findall(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"', line)
        elsewhere = {v4 or v6 for v4, v6 in addresses} - {"127.0.0.1", "::1"}
        # Each look-up begins with the resolver's settings, even where no name server can be reached.
        if elsewhere or "htons(53)" in line or '"/etc/resolv.conf"' in line:
            found.append(line)
    return found


def written(trace: Path, allowed: Path) -> list[str]:
    """The whole paths below none of `allowed` and the devices that a trace opens for writing or makes."""
    found = []
    for line in trace.read_text("utf-8", "replace").splitlines():
        made = re.search(r"\b(?:mkdir|rename|creat|symlink|link)\w*\(|O_CREAT|O_WRONLY|O_RDWR", line)
        # Python keeps its own compiled code beside the package.
        if made is None or " = -1 " in line or "/__pycache__" in line:
            continue
        for path in re.findall(r'"(/[^"]*)"', line):
            if not Path(path).is_relative_to(allowed) and not path.startswith("/dev/"):
                found.append(line)
    return found


needs_strace = pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace is not installed, so that the calls can't be watched"
)


@needs_strace
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_looked_up_and_nobody_is_connected_to(held: dict[str, Path], name: str) -> None:
    assert left(held[name] / "trace") == []


@needs_strace
@pytest.mark.parametrize("name", NAMES)
def test_no_file_is_written_outside_the_home_and_the_temporary_folder(
    held: dict[str, Path], name: str
) -> None:
    assert "O_CREAT" in (held[name] / "trace").read_text("utf-8", "replace")
    assert written(held[name] / "trace", held[name]) == []


# Connecting a datagram socket sends nothing, and the name has its address beside it.
PROVOKED = {
    "connection": "import socket; socket.socket(2, socket.SOCK_DGRAM).connect(('192.0.2.1', 9))",
    "question": "import socket; socket.socket(2, socket.SOCK_DGRAM).connect(('127.0.0.1', 53))",
    "resolver": "open('/etc/resolv.conf')",
}


@needs_strace
@pytest.mark.parametrize("name", PROVOKED)
def test_a_provoked_call_is_seen(tmp_path: Path, name: str) -> None:
    if name == "resolver" and not Path("/etc/resolv.conf").exists():
        pytest.skip("This machine has no resolver.")
    command = [sys.executable, "-I", "-B", "-c", PROVOKED[name]]
    subprocess.run(traced(tmp_path / "trace", command), check=True)
    assert len(left(tmp_path / "trace")) == 1


@needs_strace
def test_a_provoked_file_is_seen(tmp_path: Path) -> None:
    code = f"open({str(tmp_path / 'outside')!r}, 'w')"
    subprocess.run(
        traced(tmp_path / "trace", [sys.executable, "-I", "-B", "-c", code]), check=True
    )
    assert len(written(tmp_path / "trace", tmp_path / "inside")) == 1


def test_a_child_process_is_silent_too() -> None:
    said = "import wherein, subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    tell = "import os; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    done = subprocess.run(
        [sys.executable, "-c", said, tell],
        capture_output=True,
        text=True,
        env=_without_opt_out(),
    )
    assert done.stdout.strip() == "1"

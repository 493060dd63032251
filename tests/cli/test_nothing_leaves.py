"""Real commands, held in their processes for 15 seconds: no look-up, no connection, no file elsewhere."""

from __future__ import annotations

import json
import os
import platform
import re
import signal
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.cli import watched
from tests.clock import GIVE_UP_SECONDS, until

HELD_SECONDS = 15
# The command line's own entry, then time for what a library may do in the background.
HELD = f"""
import sys, time
from wherein.cli.main import invoke
status = invoke(sys.argv[1:])
time.sleep({HELD_SECONDS})
sys.exit(status)
"""
ARTICLES = (
    '{"title": "Skarholm", "text": "Skarholm is an island. Its lighthouse was built in 1868."}\n'
)
BOOK = "Skarholm is an island in the north. Its lighthouse was built in 1868 by forty men. " * 40
QUESTION = "When was the lighthouse built?"
NAMES = ("ask", "ask library", "add", "kb", "memory", "doctor", "serve")


def commands(folder: Path) -> dict[str, list[list[str]]]:
    """What is run for each name, one command after the other in one home; the last is held."""
    book, articles = str(folder / "book.txt"), str(folder / "articles.jsonl")
    Path(book).write_text(BOOK)
    Path(articles).write_text(ARTICLES)
    return {
        "ask": [["ask", book, QUESTION]],
        "ask library": [["add", book], ["kb", "add", "islands", articles], ["ask", QUESTION]],
        "add": [["add", book]],
        "kb": [["kb", "add", "islands", articles]],
        "memory": [["add", book], ["ask", QUESTION], ["memory", "similar", QUESTION]],
        "doctor": [["doctor"]],
        "serve": [["serve", "--sample", "--port", "0", "--no-browser"]],
    }


def without_opt_out() -> dict[str, str]:
    """This process has imported wherein: the commands are to set the variable themselves."""
    return {key: value for key, value in os.environ.items() if key != "ORT_DISABLE_TELEMETRY"}


@dataclass(slots=True)
class Held:
    """A command that is held, and the folders it may know."""

    folder: Path
    environment: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        for part in ("own", "home", "tmp"):
            (self.folder / part).mkdir()
        own = {"HOME": str(self.folder / "own"), "TMPDIR": str(self.folder / "tmp")}
        for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            own[variable] = str(self.folder / "own" / variable)
        self.environment = {**without_opt_out(), **own, "WHEREIN_HOME": str(self.folder / "home")}

    def start(self, code: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start Python with this code, and record its calls and those of its children."""
        with (self.folder / "errors").open("ab") as errors, (self.folder / "out").open("wb") as out:
            return subprocess.Popen(
                [sys.executable, "-B", watched.__file__, str(self.folder / "record"),
                 sys.executable, "-B", "-c", code, *arguments],
                env=self.environment,
                cwd=self.folder / "tmp",
                stdout=out,
                stderr=errors,
                start_new_session=True,
            )  # fmt: skip

    @property
    def errors(self) -> str:
        return (self.folder / "errors").read_text("utf-8", "replace")

    def calls(self) -> list[dict[str, str]]:
        return [json.loads(line) for line in (self.folder / "record").read_text().splitlines()]

    def spoken_to(self) -> list[str]:
        """Whom the command connected to or sent something, name servers included."""
        return [call["to"] for call in self.calls() if "to" in call]

    def written_elsewhere(self) -> list[str]:
        """What was opened for writing, made, renamed or removed outside the home and the temporary folder."""
        may = tuple(f"{self.folder / part}/" for part in ("home", "tmp"))
        found = [call["path"] for call in self.calls() if "path" in call]
        # Python keeps what it compiled beside a module, ours too, wherever it is installed.
        return [
            path
            for path in found
            if not f"{path}/".startswith(may) and path != os.devnull and "/__pycache__" not in path
        ]


def can_watch() -> bool:
    return sys.platform == "linux" and platform.machine() in watched.MACHINES


pytestmark = pytest.mark.skipif(
    not can_watch(), reason="Calls are watched by Linux's seccomp, on x86-64 and ARM64."
)


def ask_over_http(held: Held) -> None:
    """A question that loads the readers of the server."""

    def address() -> re.Match[str] | None:
        said = (held.folder / "out").read_text() + held.errors
        return re.search(r"http://127\.0\.0\.1:\d+", said)

    until(address, "the server did not say its address", pause_seconds=0.2)
    found = address()
    assert found is not None
    request = urllib.request.Request(
        f"{found[0]}/v1/ask",
        json.dumps({"question": "Where are the largest tides in the world?"}).encode(),
        {
            "Authorization": f"Bearer {(held.folder / 'home' / 'token').read_text().strip()}",
            "Content-Type": "application/json",
        },
    )

    def answered() -> bool:
        try:
            with urllib.request.urlopen(request, timeout=GIVE_UP_SECONDS) as response:
                return bool(json.load(response)["answers"])
        except ConnectionRefusedError:
            return False

    until(answered, "the server did not answer", pause_seconds=0.2)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Held]:
    """Each command after it was held."""
    all_held: dict[str, Held] = {}
    running: dict[str, subprocess.Popen[bytes]] = {}
    for name in NAMES:
        folder = tmp_path_factory.mktemp(name.replace(" ", "-"))
        all_held[name] = one = Held(folder)
        *before, last = commands(folder)[name]
        for command in before:
            done = one.start(
                "import sys; from wherein.cli.main import invoke; sys.exit(invoke(sys.argv[1:]))",
                *command,
            )
            assert done.wait(GIVE_UP_SECONDS) == 0, (command, one.errors)
        running[name] = one.start(HELD, *last)
    ask_over_http(all_held["serve"])
    time.sleep(HELD_SECONDS)
    for name, process in running.items():
        if name == "serve":
            assert process.poll() is None, all_held[name].errors
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(GIVE_UP_SECONDS)
        else:
            # Of `doctor`: an empty home lacks what nobody asked for.
            assert process.wait(GIVE_UP_SECONDS) in ((0, 1) if name == "doctor" else (0,)), (
                all_held[name].errors
            )
    return all_held


@pytest.mark.parametrize("name", NAMES)
def test_no_file_appears_outside_the_home_and_the_temporary_folder(
    held: dict[str, Held], name: str
) -> None:
    assert held[name].written_elsewhere() == []
    assert list((held[name].folder / "own").iterdir()) == []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_looked_up_and_nobody_is_connected_to(held: dict[str, Held], name: str) -> None:
    assert held[name].spoken_to() == []


@pytest.mark.parametrize("name", ["add", "kb", "serve"])
def test_what_the_commands_write_was_seen(held: dict[str, Held], name: str) -> None:
    """The record is of the real command: what it keeps stands in it."""
    home = held[name].folder / "home"
    assert [call for call in held[name].calls() if call.get("path", "").startswith(f"{home}/")]


# As telemetry does it: below Python, in a thread, a little after the library was loaded.
PROVOKED = {
    "a look-up": """
import ctypes, threading
def look_up():
    ctypes.CDLL(None).getaddrinfo(b"events.example", b"443", None, ctypes.byref(ctypes.c_void_p()))
thread = threading.Timer(0.5, look_up); thread.start(); thread.join()
""",
    "a look-up in a child": """
import subprocess, sys
subprocess.run([sys.executable, "-c", "import socket; socket.getaddrinfo('events.example', 443)"], stderr=subprocess.DEVNULL)
""",
    "a connection": """
import socket
socket.socket().connect_ex(("192.0.2.1", 443))
""",
    "a connection of IPv6": """
import socket
socket.socket(socket.AF_INET6).connect_ex(("2001:db8::1", 443))
""",
    "a datagram": """
import socket
try: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 53))
except OSError: pass
""",
    "a message": """
import socket
try: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg([b"x"], [], 0, ("192.0.2.1", 53))
except OSError: pass
""",
}
WRITTEN = {
    "a file by the C library": """
import ctypes, os
libc = ctypes.CDLL(None); libc.fopen.restype = ctypes.c_void_p
libc.fopen(os.path.expanduser("~/device-id").encode(), b"w")
""",
    "a file beside the working folder": "open('../escaped', 'w')",
    "a folder": "import os; os.makedirs(os.path.expanduser('~/.cache/maker'))",
    "a file moved out": "import os; open('a', 'w').close(); os.rename('a', os.path.expanduser('~/b'))",
    "a link": "import os; os.symlink('a', os.path.expanduser('~/c'))",
    "a database": "import sqlite3, os; sqlite3.connect(os.path.expanduser('~/d')).execute('CREATE TABLE t (a)')",
}


@pytest.mark.parametrize("code", PROVOKED.values(), ids=PROVOKED)
def test_one_that_speaks_is_found_out(tmp_path: Path, code: str) -> None:
    provoked = Held(tmp_path)
    assert provoked.start(f"import wherein.cli.main\n{code}").wait(GIVE_UP_SECONDS) == 0, (
        provoked.errors
    )
    assert provoked.spoken_to()
    assert provoked.written_elsewhere() == []


@pytest.mark.parametrize("code", WRITTEN.values(), ids=WRITTEN)
def test_one_that_writes_elsewhere_is_found_out(tmp_path: Path, code: str) -> None:
    provoked = Held(tmp_path)
    assert provoked.start(f"import wherein.cli.main\n{code}").wait(GIVE_UP_SECONDS) == 0, (
        provoked.errors
    )
    assert provoked.written_elsewhere()
    assert provoked.spoken_to() == []


def test_a_child_process_is_silent_too() -> None:
    said = "import wherein, subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"
    tell = "import os; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    done = subprocess.run(
        [sys.executable, "-c", said, tell],
        capture_output=True,
        text=True,
        env=without_opt_out(),
    )
    assert done.stdout.strip() == "1"

"""Output to a terminal: no control sequence of a document, a file name or a server reaches it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from wherein.cli.terminal.printing import print_exactly, print_json, say_sentence, say_styled

EVIL = "\x1b]0;owned\x07\x1b[31mred\x9b5A\u202egpj"
PLAIN = "\nIt leaves from the old harbour every morning at eight, save on Sundays.\n" * 50
_COMMAND = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e]|\x1b")


@pytest.fixture
def in_terminal(tmp_path: Path) -> Callable[..., str]:
    """Runs the command in a real terminal and gives back all that it was sent."""
    pty = pytest.importorskip("pty")

    def run(*arguments: object) -> str:
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            [
                sys.executable,
                "-m",
                "wherein",
                "--home",
                tmp_path / "home",
                *map(str, arguments),
            ],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        ):
            os.close(theirs)
            sent = b""
            while True:
                try:
                    data = os.read(ours, 65536)
                except OSError:  # Linux: the other side was closed
                    break
                if not data:
                    break
                sent += data
        os.close(ours)
        return sent.decode("utf-8")

    return run


@pytest.fixture
def rude_server() -> Iterator[str]:
    """A server whose status line holds escape codes."""

    class Rude(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(404, EVIL)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Rude)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def harmless_in_terminal(sent: str) -> None:
    """Only line ends, bold and dim, and going back over an answer or a status: these are ours."""
    ours = "\x1b\\[[012]m|\x1b\\[[0-9]+F\x1b\\[J|\r\x1b\\[K|\r\n"
    assert not _COMMAND.search(re.sub(ours, "", sent)), repr(sent)


def test_no_name_text_title_or_error_commands_the_terminal(
    in_terminal: Callable[..., str], tmp_path: Path, rude_server: str
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / f"a{EVIL}.md").write_text(
        f"# Trip {EVIL}\n\nThe ferry {EVIL} costs 240 kroner.\n" + PLAIN
    )
    (folder / f"empty{EVIL}.txt").touch()
    added = in_terminal("add", folder)
    assert "1 of 2 added" in added
    harmless_in_terminal(added)
    listed = in_terminal("list")
    assert "Trip" in listed
    harmless_in_terminal(listed)
    known = listed.split()[0]
    for arguments in (
        ("show", known),
        ("show", known, "--text"),
        ("show", known, "--json"),
        ("list", "--json"),
        ("search", "ferry"),
        ("ask", known, "What does the ferry cost?", "--no-memory"),
        ("ask", folder / f"empty{EVIL}.txt", "What?"),
        ("ask", f"/absent{EVIL}", "What?"),
        (EVIL,),
        ("ask", rude_server, "What?"),
        ("add", rude_server),
        ("remove", known),
    ):
        sent = in_terminal(*arguments)
        assert sent.strip()
        harmless_in_terminal(sent)


def test_text_in_a_pipe_is_exact(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    print_exactly(EVIL)
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == EVIL.encode()


def test_json_holds_what_was_said_and_prints_no_control(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"title": f"{EVIL}\udce9ü"}
    print_json(value)
    out = capsys.readouterr().out
    assert not _COMMAND.search(out)
    assert json.loads(out) == value


def test_a_name_with_a_line_end_makes_no_second_message(capsys: pytest.CaptureFixture[str]) -> None:
    say_sentence("wherein: a\nwherein: b")
    assert capsys.readouterr().err == "wherein: a\ufffdwherein: b\n"


def test_only_our_own_style_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("click._compat.should_strip_ansi", lambda *_: False)
    say_styled("\x1b[1mbold\x1b[0m \x1b[31mred", over_rows=2)
    assert "\x1b[31m" not in capsys.readouterr().out


def test_one_place_prints() -> None:
    folder = Path(__file__).parents[2] / "src" / "wherein" / "cli"
    assert [
        file.name
        for file in folder.rglob("*.py")
        if file.name != "printing.py"
        and re.search(
            r"\bclick\.s?echo\(|(?<![\w.])print\(|stdout\.(?:buffer\.)?write",
            file.read_text("utf-8"),
        )
    ] == []


def test_a_library_question_shows_its_progress_before_it_answers(
    in_terminal: Callable[..., str], tmp_path: Path
) -> None:
    for number in range(30):
        text = f"The ferry number {number} leaves from harbour {number * 7} at eight.\n\n" * 20
        (tmp_path / f"ferry-{number}.txt").write_text(text)
    in_terminal("add", tmp_path)
    sent = in_terminal("ask", "Where does the ferry to the moon leave from?")
    doing = [
        sent.find("searching…"),
        sent.find("passages"),
        sent.find("read ", sent.find("passages")),
    ]
    assert -1 not in doing
    assert doing == sorted(doing)
    assert re.search(r"reading… \d+ of 24 passages", sent)

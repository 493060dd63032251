"""`--open`: the arguments that the real commands pass to the browser and the pager."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clock import without_progress
from wherein.cli.terminal.text_fragment import with_text_fragment
from wherein.core.span import Span

QUESTION = "Where did they camp?"
TEXT = (
    "The lake\n\n" + "It was cold and grey by the water. " * 60 + "\n\nThey camped at Loch-Ard.\n"
)


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a text and a web page, and programs that write down what they are given."""
    for name, noted in (("browser", 'echo "$1"'), ("less", 'echo "$@"; cat')):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{{ {noted}; }} > {shlex.quote(str(tmp_path))}/{name}.log\n")
        program.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(tmp_path / "browser"))
    monkeypatch.setenv("PAGER", str(tmp_path / "less"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    (tmp_path / "camp.txt").write_text(TEXT)
    paragraphs = TEXT.strip().split("\n\n")
    page = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs[1:])
    (tmp_path / "camp.html").write_text(f"<title>Camp</title><h1>The lake</h1>{page}")
    return tmp_path


def run(*arguments: object, stdin: bytes | None = None) -> subprocess.CompletedProcess[str]:
    """The command without a terminal."""
    command = [sys.executable, "-m", "wherein", *map(str, arguments)]
    given = None if stdin is None else stdin.decode()
    return subprocess.run(command, capture_output=True, text=True, input=given)


@pytest.fixture
def in_terminal() -> Callable[..., int]:
    pty = pytest.importorskip("pty")

    def run_there(*arguments: object) -> int:
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "wherein", *map(str, arguments)]
        with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as process:
            os.close(theirs)
            try:
                while os.read(ours, 65536):
                    pass
            except OSError:  # Linux: the other side was closed
                pass
        os.close(ours)
        return process.returncode

    return run_there


def test_a_web_page_is_opened_at_the_answer(notes: Path) -> None:
    page = notes / "camp.html"
    for arguments in (["ask", page, QUESTION], ["ask", QUESTION], ["ask", QUESTION]):
        done = run(*arguments, "--open")
        assert (done.returncode, without_progress(done.stderr)) == (0, "")
        noted = (notes / "browser.log").read_text()
        assert noted == f"{page.as_uri()}#:~:text=They%20camped%20at-,Loch%2DArd.\n"
        (notes / "browser.log").unlink()
        run("add", page)


def test_a_pdf_is_opened_at_its_page(notes: Path) -> None:
    tides = Path(__file__).resolve().parents[2] / "src/wherein/samples/tides.pdf"
    done = run("ask", tides, "Where are the largest tides in the world?", "--open", "--json")
    assert done.returncode == 2
    asked = run("ask", tides, "Where are the largest tides in the world?", "--json")
    page = json.loads(asked.stdout)["answers"][0]["page"]
    run("ask", tides, "Where are the largest tides in the world?", "--open")
    assert (notes / "browser.log").read_text() == f"{tides.as_uri()}#page={page}\n"


def test_a_text_is_shown_in_the_pager_at_its_line(
    notes: Path, in_terminal: Callable[..., int]
) -> None:
    assert in_terminal("ask", notes / "camp.txt", QUESTION, "--open") == 0
    arguments, _, shown = (notes / "less.log").read_text().partition("\n")
    lines = shown.split("\n")
    marked = next(at for at, line in enumerate(lines) if "camped" in line)
    assert lines[marked] == "They camped at \x1b[1mLoch-Ard\x1b[0m."
    assert arguments == f"-R +{marked + 1 - 3}"
    assert max(len(line) for line in lines) <= 80
    assert " ".join(shown.split()) == " ".join(TEXT.split()).replace(
        "Loch-Ard", "\x1b[1mLoch-Ard\x1b[0m"
    )
    assert not (notes / "browser.log").exists()


def test_another_pager_gets_the_text_from_there_on(
    notes: Path, in_terminal: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    (notes / "less").rename(notes / "my pager")
    monkeypatch.setenv("PAGER", shlex.quote(str(notes / "my pager")))
    run("add", notes / "camp.txt")
    assert in_terminal("search", "camped", "--open") == 0
    _, _, shown = (notes / "less.log").read_text().partition("\n")
    assert shown.split("\n", 4)[3].startswith(">They camped at Loch-Ard.<")


def test_a_page_without_a_browser_is_shown_in_the_pager(
    notes: Path, in_terminal: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert in_terminal("ask", notes / "camp.html", QUESTION, "--open") == 0
    assert "They camped at \x1b[1mLoch-Ard\x1b[0m." in (notes / "less.log").read_text()


def test_what_can_not_be_opened_is_reported(notes: Path) -> None:
    done = run("ask", "-", QUESTION, "--open", stdin=TEXT.encode())
    assert done.returncode == 2
    assert done.stdout.startswith("They camped at >Loch-Ard<.")
    assert without_progress(done.stderr) == (
        "wherein: This text is opened in a pager, which needs a terminal."
        " Run the command in a terminal.\n"
    )
    done = run("ask", notes / "camp.txt", "Which vitamins are in kale?", "--open")
    assert (done.returncode, without_progress(done.stderr)) == (0, "")  # there is no answer to show
    for command in (["ask", notes / "camp.txt", QUESTION], ["search", "camp"]):
        done = run(*command, "--open", "--json")
        assert (done.returncode, done.stdout) == (2, "")
        assert "--open and --json were both given. Give one of them." in done.stderr


@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ("In May they saw Paris.", "Paris", "In%20May%20they%20saw-,Paris."),
        ("Costs, in kroner: 240", "240", "Costs%2C%20in%20kroner%3A-,240"),
        ("Haugen's own boat", "Haugen", "Haugen%27s,-own%20boat"),
        ("one two three", "one two three", "one%20two%20three"),
        ("a b c d e f g h i j k l m", "a b c d e f g h i j k l m", "a%20b%20c%20d%20e,i%20j%20k%20l%20m"),
        ("first line\nsecond line here", "line\nsecond", "first-,line,second,-line%20here"),
    ],
)  # fmt: skip
def test_a_directive_names_the_words_and_those_around_them(
    text: str, marked: str, expected: str
) -> None:
    start = text.index(marked)
    span = Span(start, start + len(marked))
    for address in ("https://example.org/a", "https://example.org/a#b"):
        joined = address + ("" if "#" in address else "#")
        found = with_text_fragment(address, text, span, Span(0, len(text)))
        assert found == f"{joined}:~:text={expected}"


def test_without_spaces_the_words_alone_are_named() -> None:
    text = "東京" * 30 + "大阪" + "東京" * 30
    found = with_text_fragment("https://a.b/", text, Span(60, 62), Span(0, len(text)))
    assert found.startswith("https://a.b/#:~:text=")
    assert "%E5%A4%A7%E9%98%AA" in found

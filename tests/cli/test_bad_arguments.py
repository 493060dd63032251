"""Every command with every parameter given what it can't work with: one sentence and the next step, 0, 1 or 2, and no word of
an exception. The same in homes that can't be used."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from tests.cli.bad_arguments import Words, commands, fitting, lines, make_files
from wherein.cli.main import invoke

COMMANDS = dict(commands())
FORBIDDEN = re.compile(
    r"\b[A-Z]\w*(?:Error|Exception|Warning|Iteration|Interrupt)\b|Traceback|Errno|failed that should not|site-packages|"
    r"\w\.py\b|\bsqlite3\b|psycopg|pydantic|click\.|<[a-z_.]+ object|not enough values|to unpack|invalid literal|"
    r"codec can't|has no attribute|NoneType|Expecting value|could not convert|unhashable|subscriptable|positional argument"
)
"""What only exceptions say."""
_SENTENCE = re.compile(r"wherein: .*[.?!:…] \S.*", re.DOTALL)
_PRINTS_LINES = {
    ("chat",),
    ("memory", "export"),
    ("listen",),
    ("speak",),
    ("completion",),
    ("mcp",),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the files, without programs, nothing to type, and a limit on time spent waiting."""
    place = tmp_path / "work"
    place.mkdir()
    make_files(place)
    monkeypatch.chdir(place)
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "person"))
    monkeypatch.setenv("PATH", str(tmp_path / "no programs"))
    return place


def _check(
    line: list[str],
    words: Words,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), "utf-8"))
    status = invoke(list(line))
    out, err = capsys.readouterr()
    shown = [part[:80] for part in line], status, out[:300], err[:600]
    assert status in (0, 1, 2), shown
    assert not FORBIDDEN.search(err), shown
    if words[0] not in (
        "show",
        "doctor",
    ):  # which print what stands in a file, and the names of packages
        assert not FORBIDDEN.search(out), shown
    if status and not out:
        assert _SENTENCE.fullmatch(err.rstrip("\n")), shown
    if "--json" in line and words not in _PRINTS_LINES and out:
        assert isinstance(json.loads(out), dict), shown
    assert status or not err.startswith("wherein: "), shown
    return status


def _walk(
    words: Words, every: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = COMMANDS[words]
    has_json = any("--json" in each.opts for each in command.params)
    for number, line in enumerate(lines(words, command, every)):
        if has_json and number % 2:
            line = [*words, "--json", *line[len(words) :]]
        _check(line, words, capsys, monkeypatch)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_says_in_its_own_words_what_it_cannot_work_with(
    words: Words, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _walk(words, 5, capsys, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_says_so_of_many_more_values(
    words: Words, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _walk(words, 1, capsys, monkeypatch)


def _config(text: bytes) -> Callable[[Path], None]:
    def make(home: Path) -> None:
        home.mkdir()
        (home / "config.toml").write_bytes(text)

    return make


def _stores(make_store: Callable[[Path], None]) -> Callable[[Path], None]:
    def make(home: Path) -> None:
        home.mkdir()
        for name in ("library.sqlite", "memory.sqlite", "people.sqlite"):
            make_store(home / name)

    return make


def _newer(path: Path) -> None:
    with sqlite3.connect(path) as made:
        made.execute("PRAGMA user_version = 9999")
    made.close()


def _garbage(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 40)


def _in_the_way(home: Path) -> None:
    home.mkdir()
    for name in (
        "library.sqlite",
        "memory.sqlite",
        "indexes",
        "knowledge",
        "config.toml",
        "models",
    ):
        (home / name).mkdir() if "." in name else (home / name).write_text("no folder")


_HOMES: dict[str, Callable[[Path], object]] = {
    "a file": lambda home: home.write_text("no folder"),
    "a link to nowhere": lambda home: home.symlink_to("/nowhere/at all"),
    "no TOML": _config(b"caution = \n[["),
    "no UTF-8": _config(b"caution = '\xff\xfe'"),
    "a setting of another type": _config(b"caution = 3\nlimit = 'x'\nreader = []\n"),
    "a key that is not known": _config(b"colour = 'red'"),
    "newer stores": _stores(_newer),
    "stores that are none": _stores(_garbage),
    "folders for files": _in_the_way,
}
_PLACES = {
    "a home where nothing may be made": ("WHEREIN_HOME", "/sys/wherein"),
    "a home below a file": ("WHEREIN_HOME", "/dev/null/home"),
    "a database that is not there": ("WHEREIN_STORE", "postgresql://127.0.0.1:1/x"),
    "a database by no address": ("WHEREIN_STORE", "postgres//x:y"),
    "a search that is not there": ("WHEREIN_SEARCH", "milvus://127.0.0.1:1"),
    "a search by no address": ("WHEREIN_SEARCH", "http://[::"),
}


_FEW: list[Words] = [
    ("ask",), ("search",), ("chat",), ("add",), ("list",), ("doctor",), ("backup",), ("serve",), ("kb", "list"),
    ("kb", "add"), ("memory", "stats"), ("memory", "export"), ("models", "list"), ("people", "list"), ("index", "status"),
]  # fmt: skip
"""Commands that open different things of a home; all are walked with `--soak`."""


def _walk_home(
    what: str,
    home: Path,
    few: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if what in _HOMES:
        _HOMES[what](home)
    else:
        monkeypatch.setenv(*_PLACES[what])
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    refused = sum(
        _check(fitting(words, COMMANDS[words]), words, capsys, monkeypatch) != 0
        for words in (_FEW if few else COMMANDS)
    )
    assert refused


@pytest.mark.parametrize("what", [*_HOMES, *_PLACES])
def test_a_home_that_cannot_be_used_is_told_in_our_own_words(
    what: str, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _walk_home(what, home, True, capsys, monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("what", [*_HOMES, *_PLACES])
def test_so_does_every_command(
    what: str, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _walk_home(what, home, False, capsys, monkeypatch)


def test_every_command_is_walked() -> None:
    assert len(COMMANDS) > 40
    assert {("ask",), ("kb", "add"), ("tokens", "revoke"), ("share", "new")} <= COMMANDS.keys()
    assert all(isinstance(command, click.Command) for command in COMMANDS.values())

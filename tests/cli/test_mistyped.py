"""What people type by mistake: the error says in one sentence what was probably meant."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.clock import without_progress


def _run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "wherein", *arguments], capture_output=True, text=True, cwd=folder
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "home"))
    (tmp_path / "letter.txt").write_text("The boat leaves at nine.")
    return tmp_path


@pytest.mark.parametrize("arguments", [(), ("kb",), ("memory",)])
def test_a_command_without_anything_shows_its_help(
    letter: Path, arguments: tuple[str, ...]
) -> None:
    status, shown, errors = _run(letter, *arguments)
    assert (status, without_progress(errors)) == (0, "")
    assert "\nCommands:\n" in shown


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("ask", "letter.txt"), 2, "the question is missing"),
        (("ask", "lettre.txt"), 2, "lettre.txt does not exist, and the question is missing"),
        (("ask", "lettre.htm"), 2, "lettre.htm does not exist, and the question is missing"),
        (("ask", "river", "length"), 2, 'in quotes: wherein ask "river length"'),
        (("ask", "When does it leave?", "letter.txt"), 2, 'wherein ask letter.txt "When does'),
        (("ask", "letter.txt", "???"), 2, "has no words"),
        (("ask", "letter.txt", "What is \udcff price?"), 2, "bytes that are no text"),
        (("ask", "ftp://example.org/x", "Who?"), 1, "http:// or https://"),
        (("ask", "example.org", "Who?"), 1, "https://example.org"),
        (("ask", "lettre.txt", "Who?"), 1, "does not exist. Check the path."),
        (("--home", "letter.txt", "list"), 2, "is a file, and the home is a folder"),
        (("ak", "letter.txt", "Who?"), 2, "No such command 'ak'. Did you mean 'ask'?"),
        (("serch", "boat"), 2, "Did you mean 'search'?"),
        (("frobnicate",), 2, "No such command 'frobnicate'. See: wherein --help"),
    ],
)
def test_the_error_says_what_was_meant(
    letter: Path, arguments: tuple[str, ...], status: int, said: str
) -> None:
    got, _, errors = _run(letter, *arguments)
    assert got == status
    assert said in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("question", "in_english"),
    [
        ("Wann beginnt die Oper?", False),
        ("Wer ist der Direktor?", False),
        ("How often does gc run?", True),
        ("What is the price of boats vs ships?", True),
    ],
)
def test_a_right_word_is_not_corrected(letter: Path, question: str, in_english: bool) -> None:
    (letter / "opera.txt").write_text(
        "The opera begins at eight o'clock. Its director is Karl Bauer. Boats go every ten minutes, and"
        " people want to go by them. A boat is open to all, were it full or not."
    )
    status, shown, errors = _run(letter, "ask", "opera.txt", question)
    assert status == 0
    assert "If you meant" not in shown + errors
    assert "finds nothing either" not in shown + errors
    assert ("The reader learned English" in " ".join((shown + errors).split())) is not in_english


LEASE = (
    "Airing the room twice a day prevents mould. Tape may not be put on the walls. The boiler is in the hall."
    " Overtime is paid at the end of the month."
)


@pytest.mark.parametrize("question", ["can I airbnb my room", "can I vape in my room"])
def test_a_word_that_no_list_has_is_not_changed(letter: Path, question: str) -> None:
    (letter / "lease.txt").write_text(LEASE)
    _, shown, _ = _run(letter, "ask", "lease.txt", question)
    assert "Showing results for" not in shown
    assert "airing my" not in shown


def test_a_folder_without_anything_to_read_is_said(letter: Path) -> None:
    (letter / "empty").mkdir()
    assert _run(letter, "add", "empty")[1].endswith("Nothing that can be read was found there.\n")
    assert "Nothing that" not in _run(letter, "add", "letter.txt")[1]

"""Text in a terminal: its width, and no control sequence of a document reaches the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherein.cli.main import invoke
from wherein.cli.terminal.columns import cells, rows
from wherein.core.text.readable import harmless


@pytest.mark.parametrize(
    ("text", "expected"),
    [("abc", 3), ("", 0), ("\x1b[1mabc\x1b[0m", 3), ("東京", 4), ("e\u0301", 1), ("a東", 3)],
)
def test_cells(text: str, expected: int) -> None:
    assert cells(text) == expected


def test_a_line_too_long_takes_more_rows() -> None:
    assert rows("short\n" + "x" * 101 + "\n\n", 50) == 1 + 3 + 1
    assert rows("東" * 26, 50) == 2


def test_a_document_cannot_command_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "note.html"
    note.write_text("<p>The captain is &#27;]0;owned&#7; Ingrid &#27;[2J Haugen.</p>")
    assert invoke(["ask", str(note), "Who is the captain?"]) == 0
    assert "\x1b" not in capsys.readouterr().out
    assert harmless("a\tb\nc\x9bd") == "a\tb\nc\ufffdd"

"""The façade as a program uses it: names, limits and values that are easily got wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherein import Engine, Options, WhereinError, read_questions
from wherein.core.errors import UsageError

NOTE = "# Trip\n\nThe ferry to Bergen costs 240 kroner. It leaves at 9:05 from the north pier.\n"


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.md"
    path.write_text(NOTE)
    return path


def test_one_name_is_a_scope(tmp_path: Path, note: Path) -> None:
    assert Options(within="note.md").within == ("note.md",)
    assert Options(within=["a", "b"]).within == ("a", "b")
    with Engine.open(tmp_path / "home") as engine:
        engine.add(note)
        result = engine.ask("What does the ferry cost?", options=Options(within="note.md"))
        assert result.answers[0].text == "240 kroner"
        assert engine.search("ferry", within="note.md")


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_told(limit: int) -> None:
    with pytest.raises(UsageError, match="limit of answers"):
        Options(limit=limit)


def test_the_questions_of_a_file_are_read_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "questions.txt").write_text("Who wrote it?\n")
    assert read_questions(str(tmp_path / "questions.txt")) == ("Who wrote it?",)


def test_suggestions_are_had_by_a_documents_name(tmp_path: Path, note: Path) -> None:
    with Engine.open(tmp_path / "home") as engine:
        (entry,) = engine.add(note).added
        assert engine.suggested(entry.document) == engine.suggested(engine.document(str(note)))


def test_a_closed_engine_says_so(tmp_path: Path, note: Path) -> None:
    with Engine.open(tmp_path / "home") as engine:
        engine.add(note)
    with pytest.raises(WhereinError, match="closed") as told:
        engine.documents()
    assert "Open the engine again" in told.value.next_step

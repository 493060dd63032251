"""Notices beside the answers report what could not be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents.pdf_writer import Text, pdf_bytes
from wherein.answering.engine import Engine
from wherein.answering.library.notices import EMPTY_LIBRARY
from wherein.core.errors import NoText


def test_pages_without_text(tmp_path: Path) -> None:
    pages = [[Text(72, 700, "The vault holds 40 coins.")], [], [], [Text(72, 700, "The end.")], []]
    (tmp_path / "a.pdf").write_bytes(pdf_bytes(pages))
    with Engine.open(tmp_path / "home") as engine:
        (note,) = engine.ask("How many coins does the vault hold?", tmp_path / "a.pdf").notes
    assert note.startswith("Pages 2-3, 5 of 5 have no text")


def test_files_of_a_folder_that_failed(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    with Engine.open(tmp_path / "home") as engine:
        (folder / "empty.txt").touch()
        with pytest.raises(NoText, match="is empty"):
            engine.ask("Who is the captain?", folder)
        (folder / "note.txt").write_text("The captain is Ingrid Haugen.")
        result = engine.ask("Who is the captain?", folder)
    assert result.answers[0].text == "Ingrid Haugen"
    assert result.notes[0].startswith("1 of 2 files could not be read (empty.txt)")


def test_an_empty_library(tmp_path: Path) -> None:
    with Engine.open(tmp_path / "home") as engine:
        result = engine.ask("Who is the captain?")
    assert (result.answered, result.notes) == (False, (EMPTY_LIBRARY,))

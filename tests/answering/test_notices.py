"""Notices beside the answers report what could not be read."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.documents.pdf_writer import Text, pdf_bytes
from wherein.answering.engine import Engine
from wherein.answering.library.notices import EMPTY_LIBRARY
from wherein.core.errors import NoText
from wherein.core.unread import Unread, UnreadKind


def test_pages_without_text(tmp_path: Path) -> None:
    pages = [[Text(72, 700, "The vault holds 40 coins.")], [], [], [Text(72, 700, "The end.")], []]
    (tmp_path / "a.pdf").write_bytes(pdf_bytes(pages))
    with Engine.open(tmp_path / "home") as engine:
        (note,) = engine.ask("How many coins does the vault hold?", tmp_path / "a.pdf").notes
    assert note.startswith("Pages 2-3, 5 of 5 have no text")


def test_what_was_not_read_is_named(tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"] = "The survey"
    mail.set_content("The vault holds 40 coins, says the survey.")
    for name in ("plan.zip", "list.zip"):
        mail.add_attachment(b"PK", maintype="application", subtype="zip", filename=name)
    (tmp_path / "a.eml").write_bytes(bytes(mail))
    (tmp_path / "note.txt").write_text("The end.")
    unread = (Unread(UnreadKind.ATTACHMENT, 2),)
    with Engine.open(tmp_path / "home") as engine:
        absent = engine.ask("Who is the captain?", tmp_path / "a.eml")
        assert (absent.unread, absent.notes) == (unread, ("Not read: 2 attachments.",))
        engine.add(tmp_path / "a.eml", tmp_path / "note.txt")
        found = engine.ask("How many coins does the vault hold?")
        assert (found.unread, found.answers[0].text) == (unread, "40")
        assert "Not read of “The survey”: 2 attachments." in found.notes
        kept = {entry.title: entry.unread for entry in engine.documents()}
    assert kept == {"The survey": unread, "note": ()}


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

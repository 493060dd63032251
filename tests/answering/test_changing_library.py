"""A library that changes while a question is asked of it: the answer is of the text as it is, never of its old places."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wherein import Engine, Options
from wherein.core.document import Document
from wherein.core.errors import DocumentChanged
from wherein.library.sqlite import SqliteLibrary

BEFORE = "# Notes on the museum\n\n" + "The cloakroom is on the ground floor. " * 20
DIRECTOR = "The director of the museum is {}.\n"
QUESTION = "Who is the director of the museum?"


@pytest.fixture
def notes(tmp_path: Path, engine: Engine) -> Path:
    path = tmp_path / "notes.md"
    path.write_text(BEFORE + DIRECTOR.format("Ingrid Haugen"), "utf-8")
    engine.add(str(path))
    return path


def _while_read(monkeypatch: pytest.MonkeyPatch, change: Callable[[int], None]) -> list[int]:
    """Calls `change` with the number of the look-up each time before a document is looked up, but not from within itself."""
    lookups: list[int] = []
    look_up = SqliteLibrary.document
    busy = False

    def document(self: SqliteLibrary, identity: str) -> Document:
        nonlocal busy
        if not busy:
            busy = True
            change(len(lookups))
            lookups.append(len(lookups))
            busy = False
        return look_up(self, identity)

    monkeypatch.setattr(SqliteLibrary, "document", document)
    return lookups


def test_a_document_that_is_replaced_under_a_question_is_read_again(
    engine: Engine, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replaced(lookup: int) -> None:
        if lookup == 0:
            notes.write_text(DIRECTOR.format("Sigrid Moe"), "utf-8")
            engine.add(str(notes))

    _while_read(monkeypatch, replaced)
    result = engine.ask(QUESTION, options=Options(memory=False))
    assert [answer.text for answer in result.answers[:1]] == ["Sigrid Moe"]


def test_a_document_that_is_removed_under_a_question_is_not_answered_from(
    engine: Engine, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def removed(lookup: int) -> None:
        for entry in engine.documents() if lookup == 0 else ():
            engine.remove(entry.document)

    _while_read(monkeypatch, removed)
    result = engine.ask(QUESTION, options=Options(memory=False))
    assert not result.answers
    assert not result.perhaps


def test_a_document_that_never_rests_ends_with_an_error(
    engine: Engine, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replaced(lookup: int) -> None:
        notes.write_text(f"{'More. ' * lookup}{DIRECTOR.format('Sigrid Moe')}", "utf-8")
        engine.add(str(notes))

    lookups = _while_read(monkeypatch, replaced)
    with pytest.raises(DocumentChanged, match="changed while the question was being answered"):
        engine.ask(QUESTION, options=Options(memory=False))
    assert len(lookups) < 20

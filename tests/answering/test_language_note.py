"""The note on another language is about the text that answers, not about whatever else was read."""

from __future__ import annotations

from pathlib import Path

from wherein import Engine, Options

GERMAN = (
    "Die Fähre nach Bergen\n\nDie Fähre nach Bergen (ferry to Bergen, ferry Bergen) kostet für alle Gäste"
    " gleich viel, und sie fährt jeden Tag außer am Sonntag von der alten Mole ab.\n"
)
ENGLISH = "Trip\n\nThe ferry to Bergen costs 240 kroner. It leaves at 9:05 from the north pier.\n"
ALONE = Options(memory=False)


def noted(notes: tuple[str, ...]) -> bool:
    return any("another language (de)" in note for note in notes)


def test_the_note_is_about_the_text_that_answers(tmp_path: Path) -> None:
    (tmp_path / "fähre.txt").write_text(GERMAN)
    (tmp_path / "trip.txt").write_text(ENGLISH)
    with Engine.open(tmp_path / "home") as engine:
        engine.add(tmp_path / "fähre.txt", tmp_path / "trip.txt")
        languages = {engine.document(entry.document).language for entry in engine.documents()}
        assert languages == {"de", "en"}
        assert not noted(engine.ask("What does the ferry to Bergen cost?", options=ALONE).notes)
        # Nothing is shown; the German text comes first, and the English one was read too.
        nowhere = engine.ask("How old is the alten Mole?", options=ALONE)
        assert not nowhere.answers
        assert not nowhere.perhaps
        assert not noted(nowhere.notes)
        german = engine.ask("How old is the alten Mole?", tmp_path / "fähre.txt", ALONE)
        assert noted(german.notes)

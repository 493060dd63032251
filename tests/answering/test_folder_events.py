"""Events of a folder: what changes files is told, reading is not, and a folder that is not there is no error."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clock import GIVE_UP_SECONDS, until
from wherein.answering.library.folder_events import FolderEvents


class Told:
    def __init__(self, folder: Path) -> None:
        self.changed = threading.Event()
        self.events = FolderEvents(folder, self.changed.set)
        self.events.start()

    def soon(self) -> bool:
        came = self.changed.wait(GIVE_UP_SECONDS)
        self.settle()
        return came

    def settle(self) -> None:
        """Wait until the events of what was done have come, and forget them."""
        while self.changed.wait(0.3):
            self.changed.clear()


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "a.md").write_text("A", "utf-8")
    made = Told(tmp_path / "papers")
    yield made
    made.events.close()


def test_a_file_that_is_made_changed_moved_and_gone(told: Told, tmp_path: Path) -> None:
    file = tmp_path / "papers" / "b.md"
    file.write_text("B", "utf-8")
    assert told.soon()
    with file.open("a", encoding="utf-8") as more:
        more.write("more")
    assert told.soon()
    file.rename(file.with_name("c.md"))
    assert told.soon()
    file.with_name("c.md").unlink()
    assert told.soon()


def test_a_folder_made_later_is_followed_too(told: Told, tmp_path: Path) -> None:
    below = tmp_path / "papers" / "below"
    below.mkdir()
    assert told.soon()
    (below / "d.md").write_text("D", "utf-8")
    assert told.soon()


def test_reading_is_no_change(told: Told, tmp_path: Path) -> None:
    told.settle()
    assert (tmp_path / "papers" / "a.md").read_text("utf-8") == "A"
    assert not told.changed.wait(1)


def test_what_was_closed_tells_nothing_and_can_be_started_again(told: Told, tmp_path: Path) -> None:
    told.events.close()
    told.settle()
    (tmp_path / "papers" / "b.md").write_text("B", "utf-8")
    assert not told.changed.wait(0.5)
    told.events.start()
    (tmp_path / "papers" / "b.md").unlink()
    assert told.soon()


def test_a_folder_that_is_not_there_is_followed_once_it_is(tmp_path: Path) -> None:
    made = Told(tmp_path / "none")
    assert not made.events.running
    (tmp_path / "none").mkdir()
    made.events.start()
    try:
        assert made.events.running
        (tmp_path / "none" / "a.md").write_text("A", "utf-8")
        until(made.changed.is_set)
    finally:
        made.events.close()


def test_a_system_without_room_for_more_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: object, **named: object) -> None:
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr("watchdog.observers.Observer.schedule", full)
    assert not Told(tmp_path).events.running

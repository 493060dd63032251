"""A watched folder: new, changed, moved, gone; what a person added; a folder that vanishes; a watcher that is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wherein import Engine
from wherein.answering.adding import Failure, Summary
from wherein.cli.main import invoke
from wherein.core.errors import SourceNotFound


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "watched"
    made.mkdir()
    return made


def write(path: Path, text: str) -> Path:
    path.write_text(f"# {path.stem}\n\n{text}\n", "utf-8")
    return path


def names(engine: Engine) -> list[str]:
    return sorted(Path(entry.source).name for entry in engine.documents())


def test_new_changed_moved_and_gone(engine: Engine, folder: Path) -> None:
    watch = engine.watch(folder)
    write(folder / "a.md", "The ferry costs 240 kroner.")
    (folder / "round").symlink_to(folder)
    assert [Path(name).name for name in watch.scan().added] == ["a.md"]
    assert not watch.scan().changed
    write(folder / "a.md", "The ferry costs 300 kroner, and that is new.")
    assert watch.scan().added
    assert "300" in engine.kept("a.md").text
    (folder / "a.md").rename(folder / "b.md")
    moved = watch.scan()
    assert (len(moved.added), len(moved.removed)) == (1, 1)
    assert names(engine) == ["b.md"]
    (folder / "b.md").unlink()
    assert watch.scan().removed
    assert names(engine) == []


def test_what_a_person_added_is_never_touched(engine: Engine, folder: Path) -> None:
    by_hand = write(folder / "hand.md", "The captain is Ingrid Haugen.")
    engine.add(by_hand)
    watch = engine.watch(folder)
    write(folder / "new.md", "The captain is Nils Berg.")
    write(by_hand, "The captain is somebody else altogether.")
    watch.scan()
    assert "Ingrid Haugen" in engine.kept("hand.md").text
    by_hand.unlink()
    (folder / "new.md").unlink()
    watch.scan()
    assert names(engine) == ["hand.md"]


def test_a_folder_that_vanishes_takes_nothing_with_it(engine: Engine, folder: Path) -> None:
    write(folder / "a.md", "The ferry costs 240 kroner.")
    watch = engine.watch(folder)
    watch.scan()
    away = folder.rename(folder.with_name("away"))
    with pytest.raises(SourceNotFound):
        watch.scan()
    assert names(engine) == ["a.md"]
    away.rename(folder)
    assert not watch.scan().changed


def test_a_file_that_can_t_be_read_is_reported_once(engine: Engine, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 no pdf")
    watch = engine.watch(folder)
    assert len(watch.scan().failed) == 1
    assert not watch.scan().changed


def test_what_found_no_room_is_tried_again(
    engine: Engine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder / "a.md", "The ferry costs 240 kroner.")
    watch = engine.watch(folder)
    room = Summary((), (), (Failure(str(folder / "a.md"), "There is no room."),))
    with monkeypatch.context() as full:
        full.setattr(watch, "add", lambda sources: room)
        full.setattr("wherein.answering.watching.has_room", lambda folder: False)
        assert watch.scan().failed
        assert watch.scan().failed
    assert watch.scan().added


def test_what_happened_meanwhile_is_caught_up(
    engine: Engine, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder / "a.md", "The ferry costs 240 kroner.")
    assert invoke(["watch", str(folder), "--once"]) == 0
    assert "added " in capsys.readouterr().out
    (folder / "a.md").unlink()
    write(folder / "b.md", "The ferry costs 300 kroner.")
    assert invoke(["watch", str(folder), "--once", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (len(report["added"]), len(report["removed"])) == (1, 1)
    assert names(engine) == ["b.md"]
    assert invoke(["watch", str(folder / "none"), "--once"]) == 1


def test_killed_at_any_moment_nothing_is_lost_or_twice(engine: Engine, folder: Path) -> None:
    command = [sys.executable, "-m", "wherein", "watch", str(folder), "--every", "0.2"]
    followed = engine.home.folder / "watched.json"
    for number in range(20):
        write(
            folder / f"f{number:02}.md", f"The ferry number {number} costs {100 + number} kroner."
        )
        if number % 3 == 2:
            (folder / f"f{number - 2:02}.md").unlink()
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ)
        )
        before = followed.stat().st_mtime_ns if followed.exists() else 0
        end = time.monotonic() + 30
        while not followed.exists() or followed.stat().st_mtime_ns == before:
            assert time.monotonic() < end
            time.sleep(0.002)
        time.sleep(0.012 * number)  # another moment of adding, indexing and removing each time
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert invoke(["watch", str(folder), "--once"]) == 0
    there = sorted(path.name for path in folder.iterdir())
    assert names(engine) == there
    assert len(engine.documents()) == len({entry.source for entry in engine.documents()})
    assert len(engine.search("ferry kroner", limit=50)) == len(there)

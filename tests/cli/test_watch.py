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

from tests.clock import until
from wherein import Engine
from wherein.answering.library.adding import Failure, Summary
from wherein.answering.library.watching import least_pause_after, pause_after
from wherein.cli.main import invoke
from wherein.core.errors import SourceNotFound, StorageFull


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
        full.setattr("wherein.answering.library.watching.has_room", lambda folder: False)
        assert watch.scan().failed
        assert watch.scan().failed
    assert watch.scan().added


def test_a_scan_that_is_stopped_goes_on_with_the_next(engine: Engine, folder: Path) -> None:
    for number in range(4):
        write(folder / f"{number}.md", f"The ferry {number} costs {number + 200} kroner.")
    begun: set[str] = set()
    watch = engine.watch(
        folder,
        lambda done, of, source: begun.add(Path(source).name[:4]),
        lambda: "1.md" in begun,
    )
    assert [Path(name).name for name in watch.scan().added] == ["0.md", "1.md"]
    (folder / "0.md").unlink()
    assert not watch.scan().changed  # it walks no more, so nothing is missing
    assert names(engine) == ["0.md", "1.md"]
    engine.watch(folder).scan()
    assert names(engine) == ["1.md", "2.md", "3.md"]


def test_links_in_circles_are_no_folders(engine: Engine, folder: Path) -> None:
    write(folder / "a.md", "The ferry costs 240 kroner.")
    (folder / "deep").mkdir()
    (folder / "deep" / "up").symlink_to(folder)
    (folder / "one").symlink_to(folder / "two")
    (folder / "two").symlink_to(folder / "one")
    watch = engine.watch(folder)
    assert [Path(name).name for name in watch.scan().added] == ["a.md"]
    assert not watch.scan().changed


def many_files(folder: Path, number: int) -> None:
    for at in range(number):
        if at % 1000 == 0:
            (folder / f"{at // 1000:03}").mkdir()
        (folder / f"{at // 1000:03}" / f"{at:06}.md").touch()


@pytest.mark.parametrize("number", [3_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_very_many_files_are_each_looked_at_once_a_scan(
    engine: Engine, folder: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """What adding does with them is its own; here each is taken up once, and later only what changed."""
    monkeypatch.setattr("wherein.documents.file_state.RECENT_NS", 0)  # as if made long ago
    many_files(folder, number)
    watch = engine.watch(folder)
    due: list[list[str]] = []
    watch.add = lambda sources: due.append(list(sources)) or Summary()  # type: ignore[func-returns-value]
    watch.scan()
    assert len(due[0]) == len(set(due[0])) == number
    write(folder / "000" / "000007.md", "The ferry costs 240 kroner.")
    watch.scan()
    assert [[Path(name).name for name in more] for more in due[1:]] == [["000007.md"]]
    watch.scan()
    assert len(due) == 2


def test_a_folder_that_takes_long_is_looked_at_less_often() -> None:
    assert pause_after(0.01, 5.0) == 5.0
    assert pause_after(4.0, 5.0) == 36.0
    assert least_pause_after(4.0) == 36.0, "events wait as long"


def test_what_happened_meanwhile_is_caught_up(
    engine: Engine, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(folder / "a.md", "The ferry costs 240 kroner.")
    assert invoke(["watch", str(folder), "--once"]) == 0
    assert "added " in capsys.readouterr().out
    assert invoke(["watch", str(folder), "--once"]) == 0
    assert capsys.readouterr().out == f"Nothing is new in {folder}.\n"
    (folder / "a.md").unlink()
    write(folder / "b.md", "The ferry costs 300 kroner.")
    assert invoke(["watch", str(folder), "--once", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (len(report["added"]), len(report["removed"])) == (1, 1)
    assert names(engine) == ["b.md"]
    assert invoke(["watch", str(folder / "none"), "--once"]) == 1
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 no pdf")
    capsys.readouterr()
    assert invoke(["watch", str(folder), "--once"]) == 1
    assert "broken.pdf: " in capsys.readouterr().err


def test_a_full_disk_is_told_once_and_what_found_no_room_comes_later(
    engine: Engine,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(9):
        write(folder / f"{number}.md", f"The ferry {number} costs {number + 200} kroner.")
    looks = iter(range(3))

    def stop(seconds: float) -> None:
        if next(looks) == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as full:
        full.setattr("wherein.cli.keeping.watch.time.sleep", stop)
        full.setattr("wherein.answering.library.watching.has_room", lambda folder: False)
        full.setattr(
            "wherein.answering.library.adding._added",
            lambda *given: (_ for _ in ()).throw(StorageFull("No room.", "Free some.")),
        )
        invoke(["watch", str(folder), "--every", "0.2"])
    assert capsys.readouterr().err.count("0.md (and 8 more files): No room. Free some.") == 1
    assert invoke(["watch", str(folder), "--once"]) == 0
    assert len(names(engine)) == 9


def test_an_event_is_not_waited_for_until_the_next_look(engine: Engine, folder: Path) -> None:
    write(folder / "a.md", "The ferry costs 240 kroner.")
    command = [sys.executable, "-m", "wherein", "watch", str(folder), "--every", "3600"]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ)
    )
    try:
        until(lambda: names(engine) == ["a.md"])
        (folder / "below").mkdir()
        write(folder / "below" / "b.md", "The captain is Nils Berg.")
        until(lambda: names(engine) == ["a.md", "b.md"])
        (folder / "a.md").unlink()
        until(lambda: names(engine) == ["b.md"])
    finally:
        process.kill()
        process.wait()


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

        def written(before: int = before) -> bool:
            return followed.exists() and followed.stat().st_mtime_ns != before

        until(written, pause_seconds=0.002)
        time.sleep(0.012 * number)  # another moment of adding, indexing and removing each time
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert invoke(["watch", str(folder), "--once"]) == 0
    there = sorted(path.name for path in folder.iterdir())
    assert names(engine) == there
    assert len(engine.documents()) == len({entry.source for entry in engine.documents()})
    assert len(engine.search("ferry kroner", limit=50)) == len(there)


def test_no_link_leads_out_of_the_folder(engine: Engine, folder: Path, tmp_path: Path) -> None:
    write(folder / "a.md", "The ferry costs 240 kroner.")
    outside, secret = tmp_path / "outside", folder / ".secret"
    for place in (outside, secret):
        place.mkdir()
        write(place / "key.md", "The door opens with 4711.")
    (folder / "out.md").symlink_to(outside / "key.md")
    (folder / "hidden.md").symlink_to(secret / "key.md")
    (folder / "far").symlink_to(outside)
    watch = engine.watch(folder)
    scan = watch.scan()
    assert sorted(Path(f.source).name for f in scan.failed) == ["far", "hidden.md", "out.md"]
    assert names(engine) == ["a.md"]
    assert not watch.scan().changed
    summary = engine.add(folder)
    assert sorted(Path(f.source).name for f in summary.failed) == ["far", "hidden.md", "out.md"]
    assert names(engine) == ["a.md"]


def test_no_way_leads_to_the_home_s_own_files(engine: Engine, folder: Path, home: Path) -> None:
    engine.home.token()
    (folder / "link.txt").symlink_to(home / "token")
    os.link(home / "token", folder / "hard.txt")
    assert len(engine.watch(folder).scan().failed) == 2
    assert len(engine.add(folder).failed) == 2
    for source in (home / "token", home, folder / "link.txt", folder / "hard.txt"):
        assert "wherein's own home" in engine.add(source).failed[0].reason
    assert names(engine) == []


def test_a_folder_that_becomes_a_link_is_not_there(
    engine: Engine, folder: Path, tmp_path: Path
) -> None:
    (folder / "deep").mkdir()
    write(folder / "deep" / "a.md", "The ferry costs 240 kroner.")
    watch = engine.watch(folder)
    watch.scan()
    other = tmp_path / "other"
    other.mkdir()
    by_hand = write(other / "a.md", "The captain is Ingrid Haugen.")
    engine.add(by_hand)
    (folder / "deep").rename(tmp_path / "moved")
    (folder / "deep").symlink_to(other)
    assert watch.scan().removed == (str(folder / "deep" / "a.md"),)
    assert [entry.source for entry in engine.documents()] == [str(by_hand)]
    folder.rename(tmp_path / "away")
    folder.symlink_to(other)
    with pytest.raises(SourceNotFound):
        watch.scan()


def test_a_file_that_becomes_a_link_is_not_followed(
    engine: Engine, folder: Path, tmp_path: Path
) -> None:
    """As between a scan and the reading."""
    outside = write(tmp_path / "key.md", "The door opens with 4711.")
    watch = engine.watch(folder)
    (folder / "a.md").symlink_to(outside)
    assert "has become a link" in watch.add([str(folder / "a.md")]).failed[0].reason
    assert names(engine) == []


def test_what_is_kept_is_the_owner_s_alone(engine: Engine, folder: Path, home: Path) -> None:
    write(folder / "a.md", "The ferry costs 240 kroner.")
    engine.watch(folder).scan()
    assert (home / "watched.json").stat().st_mode & 0o777 == 0o600
    assert (home / "indexes").stat().st_mode & 0o777 == 0o700

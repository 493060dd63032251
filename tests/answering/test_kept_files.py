"""What became of the files of kept copies, and disks that do not answer."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from wherein.answering.question import kept_files
from wherein.answering.question.kept_files import KeptFile, KeptFiles, file_change
from wherein.core.file_change import FileChange
from wherein.documents.file_state import RECENT_NS, FileState


def kept(path: Path) -> KeptFile:
    state = FileState.at(path)
    settled = replace(state, seen_ns=state.seen_ns + 2 * RECENT_NS)
    return KeptFile("d", str(path), hashlib.sha256(path.read_bytes()).hexdigest(), settled)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "a.txt"
    made.write_text("The key is kept by Ines.")
    return made


def test_an_unchanged_file_is_not_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = kept(path)
    monkeypatch.setattr(kept_files, "_hash_of", None)
    assert file_change(file) is None


def test_a_file_that_was_only_touched_is_unchanged(path: Path) -> None:
    file = kept(path)
    path.touch()
    path.chmod(0o600)
    assert file_change(file) is None


def test_a_change_of_the_same_size_is_seen(path: Path) -> None:
    file = kept(path)
    path.write_text("The key is kept by Iris.")
    assert file_change(file) is FileChange.CHANGED


def test_a_change_a_moment_after_adding_is_seen_though_all_times_are_equal(path: Path) -> None:
    state = FileState.at(path)
    at_once = replace(state, seen_ns=state.modified_ns + 1)
    assert file_change(KeptFile("d", str(path), "the hash before", at_once)) is FileChange.CHANGED


def test_a_copy_of_an_earlier_version_is_compared_by_content(path: Path) -> None:
    assert file_change(replace(kept(path), state=None)) is None
    assert file_change(KeptFile("d", str(path), "another", None)) is FileChange.CHANGED


def test_a_file_that_is_gone_or_has_become_a_folder(path: Path) -> None:
    file = kept(path)
    path.unlink()
    assert file_change(file) is FileChange.GONE
    path.mkdir()
    assert file_change(file) is FileChange.GONE
    path.rmdir()
    path.parent.rename(path.parent.with_name("away"))
    assert file_change(file) is FileChange.GONE


def test_a_file_that_can_t_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = kept(path)
    path.chmod(0)

    def refused(path: str, is_late: object) -> str:
        raise PermissionError

    monkeypatch.setattr(kept_files, "_hash_of", refused)  # root may read it all the same
    assert file_change(file) is FileChange.UNREADABLE
    path.chmod(0o600)
    path.write_text("The key is kept by Tomas.")
    assert file_change(file) is FileChange.CHANGED


def test_what_takes_too_long_to_read_is_told_by_its_times(path: Path) -> None:
    file = kept(path)
    path.write_text("The key is kept by Iris.")
    assert file_change(file, lambda: True) is FileChange.CHANGED
    file = kept(path)
    path.chmod(0o600)
    assert file_change(file, lambda: True) is None


def test_a_disk_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()
    looked: list[str] = []

    def look(file: KeptFile, is_late: Callable[[], bool]) -> FileChange | None:
        looked.append(file.document)
        if file.document == "stuck":
            answers.wait()
        return FileChange.GONE

    files = KeptFiles(look)
    monkeypatch.setattr(kept_files, "LONGEST_WAIT_S", 0.05)
    stuck, there = (KeptFile(name, f"/{name}", "", None) for name in ("stuck", "there"))
    try:
        assert files.changes([stuck]) == {}
        monkeypatch.setattr(kept_files, "LONGEST_WAIT_S", 120.0)
        # It is not looked at again while the first look waits, and others are.
        assert files.changes([stuck, there]) == {"there": FileChange.GONE}
        assert looked == ["stuck", "there"]
    finally:
        answers.set()


def test_no_more_threads_than_a_number_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = threading.Event()

    def look(file: KeptFile, is_late: Callable[[], bool]) -> FileChange | None:
        answers.wait()
        return None

    files = KeptFiles(look)
    monkeypatch.setattr(kept_files, "LONGEST_WAIT_S", 0.0)
    monkeypatch.setattr(kept_files, "MOST_AT_ONCE", 3)
    before = threading.active_count()
    try:
        files.changes([KeptFile(str(n), f"/{n}", "", None) for n in range(50)])
        assert threading.active_count() <= before + 3
    finally:
        answers.set()

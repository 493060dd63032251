"""What size and times of a file prove, and what they leave open."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from wherein.documents.file_state import RECENT_NS, FileState

OLD = FileState(7, 1_000, 1_000, 5, 1_000 + RECENT_NS)


def test_an_untouched_file_is_proved_unchanged() -> None:
    assert OLD.proves_unchanged(replace(OLD, seen_ns=OLD.seen_ns + 1))


@pytest.mark.parametrize("field", ["size_bytes", "modified_ns", "changed_ns", "inode"])
def test_any_other_value_proves_nothing(field: str) -> None:
    changed: dict[str, Any] = {field: getattr(OLD, field) + 1}
    assert not OLD.proves_unchanged(replace(OLD, **changed))


@pytest.mark.parametrize("field", ["modified_ns", "changed_ns"])
def test_a_file_that_was_changed_a_moment_before_proves_nothing(field: str) -> None:
    times: dict[str, Any] = {field: OLD.seen_ns - RECENT_NS + 1}
    recent = replace(OLD, **times)
    assert not recent.proves_unchanged(recent)
    times = {field: OLD.seen_ns + 10**12}  # of a clock that is ahead of this one
    ahead = replace(OLD, **times)
    assert not ahead.proves_unchanged(ahead)


def test_it_comes_back_from_a_database() -> None:
    assert FileState.unpacked(OLD.packed()) == OLD


def test_a_time_that_is_set_back_does_not_hide_a_change(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one")
    before = FileState.at(path)
    settled = replace(before, seen_ns=before.seen_ns + 2 * RECENT_NS)
    other = tmp_path / "b.txt"
    other.write_text("two")
    os.utime(other, ns=(before.modified_ns, before.modified_ns))
    other.replace(path)
    now = FileState.at(path)
    assert now.is_written_as(before)
    assert not settled.proves_unchanged(now)


def test_what_is_no_file_is_not_found(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "nothing"):
        with pytest.raises(FileNotFoundError):
            FileState.at(path)


def test_a_file_of_another_machine_is_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_text("x")
    here = FileState.at(file)
    assert not here.is_elsewhere
    assert FileState.unpacked(here.packed()) == here
    assert replace(here, machine="another").is_elsewhere
    assert not FileState.unpacked("[1, 2, 3, 4, 5]").is_elsewhere  # of an earlier version

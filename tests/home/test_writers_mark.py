"""The writers' lock: many processes share it, one can detect that it is alone, and a killed process releases it."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.clock import GIVE_UP_SECONDS
from wherein.core.errors import LibraryError
from wherein.home.writers_mark import WritersMark

HOLD = """
import sys, time
from pathlib import Path
from wherein.home.writers_mark import WritersMark
with WritersMark(Path(sys.argv[1])).held():
    print("held", flush=True)
    time.sleep(600)
"""


def is_free(path: Path) -> bool:
    with WritersMark(path).held_if_alone() as is_alone:
        return is_alone


def test_many_hold_it_and_nobody_is_alone_then(tmp_path: Path) -> None:
    path = tmp_path / "writers"
    mark = WritersMark(path)
    assert is_free(path)
    with mark.held(), mark.held(), WritersMark(path).held():
        assert not is_free(path)
    assert is_free(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_who_was_alone_lets_others_in(tmp_path: Path) -> None:
    path = tmp_path / "writers"
    came = threading.Event()

    def come() -> None:
        with WritersMark(path).held():
            came.set()

    with WritersMark(path).held_if_alone() as is_alone:
        assert is_alone
        other = threading.Thread(target=come)
        other.start()
        assert came.wait(GIVE_UP_SECONDS)
        other.join()
        assert not is_free(path)


def test_it_is_gone_with_the_process_that_held_it(tmp_path: Path) -> None:
    path = tmp_path / "writers"
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    assert not is_free(path)
    process.kill()
    process.wait()
    process.stdout.close()
    assert is_free(path)


def test_a_folder_in_its_place_is_reported(tmp_path: Path) -> None:
    (tmp_path / "writers").mkdir()
    with pytest.raises(LibraryError, match="cannot be used"):
        is_free(tmp_path / "writers")

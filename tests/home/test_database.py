"""A database that several processes create at the same instant, and one that is closed while it is read."""

from __future__ import annotations

import multiprocessing
import threading
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from tests.clock import GIVE_UP_SECONDS
from wherein.core.errors import LibraryError
from wherein.home.database import Database

FILES = 60


def opening(folder: Path, barrier: Barrier) -> None:
    for number in range(FILES):
        barrier.wait(GIVE_UP_SECONDS)
        Database(folder / f"{number}.sqlite", ["CREATE TABLE t (a)"], "library").close()


def test_processes_that_make_the_same_file_do_not_turn_each_other_away(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(2)
    both = [context.Process(target=opening, args=(tmp_path, barrier)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join(GIVE_UP_SECONDS)
    assert [process.exitcode for process in both] == [0, 0]


def test_closing_waits_for_what_another_thread_is_reading(tmp_path: Path) -> None:
    database = Database(tmp_path / "kept.sqlite", (), "library")
    inside, go_on = threading.Event(), threading.Event()

    def slowly() -> int:
        inside.set()
        go_on.wait(GIVE_UP_SECONDS)
        return 7

    database.connection.create_function("slowly", 0, slowly)
    found: list[int] = []

    def read() -> None:
        with database.explained():
            for _ in range(2):  # the second statement begins after the file was closed
                found.append(database.connection.execute("SELECT slowly()").fetchone()[0])

    reading = threading.Thread(target=read)
    reading.start()
    inside.wait(GIVE_UP_SECONDS)
    database.close()
    go_on.set()
    reading.join(GIVE_UP_SECONDS)
    assert found == [7, 7]
    with pytest.raises(LibraryError, match="closed"), database.explained():
        database.connection.execute("SELECT 1")

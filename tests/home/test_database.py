"""Several processes that create the same database at the same instant can all use it."""

from __future__ import annotations

import multiprocessing
from multiprocessing.synchronize import Barrier
from pathlib import Path

from tests.clock import GIVE_UP_SECONDS
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

"""Chooses the few test files that check a module best, from what each of them ran. Knows no files and no coverage.

Most modules are reached by most test files, through the façade. So the choice is a set cover: test files are taken
until each statement is run by two of them, the file that adds most for its time first. One that is named after the
module and up to two contract suites are taken first, since they check it on purpose.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

BUDGET_S = 45.0
"""Processor seconds, as recorded, of the files that are chosen for one module. A file that alone runs much may exceed it."""
MOST_S = 150.0
TIMES = 2
MOST_FILES = 8
_START_S = 3.0  # of a file alone; files that run together share most of it
_SUITE_SHARE = 0.6
_MOST_SUITES = 2
_MUCH = 0.04


def chosen(
    module: str,
    ran: Mapping[str, frozenset[int]],
    seconds: Mapping[str, float],
) -> list[str]:
    """The test files for a module, in the order in which they were taken.

    `ran`: the statements of the module that each test file ran. Files without any are never chosen.
    """
    picked: list[str] = []
    for test in [*named_after(module, list(ran)), *_suites(ran, seconds)]:
        if test not in picked:
            picked.append(test)
    every = frozenset().union(*ran.values()) if ran else frozenset()
    while len(picked) < MOST_FILES:
        times = {line: sum(line in ran[test] for test in picked) for line in every}
        worth = {test: _worth(ran[test], times) for test in sorted(set(ran) - set(picked))}
        spent = sum(seconds[test] for test in picked)
        able = [
            test
            for test, gain in worth.items()
            if gain and _affordable(spent, seconds[test], ran[test], times, len(every))
        ]
        if not able:
            break
        picked.append(min(able, key=lambda test: (-worth[test] / (seconds[test] + _START_S), test)))
    return picked


def _worth(lines: frozenset[int], times: Mapping[int, int]) -> float:
    """A statement counts one where nothing runs it yet, and a third where it is run by fewer files than wanted."""
    return sum({0: 1.0}.get(times[line], 1 / 3) for line in lines if times[line] < TIMES)


def _affordable(
    spent: float, more: float, lines: frozenset[int], times: Mapping[int, int], of: int
) -> bool:
    if spent + more <= BUDGET_S:
        return True
    new = sum(not times[line] for line in lines)
    return new >= max(2, _MUCH * of) and spent + more <= MOST_S


def named_after(module: str, tests: list[str]) -> list[str]:
    """The test files of a module's name: those in a folder of its package's name where there are any."""
    parts = module.split(".")
    same = [test for test in tests if PurePosixPath(test).stem == f"test_{parts[-1]}"]
    near = [test for test in same if PurePosixPath(test).parent.name in parts]
    return sorted(near or (same if len(same) == 1 else []))


def _suites(ran: Mapping[str, frozenset[int]], seconds: Mapping[str, float]) -> list[str]:
    """The contract suites that run most of a module, the quickest first."""
    every = frozenset().union(*ran.values()) if ran else frozenset()
    suites = [
        test
        for test, lines in ran.items()
        if PurePosixPath(test).parent.name == "contract"
        and len(lines) >= _SUITE_SHARE * len(every)
        and seconds[test] <= BUDGET_S / 2
    ]
    return sorted(suites, key=lambda test: (seconds[test], test))[:_MOST_SUITES]

"""Records which statements in functions each test file runs, and writes the map of tests (`make coverage`).

    python -m tools.checks.record [PATH...]     # test files or folders; by default all below tests/
    python -m tools.checks.record --missing     # goes on where a recording was stopped

Each file runs in a process of its own, since what one file leaves in a cache the next one does not run. The processes
are forked from one that has imported what most tests need. Each file's record lies in `build/test-records` (not
committed), so that a few files can be recorded again alone.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NoReturn

import coverage
import pytest

from tools.checks import cover, tests_map
from tools.checks.python_code import ROOT, modules, python_tests, statements_of

RECORDS = ROOT / "build" / "test-records"
_AT_ONCE = 2
_NO_TESTS = 5  # pytest's exit status where every test of a file was deselected
_NEEDED_BY_MOST = ("numpy", "hypothesis", "fastapi.testclient", "rich", "tokenizers", "openpyxl")
_SETTINGS = """[run]
include = {root}/src/*,{root}/lab/*
parallel = true
patch = subprocess
sigterm = true
data_file = {folder}/data
disable_warnings = no-data-collected,module-not-measured,module-not-imported,couldnt-parse,no-ctracer
"""


@dataclass(frozen=True, slots=True)
class Record:
    """What one test file ran: for each module the lines where statements in its functions begin."""

    test: str
    passed: bool
    seconds: float
    """Processor seconds of the run, its recording included."""
    ran: dict[str, list[int]]


def record(tests: list[str], at_once: int) -> Iterator[Record]:
    """Run test files under coverage, a few at once; each is given when it ends."""
    waiting = list(reversed(tests))
    running: dict[int, tuple[str, tempfile.TemporaryDirectory[str]]] = {}
    while waiting or running:
        while waiting and len(running) < at_once:
            folder = tempfile.TemporaryDirectory(prefix="wherein-record-")
            test = waiting.pop()
            child = os.fork()
            if not child:
                _run(test, Path(folder.name))
            running[child] = (test, folder)
        child, status, used = os.wait4(-1, 0)
        test, folder = running.pop(child)
        passed = os.waitstatus_to_exitcode(status) in (0, _NO_TESTS)
        if not passed:
            output = (Path(folder.name) / "output").read_text("utf-8", "replace")
            print(f"{test} failed while it was recorded:\n{output[-2000:]}", file=sys.stderr)
        seconds = round(used.ru_utime + used.ru_stime, 1)
        yield Record(test, passed, seconds, _ran(Path(folder.name)))
        folder.cleanup()


def _run(test: str, folder: Path) -> NoReturn:
    """In the child: run one test file, its output and its coverage going to `folder`."""
    status = 1
    try:
        output = os.open(folder / "output", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        settings = folder / "coveragerc"
        settings.write_text(_SETTINGS.format(folder=folder, root=ROOT), "utf-8")
        # What was imported before the fork is no test, so its assertions need no rewriting.
        arguments = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        arguments += ["-p", "tools.checks.recording_plugin", "-p", "no:cacheprovider", test]
        if "schemathesis" not in (ROOT / test).read_text("utf-8"):
            arguments += ["-p", "no:schemathesis"]  # two seconds of imports
        measured = coverage.Coverage(config_file=str(settings))
        measured.start()
        status = int(pytest.main(arguments))
        measured.stop()
        measured.save()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _ran(folder: Path) -> dict[str, list[int]]:
    """The statements that any process of one run ran, by module."""
    lines: dict[str, set[int]] = {}
    for file in folder.glob("data.*"):
        data = coverage.CoverageData(str(file))
        try:
            data.read()
        except coverage.CoverageException:
            continue  # a process that was killed while it wrote
        for source in data.measured_files():
            lines.setdefault(source, set()).update(data.lines(source) or ())
    found = {}
    for module, path in modules().items():
        hit = lines.get(str(ROOT / path))
        if hit:
            heads = statements_of(module)
            ran = [
                begin
                for begin, end in sorted(heads.items())
                if not hit.isdisjoint(range(begin, end + 1))
            ]
            if ran:
                found[module] = ran
    return found


def file_of(test: str) -> Path:
    """Where a test file's record lies."""
    return RECORDS / (test.replace("/", "+") + ".json")


def records() -> list[Record]:
    """The records that are there, of test files that still are."""
    there = [file_of(test) for test in python_tests() if file_of(test).exists()]
    return [Record(**json.loads(file.read_text("utf-8"))) for file in there]


def write_map(made: list[Record]) -> None:
    """Choose the tests of each module, and write the map."""
    seconds = {one.test: one.seconds for one in made}
    sizes = {name: size for name in modules() if (size := len(statements_of(name)))}
    tests: dict[str, dict[str, float]] = {}
    for module, size in sizes.items():
        heads = statements_of(module)
        ran = {one.test: frozenset(one.ran.get(module, ())) & set(heads) for one in made}
        ran = {test: lines for test, lines in ran.items() if lines}
        chosen = cover.chosen(module, ran, seconds)
        tests[module] = {test: len(ran[test]) / size for test in chosen}
    tests_map.FILE.write_text(tests_map.written(seconds, sizes, tests), "utf-8")


def report(made: list[Record]) -> list[str]:
    """The modules whose functions the tests don't run whole, with the share that any test runs, the least first."""
    rows = []
    for name in modules():
        heads = statements_of(name)
        ran = set().union(*(one.ran.get(name, ()) for one in made)) & set(heads)
        if len(ran) < len(heads):
            rows.append((len(ran) / len(heads), name, len(heads) - len(ran)))
    return [
        f"{share:>4.0%} {name} ({without} statements are not run)"
        for share, name, without in sorted(rows)
    ]


def main() -> None:
    arguments = argparse.ArgumentParser(
        prog="python -m tools.checks.record",
        description="Record which statements each test file runs, and write the map of tests.",
    )
    arguments.add_argument(
        "paths",
        nargs="*",
        default=["tests"],
        metavar="PATH",
        help="test files or folders; by default tests",
    )
    arguments.add_argument("--missing", action="store_true", help="leave out files with a record")
    asked = arguments.parse_args()
    tests = [
        test
        for path in asked.paths
        for test in python_tests()
        if test == path or test.startswith(f"{path.rstrip('/')}/")
    ]
    if asked.missing:
        tests = [test for test in tests if not file_of(test).exists()]
    RECORDS.mkdir(parents=True, exist_ok=True)
    for name in (*_NEEDED_BY_MOST, *(name for name in modules() if name.startswith("wherein."))):
        if name != "wherein.__main__":
            importlib.import_module(name)
    for made in record(tests, int(os.environ.get("WHEREIN_RECORDED_AT_ONCE", _AT_ONCE))):
        file_of(made.test).write_text(json.dumps(asdict(made)), "utf-8")
        print(f"{made.test}: {made.seconds} s, {len(made.ran)} modules", flush=True)
    there = records()
    print("\n".join(report(there)))
    elsewhere = set(tests_map.kept().seconds) & set(python_tests()) - {one.test for one in there}
    if elsewhere:
        sys.exit(
            f"The map stays as it is: {len(elsewhere)} of its test files were never recorded in this checkout."
            " Record them all: make coverage"
        )
    write_map(there)


if __name__ == "__main__":
    main()

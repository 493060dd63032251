"""Tries whether the tests that `make check` chooses notice small faults: draws faults at random, and runs the tests.

    python -m tools.checks.mutations [COUNT] [--seed SEED] [--against-all]

Prints a table of faults with what noticed each. Runs in a copy of the checkout, which stays as it is.
`--against-all`: what the chosen tests do not notice is tried against every test of Python.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tools.checks.choice import choice, for_module, with_folders
from tools.checks.mutants import Mutant, drawn
from tools.checks.python_code import ROOT, modules
from tools.checks.record import records
from tools.checks.tests_map import RecordedTests, kept

PRODUCT = "wherein."
BUILD = ROOT / "build"
ALL = ("tests", "--ignore=tests/repo")
"""Every test but those of the repository's files, which need its history."""
_HUNG_AFTER_S = 900  # processor seconds
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of one fault."""

    module: str
    mutant: Mutant
    was: str
    tests: int
    """How many test files were run."""
    noticed_by: str
    """The first test that failed, and passes without the fault; "" where none did."""
    is_run: bool | None
    """Whether a recorded test file runs the line; None where nothing is recorded, or the line is in no function."""
    seconds: float
    """Processor seconds of the tests."""


class Copy:
    """A copy of the checkout's tracked and new files, as links where the file system allows, that imports itself."""

    def __init__(self) -> None:
        BUILD.mkdir(exist_ok=True)
        self._folder = tempfile.TemporaryDirectory(prefix="mutations-", dir=BUILD)
        self.root = Path(self._folder.name).resolve()
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for name in filter(None, listed.decode().split("\0")):
            if (ROOT / name).is_file() and not name.startswith("web/"):
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                _link(ROOT / name, self.root / name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._folder.cleanup()

    @contextmanager
    def with_text(self, path: Path, text: str) -> Iterator[None]:
        """While inside, one file has another text."""
        file = self.root / path
        file.unlink()
        file.write_text(text, "utf-8")
        try:
            yield
        finally:
            file.unlink()
            _link(ROOT / path, file)

    def run(self, tests: Sequence[str]) -> tuple[str | None, float]:
        """The first test that fails ("" where it can't be told which), None where all pass; and processor seconds."""
        path = os.pathsep.join(str(self.root / top) for top in ("src", "lab", "."))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *tests],
            cwd=self.root,
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            preexec_fn=_limited,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if done.returncode in (0, 5):
            return None, seconds
        found = _FAILED.search(done.stdout)
        return (found[1] if found else ""), seconds


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_HUNG_AFTER_S, _HUNG_AFTER_S))


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def tried(
    copy: Copy, module: str, mutant: Mutant, recorded: RecordedTests, against_all: bool = False
) -> Tried:
    """Run the tests that a change of the module needs over one fault in it."""
    path = modules()[module]
    source = (ROOT / path).read_text("utf-8")
    needed = choice([str(path)], recorded).python
    best = [test for test in for_module(module, recorded) if test in needed]
    tests = [*best, *with_folders(needed - set(best))]
    with copy.with_text(path, mutant.of(source)):
        failed, seconds = copy.run(tests)
        if failed is None and against_all:
            failed, more = copy.run(ALL)
            seconds += more
    if failed is not None and copy.run([failed] if failed else tests)[0] is not None:
        raise RuntimeError(f"{failed or tests} fails without a fault. Mend it, then try again.")
    noticed = "" if failed is None else failed or "the process ended"
    ran = _lines_run(module)
    is_run = mutant.line in ran if ran and mutant.kind != "constant" else None
    return Tried(module, mutant, mutant.was(source), len(tests), noticed, is_run, seconds)


def _lines_run(module: str) -> frozenset[int]:
    return frozenset(line for one in records() for line in one.ran.get(module, ()))


def row(number: int, one: Tried) -> str:
    """A line of the table."""
    fate = f"killed by {one.noticed_by}" if one.noticed_by else "SURVIVED"
    if not one.noticed_by and one.is_run is False:
        fate += " (no test runs the line)"
    was = one.was if len(one.was) <= 50 else one.was[:49] + "…"
    return (
        f"{number:>3}  {one.module}:{one.mutant.line}  {one.mutant.kind}: {was} → {one.mutant.becomes}"
        f"  {fate}  ({one.tests} files, {one.seconds:.0f} s)"
    )


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tools.checks.mutations")
    asked.add_argument("count", type=int, nargs="?", default=30)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument(
        "--first", type=int, default=1, help="begin with this one of the drawn faults"
    )
    asked.add_argument("--last", type=int, help="end with this one")
    asked.add_argument("--against-all", action="store_true")
    given = asked.parse_args()
    found = []
    with Copy() as copy:
        for number, (module, mutant) in enumerate(faults(given.count, given.seed), 1):
            if given.first <= number <= (given.last or given.count):
                found.append(tried(copy, module, mutant, kept(), given.against_all))
                print(row(number, found[-1]), flush=True)
    print(f"{sum(bool(one.noticed_by) for one in found)} of {len(found)} were noticed.")


def faults(count: int, seed: int) -> list[tuple[str, Mutant]]:
    """Faults of the product, drawn at random."""
    sources = {
        name: (ROOT / path).read_text("utf-8")
        for name, path in modules().items()
        if name.startswith(PRODUCT)
    }
    return drawn(sources, count, seed)


if __name__ == "__main__":
    main()

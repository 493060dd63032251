"""The committed map: for each module the test files that were chosen for it. Reads and writes its text, and says when it is old.

A line for each module (its name and how many statements its functions had) and below it a line for each of its test
files, with the tenths of these statements that it ran. The times are processor seconds, rounded up coarsely, so that a
new recording changes few lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from tools.checks.python_code import ROOT, modules, python_tests, statements_of

FILE = ROOT / "tests" / "chosen-tests.txt"
_HEAD = "# For each module the test files that check it best, chosen from what each ran. Written by `make coverage`.\n"
_STEPS_S = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_CHANGED_MUCH = 0.25
_OLD_FROM = 5  # modules or test files


@dataclass(frozen=True, slots=True)
class RecordedTests:
    """What was recorded: `seconds` of each test file, and of each module its number of statements and its tests."""

    seconds: Mapping[str, int]
    statements: Mapping[str, int]
    tests: Mapping[str, tuple[str, ...]]

    def for_module(self, module: str) -> list[str]:
        """The test files of a module. One that moved since, or a test file that did, is found by its own name where
        no other has it."""
        name = self._name_then(module)
        found = [_where_now(test) for test in self.tests.get(name, ())]
        return [test for test in found if test is not None]

    def seconds_of(self, tests: Iterable[str]) -> int:
        """Processor seconds of test files when they were recorded; one that is new counts five."""
        then = {_where_now(test): seconds for test, seconds in self.seconds.items()}
        return sum(then.get(test, 5) for test in tests)

    def is_new(self, test: str) -> bool:
        """Whether a path is a test file that was never recorded."""
        if test in self.seconds or test not in python_tests():
            return False
        return test not in {_where_now(then) for then in self.seconds}

    def _name_then(self, module: str) -> str:
        if module in self.tests:
            return module
        own = module.rpartition(".")[2]
        gone = [n for n in self.tests if n not in modules() and n.rpartition(".")[2] == own]
        now = [n for n in modules() if n not in self.tests and n.rpartition(".")[2] == own]
        return gone[0] if len(gone) == 1 and len(now) == 1 else module

    def why_old(self) -> str:
        """One sentence with the next step where much changed since the recording; "" where little did."""
        new = [test for test in python_tests() if self.is_new(test)]
        changed = [m for m in modules() if self._changed_much(m)]
        if len(new) + len(changed) < _OLD_FROM:
            return ""
        return (
            f"{FILE.relative_to(ROOT)} is old: {len(changed)} modules changed much and {len(new)} test files are new"
            " since it was recorded. Renew it: make coverage"
        )

    def _changed_much(self, module: str) -> bool:
        then = self.statements.get(self._name_then(module), 0)
        now = len(statements_of(module))
        return abs(now - then) > max(3, _CHANGED_MUCH * then)


@cache
def _where_now(test: str) -> str | None:
    """Where a recorded test file is: there, or in the only folder that has one of its name; None where it is gone."""
    if test in python_tests():
        return test
    name = test.rpartition("/")[2]
    same = [now for now in python_tests() if now.rpartition("/")[2] == name]
    return same[0] if len(same) == 1 else None


def coarse(seconds: float) -> int:
    """The first step that is no less."""
    return next((step for step in _STEPS_S if seconds <= step), _STEPS_S[-1])


def written(
    seconds: Mapping[str, float],
    sizes: Mapping[str, int],
    tests: Mapping[str, Mapping[str, float]],
) -> str:
    """The map's text. `tests`: for each module its test files in their order, with the share that each ran."""
    lines = [f"{_short(test)} {coarse(seconds[test])}\n" for test in sorted(seconds)]
    for module in sorted(sizes):
        lines.append(f"{module} {sizes[module]}\n")
        lines += [
            f"  {_short(test)} {round(10 * share)}\n"
            for test, share in tests.get(module, {}).items()
        ]
    return _HEAD + "".join(lines)


def read(text: str) -> RecordedTests:
    """The map of a text that `written` gave."""
    seconds: dict[str, int] = {}
    sizes: dict[str, int] = {}
    tests: dict[str, list[str]] = {}
    module = ""
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        name, _, number = line.strip().rpartition(" ")
        if line.startswith("  "):
            tests[module].append(_long(name))
        elif "/" in name:
            seconds[_long(name)] = int(number)
        else:
            module = name
            sizes[module] = int(number)
            tests[module] = []
    return RecordedTests(seconds, sizes, {name: tuple(files) for name, files in tests.items()})


def kept() -> RecordedTests:
    """The map as it is committed."""
    return read(FILE.read_text("utf-8"))


def _short(test: str) -> str:
    return test.removeprefix("tests/").removesuffix(".py")


def _long(name: str) -> str:
    return f"tests/{name}.py"

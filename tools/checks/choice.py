"""Chooses the tests that a change needs: changed files in, test files of both languages out. Runs nothing.

A module's tests are those of the map (`tests_map.py`). Where nothing was recorded for a module, as for a new one or one
without functions, they are the tests of the modules that import it, nearest first. With what is left of the time, the
best test of each module that imports a changed one is added, so that a changed signature meets its callers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath

from tools.checks import web_code
from tools.checks.imports import imported_by, importers, nodes
from tools.checks.python_code import ROOT, modules, python_tests
from tools.checks.tests_map import RecordedTests

OF_THE_REPOSITORY = "tests/repo"
_FROM_IMPORTERS = 4
_FROM_WEB = 8
_CALLERS_S = 45
_OF_ALL_WEB = ("package.json", "package-lock.json", "tsconfig.json", "vitest.config.ts")
_DATA = (".json", ".html", ".txt", ".toml", ".css", ".md", ".yaml", ".yml", ".ipynb")


@dataclass(slots=True)
class Choice:
    """The tests of a change, as paths in the checkout."""

    python: set[str] = field(default_factory=set)
    web: set[str] = field(default_factory=set)
    checks_web: bool = False
    """Whether types and lint of web/ are to be checked."""
    in_browser: set[str] = field(default_factory=set)
    """Files of web/ that no test without a browser reaches."""
    unreached: set[str] = field(default_factory=set)
    """Modules that no test reaches at all."""


def choice(paths: Iterable[str], recorded: RecordedTests) -> Choice:
    """The tests that changed files (paths in the checkout, which may be gone) need."""
    made = Choice()
    changed: set[str] = set()
    for path in sorted(set(paths)):
        if path.endswith(".py"):
            changed |= _python(path, made)
        elif path.startswith("web/"):
            _web(path, made)
        else:
            changed |= _data(path, made)
    for module in sorted(changed):
        tests = for_module(module, recorded)
        made.python |= set(tests)
        if not tests:
            made.unreached.add(module)
    _add_callers(changed, made, recorded)
    return made


def _python(path: str, made: Choice) -> set[str]:
    """Notes the tests of a changed Python file; gives its module where it is of the product or the lab."""
    name = next((n for n, file in nodes().items() if str(file) == path), None)
    if path.startswith(("src/", "lab/")):
        return {name} if name else _gone(path)
    if path in python_tests():
        made.python.add(path)
    elif path.endswith("/conftest.py"):
        folder = path.removesuffix("conftest.py")
        made.python |= {test for test in python_tests() if test.startswith(folder)}
    elif name:
        made.python |= {
            test for row in importers(name) for test in map(_file, row) if test in python_tests()
        }
    if path.startswith("web/"):
        made.checks_web = True
    return set()


def _gone(path: str) -> set[str]:
    """For a module that was removed or moved, the `__init__` beside which it stood, so that its users are checked."""
    package = ".".join(PurePosixPath(path).parts[1:-1])
    return {package} if package in modules() else set()


def _web(path: str, made: Choice) -> None:
    made.checks_web = True
    if web_code.is_test(path):
        if (ROOT / path).exists() and not web_code.needs_browser(path):
            made.web.add(path)
        elif (ROOT / path).exists():
            made.in_browser.add(path)
        return
    if PurePosixPath(path).name in _OF_ALL_WEB:
        made.web |= {file for file in web_code.files() if _runs_in_vitest(file)}
        return
    tests = for_web_file(path)
    made.web |= set(tests)
    if not tests and path in web_code.files() and "/src/" in path:
        made.in_browser.add(path)


def _runs_in_vitest(path: str) -> bool:
    return web_code.is_test(path) and not web_code.needs_browser(path)


def for_web_file(path: str) -> list[str]:
    """The tests without a browser that use a file of web/ or contracts/, nearest first; all that use it themselves,
    and further ones up to a small number."""
    steps = {t: n for t, n in web_code.tests_reaching(path).items() if _runs_in_vitest(t)}
    near = sorted(steps, key=lambda test: (steps[test], test))
    return [test for number, test in enumerate(near) if steps[test] <= 1 or number < _FROM_WEB]


def _data(path: str, made: Choice) -> set[str]:
    """Notes the tests that name a changed file that is no code; gives the modules that name it."""
    made.python.add(OF_THE_REPOSITORY)
    if PurePosixPath(path).suffix not in _DATA:
        return set()
    naming = _naming(path)
    made.python |= {test for test in map(_file, naming) if test in python_tests()}
    if path.startswith("contracts/"):
        made.checks_web = True
        made.web |= set(for_web_file(path))
    return {name for name in naming if name in modules()}


def _naming(path: str) -> list[str]:
    """The modules of Python that name a file: by its name, or a lexicon by what it is called there."""
    name = PurePosixPath(path).name
    word = re.compile(rf"\b{re.escape(name)}\b")
    if path.startswith("contracts/lexicon/"):
        stem = re.escape(PurePosixPath(path).stem)
        word = re.compile(rf"lexicon/{re.escape(name)}\b|\blexicon\(\s*[\"']{stem}[\"']")
    return [module for module, text in _texts().items() if word.search(text)]


@cache
def _texts() -> dict[str, str]:
    return {name: (ROOT / path).read_text("utf-8") for name, path in nodes().items()}


def _file(module: str) -> str:
    return str(nodes()[module])


def for_module(module: str, recorded: RecordedTests) -> list[str]:
    """The tests of one module: as recorded, with those new test files that import it itself; else those of the nearest modules that import it, else of those beside it."""
    new = [file for user in sorted(imported_by()[module]) if recorded.is_new(file := _file(user))]
    tests = recorded.for_module(module)
    if tests:
        return [*tests, *new]
    for row in importers(module):
        tests = [_file(user) for user in row if _file(user) in python_tests()][:_FROM_IMPORTERS]
        for user in row:
            if len(tests) < _FROM_IMPORTERS:
                tests += [t for t in recorded.for_module(user)[:1] if t not in tests]
        if tests:
            return tests
    below = [name for name in modules() if name.startswith(f"{module}.")]
    used = [name for name in modules() if module in imported_by()[name]]
    firsts = [test for name in below for test in for_module(name, recorded)[:1]]
    firsts += [test for name in used for test in recorded.for_module(name)[:1] if not below]
    return list(dict.fromkeys(firsts))[:_FROM_IMPORTERS]


def _add_callers(changed: set[str], made: Choice, recorded: RecordedTests) -> None:
    """Add the best test of each module that imports a changed one, while there is time."""
    left = _CALLERS_S - recorded.seconds_of(made.python & set(python_tests()))
    callers = sorted({user for name in changed for user in imported_by()[name]} - changed)
    for user in callers:
        for test in recorded.for_module(user)[:1]:
            if test not in made.python and recorded.seconds_of([test]) <= left:
                made.python.add(test)
                left -= recorded.seconds_of([test])


def with_folders(tests: set[str]) -> list[str]:
    """In order, without the files of a folder that is chosen whole."""
    folders = {test for test in tests if (ROOT / test).is_dir()}
    return sorted(test for test in tests if not {str(p) for p in Path(test).parents} & folders)

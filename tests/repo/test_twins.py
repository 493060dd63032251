"""contracts/README.md lists every rule that is written in both languages, and tests of both run its cases.

A test runs the cases for a file if it names the case file and imports the file, directly or through others.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "contracts/README.md"
WITH_TWINS = ("anchoring", "api-client", "reader", "speech")
"""Packages of which every file is in one of the two tables."""
GENERATED_FROM_CODE = frozenset({"openapi.json"})
_CODE = re.compile(r"`([^`]+)`")
_TS_IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*"([^"]+)\"""")


class Pair(NamedTuple):
    """A row: the Python files (none for a library), the TypeScript file and the case files, as paths."""

    python: tuple[Path, ...]
    typescript: Path
    cases: tuple[Path, ...]

    def __str__(self) -> str:
        return self.typescript.name


def rows(heading: str) -> list[list[list[str]]]:
    """The cells of the table below a heading, each as the names in it."""
    part = LIST.read_text("utf-8").split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[_CODE.findall(cell) for cell in line.strip("| ").split(" | ")] for line in lines[2:]]


def pairs() -> list[Pair]:
    found = []
    for python, (typescript,), cases in rows("Twins"):
        files = tuple(ROOT / name for name in python if name.endswith(".py"))
        paths = tuple(ROOT / "contracts" / name for name in cases)
        found.append(Pair(files, ROOT / typescript, paths))
    return found


def alone() -> list[Path]:
    return [ROOT / name for names, *_ in rows("TypeScript alone") for name in names]


def head(file: Path) -> str:
    """The comment or docstring that a file begins with, as one line."""
    text = file.read_text("utf-8")
    if file.suffix == ".py":
        return " ".join((ast.get_docstring(ast.parse(text)) or "").split())
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line.removeprefix("//").strip())
    return " ".join(lines)


def sources(*packages: str) -> list[Path]:
    return sorted(
        file
        for package in packages
        for file in (ROOT / "web" / package / "src").rglob("*.ts*")
        if file.suffix in (".ts", ".tsx") and not file.name.endswith(".d.ts")
    )


@cache
def python_imports(file: Path) -> frozenset[Path]:
    """The files of `src/wherein` and `tests` that a file imports, also inside of functions."""
    found: set[Path] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            root = ROOT / "src" if name.split(".")[0] == "wherein" else ROOT
            path = root.joinpath(*name.split("."))
            found.update(one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_file())  # fmt: skip
    return frozenset(found)


@cache
def typescript_imports(file: Path) -> frozenset[Path]:
    found: set[Path] = set()
    for name in _TS_IMPORT.findall(file.read_text("utf-8")):
        if name.startswith("@wherein/"):
            package, _, rest = name.removeprefix("@wherein/").partition("/")
            path = ROOT / "web" / package / "src" / (rest or "index.ts")
        elif name.startswith("."):
            path = (file.parent / name).resolve()
        else:
            continue
        if path.is_file() and path.suffix in (".ts", ".tsx"):
            found.add(path)
    return frozenset(found)


def reached(test: Path, imports: Callable[[Path], frozenset[Path]]) -> frozenset[Path]:
    """All files that a test imports, directly or through others."""
    found: set[Path] = set()
    coming = [test]
    while coming:
        new = imports(coming.pop()) - found
        found |= new
        coming.extend(new)
    return frozenset(found)


@cache
def readers_of(case: Path, language: str) -> tuple[Path, ...]:
    """The test files of a language that read a case file."""
    name = case.relative_to(ROOT / "contracts").as_posix()
    named = re.compile(rf"(?<![\w.-]){re.escape(name)}[\"']")
    if language == "Python":
        files: Iterable[Path] = (ROOT / "tests").rglob("test_*.py")
    else:
        files = (
            f for f in (ROOT / "web").glob("*/tests/**/*.test.ts*") if "browser" not in f.parts
        )
    texts = ((file, file.read_text("utf-8")) for file in sorted(files))
    return tuple(file for file, text in texts if "contract" in text.lower() and named.search(text))


@pytest.mark.parametrize("pair", pairs(), ids=str)
def test_a_row_names_files_that_are_there(pair: Pair) -> None:
    assert pair.cases, f"{pair} has no cases"
    for file in (*pair.python, pair.typescript, *pair.cases):
        assert file.is_file(), f"contracts/README.md names {file.relative_to(ROOT)}"


@pytest.mark.parametrize("pair", pairs(), ids=str)
def test_a_twin_names_the_other(pair: Pair) -> None:
    said = head(pair.typescript)
    for file in pair.python:
        module = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)
        assert f"`{module}" in said, f"the head of {pair} does not say that {module} is its twin"


@pytest.mark.parametrize("pair", pairs(), ids=str)
def test_both_languages_run_the_cases_of_a_pair(pair: Pair) -> None:
    for case in pair.cases:
        there = [t for t in readers_of(case, "TypeScript") if pair.typescript in reached(t, typescript_imports)]  # fmt: skip
        assert there, f"no test of TypeScript reads {case.name} and imports {pair}"
        assert readers_of(case, "Python"), f"no test of Python reads {case.name}"
    for file in pair.python:
        assert any(
            file in reached(test, python_imports)
            for case in pair.cases
            for test in readers_of(case, "Python")
        ), f"no test of Python reads the cases of {file.relative_to(ROOT)} and imports it"


def test_every_file_of_a_package_with_twins_is_in_one_table() -> None:
    listed = [*(pair.typescript for pair in pairs()), *alone()]
    assert sorted(listed) == sources(*WITH_TWINS)


def test_who_calls_itself_a_twin_has_a_row() -> None:
    listed = {pair.typescript for pair in pairs()}
    packages = [folder.name for folder in (ROOT / "web").iterdir() if (folder / "src").is_dir()]
    for file in sources(*packages):
        text = file.read_text("utf-8")
        calls = re.search(r"twin of|`wherein\.\w|contracts/lexicon/[\w-]+\.json\" with", text)
        assert file in listed or not calls, f"{file.relative_to(ROOT)} has no row"
    for file in sorted((ROOT / "src/wherein").rglob("*.py")):
        for name in re.findall(r"web/[\w/.-]+\.ts\b", head(file)):
            pair = next((one for one in pairs() if one.typescript == ROOT / name), None)
            assert pair is not None, f"{file.relative_to(ROOT)} names {name}, which has no row"
            assert file in pair.python, f"the row of {name} does not name {file.relative_to(ROOT)}"


def test_every_case_file_is_read_in_both_languages_and_has_a_row() -> None:
    folder = ROOT / "contracts"
    files = {
        file
        for file in (*folder.glob("*.json"), *(folder / "anchors").glob("*.json"))
        if file.name not in GENERATED_FROM_CODE
    }
    listed = {case for pair in pairs() for case in pair.cases}
    assert files == listed
    for file in sorted(files):
        assert readers_of(file, "Python"), f"no test of Python reads {file.name}"
        assert readers_of(file, "TypeScript"), f"no test of TypeScript reads {file.name}"

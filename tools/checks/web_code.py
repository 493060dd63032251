"""Finds which files below web/ use which, and the tests that reach a file. Reads strings, so it needs no Node.js."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tools.checks.python_code import ROOT

WEB = ROOT / "web"
_CODE = (".ts", ".tsx", ".mjs", ".mts", ".html", ".css")
_SKIPPED = {"node_modules", "dist"}
_STRING = re.compile(r"""["'`]([^"'`\s]+\.[a-z]+|@wherein/[a-z-]+)["'`]""")


@cache
def files() -> tuple[str, ...]:
    """The files of code below web/, as paths in the checkout."""
    found = [path for suffix in _CODE for path in WEB.rglob(f"*{suffix}")]
    ours = (path.relative_to(ROOT) for path in found)
    return tuple(sorted(str(path) for path in ours if _SKIPPED.isdisjoint(path.parts)))


def is_test(path: str) -> bool:
    return path.startswith("web/") and ".test.ts" in path


def needs_browser(path: str) -> bool:
    """Whether a test loads the built extension or app in a browser."""
    return is_test(path) and "/tests/browser/" in path


def needs_build(path: str) -> bool:
    """Whether a test reads the built extension."""
    return '"../dist/"' in (ROOT / path).read_text("utf-8")


@cache
def used_by() -> dict[str, frozenset[str]]:
    """For each file that a file of web/ names in a string (an import, a page's script, a case file): who names it."""
    users: dict[str, set[str]] = {}
    for path in files():
        for name in _STRING.findall((ROOT / path).read_text("utf-8")):
            for used in _meant(path, name):
                users.setdefault(used, set()).add(path)
    return {used: frozenset(by - {used}) for used, by in users.items()}


def _meant(path: str, name: str) -> list[str]:
    """The files that a string may mean: relative to its file, in a package of web/, or of that name in contracts/."""
    if name.startswith("@wherein/"):
        package, _, rest = name.removeprefix("@wherein/").partition("/")
        tried = [WEB / package / "src" / (rest or "index.ts")]
    else:
        tried = [(ROOT / path).parent / name, ROOT / name, ROOT / "contracts" / name]
    return [str(p.resolve().relative_to(ROOT)) for p in tried if _is_ours(p)]


def _is_ours(path: Path) -> bool:
    return path.is_file() and ROOT in path.resolve().parents


def tests_reaching(path: str) -> dict[str, int]:
    """The tests that use a file, directly or through others, and over how many uses; a test file reaches itself by 0."""
    steps = {path: 0}
    row = [path]
    while row:
        users = {user for used in row for user in used_by().get(used, ())} - set(steps)
        step = steps[row[0]] + 1
        steps |= dict.fromkeys(users, step)
        row = sorted(users)
    return {name: step for name, step in steps.items() if is_test(name)}

"""The graph of imports of the checkout's Python, in both directions. Reads files; imports nothing of wherein."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from tools.checks.python_code import ROOT, module_name, modules, parsed

_BESIDE = ("tests", "tools", "examples", "benchmarks")
_NAMED = re.compile(r"[a-z_]\w*(\.[a-z_]\w*)*(:\w+)?")


@cache
def nodes() -> dict[str, Path]:
    """Every Python module of the checkout with its file: the product's, the lab's, and tests and tools (`tests.clock`)."""
    beside = [
        path.relative_to(ROOT) for top in _BESIDE for path in sorted((ROOT / top).rglob("*.py"))
    ]
    return dict(modules()) | {module_name(Path("_") / path): path for path in beside}


@cache
def imported_by() -> dict[str, frozenset[str]]:
    """For each module those that import it themselves."""
    users: dict[str, set[str]] = {name: set() for name in nodes()}
    for name, path in nodes().items():
        for used in _imports(name, path):
            users[used].add(name)
    return {name: frozenset(by - {name}) for name, by in users.items()}


def _imports(name: str, path: Path) -> set[str]:
    """The modules that one imports, also inside functions, or names in a string as registries do."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= _named(node.value, package)
    return {used for used in found if used in nodes() and used != name}


def _named(text: str, package: str) -> set[str]:
    """The modules that a string may name: "wherein.cli.asking.ask:ask", "core.answer" or, beside its file, "html:parse_html"."""
    if not _NAMED.fullmatch(text) or not {".", ":"} & set(text):
        return set()
    module = text.partition(":")[0]
    return {module, f"{package.partition('.')[0]}.{module}", f"{package}.{module}"}


def importers(name: str) -> list[list[str]]:
    """The modules that import one: first those that do so themselves, then those that import these, and so on."""
    rows: list[list[str]] = []
    seen = {name}
    row = [name]
    while row := sorted({user for used in row for user in imported_by()[used]} - seen):
        seen |= set(row)
        rows.append(row)
    return rows

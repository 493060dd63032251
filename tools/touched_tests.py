"""Prints the test files that a change touches: those that changed, and those that import a module that changed.

    python tools/touched_tests.py [BASE]     # BASE: a commit, by default the last one on `main` that this work began from

What is not committed counts as changed too. A change of a file that is no Python touches the tests of the repository.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("src", "lab")
OF_THE_REPOSITORY = "tests/repo"


def changed(base: str) -> list[Path]:
    """Files that differ from `base`, and new ones, relative to the checkout."""
    commands = (
        ["git", "diff", "--name-only", base],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    listed = [
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for command in commands
    ]
    return sorted({Path(name) for text in listed for name in text.splitlines()})


def module_of(path: Path) -> str:
    """The dotted name of a source file below `src` or `lab`."""
    parts = path.with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(test: Path) -> set[str]:
    """Every module, and every name of one, that a test file imports."""
    found = set()
    for node in ast.walk(ast.parse(test.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def touched(paths: list[Path]) -> list[str]:
    """The tests that the changed `paths` touch, relative to the checkout."""
    modules = {module_of(p) for p in paths if p.suffix == ".py" and p.parts[0] in SOURCES}
    tests = {
        p
        for p in paths
        if p.parts[0] == "tests" and p.name.startswith("test_") and (ROOT / p).exists()
    }
    for test in (ROOT / "tests").rglob("test_*.py"):
        if modules & imported(test):
            tests.add(test.relative_to(ROOT))
    names = sorted(map(str, tests))
    if any(p.suffix != ".py" for p in paths):
        names = [name for name in names if not name.startswith(OF_THE_REPOSITORY)] + [
            OF_THE_REPOSITORY
        ]
    return names


def main() -> None:
    base = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    print("\n".join(touched(changed(base))))


if __name__ == "__main__":
    main()

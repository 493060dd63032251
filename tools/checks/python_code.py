"""Names the modules of the checkout, and says which lines of a module stand in functions. Imports nothing of wherein."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("src", "lab")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def module_name(path: Path) -> str:
    """The dotted name of a source file, given by its path in the checkout (`src/wherein/engine.py`)."""
    parts = path.with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    """The modules of the product and the lab, by name; their files relative to the checkout."""
    files = [path for top in SOURCES for path in (ROOT / top).rglob("*.py")]
    return {module_name(path.relative_to(ROOT)): path.relative_to(ROOT) for path in sorted(files)}


@cache
def python_tests() -> tuple[str, ...]:
    """The test files of Python, as paths in the checkout."""
    return tuple(
        sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py"))
    )


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file, given by its path in the checkout. Not to be changed."""
    return ast.parse((ROOT / path).read_text("utf-8"))


def statements(tree: ast.Module) -> dict[int, int]:
    """The statements in functions: the line where each begins, and the last line before its own block or its end.

    Statements of a module or class body run at import, so they say nothing about what a test checks and are left out;
    so are docstrings.
    """
    found: dict[int, int] = {}
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, inside = waiting.pop()
        if inside and isinstance(node, ast.stmt) and not _is_docstring(node):
            found[node.lineno] = _last_line_of_head(node)
        inside = inside or isinstance(node, Function)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.expr):
                waiting.append((child, inside))
    return found


def statements_of(module: str) -> dict[int, int]:
    """The statements in the functions of a module of the product or the lab."""
    return statements(parsed(modules()[module]))


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _last_line_of_head(node: ast.stmt) -> int:
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return node.end_lineno or node.lineno
    first = body[0].pattern.lineno if isinstance(body[0], ast.match_case) else body[0].lineno
    return max(node.lineno, first - 1)

"""How long a function of the product may be: fifty lines, from `def` to its end. Knows lines, not what they do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "wherein"
MOST_LINES = 50

DECLARES = {
    "cli/asking/ask.py:ask_command": "thirty of its lines declare the command's options and pass them on",
}
"""Functions that may be longer since they declare routes or options, each with the reason."""
TO_CUT: dict[str, int] = {}
"""Functions that are too long and not yet cut, with the length that they may not exceed."""


def lengths(text: str, where: str) -> Iterator[tuple[str, int]]:
    """(name, lines) of each function of a module, nested ones included."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield f"{where}:{node.name}", node.end_lineno - node.lineno + 1


def _long() -> dict[str, int]:
    return {
        name: lines
        for path in sorted(SOURCE.rglob("*.py"))
        for name, lines in lengths(path.read_text("utf-8"), path.relative_to(SOURCE).as_posix())
        if lines > MOST_LINES
    }


def test_no_function_is_long() -> None:
    found = _long()
    unreasoned = {
        name: lines
        for name, lines in found.items()
        if name not in DECLARES and lines > TO_CUT.get(name, MOST_LINES)
    }
    assert not unreasoned, "cut the function into what it is made of, and name the parts"


def test_each_exception_is_needed() -> None:
    assert set(_long()) == {*DECLARES, *TO_CUT}


def test_a_long_function_is_seen() -> None:
    body = "\n".join(["async def long():", *["    call()"] * MOST_LINES])
    assert dict(lengths(body, "made.py")) == {"made.py:long": MOST_LINES + 1}

"""Makes small faults in source text: a constant that differs, a comparison turned, a line dropped. Pure; runs nothing."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["constant", "comparison", "dropped line"]
KINDS: tuple[Kind, ...] = ("constant", "comparison", "dropped line")
_TURNED: Mapping[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
}
_DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: the bytes of the source from `start` to `end` become `becomes`."""

    kind: Kind
    line: int
    start: int
    end: int
    becomes: str

    def of(self, source: str) -> str:
        """The source with the fault."""
        data = source.encode()
        return (data[: self.start] + self.becomes.encode() + data[self.end :]).decode()

    def was(self, source: str) -> str:
        """What stands there without the fault, on one line."""
        return " ".join(source.encode()[self.start : self.end].decode().split())


def mutants(source: str) -> list[Mutant]:
    """Every fault that can be made of a module: numbers and truth values anywhere but in annotations and decorators, comparisons, and
    simple statements of functions."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    tree = ast.parse(source)
    skipped = _aside(tree)
    found: list[Mutant] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node not in skipped:
            found += _constant(node, starts)
        elif isinstance(node, ast.Compare):
            found += _comparison(node, source, starts)
    found += [
        Mutant("dropped line", node.lineno, *_range(node, starts), "pass")
        for node in _simple_statements(tree)
    ]
    return sorted(set(found), key=lambda one: (one.start, one.end, one.kind))


def _range(node: ast.expr | ast.stmt, starts: list[int]) -> tuple[int, int]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return (
        starts[node.lineno - 1] + node.col_offset,
        starts[node.end_lineno - 1] + node.end_col_offset,
    )


def _aside(tree: ast.Module) -> set[ast.AST]:
    """What stands in annotations and decorators (`@dataclass(frozen=True)`): no rule of the program."""
    roots: list[ast.expr | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign | ast.arg):
            roots.append(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            roots += [node.returns, *node.decorator_list]
        elif isinstance(node, ast.ClassDef):
            roots += node.decorator_list
    return {inner for root in roots if root is not None for inner in ast.walk(root)}


def _constant(node: ast.Constant, starts: list[int]) -> Iterator[Mutant]:
    value = node.value
    if isinstance(value, bool):
        becomes = str(not value)
    elif isinstance(value, int):
        becomes = str(value + 1)
    elif isinstance(value, float):
        becomes = repr(2 * value if value else 1.0)
    else:
        return
    yield Mutant("constant", node.lineno, *_range(node, starts), becomes)


def _comparison(node: ast.Compare, source: str, starts: list[int]) -> Iterator[Mutant]:
    pattern, becomes = _TURNED[type(node.ops[0])]
    _, begin = _range(node.left, starts)
    end, _ = _range(node.comparators[0], starts)
    between = source.encode()[begin:end].decode()
    at = re.search(rf"(?<!\w){pattern}(?!\w)", between)
    if at:
        start = begin + len(between[: at.start()].encode())
        yield Mutant("comparison", node.lineno, start, start + len(at[0].encode()), becomes)


def _simple_statements(tree: ast.Module) -> Iterator[ast.stmt]:
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, _DROPPED) and not _says_nothing(node):
                yield node


def _says_nothing(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def drawn(sources: Mapping[str, str], count: int, seed: int) -> list[tuple[str, Mutant]]:
    """`count` faults in modules (name to source), drawn at random: first the kind, then one of all places of that kind."""
    places: dict[Kind, list[tuple[str, Mutant]]] = {kind: [] for kind in KINDS}
    for name in sorted(sources):
        for one in mutants(sources[name]):
            places[one.kind].append((name, one))
    dice = random.Random(seed)
    found: list[tuple[str, Mutant]] = []
    while len(found) < count:
        place = dice.choice(places[dice.choice(KINDS)])
        if place not in found:
            found.append(place)
    return found

"""How many methods a class of the product may have. Says nothing of how long they are.

A reader learns a class by its public methods. With more than `MOST_PUBLIC` of them it holds several ideas,
each of which could have a name and a module of its own: the memory's store had 39 methods for reading,
writing, verdicts, exchange and removal, and is made of these five parts now. Private methods count as well
(`MOST`), since a class that needs so many helpers hides a second class among them. Properties are methods;
those that Python calls by itself (`__init__`, `__enter__`) count among all, not among the public ones.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "wherein"
MOST_PUBLIC = 20
MOST = 30

_LIBRARY = (
    "it is one Protocol, `StoredLibrary`, which those who answer learn once: a store, or what a person sees of one,"
    " that had parts would need the same parts everywhere"
)
LARGER = {
    "library/sqlite.py:SqliteLibrary": _LIBRARY,
    "answering/reach/seen_library.py:SeenLibrary": _LIBRARY,
    "answering/engine.py:Engine": (
        "the façade: everything that a command or a route may want of a home is one short method here,"
        " handed on to the module that does it, so that callers learn one class and not ten"
    ),
}
"""Classes that may have more public methods, each with the reason."""


@dataclass(frozen=True)
class Shape:
    """A class, and how many methods it has."""

    name: str
    public: int
    all: int


def shapes(text: str, where: str) -> Iterator[Shape]:
    """The classes of a module, nested ones included."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            methods = {
                part.name
                for part in node.body
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
            }
            public = sum(not name.startswith("_") for name in methods)
            yield Shape(f"{where}:{node.name}", public, len(methods))


def too_large(shape: Shape) -> bool:
    return shape.public > MOST_PUBLIC or shape.all > MOST


CLASSES = [
    shape
    for path in sorted(SOURCE.rglob("*.py"))
    for shape in shapes(path.read_text("utf-8"), path.relative_to(SOURCE).as_posix())
]


def test_no_class_holds_several_ideas() -> None:
    found = {shape.name: (shape.public, shape.all) for shape in CLASSES if too_large(shape)}
    unreasoned = {name: counts for name, counts in found.items() if name not in LARGER}
    assert not unreasoned, (
        f"more than {MOST_PUBLIC} public or {MOST} methods: split the class into what it is made of"
    )


def test_each_exception_is_needed() -> None:
    assert {shape.name for shape in CLASSES if too_large(shape)} >= set(LARGER)


@pytest.mark.parametrize(
    ("public", "private", "expected"),
    [
        (MOST_PUBLIC, 0, False),
        (MOST_PUBLIC + 1, 0, True),
        (2, MOST - 2, False),
        (2, MOST - 1, True),
    ],
)
def test_methods_of_every_kind_are_counted(public: int, private: int, expected: bool) -> None:
    lines = ["class Outer:", "    class Made:", "        field = 1"]
    for number in range(public):
        kind = ("", "async ")[number % 2]
        lines += ["        @property"] * (not kind)
        lines.append(f"        {kind}def m{number}(self): ...")
    lines += [f"        def _p{number}(self): ..." for number in range(private)]
    outer, made = shapes("\n".join(lines), "made.py")
    assert (outer.public, made.name) == (0, "made.py:Made")
    assert (made.public, made.all) == (public, public + private)
    assert too_large(made) is expected

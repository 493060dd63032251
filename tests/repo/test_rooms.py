"""The rooms of the house: no folder is a corridor, each says what it is for, and the browser's know each other one way."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_FILES = 15
PYTHON = (
    *(
        ROOT / "src" / "wherein" / name
        for name in (
            "answering",
            "cli",
            "core",
            "documents",
            "memory",
            "questions",
            "reading",
            "retrieval",
            "server",
            "speech",
        )
    ),
    *(ROOT / "lab" / "wherein_lab" / name for name in ("cli", "speech", "training/accelerator")),
)
"""The packages that have rooms."""
WEB = ("anchoring", "app", "reader", "speech", "ui")
CODE = (
    ROOT / "src" / "wherein",
    ROOT / "lab" / "wherein_lab",
    *sorted((ROOT / "web").glob("*/src")),
)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _folders() -> list[Path]:
    return [
        folder
        for root in CODE
        for folder in (root, *root.rglob("*"))
        if folder.is_dir() and "webapp" not in folder.parts and folder.name != "__pycache__"
    ]


def _code(folder: Path) -> list[str]:
    ours = (".py", ".ts", ".tsx")
    return [
        path.name
        for path in folder.iterdir()
        if path.suffix in ours and path.name != "__init__.py" and path.name != "url.d.ts"
    ]


@pytest.mark.parametrize("folder", _folders(), ids=_name)
def test_no_folder_is_a_corridor(folder: Path) -> None:
    assert len(_code(folder)) <= MOST_FILES, "sort the folder by subject"


@pytest.mark.parametrize("package", PYTHON, ids=_name)
def test_each_room_says_what_it_is_for_and_what_it_knows(package: Path) -> None:
    rooms = list(package.glob("*/__init__.py"))
    assert rooms
    for file in rooms:
        said = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
        assert re.search(r"\b[Kk]nows?\b", said), file


def room(file: str) -> str:
    """The folder that a file of a web package stands in; a file at the top is a room of its own."""
    return file.split("/")[0]


def arrows(source: Path) -> set[tuple[str, str]]:
    """(room, room that it imports) of a web package."""
    found = set()
    for path in source.rglob("*.ts*"):
        for other in re.findall(
            r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""", path.read_text("utf-8")
        ):
            target = os.path.relpath(os.path.normpath(path.parent / other), source)
            if not target.startswith("..") and target.endswith((".ts", ".tsx")):
                found.add(
                    (room(path.relative_to(source).as_posix()), room(Path(target).as_posix()))
                )
    return {(one, other) for one, other in found if one != other}


def circles(drawn: set[tuple[str, str]]) -> set[str]:
    """The rooms from which a way of arrows leads back to them."""
    left = set(drawn)
    while True:
        ends = {other for _, other in left} - {one for one, _ in left}
        starts = {one for one, _ in left} - {other for _, other in left}
        kept = {(a, b) for a, b in left if b not in ends and a not in starts}
        if kept == left:
            return {name for pair in left for name in pair}
        left = kept


@pytest.mark.parametrize("name", WEB)
def test_the_rooms_of_the_browser_know_each_other_one_way(name: str) -> None:
    drawn = arrows(ROOT / "web" / name / "src")
    assert len(drawn) >= 10
    assert not circles(drawn)


def test_a_circle_is_seen() -> None:
    assert circles({("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")}) == {"a", "b", "c"}
    assert not circles({("a", "b"), ("b", "c"), ("a", "c")})

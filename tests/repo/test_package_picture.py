"""The picture of the packages is drawn from the code as it is."""

from __future__ import annotations

import re

import pytest

from tools import package_picture


def test_the_picture_is_current() -> None:
    kept = package_picture.PICTURE.read_text("utf-8")
    assert kept == package_picture.picture(), "Draw it again: python tools/package_picture.py"


def test_each_package_is_drawn_and_each_arrow_points_down() -> None:
    rows = package_picture.layers()
    level = {name: number for number, row in enumerate(rows) for name in row}
    packages = {path.parent.name for path in package_picture.PACKAGE.glob("*/__init__.py")}
    assert packages - {"samples"} <= set(level)
    arrows = re.findall(r"<title>(\w+) imports (\w+)</title>", package_picture.picture())
    assert len(arrows) >= len(level) - 1
    for above, below in arrows:
        assert level[above] < level[below]


@pytest.mark.parametrize(
    ("direct", "kept"),
    [
        ({"a": {"b", "c"}, "b": {"c"}, "c": set()}, {"a": {"b"}, "b": {"c"}, "c": set()}),
        ({"a": {"b", "c"}, "b": set(), "c": set()}, {"a": {"b", "c"}, "b": set(), "c": set()}),
    ],
)
def test_what_follows_is_left_out(
    direct: package_picture.Imports, kept: package_picture.Imports
) -> None:
    assert package_picture.without_what_follows(direct) == kept

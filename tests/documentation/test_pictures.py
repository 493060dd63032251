"""The pictures of how it works are those that are described, and the page shows each of them with its words."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.documentation.diagrams import PICTURES, TOLD, pictures

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "how.md").read_text("utf-8")


@pytest.mark.parametrize("name", pictures())
def test_a_picture_is_current_and_shown(name: str) -> None:
    assert (PICTURES / name).read_text("utf-8") == pictures()[name], "python -m tools.documentation.diagrams"  # fmt: skip
    assert re.search(rf"!\[[^\]]{{40,}}\]\(pictures/{name}\)", PAGE)


@pytest.mark.parametrize("name", pictures())
def test_no_box_lies_on_another_and_all_are_within(name: str) -> None:
    tree = ElementTree.fromstring(pictures()[name])
    width, height = map(float, tree.attrib["viewBox"].split()[2:])
    boxes = []
    for each in tree.iter("{http://www.w3.org/2000/svg}rect"):
        if "x" in each.attrib:
            boxes.append(tuple(float(each.attrib[key]) for key in ("x", "y", "width", "height")))
    assert len(boxes) >= 6
    assert len({box[:2] for box in boxes}) == len(boxes)
    assert all(x + w <= width and y + h <= height for x, y, w, h in boxes)


def test_each_subject_has_a_picture() -> None:
    assert set(re.findall(r"^\[(\w+)\]", TOLD.read_text("utf-8"), re.M)) == {"cascade", "memory", "linking", "keywords", "calibration"}  # fmt: skip

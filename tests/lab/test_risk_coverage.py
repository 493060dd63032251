"""Curves: surest first, bins of equal mass, and an SVG that parses."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
from wherein_lab.data.squad_file import SquadQuestion
from wherein_lab.reading.reading import Judged
from wherein_lab.reading.risk_coverage import reliability, risk_coverage, svg


def test_risk_falls_where_the_surest_are_right() -> None:
    sure, right = np.array([0.2, 0.9, 0.6, 0.4]), np.array([0.0, 1.0, 1.0, 0.0])
    points = risk_coverage(sure, right)
    assert points == [(0.25, 0.0), (0.5, 0.0), (0.75, 1 - 2 / 3), (1.0, 0.5)]


def test_a_calibrated_reader_lies_on_the_diagonal() -> None:
    draw = np.random.default_rng(0)
    sure = draw.random(6000)
    right = (draw.random(6000) < sure).astype(np.float64)
    assert max(abs(x - y) for x, y in reliability(sure, right)) < 0.08
    assert max(abs(x - y) for x, y in reliability(sure, 1 - right)) > 0.5


def test_the_picture_parses_and_marks_the_bound() -> None:
    judged = [
        Judged(
            SquadQuestion(str(n), "q", ("a",), 0, 0, (), ""), "a" if n % 3 else "b", n / 30, n > 15
        )
        for n in range(30)
    ]
    text = svg(judged, "a < b & c", 0.5)
    root = ElementTree.fromstring(text)
    assert "bound 0.50" in [element.text for element in root.iter()]
    assert "a < b & c" in [element.text for element in root.iter()]
    assert "bound" not in svg(judged, "t", 0.999)

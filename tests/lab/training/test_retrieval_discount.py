"""The fit of the retrieval discount recovers known weights, and leaves calibrated probabilities unchanged."""

from __future__ import annotations

import math
import random

import pytest
from wherein_lab.training.fitting.retrieval_discount import Seen, figures, fit

from wherein.answering.grading.retrieval_discount import discount_strength, discounted, log_odds


def made(weights: tuple[float, float, float], count: int) -> list[Seen]:
    draw = random.Random(4)
    rows = []
    for number in range(count):
        share = draw.choice((1.0, 0.01, 0.0003))
        p, lead = draw.uniform(0.05, 0.95), draw.uniform(-1.0, 0.6)
        odds = log_odds(p)
        added = weights[0] + weights[1] * odds + weights[2] * lead
        truth = 1 / (1 + math.exp(-(odds + discount_strength(share) * added)))
        rows.append(Seen(number, "made", 1000, share, lead, p, draw.random() < truth))
    return rows


def test_the_weights_are_found() -> None:
    weights = (-0.5, 0.4, 1.6)
    assert fit(made(weights, 6000)) == pytest.approx(weights, abs=0.25)


def test_what_is_calibrated_is_left_alone() -> None:
    rows = made((0.0, 0.0, 0.0), 6000)
    weights = fit(rows)
    moved = [
        row.probability - discounted(row.probability, row.lead, row.share_read, weights)
        for row in rows
    ]
    assert abs(sum(moved) / len(moved)) < 0.01


def test_figures_count_what_is_answered_and_rightly() -> None:
    rows = [
        Seen(0, "a", 500, 0.01, 0.0, 0.9, True),
        Seen(0, "a", 500, 0.01, -0.1, 0.2, False),
        Seen(1, "a", 500, 0.01, 0.0, 0.6, False),
        Seen(2, "b", 500, 0.01, 0.0, 0.1, True),
    ]
    found = figures(rows, (0.0, 0.0, 0.0), 0.5)
    assert found["all"] == {"n": 3, "answered": 0.667, "right": 0.333}
    assert found["a"] == {"n": 2, "answered": 1.0, "right": 0.5}
    assert found["b"] == {"n": 1, "answered": 0.0, "right": 0.0}
    assert found["500 passages"]["n"] == 3

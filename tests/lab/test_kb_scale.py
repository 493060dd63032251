"""Made titles and names for measuring size: never twice the same title, real ones first."""

from __future__ import annotations

import random
from itertools import islice

from wherein_lab.scale.kb_scale import WIKIPEDIA_TITLES, extrapolated, made_titles, other_name

REAL = [
    "Ann Lee",
    "Bobigny",
    "Gerald R. Ford",
    "Seine (river)",
    "The Book of Mormon",
    "Ulm Minster",
]


def test_real_titles_come_first_and_none_twice() -> None:
    made = list(islice(made_titles(REAL, random.Random(3)), 14))
    assert sorted(made[: len(REAL)]) == sorted(REAL)
    assert len(set(made)) == len(made)
    words = {word for title in REAL for word in title.split()}
    assert {word for title in made for word in title.split()} == words


def test_other_names_differ_from_the_title() -> None:
    draw = random.Random(3)
    for _ in range(200):
        title = draw.choice(REAL)
        assert other_name(title, draw) not in ("", title)


def test_the_straight_line_goes_through_both_points() -> None:
    assert extrapolated(1_000_000, 10.0, 2_000_000, 20.0) == WIKIPEDIA_TITLES / 100_000

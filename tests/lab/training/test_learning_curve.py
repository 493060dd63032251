"""The score at the best bound, against every bound tried in turn."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from wherein_lab.data.squad_file import SquadQuestion
from wherein_lab.metrics.squad_measures import token_f1
from wherein_lab.reading.reading import Judged
from wherein_lab.training.runs.learning_curve import Point, best_f1, table


def judged(said: str, golds: tuple[str, ...], confidence: float) -> Judged:
    return Judged(SquadQuestion("q", "?", golds, 0, 0, (), ""), said, confidence, shown=True)


ANSWERS = st.sampled_from(["", "mill", "the old mill", "a clock"])
ROWS = st.lists(
    st.builds(
        judged, ANSWERS, st.sampled_from([(), ("mill",), ("old mill", "clock")]),
        st.sampled_from([0.1, 0.4, 0.4001, 0.9]),
    ),
    min_size=1, max_size=12,
)  # fmt: skip


@given(ROWS)
def test_no_bound_is_better_than_the_best(rows: list[Judged]) -> None:
    bounds = {item.confidence for item in rows} | {2.0}
    tried = [
        sum(
            token_f1(item.said if item.confidence >= bound else "", item.asked.golds)
            for item in rows
        )
        for bound in bounds
    ]
    assert abs(best_f1(rows) - max(tried) / len(rows)) < 1e-9


def test_a_table_groups_by_file_and_shows_what_is_absent() -> None:
    points = [
        Point(0, "a", 2, 0.5, None, None),
        Point(0, "b", 2, 0.4, 0.6, 0.7),
        Point(9, "a", 2, 0.6, None, None),
    ]
    lines = table(points).splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["a", "0"], ["a", "9"], ["b", "0"]]
    assert lines[1].split()[3:] == ["0.5000", "–", "–"]

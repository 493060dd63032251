"""The table of escalations: which reader answers at each threshold, and what it costs."""

from __future__ import annotations

from wherein_lab.reading.escalation import BOUNDS, Said, table


def test_each_bound_hands_over_what_lies_below_it() -> None:
    pairs = [
        (Said(0.2, False, 10), Said(0.9, True, 100)),
        (Said(0.55, False, 10), Said(0.4, True, 100)),
        (Said(0.8, True, 10), Said(0.7, False, 100)),
    ]
    rows = {row["escalation_threshold"]: row for row in table(pairs, 0.5, 0.5)}
    assert list(rows) == list(BOUNDS)
    assert (rows[0.0]["escalated"], rows[0.0]["right"]) == (0.0, 0.3333)
    assert (rows[0.0]["shown"], rows[0.0]["shown_right"]) == (0.6667, 0.5)
    assert (rows[0.6]["escalated"], rows[0.6]["right"]) == (0.6667, 1.0)
    assert rows[0.6]["shown_right"] == 1.0, "the doubtful second answer is not shown"
    assert rows[0.6]["milliseconds"] == round((110 + 110 + 10) / 3, 1)
    assert (rows[1.0]["escalated"], rows[1.0]["right"]) == (1.0, 0.6667)
    assert rows[0.2]["escalated"] == 0.0, "at the bound itself nothing is handed over"


def test_no_question_gives_no_figures() -> None:
    assert table([], 0.5, 0.5)[0]["right"] is None

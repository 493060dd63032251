"""What is counted of questions with a slip: shares of the clean questions' F1, and harm."""

from __future__ import annotations

from wherein.evaluation.edited import Tried, is_held_out, measures


def test_shares_are_of_the_clean_questions_f1() -> None:
    tried = [
        Tried(False, 1.0, 1.0, 0.0, False),
        Tried(True, 0.5, 0.5, 0.5, False),
        Tried(True, 0.5, 0.0, 0.0, False),
        Tried(True, 0.0, 0.0, 0.0, True),
    ]
    row = measures(tried)
    assert (row["n"], row["f1_clean"], row["kept"], row["kept_unmended"]) == (4, 0.5, 0.75, 0.25)
    assert row["harmed"] == 0.25
    assert measures([])["kept"] is None


def test_the_halves_are_those_of_the_titles() -> None:
    halves = {is_held_out(f"Title {number}") for number in range(20)}
    assert halves == {True, False}
    assert is_held_out("Towers") == is_held_out("Towers")

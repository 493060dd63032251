"""How changed first answers are counted."""

from __future__ import annotations

from wherein_lab.retrieval.library import times
from wherein_lab.retrieval.together import changed


def test_an_answer_that_another_replaces_is_counted_apart_from_one_that_is_new() -> None:
    before = {"a": ("x", "1"), "b": ("x", "2"), "c": None, "d": ("y", "3")}
    after = {"a": ("x", "1"), "b": ("z", "2"), "c": ("z", "4"), "d": None}
    row = changed(before, after)
    assert row["replaced"] == 2
    assert row["came"] == 1
    assert row["share"] == round(2 / 3, 4)
    assert [example["question"] for example in row["examples"]] == ["b", "d", "c"]


def test_no_questions_are_no_times() -> None:
    assert times(None, []) == {}  # type: ignore[arg-type]

"""Probabilities from margins: within bounds, independent of order, and what the features say."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.assets.store import shipped_folder
from wherein.core.answer import Candidate
from wherein.core.errors import AssetDamaged
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.calibration import FEATURES, Calibration, features, text_of

TEXT = "The mill at York was built by Ada. Ada of York was born in 1832."
PASSAGE = Passage("d", 0, Span(100, 100 + len(TEXT)), TEXT, ("Mills",))


def candidate(words: str, margin: float, start: int = 0) -> Candidate:
    at = TEXT.index(words, start)
    return Candidate(PASSAGE, Span(100 + at, 100 + at + len(words)), margin, 0.0)


def named(values: object) -> dict[str, float]:
    return dict(zip(FEATURES, values, strict=True))  # type: ignore[call-overload, no-any-return]


def shipped() -> Calibration:
    path = shipped_folder() / "small" / "reader.json"
    return Calibration.of(json.loads(path.read_text("utf-8")))


@given(
    st.lists(
        st.tuples(st.sampled_from(["mill", "York", "Ada", "1832"]), st.floats(-50, 50)), max_size=6
    ),
    st.integers(1, 500),
)
def test_probabilities_do_not_depend_on_order(drawn: list[tuple[str, float]], read: int) -> None:
    candidates = [candidate(words, margin) for words, margin in drawn]
    sure = shipped().probabilities("Who built the mill?", candidates, read)
    back = shipped().probabilities("Who built the mill?", candidates[::-1], read)
    assert len(sure) == len(candidates)
    assert all(0.0 <= p <= 1.0 for p in sure)
    assert sure == pytest.approx(back[::-1])


@given(st.floats(-10, 10), st.floats(0.1, 5), st.integers(1, 100))
def test_a_greater_margin_is_never_less_sure(margin: float, more: float, read: int) -> None:
    low, high = (
        shipped().probabilities("Who built it?", [candidate("Ada", value)], read)[0]
        for value in (margin, margin + more)
    )
    assert high >= low


def test_what_the_features_say() -> None:
    first = candidate("Ada", 2.0)
    again = candidate("Ada", 1.0, start=30)
    other = candidate("1832", -1.0)
    rows = [named(row) for row in features("Who built the mill at York?", [first, again, other], 3)]
    assert rows[0]["margin"] == 2.0
    assert rows[0]["lead"] == 1.0
    assert rows[1]["lead"] == -1.0
    assert rows[0]["covered"] == 1.0  # built, mill and york all stand in the passage
    assert rows[0]["support"] > rows[2]["support"] == 0.0
    assert rows[0]["log_share"] > rows[1]["log_share"] > rows[2]["log_share"]
    assert named(features("Where is York?", [candidate("York", 0.0)], 1)[0])["echo"] == 1.0
    assert text_of(first) == "Ada"


def test_nothing_found_has_no_probabilities() -> None:
    assert shipped().probabilities("Who?", [], 5) == []


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"name": "x", "calibration": {"weights": {}, "intercept": 0}},
        {"calibration": {"weights": dict.fromkeys(FEATURES, 0)}},
    ],
)  # fmt: skip
def test_settings_that_are_none_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(AssetDamaged):
        Calibration.of(settings)

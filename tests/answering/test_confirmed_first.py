"""What a person called right comes first: the cases that both languages must pass."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from wherein.answering.remembering.judgements import confirmed_first
from wherein.core.answer import BY_PERSON, Answer
from wherein.core.span import Span

CASES = json.loads(
    (Path(__file__).parents[2] / "contracts/confirmed-first.json").read_text("utf-8")
)["cases"]


def answers(places: Sequence[Sequence[int]]) -> tuple[Answer, ...]:
    return tuple(
        Answer(
            text="words",
            document="d",
            title="",
            span=Span(start, end),
            quote="words",
            quote_span=Span(start, end),
            section=(),
            confidence=0.5,
            found_by="small",
        )
        for start, end in places
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_the_cases(case: dict[str, Any]) -> None:
    given, perhaps = answers(case["answers"]), answers(case["perhaps"])
    right = [Span(start, end) for start, end in case["right"]]
    found = confirmed_first(
        given, perhaps, lambda one: any(one.span.overlaps(place) for place in right)
    )
    after, rest = (given, perhaps) if found is None else (found, ())
    assert [[one.span.start, one.span.end] for one in after] == case["shown"]["answers"]
    assert [[one.span.start, one.span.end] for one in rest] == case["shown"]["perhaps"]
    if found is not None:
        assert (found[0].confidence, found[0].found_by) == (1.0, BY_PERSON)

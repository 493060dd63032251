"""contracts/absent-things.json, as in TypeScript: what is said of a radar is no sure answer about a sonar, and of a winch none
about a wench."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.questions.test_other_thing import found
from wherein.answering.grading.grades import highest_likely, in_words
from wherein.questions.spelling import absent_thing
from wherein.questions.spelling.absent_thing import AbsentThing

CASES: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parents[2] / "contracts/absent-things.json").read_text("utf-8")
)
FLEET = CASES["text"]


@pytest.mark.parametrize("case", CASES["absent"], ids=lambda case: case["question"])
def test_the_thing_that_the_text_does_not_name(case: dict[str, Any]) -> None:
    assert AbsentThing(case["question"]).absent(FLEET) == case["absent"]


@pytest.mark.parametrize("case", CASES["taken"], ids=lambda case: case["question"])
def test_another_word_that_is_spelt_alike(
    case: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    thing = case["thing"]
    monkeypatch.setattr(absent_thing, "_ENGLISH", {thing} if case["known"] else set())
    assert AbsentThing(case["question"]).is_taken_for(thing, case["sentence"]) == case["taken"]


def test_an_answer_about_an_absent_thing_is_never_sure() -> None:
    own = found(FLEET, "fleet.md", "How far does the radar reach?", {"48 miles": 8.0})
    other = found(FLEET, "fleet.md", "How far does the sonar reach?", {"48 miles": 8.0})
    assert in_words(own.answers[0].confidence) == "sure"
    assert [one.text for one in other.answers] == ["48 miles"]
    assert other.answers[0].confidence == highest_likely()


def test_what_is_said_of_a_word_spelt_alike_is_no_more_than_a_perhaps() -> None:
    own = found(FLEET, "fleet.md", "When was the winch repaired?", {"2020": 8.0})
    other = found(FLEET, "fleet.md", "When was the wench repaired?", {"2020": 8.0})
    assert [one.text for one in own.answers] == ["2020"]
    assert not other.answered
    assert [one.text for one in other.perhaps] == ["2020"]
    assert "Nothing here names the “wench”." in other.notes

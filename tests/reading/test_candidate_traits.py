"""contracts/candidate-traits.json: what the words of a marked text say of it, as in TypeScript."""

from __future__ import annotations

import json
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest

from tests.answering.fakes import WordReader
from tests.answering.test_pipeline import ask, scope
from tests.clock import growth
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.reading.calibration import FEATURES, features
from wherein.reading.candidate_traits import only_repeats, traits

FILE = Path(__file__).resolve().parents[2] / "contracts/candidate-traits.json"
LOADED = json.loads(FILE.read_text("utf-8"))


def made(name: str) -> Passage:
    raw = LOADED["passages"][name]
    text = raw["text"]
    return Passage("d", raw["index"], Span(0, len(text)), text, tuple(raw["section"]))


@pytest.mark.parametrize("case", LOADED["cases"], ids=lambda case: case["why"])
def test_the_traits_of_a_text(case: dict[str, Any]) -> None:
    passage = made(case["passage"])
    at = passage.text.index(case["text"])
    found = traits(case["question"], passage, Span(at, at + len(case["text"])))
    assert [*astuple(found), found.empty] == pytest.approx(case["traits"], abs=1e-9)


@pytest.mark.parametrize("case", LOADED["only_repeats"], ids=lambda case: case["text"])
def test_an_answer_that_only_repeats_its_question(case: dict[str, Any]) -> None:
    assert only_repeats(case["question"], case["text"]) is case["is"]


def test_an_answer_that_only_repeats_gives_way() -> None:
    text = (
        "# Clocks\n\nThe dial was broken by the one who broke it.\n\nIt was mended by Ida Brandt.\n"
    )
    document = parse(Source(text.encode(), "clocks.md", "clocks.md"))
    reader = WordReader({"the one who broke it": 0.9})
    held = ask("Who broke the dial?", reader, where=scope(document))
    assert not held.answered
    assert any("repeats" in note for note in held.notes)


def test_a_text_that_cannot_be_an_answer_has_no_margin_above_0() -> None:
    passage = made("paper")
    at = passage.text.index("by the forming of peat")
    marked = Candidate(passage, Span(at, at + 22), 7.0, 0.0)
    rows = features("How is peat formed?", [marked], 1)
    other = features("What is not known?", [marked], 1)
    margin = FEATURES.index("margin")
    assert (rows[0][margin], other[0][margin]) == (0.0, 7.0)


def test_what_could_be_marked_at_best_is_of_the_kind() -> None:
    passage = made("lighthouse")
    best = Candidate(passage, Span(0, 13), 4.0, 0.0, assumed=True)
    row = dict(zip(FEATURES, features("How heavy is the lamp?", [best], 1)[0], strict=True))
    assert (row["margin"], row["of_kind"], row["heading"]) == (4.0, 1.0, 0.0)


def test_time_grows_with_the_passage() -> None:
    def look(count: int) -> None:
        text = "a\tb\n" * count + "12 kg\t" * count + "x_y.a.b() -v shall " * count
        passage = Passage(str(count), 1, Span(0, len(text)), text)
        traits("How heavy is it?", passage, Span(len(text) - 5, len(text)))
        traits.cache_clear()

    assert growth(look, 400, 3200) < 24

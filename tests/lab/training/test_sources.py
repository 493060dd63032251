"""The constants of confidences in documents: fitted on the likeliest answer, measured on other documents, written as they ship."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
from wherein_lab.answering.strangers import Asked
from wherein_lab.training.fitting.sources import (
    Fitted,
    Shown,
    before,
    crossed,
    curve,
    figures,
    fit,
    in_running_text,
    shown_of,
    write,
)

from wherein.core.answer import Answer
from wherein.core.span import Span
from wherein.reading.source_kind import in_document

ROOT = Path(__file__).resolve().parents[3]


def drawn(count: int, seed: int = 0) -> list[Shown]:
    """Questions whose first answer is right as often as the square of its confidence; a sentence half as often."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        by = "sentence" if number % 4 == 0 else "small"
        sure = chance.uniform(0.2, 0.95)
        likely = sure**2 * (0.5 if by == "sentence" else 1.0)
        is_right = chance.random() < likely
        found.append(Shown(f"d{number % 40}", "manual", True, (sure,), (by,), (is_right,)))
    return found


def test_a_confidence_that_is_too_high_is_lowered() -> None:
    shown = drawn(4000)
    sure = crossed(shown)
    was, now = (figures(shown, one, 0.4)["all"] for one in (before(shown), sure))
    assert now["ece"] < was["ece"] / 2
    assert now["wrong"] < was["wrong"]
    fitted = fit(shown)
    assert fitted.by["sentence"] < 0 == fitted.by["small"]
    assert fitted.of(shown[1])[0] == pytest.approx(shown[1].confidences[0] ** 2, abs=0.1)


def test_what_a_structure_gives_keeps_its_confidence() -> None:
    one = Shown("d", "table", True, (0.7, 0.6), ("cells", "small"), (True, False))
    sure = Fitted(1.0, -1.0, {"small": 0.0, "large": 0.0, "sentence": 0.0}).of(one)
    assert sure[0] == pytest.approx(0.7)
    assert sure[1] < 0.6


def test_the_figures_say_what_a_person_sees() -> None:
    shown = [
        Shown("a", "manual", True, (0.9, 0.5), ("small", "small"), (True, False)),
        Shown("a", "manual", True, (0.6,), ("small",), (False,)),
        Shown("b", "table", False, (0.3,), ("small",), (False,)),
        Shown("b", "table", False, (), (), ()),
    ]
    found = figures(shown, before(shown), 0.5)
    assert (found["all"]["satisfied"], found["all"]["right"], found["all"]["wrong"]) == (
        0.75,
        0.25,
        0.25,
    )
    assert (found["table"]["absent"], found["table"]["absent_refused"]) == (2, 1.0)
    assert (found["manual"]["sure"], found["manual"]["sure_and_wrong"]) == (1, 0)
    rows = curve(shown, before(shown))
    assert [row["wrong"] for row in rows] == sorted((row["wrong"] for row in rows), reverse=True)


@pytest.mark.parametrize("found_by", ["small", "large", "sentence", "cells", "clause"])
@pytest.mark.parametrize("sure", [0.1, 0.4, 0.8, 0.95])
def test_a_confidence_is_converted_back(sure: float, found_by: str) -> None:
    assert in_running_text(in_document(sure, found_by), found_by) == pytest.approx(sure)


def test_answers_are_judged_by_their_words() -> None:
    asked = Asked("How many?", "a.pdf", ("40",), (), "count", "pdf")
    at = Span(0, 2)
    answers = [
        Answer(text, "d", "", at, text, at, (), sure, "small")
        for text, sure in (("50", 0.4), ("40", 0.6))
    ]
    one = shown_of("d", "manual", asked, answers)
    assert one.right == (True, False)
    assert one.confidences == tuple(in_running_text(sure, "small") for sure in (0.6, 0.4))


def test_the_constants_are_written_beside_the_rest(tmp_path: Path) -> None:
    folder = tmp_path / "contracts" / "lexicon"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "contracts/lexicon/source-kinds.json", folder)
    write(tmp_path, Fitted(1.23456, -0.5, {"small": 0.0, "large": 0.1, "sentence": -2.0}))
    entries = json.loads((folder / "source-kinds.json").read_text("utf-8"))
    assert entries["fitted"]["documents"]["odds"] == 1.2346
    assert entries["numbers"]["most_letters"] == 20000


def test_crossing_measures_each_document_with_constants_of_others() -> None:
    shown = drawn(400)
    assert all(len(sure) == len(one.right) for sure, one in zip(crossed(shown), shown, strict=True))
    assert np.concatenate(crossed(shown)).max() < 1.0

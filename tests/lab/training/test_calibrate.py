"""The regression behind the probabilities: it recovers known weights and reports what it read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from wherein_lab.data.squad_file import SquadFile, SquadQuestion
from wherein_lab.reading.reading import expected_calibration_error
from wherein_lab.registry.readers import OpenReader
from wherein_lab.training.fitting.calibrate import (
    Judge,
    Observed,
    Rows,
    bounds,
    calibrate,
    fit,
    keep_observations,
    kept_observations,
    observe_alone,
    predicted,
    rows_of,
    views,
)

from tests.answering.fakes import MarginIsProbability, WordReader
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.calibration import FEATURES

TEXT = "Ada built the mill in 1832 by the river near York."


def world(count: int) -> list[Observed]:
    """Questions whose answer is right the more often the greater its margin is."""
    random = np.random.default_rng(0)
    out = []
    for number in range(count):
        passages = [
            Passage(f"d{number}", n, Span(1000 * n, 1000 * n + len(TEXT)), TEXT) for n in range(4)
        ]
        found = []
        margin = float(random.normal(0, 3))
        for passage in passages:
            start = passage.span.start
            here = margin if passage.index == 0 else margin - 4 + float(random.normal())
            found.append((Candidate(passage, Span(start, start + 3), here, 0.0),))
        right = random.random() < 1 / (1 + np.exp(-margin))
        golds = ("Ada",) if right else ("Bela",)
        out.append(Observed("Who built the mill?", golds, f"a{number % 10}", (0,), tuple(found)))
    return out


def test_a_fit_finds_the_weights_that_made_the_data() -> None:
    random = np.random.default_rng(1)
    values = random.normal(size=(6000, len(FEATURES)))
    true = np.zeros(len(FEATURES))
    true[:11] = [1.0, 0.5, 0.8, -0.3, 0.2, -0.6, 0.9, 0.0, 0.4, -0.5, 0.3]
    right = (random.random(6000) < 1 / (1 + np.exp(-(values @ true - 0.5)))).astype(np.float64)
    flags = np.ones(6000, bool)
    rows = Rows(values, right, flags, flags, np.array(["a"] * 6000))
    weights, intercept = fit(rows)
    assert np.abs(weights - true).max() < 0.15
    assert intercept == pytest.approx(-0.5, abs=0.15)
    assert expected_calibration_error(predicted(weights, intercept, rows), right) < 0.03


def test_a_feature_against_its_sign_is_dropped() -> None:
    random = np.random.default_rng(2)
    values = random.normal(size=(2000, len(FEATURES)))
    right = (random.random(2000) < 1 / (1 + np.exp(values[:, 0]))).astype(np.float64)
    flags = np.ones(2000, bool)
    weights, _ = fit(Rows(values, right, flags, flags, np.array(["a"] * 2000)))
    assert weights[0] == 0.0


def test_calibrated_answers_keep_their_promise() -> None:
    calibration, report = calibrate(world(400), seed=0, precision=0.8, weak_precision=0.4)
    assert 0.0 < calibration.perhaps_bound <= calibration.answer_bound < 1.0
    assert report["precision_shown"] >= 0.8
    assert report["ece_best"] < 0.1


def test_a_judge_is_given_what_is_pointed_to() -> None:
    """The first reader finds its word in the last passage, the retriever prefers the second."""
    texts = ["Bread is sold.", "The mill was built here.", "Soup.", "Ada was there."]
    passages = []
    for index, text in enumerate(texts):
        start = 100 * index
        passages.append(Passage("d", index, Span(start, start + len(text)), text))
    first = OpenReader(
        WordReader({"Ada": 1.0}), MarginIsProbability(), {}, "words", "", lambda q, p: 0
    )
    assert Judge(first, 2).places("Who built the mill?", passages) == [3, 1]
    assert Judge(first, 1).places("Who built the mill?", passages) == [3]
    nothing = OpenReader(WordReader({}), MarginIsProbability(), {}, "words", "", lambda q, p: 0)
    assert Judge(nothing, 1).places("Who built the mill?", passages) == [1]


def test_views_read_no_more_than_there_is() -> None:
    observed = world(1)[0]
    seen = list(views(observed, np.random.default_rng(0)))
    assert seen[0][1:] == (4, True)
    assert [c.passage.index for c in seen[1][0]] == [0]
    for candidates, read, _ in seen:
        assert 1 <= len(candidates) <= read <= 4
        margins = [c.margin for c in candidates]
        assert margins == sorted(margins, reverse=True)


def test_what_a_paragraph_nearly_answers_is_read_alone_beside_what_it_answers() -> None:
    paragraphs = ("Ada built the mill.", "Bela built the bridge.", "Cleo stayed away.")
    asked = (
        SquadQuestion("1", "Who built the mill?", ("Ada",), 0, 0, (), ""),
        SquadQuestion("2", "Who built the bridge?", ("Bela",), 0, 1, (), ""),
        SquadQuestion("3", "Who painted the mill?", (), 0, 0, (), ""),
        SquadQuestion("4", "Who painted the bank?", (), 0, 2, (), ""),
    )
    file = SquadFile(("Town",), (paragraphs,), asked, "0" * 64)
    reader = WordReader({"Ada": 1.0, "Bela": 2.0})
    opened = OpenReader(reader, MarginIsProbability(), {}, "words", "", lambda q, p: 0)
    observed = observe_alone(opened, file, None, 0)
    missed = [one for one in observed if not one.golds]
    assert sorted(len(one.found[0]) for one in missed) == [0, 1]
    (answered,) = [one for one in observed if one.golds]  # no other question of a paragraph joins
    assert (answered.golds, len(answered.found)) == (("Ada",), 1)
    for one in observed:
        assert one.alone
        # No page was read to its end, so no bound is chosen by it.
        assert [seen[1:] for seen in views(one, np.random.default_rng(0)) if seen[0]] == [
            (1, False) for passage in one.found if passage
        ]
    assert len(observe_alone(opened, file, 1, 0)) in (1, 2)


def test_bounds_are_the_lowest_that_serve() -> None:
    sure = np.array([0.1, 0.3, 0.6, 0.9])
    assert bounds(sure, np.array([0.0, 0, 1, 1]), 1.0) == pytest.approx(0.31)
    assert bounds(sure, np.array([0.0, 0, 0, 0]), 0.5) == 0.95


def test_what_was_read_can_be_kept(tmp_path: Path) -> None:
    before = world(5)
    keep_observations(tmp_path / "kept.jsonl", before)
    assert kept_observations(tmp_path / "kept.jsonl") == before


def test_what_counts_three_times_in_the_fit_counts_once_in_the_report() -> None:
    observed = world(200)
    alone = [replace(one, own=tuple(range(len(one.found)))) for one in observed[:20]]
    _, report = calibrate([*alone, *observed[20:]], 0, 0.7, 0.35)
    assert report["rows"] == len(rows_of([*alone, *observed[20:]], 0).right)

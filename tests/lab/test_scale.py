"""Engines asked by turns, and a long document added, on material small enough to make here."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from wherein_lab.cli.keeping.eval_scale import scale
from wherein_lab.scale import beside_bm25s, long_document
from wherein_lab.scale.scale import bm25s_search
from wherein_lab.scale.synthetic_corpus import synthetic_passages

from tests.retrieval.makers import passages
from wherein.core.errors import ExtraMissing

REAL = tuple(
    passages(
        "tea",
        "Green tea is steeped at eighty degrees. It is drunk in China. Some add mint to it.",
        "Black tea is steeped for five minutes. Milk is added in England. Sugar is added elsewhere.",
        "White tea is rare and dear. It comes from Fujian for the most part. Its leaves are young.",
        section=("Tea",),
    )
)


def test_both_are_asked_everything_in_every_round(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(beside_bm25s, "real_openings", lambda: REAL)
    monkeypatch.setattr(beside_bm25s, "questions_of_openings", lambda count: ["mint tea", "milk"])
    monkeypatch.setattr(beside_bm25s, "bm25s_search", lambda real: asked.append)
    ran = CliRunner().invoke(scale, ["--by-turns", "3", "--json"], catch_exceptions=False)
    report: dict[str, Any] = json.loads(ran.output)
    assert asked == ["mint tea", "milk"] * 4  # one round to warm up
    assert {len(rates) for rates in report["queries_per_cpu_second"].values()} == {3}
    assert report["passages"] == 3
    assert report["ratio"] > 0


def test_without_the_packages_the_error_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(ExtraMissing, match="pip install bm25s numba"):
        bm25s_search(REAL)


def test_a_made_text_is_as_long_as_wanted_and_is_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_document, "material", lambda: (REAL, ["Coffee", "Cocoa"]))
    path = long_document._write_text(tmp_path / "long.txt", 1, 0)
    assert 1_000_000 <= path.stat().st_size < 1_010_000
    assert path.read_text("utf-8").startswith("CHAPTER 1: ")
    figures = long_document._added(path, "bm25")
    assert figures["words"] == len(path.read_text("utf-8").split())
    assert figures["reading_peak_bytes"] > 0
    assert figures["tellings"] > 5
    assert figures["last_words_found"]
    assert next(synthetic_passages(REAL, ["Coffee"], 0)).section == ("Coffee",)

"""The measure of a cold start asks in a home of its own, which the document is no part of."""

from __future__ import annotations

from pathlib import Path

import pytest
from wherein_lab.answering import cold_start

from tests.documents.made import MAKERS


def _made(source: Path, target: Path) -> int:
    _, make = MAKERS["pdf"]
    target.write_bytes(make(["TraceMonkey is implemented in the browser Firefox."]))
    return 7


def test_a_new_process_shows_its_first_answer_before_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cold_start, "_cut", _made)
    monkeypatch.setattr(cold_start, "shared_path", Path)
    figures = cold_start.measure(1)
    assert 0 < figures["first_seconds"] <= figures["done_seconds"]
    assert figures["done_processor_seconds"] > 0

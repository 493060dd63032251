"""The load generator against a real server over a small memory: every answer is the stored one."""

from __future__ import annotations

from pathlib import Path

from wherein_lab.memory.memory_load import CLIENTS, as_row, measure_load
from wherein_lab.registry.encoders import static_encoder


def test_a_served_memory_is_asked_and_timed(tmp_path: Path) -> None:
    row = as_row(measure_load(tmp_path, 200, static_encoder(), 1.0, rates=(5,)))
    assert row["wrong"] == 0
    assert (row["questions"], row["n"], row["similar_n"]) == (200, CLIENTS, 4)
    assert 0 < float(str(row["exact_p50_ms"])) <= float(str(row["exact_p99_ms"]))
    assert row["highest_rate"] in (0, 5)

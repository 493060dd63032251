"""Fifty people ask one server for ten minutes: nothing is lost or mixed up, memory stays flat, health is told in time.

Runs with `--soak`, and prints its table.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from wherein_lab.answering.soak import soak

MINUTES = float(os.environ.get("WHEREIN_SOAK_MINUTES", "10"))
"""Less only to rehearse it."""
MOST_GROWTH = 1.2
"""Memory at the end over that after the first tenth."""
HEALTH_SECONDS = 0.5


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads memory from /proc")
def test_fifty_people_for_ten_minutes(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = soak(home, MINUTES * 60)
    with capsys.disabled():
        print()
        for name, value in table.rows(MINUTES * 60).items():
            print(f"{name:<14} {value}")
    assert table.broken == []
    assert set(table.statuses) <= {200, 429}
    assert table.mixed_up == []
    assert table.after <= table.before * MOST_GROWTH
    assert max(table.health) <= HEALTH_SECONDS

"""Locates the data sets that are not shipped. Knows their folder, not their content."""

from __future__ import annotations

import os
from pathlib import Path

from wherein.core.errors import DataMissing
from wherein_lab.checkout import CHECKOUT


def shared_folder() -> Path:
    """`WHEREIN_SHARED`, else the folder `shared` beside the checkout."""
    set_by_hand = os.environ.get("WHEREIN_SHARED")
    return Path(set_by_hand) if set_by_hand else CHECKOUT.parent / "shared"


def shared_path(relative: str | Path) -> Path:
    """A file or folder of the shared data. Raises DataMissing, whose sentence explains why a measurement is skipped."""
    path = shared_folder() / relative
    if not path.exists():
        raise DataMissing(
            f"The data {relative} are not on this machine.",
            "Put them beside the checkout, or name their folder in WHEREIN_SHARED.",
        )
    return path

"""Checkpoints of a training run: written atomically, with old ones pruned."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch

from wherein.core.errors import AssetDamaged

KEEP = 3
PATTERN = "update-*.pt"


def save(folder: Path, state: dict[str, Any], update: int, milestone: bool = False) -> Path:
    """Write one checkpoint atomically and delete all but the last KEEP; milestones are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{'milestone' if milestone else 'update'}-{update:07d}.pt"
    partial = folder / f".{name}.partial"
    with partial.open("wb") as file:
        torch.save(state, file)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(folder / name)
    if not milestone:
        for old in sorted(folder.glob(PATTERN))[:-KEEP]:
            old.unlink()
    return folder / name


def latest(folder: Path) -> Path | None:
    """The newest checkpoint by its number of updates, None where there is none."""
    found = [*folder.glob(PATTERN), *folder.glob("milestone-*.pt")]
    return max(found, key=lambda path: int(path.stem.split("-")[1]), default=None)


def read(path: Path) -> dict[str, Any]:
    """A checkpoint's state. Raises AssetDamaged."""
    try:
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise AssetDamaged(
            f"The checkpoint {path.name} cannot be read.", "Delete it; the one before is used then."
        ) from error
    return state

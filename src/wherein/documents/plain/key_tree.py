"""What files of keys and values hold, as a tree. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from wherein.core.errors import SourceTooLarge

MOST_VALUES = 2_000_000
DEEPEST = 100


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and their values in order; a key may come twice."""

    pairs: tuple[tuple[str, Tree], ...]


Tree: TypeAlias = "str | list[Tree] | Mapping | None"
"""A value, nothing, values in order, or keys with values."""


def too_many(name: str) -> SourceTooLarge:
    """The error for a file of more than MOST_VALUES values, those that it refers to counted again."""
    return SourceTooLarge(
        f"{name} has more than {MOST_VALUES:,} values.", "Split it into smaller files."
    )


def too_deep(name: str) -> SourceTooLarge:
    """The error for a file whose values are nested deeper than DEEPEST."""
    return SourceTooLarge(f"{name} is nested too deeply to read.", "Split it into smaller files.")

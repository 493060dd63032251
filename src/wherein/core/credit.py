"""The author and licence to name where a text by others is shown. Values only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Credit:
    """A sentence on a text's origin and authors, and its licence ("" where unknown)."""

    said: str
    licence: str = ""

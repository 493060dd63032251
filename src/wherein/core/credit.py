"""Whom to name where a text of others is shown. Values only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Credit:
    """Where a text is from and who wrote it, as a sentence, and its licence; "" where none is known."""

    said: str
    licence: str = ""

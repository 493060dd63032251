"""What a running question tells as it goes. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.answer import Answer, Read


@dataclass(frozen=True, slots=True)
class Found:
    """The state after one more batch was read; it replaces the one before.

    `answers` pass the bound, best first; `less_likely` pass only the weaker one. `remark` is what
    the reader says of itself.
    """

    answers: tuple[Answer, ...]
    less_likely: tuple[Answer, ...]
    read: Read
    remark: str | None = None

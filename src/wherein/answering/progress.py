"""The state of a question that is being answered. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.answer import Answer, Coverage


@dataclass(frozen=True, slots=True)
class Progress:
    """The answers after one more batch was read; it replaces the one before.

    `answers` pass the bound, best first; `perhaps` pass only the weaker one. `remark` is what
    the reader says of itself. `passages` of the `passages_chosen` have been read in this attempt.
    """

    answers: tuple[Answer, ...]
    perhaps: tuple[Answer, ...]
    read: Coverage
    remark: str | None = None
    passages: int = 0
    passages_chosen: int = 0

"""The state of a question that is being answered. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.answer import Answer, Coverage


@dataclass(frozen=True, slots=True)
class Progress:
    """The answers after one more batch of passages; it replaces the progress before it.

    `answers` pass the bound, best first; `perhaps` pass only the weaker bound. `remark` is the reader's remark
    on its answers. In this attempt `passages` of the `passages_chosen` retrieved passages have been read.
    """

    answers: tuple[Answer, ...]
    perhaps: tuple[Answer, ...]
    read: Coverage
    remark: str | None = None
    passages: int = 0
    passages_chosen: int = 0

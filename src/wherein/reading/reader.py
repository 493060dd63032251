"""What a reader is: the Protocol and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from wherein.core.answer import Candidate
from wherein.core.passage import Passage


@dataclass(frozen=True, slots=True)
class Reading:
    """What one batch of passages gave: the passages now read, and the candidates found in them.

    `candidates` are sorted by margin, best first; several may come from one passage, none may
    overlap another of the same passage. `remark` is a sentence on why there are none, where the
    reader knows.
    """

    passages: tuple[Passage, ...]
    candidates: tuple[Candidate, ...]
    remark: str | None = None


class Reader(Protocol):
    """Question + passages to candidates."""

    @property
    def name(self) -> str:
        """What `found_by` says."""
        ...

    def load(self) -> None:
        """Load what reading needs now rather than at the first question; again does nothing.

        Raises AssetMissing or AssetDamaged, as `read` would.
        """
        ...

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        """Read the passages in the order given, a batch at a time, yielding after each batch.

        Together the readings name every passage exactly once; a reader that decides at the end may
        bring candidates of earlier batches with the last. An empty or blank question, or no
        passages, yields nothing. Every candidate's span lies within its passage's span, is not
        empty and begins and ends on a character that is not white space.
        """
        ...

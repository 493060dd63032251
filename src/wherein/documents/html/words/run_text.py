"""The text of one run with the places that the page does not have as characters. Knows no elements and no rules."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Put:
    """A text that is put in between two nodes of a page."""

    text: str


@dataclass(frozen=True, slots=True)
class RunText:
    """A text and its generated places as (start, end), in order, without overlap."""

    text: str
    generated: tuple[tuple[int, int], ...] = ()

    def with_inserted(self, insertions: Sequence[tuple[int, str]]) -> RunText:
        """Generated texts put in at places of this one, which ascend; what is put in at one place keeps its order."""
        if not insertions:
            return self
        parts: list[str] = []
        added: list[tuple[int, int]] = []
        starts, shifts = [0], [0]
        done = shift = 0
        for place, inserted in insertions:
            parts += (self.text[done:place], inserted)
            added.append((place + shift, place + shift + len(inserted)))
            done, shift = place, shift + len(inserted)
            starts.append(place)
            shifts.append(shift)
        moved = [
            (start + shifts[bisect_right(starts, start) - 1], end + shifts[bisect_right(starts, end - 1) - 1])
            for start, end in self.generated
        ]  # fmt: skip
        return RunText("".join((*parts, self.text[done:])), tuple(sorted((*moved, *added))))

    def replaced(self, pattern: re.Pattern[str], by: str) -> RunText:
        """Every match replaced; a match that a generated place ends in keeps its part of the replacement."""
        if not self.generated:
            return RunText(pattern.sub(by, self.text))
        starts: list[int] = []
        ends: list[int] = []
        for match in pattern.finditer(self.text):
            starts.append(match.start())
            ends.append(match.end())
        lost = [0]
        for start, end in zip(starts, ends, strict=True):
            lost.append(lost[-1] + end - start - len(by))

        def moved(place: int) -> int:
            at = bisect_right(starts, place) - 1
            if at < 0 or place >= ends[at]:
                return place - lost[at + 1]
            return starts[at] - lost[at] + min(place - starts[at], len(by))

        places = ((moved(start), moved(end)) for start, end in self.generated)
        return RunText(
            pattern.sub(by, self.text), tuple((start, end) for start, end in places if start < end)
        )

    def split(self, pattern: re.Pattern[str]) -> list[RunText]:
        """The parts between the matches of `pattern`."""
        if not self.generated:
            return [RunText(part) for part in pattern.split(self.text)]
        parts: list[RunText] = []
        begin = at = 0
        for end, after in (
            *((match.start(), match.end()) for match in pattern.finditer(self.text)),
            (len(self.text), len(self.text)),
        ):
            inside: list[tuple[int, int]] = []
            while at < len(self.generated) and self.generated[at][0] < end:
                first, last = self.generated[at]
                inside.append((max(first - begin, 0), min(last, end) - begin))
                at += 1
            parts.append(RunText(self.text[begin:end], tuple(inside)))
            begin = after
        return parts

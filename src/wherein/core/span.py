"""Half-open spans of code points in a text. Knows nothing of bytes, UTF-16, tokens or pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """`[start, end)` in code points into a document's canonical text.

    Raises ValueError unless `0 <= start <= end`.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"a span needs 0 <= start <= end, not [{self.start}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The text this span marks; the span must lie within `text`."""
        if self.end > len(text):
            raise ValueError(f"[{self.start}, {self.end}) leaves a text of {len(text)} code points")
        return text[self.start : self.end]

    def shifted(self, by: int) -> Span:
        """The same length, `by` code points further on."""
        return Span(self.start + by, self.end + by)

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """True when the two share at least one code point (empty spans share none)."""
        return max(self.start, other.start) < min(self.end, other.end)

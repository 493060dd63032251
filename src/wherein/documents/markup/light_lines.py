"""Collects the paragraphs and items of line-based markup, and adds them to blocks. Knows no marks."""

from __future__ import annotations

from collections.abc import Callable

from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.block_writer import BlockWriter


class LightLines:
    """The paragraph or item that is open, and the blocks so far."""

    def __init__(self, shown: Callable[[str], str]) -> None:
        self.writer = BlockWriter()
        self.counts = dict.fromkeys((UnreadKind.PICTURE, UnreadKind.OBJECT, UnreadKind.COMMENT), 0)
        self.title = ""
        self._shown = shown
        self._lines: list[str] = []
        self._is_item = False

    def unread(self) -> tuple[Unread, ...]:
        """What was not read."""
        return tuple(Unread(kind, count) for kind, count in self.counts.items() if count)

    def line(self, text: str) -> None:
        """Add a line to what is open."""
        self._lines.append(text)

    def item(self, text: str) -> None:
        """Begin an item of a list; the description of a term ends."""
        self.end()
        self._is_item = True
        self._lines = [text]

    def term(self, name: str, text: str) -> None:
        """Begin a term with its description."""
        self.end()
        self.writer.begin_term([self._shown(name)])
        self._lines = [text] if text else []

    def heading(self, text: str, level: int) -> None:
        """Add a heading."""
        self.end()
        self.writer.heading(self._shown(text), level)

    def end(self) -> None:
        """End the paragraph or item."""
        # A hard line end stays one.
        text = "".join(
            line.strip().removesuffix(" +") + "\n" if line.endswith(" +") else line.strip() + " "
            for line in self._lines
        )
        self._lines = []
        is_item, self._is_item = self._is_item, False
        shown = self._shown(text.strip())
        if shown:
            (self.writer.item if is_item else self.writer.paragraph)(shown)

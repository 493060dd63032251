"""Adds the paragraphs, terms and listings of a manual page to its blocks. Knows no macros.

Text is collected until it is ended: a paragraph of joined lines, or a listing whose lines stay.
"""

from __future__ import annotations

import re

from wherein.documents.building.block_writer import BlockWriter, Term

_BULLET = re.compile(r"[•·○□*o+\-–—]")
_NUMBER = re.compile(r"[(\[]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)\]:]+|\[\d{1,3}\]")
LINE_END = "\n"


class PageWriter:
    """The state of a page between two requests."""

    def __init__(self) -> None:
        self.blocks = BlockWriter()
        self.is_filled = True
        """Whether lines are joined; in listings they are not."""
        self.in_synopsis = False
        self._parts: list[str] = []
        self._joins = False
        self._names: list[str] = []
        self._mark = ""
        self._base: list[tuple[Term | None, Term | None]] = []

    def text(self, text: str, *, joins: bool = False) -> None:
        """Add a line, or a part of one; `joins`: what comes next stands right behind it."""
        if not self.is_filled:
            self._parts += (text, LINE_END)
            return
        if self._parts and not self._joins and self._parts[-1] != LINE_END:
            self._parts.append(" ")
        self._parts.append(text)
        self._joins = joins

    def line_end(self) -> None:
        """End the line, not the paragraph."""
        if self._parts and self._parts[-1] != LINE_END:
            self._parts.append(LINE_END)

    @property
    def is_open(self) -> bool:
        """Whether the paragraph has begun."""
        return bool(self._parts)

    def glue(self, text: str) -> None:
        """Add a text right behind the one before."""
        self._parts.append(text)

    @property
    def pending(self) -> str:
        """The text of the paragraph that has not ended."""
        return "".join(self._parts)

    def taken(self) -> str:
        """The text of the paragraph that has not ended, which is taken away."""
        text = self.pending
        self._parts, self._joins = [], False
        return text

    def name(self, name: str) -> None:
        """Begin an item or term with this name; names without a text between them are names of one term."""
        lines = _lines(name).split("\n")
        name = lines[0]
        self.end()
        if not name:
            return
        if len(lines) > 1:
            self._names += lines
        elif _BULLET.fullmatch(name):
            self.item("")
        elif _NUMBER.fullmatch(name):
            self.item(name + " ")
        else:
            self._names.append(name)

    def item(self, mark: str) -> None:
        """Begin an item of a list, whose text begins with `mark`."""
        self.end()
        self._begin_term()
        self._mark = mark or "•"
        self.blocks.term = self._base[-1][0] if self._base else None

    def end(self) -> None:
        """End the paragraph or listing."""
        text = self.taken()
        if not self.is_filled:
            self._begin_term_before(text)
            if text.strip() and (self.in_synopsis or self._mark):
                self.blocks.paragraph(_lines(text))
            elif text.strip():
                self.blocks.code(text.rstrip("\n").expandtabs())
            return
        text = _lines(text)
        self._begin_term_before(text)
        if text and self._mark:
            self.blocks.item(text if self._mark == "•" else self._mark + text)
            self._mark = ""
        elif text:
            self.blocks.paragraph(text)

    def _begin_term_before(self, text: str) -> None:
        if text.strip():
            self._begin_term()

    def _begin_term(self) -> None:
        if self._names:
            self.blocks.begin_term(self._names)
            self._names = []

    def paragraph(self) -> None:
        """Begin a paragraph that describes no term of this depth."""
        self.end()
        self._begin_term()
        self._mark = ""
        self.blocks.term = self._base[-1][0] if self._base else None

    def heading(self, text: str, level: int) -> None:
        """Begin a section."""
        self.paragraph()
        self._base.clear()
        self.is_filled = True
        self.in_synopsis = text.strip().upper() == "SYNOPSIS" or (self.in_synopsis and level > 1)
        self.blocks.heading(text, level)

    def listing(self, *, begins: bool) -> None:
        """Begin or end lines that are not joined."""
        if self.is_filled == begins:
            self.end()
            self.is_filled = not begins

    def deeper(self, name: str | None = None) -> None:
        """Begin what is set in below the text so far, or below a name."""
        after = self.blocks.term
        if name is None:
            self.end()
            self._begin_term()
            after = self.blocks.term
        else:
            self._names += _lines(name).split("\n")
            self._begin_term()
        self._base.append((self.blocks.term, after))

    def back(self) -> None:
        """End what is set in."""
        self.end()
        self._begin_term()
        self._mark = ""
        if self._base:
            self.blocks.term = self._base.pop()[1]


def _lines(text: str) -> str:
    """A paragraph with one space between words; its line ends stay."""
    return "\n".join(
        line for part in text.split("\n") if (line := _SPACES.sub(" ", part).strip(" "))
    )


_SPACES = re.compile(r"[ \t]+")

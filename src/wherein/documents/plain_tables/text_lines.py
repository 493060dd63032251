"""Cuts plain text into lines, and lines into what two spaces or a tab part. Knows no tables."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from wherein.core.span import Span
from wherein.documents.building.canonical import is_visible

LONGEST_LINE = 400
"""Characters of a line in a table; a longer one is prose, and is not cut."""
_TAB = 8
_SEGMENT = re.compile(r"[^ \t\f\n]+(?: [^ \t\f\n]+)*")
_GROUP = re.compile(r"[^ \t\f\n]+")
_QUOTED = re.compile(r"(?:>[ ]?)+")
# What a text draws boxes with, as the signs of ASCII that mean the same.
_DRAWN = str.maketrans(
    {
        **dict.fromkeys("│┃║╎┆┊", "|"),
        **dict.fromkeys("─━═╌┄┈", "-"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╓╖╙╜╟╢╥╨╫╭╮╯╰", "+"),
    }
)
_RULE_SIGNS = frozenset("-=_~*+|: \t")
_LEAST_OF_A_RULE = 3


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a line without two spaces in it: its place in the text, and the columns of a screen that it fills."""

    text: str
    start: int
    left: int
    right: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.text))


@dataclass(frozen=True)
class TextLine:
    """One line, with the place of its first character in the text. Signs that draw boxes are those of ASCII in `drawn`."""

    text: str
    start: int

    @cached_property
    def drawn(self) -> str:
        """The line with the marks of a quoted mail as spaces, and what draws boxes as ASCII; each sign keeps its place."""
        text = self.text if self.text.isascii() else self.text.translate(_DRAWN)
        if text[:1] == ">" and (quoted := _QUOTED.match(text)):
            text = " " * quoted.end() + text[quoted.end() :]
        return text

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @cached_property
    def is_blank(self) -> bool:
        return not self.drawn.strip()

    @cached_property
    def is_rule(self) -> bool:
        """Whether a line has dashes, or signs like them, and nothing else."""
        text = self.drawn.strip()
        signs = set(text) if text[:1] in _RULE_SIGNS and text[-1:] in _RULE_SIGNS else {"a"}
        return signs <= _RULE_SIGNS and sum(map(text.count, "-=_~*")) >= _LEAST_OF_A_RULE

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """What two spaces or a tab part; nothing of a line that is too long, or a rule."""
        if len(self.text) > LONGEST_LINE or self.is_rule:
            return ()
        return tuple(
            self._segment(match.start(), match.end())
            for match in _SEGMENT.finditer(self.drawn)
            if is_visible(match.group())
        )

    @cached_property
    def rules(self) -> tuple[tuple[int, int], ...]:
        """The columns that each run of dashes of a rule fills."""
        if not self.is_rule or len(self.text) > LONGEST_LINE:
            return ()
        return tuple(
            (self.columns[match.start()], self.columns[match.end()])
            for match in _GROUP.finditer(self.drawn)
        )

    @cached_property
    def columns(self) -> Sequence[int]:
        """The column of a screen at which each character begins, and that behind the last one."""
        if "\t" not in self.text and self.text.isascii():
            return range(len(self.text) + 1)
        columns = [0]
        for sign in self.drawn[:LONGEST_LINE]:
            at = columns[-1]
            if sign == "\t":
                columns.append(at + _TAB - at % _TAB)
            elif sign.isascii():
                columns.append(at + 1)
            else:
                wide = unicodedata.east_asian_width(sign) in "WF"
                columns.append(at + (0 if unicodedata.combining(sign) else 2 if wide else 1))
        return columns

    def _segment(self, start: int, end: int) -> Segment:
        text = self.text[start:end]
        return Segment(text, self.start + start, self.columns[start], self.columns[end])

    def between(self, left: int, right: int | None) -> Segment | None:
        """What stands between two columns, without the spaces around it; None where nothing does."""
        begin = bisect_left(self.columns, left)
        end = len(self.text) if right is None else bisect_left(self.columns, right)
        return self.part(min(begin, len(self.text)), min(end, len(self.text)))

    def part(self, begin: int, end: int) -> Segment | None:
        """What stands between two characters, without the spaces around it; None where nothing does."""
        text = self.drawn[begin:end]
        begin += len(text) - len(text.lstrip(" \t\f"))
        end = begin + len(text.strip(" \t\f"))
        return self._segment(begin, end) if begin < end and is_visible(text) else None

    def is_blank_at(self, left: int, right: int) -> bool:
        """Whether a space, a tab or the line's end stands between two columns."""
        begin = bisect_left(self.columns, left)
        end = bisect_left(self.columns, right)
        return begin >= len(self.text) or not self.drawn[begin:end].strip(" \t")


def lines_in(text: str, within: Span) -> Iterator[TextLine]:
    """The lines of a stretch of a text, which begins and ends with a line."""
    start = within.start
    for line in within.of(text).split("\n"):
        yield TextLine(line, start)
        start += len(line) + 1

"""Parses what `man` prints: sections by their indentation, names by what hangs below them. Knows no macros."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from wherein.documents.building.block_writer import BlockWriter, Term
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.word_joints import WordJoints

_OVERSTRUCK = re.compile("[^\n\b]\b")
_COLOURS = re.compile(r"\x1b\[[0-9;]{0,30}m|\x1b\]8;[^\x1b\x07\n]{0,500}(?:\x1b\\|\x07)")
_HEADER = re.compile(r"\S.*\S\(\d[\w+]{0,8}\)")
"""The first line of a page, which ends with its name and section; so may the last one."""
_FOOTER = re.compile(r"\S.*\s{2,}\S.*\d.*")
_BULLET = re.compile(r"([•·○□*o+\-–—]|[(\[]?(?:\d{1,3}|[a-z])[.)\]]+|\[\d{1,3}\])[ ]+(?=\S)")
_SENTENCE_ENDS = (".", ":", "?", "!", ",", ";")
_USUAL_INDENT = 7
_LONGEST_NAME = 200
_MOST_NAMES_OF_LINE = 20
"""Names and bullets that stand one behind the other in one line; what follows them is text."""


def unstruck(text: str) -> str:
    """A printed page without what printers strike over for bold and underlined letters, and without colours."""
    text = _COLOURS.sub("", text) if "\x1b" in text else text
    return _OVERSTRUCK.sub("", text).replace("\b", "") if "\b" in text else text


class PrintedPage:
    """One page, or several one after the other."""

    def __init__(self, text: str) -> None:
        self._lines = [line.rstrip().expandtabs() for line in unstruck(text).split("\n")]
        self._writer = BlockWriter()
        self._joints = WordJoints([self._lines])
        widths = [len(line) for line in self._lines if _HEADER.fullmatch(line[:400])]
        longest = max(map(len, self._lines), default=80)
        # The header is set to both ends of a line, but for a page that somebody has cut or typed.
        self._width = max((w for w in widths if 2 * w >= longest), default=longest)
        indents = Counter(_indent(line) for line in self._lines if line[:2] == "  ")
        self._base = _base_of(indents)
        self._open: list[tuple[int, int, Term | None]] = []
        """Of each open name: its indentation, that of its description, and the term."""
        self._title = ""

    def read(self) -> None:
        """Read the page to its end."""
        paragraph: list[str] = []
        last = ""
        for line in (*self._lines, ""):
            at = _indent(line)
            if not line or at < self._base:
                self._add(paragraph)
                paragraph = []
                if line:
                    self._of_margin(line, at)
                    last = line.strip()
                continue
            if paragraph and self._is_new(paragraph, line):
                self._add(paragraph)
                paragraph = []
            paragraph.append(line)
            if last.upper() == "NAME" and not self._title:
                self._title = line.strip()

    def parsed(self) -> Parsed:
        """What was read."""
        return self._writer.parsed(" ".join(self._title.split()))

    def _of_margin(self, line: str, at: int) -> None:
        """A heading, or the first or last line of the page, which are beside its main text."""
        self._open.clear()
        text = " ".join(line.split())
        if _HEADER.fullmatch(line[:400]) or (
            at == 0 and _FOOTER.fullmatch(line[:400]) and "  " in line
        ):
            self._writer.term = None
            self._writer.paragraph(text, main=False)
        else:
            self._writer.heading(text, 1 if at == 0 else 2)

    def _is_new(self, paragraph: Sequence[str], line: str) -> bool:
        """Whether a line is no part of the paragraph above it: it stands further to the left than its last line."""
        return _indent(line) < _indent(paragraph[-1]) and len(paragraph) > 1

    def _add(self, lines: list[str]) -> None:
        """Add lines that no empty line parts: names, their descriptions, paragraphs and listings."""
        at = names = 0
        ends = _ends_of_runs(lines)
        while at < len(lines):
            own = _indent(lines[at])
            while self._open and own <= self._open[-1][0]:
                self._open.pop()
            stop = at + 1
            if stop < len(lines) and _indent(lines[stop]) == own:
                stop = ends[stop]
            deeper = stop < len(lines) and _indent(lines[stop]) > own
            if names < _MOST_NAMES_OF_LINE and (split := self._hanging(lines, at, deeper)):
                self._begin(own, split, lines[at][own:split].strip())
                lines[at] = " " * split + lines[at][split:]
                names += 1
                continue
            names = 0
            if deeper and self._are_names(lines[at:stop]):
                self._begin_names(
                    own, _indent(lines[stop]), [line.strip() for line in lines[at:stop]]
                )
                at = stop
                continue
            if stop == len(lines) and at == 0 and self._are_options(lines):
                self._begin_names(own, own + _USUAL_INDENT, [line.strip() for line in lines])
                return  # an empty line stands between them and their description
            while stop < len(lines) and _indent(lines[stop]) > own:
                stop += 1
            self._add_paragraph(own, lines[at:stop])
            at = stop

    def _hanging(self, lines: Sequence[str], at: int, deeper: bool) -> int:
        """The column at which the description begins that stands in the line of its name; 0 where none does."""
        line, own = lines[at], _indent(lines[at])
        if match := _BULLET.match(line, own):
            column = match.end()
            goes_on = at + 1 < len(lines) and _indent(lines[at + 1]) >= column
            return (
                column if goes_on or len(lines) == at + 1 or match.end() - match.start() > 2 else 0
            )
        following = _indent(lines[at + 1]) if at + 1 < len(lines) else own
        alone = at + 1 == len(lines) or _indent(lines[at + 1]) <= own
        column = own + _USUAL_INDENT if alone else following
        if alone and self._open and self._open[-1][0] == own:
            column = self._open[-1][1]
        if not own < column < len(line) or line[column] == " " or line[column - 1] != " ":
            return 0
        name = line[own:column]
        is_option = name.startswith("-")
        if not (deeper or alone) or len(name.strip()) > _LONGEST_NAME:
            return 0
        if alone and not is_option and (name[-2:] != "  " or name.rstrip()[-1:] in _SENTENCE_ENDS):
            return 0
        if alone and at + 1 < len(lines) and following == own:
            # Of filled lines each may have such a place; of names with their descriptions all have it.
            return column if _has_gap(lines[at + 1], column) else 0
        return column

    def _are_names(self, lines: Sequence[str]) -> bool:
        """Whether lines above what is set in are the names of it: they are short, and no sentence ends there."""
        if any(len(line.strip()) > _LONGEST_NAME for line in lines):
            return False
        last = lines[-1].strip()
        if all(line.strip().startswith("-") for line in lines):
            return True
        # Of filled lines only the last one is short enough for the first word of another.
        return len(lines) <= 4 and last[-1] not in _SENTENCE_ENDS and len(last) < 0.7 * self._width

    def _are_options(self, lines: Sequence[str]) -> bool:
        """Whether all lines are options with their values, and not a sentence that begins with one."""
        return all(
            line.strip().startswith("-")
            and len(line.strip()) <= _LONGEST_NAME
            and (line[-1] == ":" or line[-1] not in _SENTENCE_ENDS)
            for line in lines
        )

    def _begin(self, own: int, column: int, name: str) -> None:
        if _BULLET.match(name + " x"):
            is_number = name[-1] in ".)]" and len(name) > 1
            term = self._open[-1][2] if self._open else None
            self._open.append((own, column, term))
            self._mark = f"{name} " if is_number else "•"
            return
        self._begin_names(own, column, [name])

    _mark = ""

    def _begin_names(self, own: int, column: int, names: list[str]) -> None:
        self._writer.begin_term([" ".join(name.split()) for name in names])
        self._open.append((own, column, self._writer.term))

    def _add_paragraph(self, own: int, lines: list[str]) -> None:
        self._writer.term = self._open[-1][2] if self._open else None
        expected = self._open[-1][1] if self._open else self._base
        text = self._joined(lines)
        kept = text.count("\n")
        if self._mark:
            self._writer.item(text if self._mark == "•" else self._mark + text)
            self._mark = ""
        elif own > expected and (kept or len(lines) == 1):
            self._writer.code("\n".join(line[own:] for line in lines))
        else:
            self._writer.paragraph(text)

    def _joined(self, lines: Sequence[str]) -> str:
        """The lines of a paragraph; two are joined where the second one's first word had no place in the first."""
        parts = [" ".join(lines[0].split())]
        for before, line in pairwise(lines):
            words = line.split()
            had_place = len(before) + 1 + len(words[0]) <= self._width - 1
            text = " ".join(words)
            if had_place and before[-1] not in "‐-":
                parts += ("\n", text)
            elif (joint := self._joints.between(before.strip(), text)) is None:
                parts[-1] = parts[-1][:-1]
                parts.append(text)
            else:
                parts += (joint, text)
        return "".join(parts)


def _ends_of_runs(lines: Sequence[str]) -> list[int]:
    """For each line the number of the next one that is set in otherwise."""
    ends = list(range(1, len(lines) + 1))
    for at in range(len(lines) - 2, -1, -1):
        if _indent(lines[at]) == _indent(lines[at + 1]):
            ends[at] = ends[at + 1]
    return ends


def _has_gap(line: str, column: int) -> bool:
    """Whether a word begins at a column, with two spaces before it."""
    return line[column - 2 : column] == "  " and line[column : column + 1].strip() != ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _base_of(indents: Counter[int]) -> int:
    """How far the text of sections is set in: the least indentation of many lines that is more than a heading's."""
    total = sum(indents.values())
    often = [at for at, count in indents.items() if at >= 4 and count >= max(1, total // 20)]
    return min(often, default=_USUAL_INDENT)

"""Finds the tables and forms in the lines of a plain text. Knows the ways to draw one, no file format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wherein.documents.plain_tables.aligned_columns import Stretch, aligned_table
from wherein.documents.plain_tables.drawn_tables import drawn_run, drawn_table
from wherein.documents.plain_tables.label_lines import label_lines, pairs_of
from wherein.documents.plain_tables.placed_cells import FoundTable, placed, placed_pairs
from wherein.documents.plain_tables.ruled_columns import MOST_HEADER_LINES, ruled_table
from wherein.documents.plain_tables.text_lines import TextLine


def may_go_on(line: TextLine) -> bool:
    """Whether a line may be of a table or form that goes on behind an empty line."""
    return len(line.segments) > 1 or line.is_rule or pairs_of(line) is not None


def tables_in(lines: Sequence[TextLine]) -> Iterator[FoundTable]:
    """The tables of some lines, in order. The work is linear in the lines: what is no table is passed over as a whole."""
    at = free = 0  # the line that is looked at; the first one that is in no table yet
    looked = dict.fromkeys((_drawn, _ruled, _labelled, _aligned), 0)
    while at < len(lines):
        for way in looked:
            if at < looked[way]:
                continue
            found, looked[way] = way(lines, at, free)
            if found is not None:
                yield found
                at = free = found.lines.stop
                break
        else:
            at += 1


def _drawn(lines: Sequence[TextLine], at: int, free: int) -> tuple[FoundTable | None, int]:
    end = drawn_run(lines, at)
    made = drawn_table(lines[at:end]) if end - at > 1 else None
    if made is None:
        return None, end
    return FoundTable(range(at, end), placed(made)), end


def _ruled(lines: Sequence[TextLine], at: int, free: int) -> tuple[FoundTable | None, int]:
    """A table whose rule is a few lines below: the rule is looked for from its head."""
    for number in range(at, min(at + MOST_HEADER_LINES + 1, len(lines))):
        if lines[number].is_rule and len(lines[number].rules) > 1:
            found, end = ruled_table(lines, number, max(free, at))
            if found is None:
                return None, end
            return _of_stretch(found), end
        if lines[number].is_blank:
            break
    return None, at + 1


def _labelled(lines: Sequence[TextLine], at: int, free: int) -> tuple[FoundTable | None, int]:
    pairs, end = label_lines(lines, at)
    if pairs is None:
        return None, end
    return FoundTable(range(at, end), placed_pairs(pairs)), end


def _aligned(lines: Sequence[TextLine], at: int, free: int) -> tuple[FoundTable | None, int]:
    if len(lines[at].segments) < 2:
        return None, at + 1
    found, end = aligned_table(lines, at)
    return (_of_stretch(found) if found is not None else None), end


def _of_stretch(found: Stretch) -> FoundTable:
    return FoundTable(found.lines, placed(found.rows))

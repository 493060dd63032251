"""Reads lines of labels and values: "Name: Ada Holm", "Name ........ Ada Holm". Knows no columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from wherein.documents.plain_tables.placed_cells import MOST_CELLS
from wherein.documents.plain_tables.table_evidence import are_pages_of
from wherein.documents.plain_tables.text_lines import Segment, TextLine

Pair = tuple[Segment, list[Segment]]

_FEWEST_LINES = 3
_LONGEST_FORM_LINE = 120
_LONGEST_LABEL = 40
_MOST_WORDS_OF_LABEL = 5
_MOST_WORDS = 8.0
"""Words of a value on average; more are what somebody says."""
_LEAST_DISTINCT = 0.8
_MOST_SENTENCES = 0.25
_FEWEST_FILLED = 2
_MOST_COUNTED = 8

_LABEL = re.compile(r"(?:[-*•·][ ])?([^\W\d_][^:\n]{0,60}?)[ ]?:(?=\s|$)")
_LEADER = re.compile(r"[ ]?(?:\.{4,}|…{2,}|(?:\.[ ]){4,}\.?|·{4,}|_{4,}(?=[ ]?[^\s_]))[ ]?")
_BOX = re.compile(r"\[[ xX✓✔]?\]|\([ xX]\)|[☐☑☒]")
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})*[.)]? \S")
_SENTENCE = re.compile(r"(?:\S+\s+){5,}\S*[.!?]['\"”)]*$")
_CODE_END = re.compile(r"[,;{}\[(\\]$")
_TWO_LETTERS = re.compile(r"[^\W\d_]{2}")


@dataclass(slots=True)
class _Form:
    """The pairs up to now, and the lines that they take."""

    pairs: list[Pair] = field(default_factory=list)
    lines: list[tuple[int, int]] = field(default_factory=list)
    end: int = 0
    leaders: bool = False
    names: set[str] = field(default_factory=set)
    further: list[str] = field(default_factory=list)
    """What continues the last value on the lines below it; joined once, where the value ends."""

    def takes(self, pairs: list[Pair], line: int, has_leader: bool, is_behind_blank: bool) -> bool:
        """Add a line's pairs and return True; False if it begins another form: only one has dotted leaders, or a label repeats."""
        names = {label.text.lower() for label, _ in pairs}
        if self.pairs and has_leader != self.leaders:
            return False
        if is_behind_blank and names & self.names:
            return False
        self.end_value()
        self.leaders = has_leader
        self.names |= names
        self.pairs += pairs
        self.lines.append((line, len(pairs)))
        return True

    def leave_last(self) -> None:
        """Drop the last line: its value continues below as prose, so it is not part of the form."""
        self.end_value()
        if self.lines:
            self.end, count = self.lines.pop()
            del self.pairs[-count:]

    def end_value(self) -> None:
        """Give the last value the lines that continue it."""
        if self.further:
            values = self.pairs[-1][1]
            values[-1] = replace(values[-1], text="".join((values[-1].text, *self.further)))
            self.further = []


def label_lines(lines: Sequence[TextLine], at: int) -> tuple[list[Pair] | None, int]:
    """The labels and values of the form that begins at a line, and the first line after it; None if there is no form.

    An empty line parts two forms only where no further label follows at once.
    """
    if _is_title(lines[at]):
        return None, at + 1
    form = _Form(end=at)
    number = at
    is_behind_blank = False
    while number < len(lines):
        line = lines[number]
        if line.is_blank:
            if is_behind_blank or not form.pairs:
                break
            is_behind_blank = True
        elif (pairs := pairs_of(line)) is not None:
            if not form.takes(pairs, number, _has_leader(line), is_behind_blank):
                break
            form.end, is_behind_blank = number + 1, False
        elif is_behind_blank:
            break
        elif _goes_on(form, lines[number - 1], line):
            form.end = number + 1
        else:
            if len(line.segments) == 1:
                form.leave_last()
            break
        number += 1
    form.end_value()
    while form.lines and _is_title(lines[form.lines[-1][0]]):
        form.leave_last()
    return (form.pairs, form.end) if _is_form(form) else (None, max(form.end, number))


def _is_title(line: TextLine) -> bool:
    """Whether a line is a label without a value or room for one: the title of what follows."""
    return line.text.rstrip().endswith(":") and all(
        not values for _, values in pairs_of(line) or ()
    )


def pairs_of(line: TextLine) -> list[Pair] | None:
    """The labels of a line with their values; None where it has anything else."""
    if len(line.text) > _LONGEST_FORM_LINE or line.is_rule or line.is_blank:
        return None
    if ":" not in line.text and not _has_leader(line):
        return None
    if _has_leader(line) and (pair := _of_leader(line)) is not None:
        return [pair]
    text = line.drawn
    begin = len(text) - len(text.lstrip())
    pairs: list[Pair] = []
    has_room = False
    while begin < len(text):
        label = _LABEL.match(text, begin)
        if label is None or not _may_be_label(label[1]):
            return None
        end = _value_end(text, label.end())
        name = line.part(*label.span(1))
        values = _values(line, label.end(), end)
        if name is None or values is None or any(one.text.endswith(":") for one in values):
            return None
        pairs.append((name, values))
        has_room |= bool(values) or bool(text[label.end() : end].strip())
        begin = end + len(text[end:]) - len(text[end:].lstrip())
    # "Bill to:    Deliver to:" heads two columns.
    return pairs if has_room or len(pairs) == 1 else None


def _values(line: TextLine, start: int, end: int) -> list[Segment] | None:
    """The value after a label, or [] if there is only room to write one; None if gaps divide it and it is no row of boxes."""
    value = line.part(start, end)
    if value is None or (not any(map(str.isalnum, value.text)) and not _BOX.search(value.text)):
        return []
    is_parted = "  " in value.text or "\t" in value.text
    return None if is_parted and not _BOX.search(value.text) else [value]


def _may_be_label(text: str) -> bool:
    words = text.split(" ")
    return (
        len(text) <= _LONGEST_LABEL
        and len(words) <= _MOST_WORDS_OF_LABEL
        and not text[0].islower()
        and "  " not in text
        and "\t" not in text
        and _TWO_LETTERS.search(text) is not None
        and not set(text) & set('<>{}[]=\\"$|')
    )


def _value_end(text: str, start: int) -> int:
    """Where a value ends: before a wide gap that another label follows. A row of boxes to tick is one value."""
    at = start
    while (gap := _gap(text, at)) is not None:
        following = _LABEL.match(text, gap[1])
        if following is not None and _may_be_label(following[1]):
            return gap[0]
        at = gap[1]
    return len(text)


_GAP = re.compile(r"(?:[ ]{2,}|[ ]*\t\s*)(?=\S)")


def _gap(text: str, at: int) -> tuple[int, int] | None:
    found = _GAP.search(text, at)
    return found.span() if found is not None else None


def _has_leader(line: TextLine) -> bool:
    return "...." in line.text or ". . . ." in line.text or "……" in line.text or "····" in line.text


def _of_leader(line: TextLine) -> Pair | None:
    """The texts on both sides of a dotted line."""
    found = _LEADER.search(line.drawn)
    if found is None:
        return None
    label, value = line.part(0, found.start()), line.part(found.end(), len(line.drawn))
    if label is None or value is None or _LEADER.search(value.text):
        return None
    if len(label.text) > _LONGEST_FORM_LINE // 2 or _TWO_LETTERS.search(label.text) is None:
        return None
    text = label.text.rstrip(":. ")
    return Segment(text, label.start, label.left, label.left + len(text)), [value]


def _goes_on(form: _Form, above: TextLine, line: TextLine) -> bool:
    """Take a line into the value above it, where it stands further to the right than the label; whether it did."""
    if not form.pairs or not form.pairs[-1][1] or len(line.segments) != 1:
        return False
    label, values = form.pairs[-1]
    part = line.segments[0]
    if part.left <= label.left or _BOX.match(values[0].text):
        return False
    # Of a line above that continues the value too, what is behind its last word.
    end = (above.segments[-1] if form.further else values[-1]).span.end
    form.further += (above.text[end - above.start :], "\n", line.text[: part.span.end - line.start])
    return True


def _is_form(form: _Form) -> bool:
    pairs = form.pairs
    filled = [value.text for _, values in pairs for value in values]
    if (
        len(form.lines) < _FEWEST_LINES
        or len(filled) < _FEWEST_FILLED
        or 2 * len(pairs) > MOST_CELLS
    ):
        return False
    if len({label.text.lower() for label, _ in pairs}) < _LEAST_DISTINCT * len(pairs):
        return False
    if form.leaders and (
        are_pages_of([label.text for label, _ in pairs], filled) or all(map(str.isdecimal, filled))
    ):
        return False  # numbers without a unit behind dots are pages
    if 2 * len(filled) < len(pairs):
        return False
    if form.leaders and 2 * sum(1 for label, _ in pairs if _NUMBERED.match(label.text)) > len(
        pairs
    ):
        return False
    if _is_counted(pairs) or 2 * sum("|" in text for text in filled) > len(filled):
        return False
    words = sum(len(text.split()) for text in filled) / len(filled)
    told = sum(1 for text in filled if _SENTENCE.match(text))
    code = sum(1 for text in filled if _CODE_END.search(text))
    return words <= _MOST_WORDS and max(told, code) <= _MOST_SENTENCES * len(filled)


def _is_counted(pairs: Sequence[Pair]) -> bool:
    """Whether many labels are one name with its numbers, as in a log: "CMD 1:", "CMD 2:"."""
    names = [re.sub(r"\d+", "", label.text) for label, _ in pairs]
    return max(Counter(names).values()) >= _MOST_COUNTED

"""Finds what repeats on the pages of a document: running heads and feet, page numbers, line numbers, stamps.

A head or foot is kept once, without its page number, where the pages say its words nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from wherein.documents.page_lines.pdf_lines import Line, PageLines

_COUNTER = re.compile(r"\d+|\b[ivxlc]{1,7}\b")
_PAGE_NUMBER = re.compile(
    r"^(?:page|seite|p\.|pg\.?)?\s*[-–—|\[(]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*[-–—|\])]?"
    r"(?:\s*(?:of|/|von|sur|de)\s*\d{1,4})?$",
    re.IGNORECASE,
)
# A page number that says so, as the only page of a document may have one.
_PAGE_OF_PAGES = re.compile(
    r"^(?:page|seite|página|pagina|p\.)\s*\d{1,4}(?:\s*(?:of|/|von|sur|de|di|van)\s*\d{1,4})?$",
    re.IGNORECASE,
)
# Running heads and feet are in this part of the page's height, at the top and at the bottom.
_MARGIN = 0.12
_LONGEST = 160
# A number counts the pages where it does so from page to page in this share of the cases.
_COUNTS = 0.6
_WORD_OF_PAGES = re.compile(r"\b(?:page|seite|p\.|pg\.?|página|pagina)\s*$", re.IGNORECASE)
_MOST_SOUGHT = 500
_MOST_READ = 500_000_000
"""The limits of different heads that are sought in the text of the pages, and of the characters that are looked through for
all of them; of more, each is kept once."""


@dataclass(slots=True)
class Furniture:
    """The lines (by id) that are none of the flow, and the lines that are kept once, by page: at its top or at its end."""

    gone: set[int] = field(default_factory=set)
    at_top: dict[int, list[Line]] = field(default_factory=dict)
    at_end: dict[int, list[Line]] = field(default_factory=dict)


def furniture_of(pages: Sequence[PageLines]) -> Furniture:
    """The furniture of the pages: lines that repeat at the top or bottom of pages, apart from numbers; lines that repeat
    unchanged at one exact place (stamps); page numbers and line numbers."""
    found = Furniture(set[int]().union(*map(_line_numbers, pages)))
    edge: list[tuple[Line, str]] = []
    placed: list[tuple[Line, str]] = []
    at_top: set[int] = set()
    for page in pages:
        low, high = page.height * _MARGIN, page.height * (1 - _MARGIN)
        for line in page.lines:
            if len(line.text) > _LONGEST or not line.text:
                continue
            words = _COUNTER.sub("#", line.text.casefold())
            placed.append((line, f"{line.text} {line.left:.0f} {line.top:.0f}"))
            if line.bottom < low or line.top > high:
                edge.append((line, f"{words} {line.bottom < low}"))
                if line.bottom < low:
                    at_top.add(id(line))
    count = len({page.number for page in pages})
    if count < 2:
        found.gone |= {id(line) for line, _ in edge if _PAGE_OF_PAGES.match(line.text)}
        return found
    numbers = [line for line, _ in edge if _PAGE_NUMBER.match(line.text)]
    if len({line.page for line in numbers}) >= 2:
        found.gone |= {id(line) for line in numbers}
    groups = [
        *_recurring(edge, 2 if count <= 3 else 3),
        *_recurring(placed, max(3, count // 3)),
    ]
    heads = [[line for line in group if id(line) not in found.gone] for group in groups]
    found.gone |= {id(line) for group in groups for line in group}
    _keep_once(found, heads, pages, at_top)
    return found


def _keep_once(
    found: Furniture, heads: Sequence[Sequence[Line]], pages: Sequence[PageLines], top: set[int]
) -> None:
    """Add to `found` the first line of each different head whose words the other lines do not have."""
    candidates = [each for group in heads for each in _without_page_numbers(group)]
    if not candidates:
        return
    flow = "\n".join(
        " ".join(line.text.casefold().split())
        for page in pages
        for line in page.lines
        if id(line) not in found.gone
    )
    most = min(_MOST_SOUGHT, _MOST_READ // max(len(flow), 1))
    seen: set[str] = set()
    first = pages[0].number
    for line, cut, key in sorted(candidates, key=lambda each: each[0].page):
        if key in seen or sum(map(str.isalnum, key)) < 3:
            continue
        seen.add(key)
        said = " ".join(cut.text.casefold().split())
        if len(seen) <= most and said in flow:
            continue
        places = found.at_top if id(line) in top and line.page == first else found.at_end
        places.setdefault(line.page, []).append(cut)


def _without_page_numbers(group: Sequence[Line]) -> Iterator[tuple[Line, Line, str]]:
    """Each line of one head, and its parts between tabs without page numbers at their ends; with what they say apart from
    all numbers that count the pages."""
    counting = _counting(group)
    for line in group:
        start = 0
        number = 0
        for part in line.text.split("\t"):
            end = start + len(part)
            matches = list(_COUNTER.finditer(part.casefold()))
            key = _COUNTER.sub(_Uncounted(counting, number), part.casefold())
            first, last = start, end
            for at, match in enumerate(matches):
                if number + at not in counting:
                    continue
                if not any(map(str.isalnum, part[: match.start()])):
                    first = start + match.end()
                elif not any(map(str.isalnum, part[match.end() :])):
                    last = start + len(_WORD_OF_PAGES.sub("", part[: match.start()]))
            number += len(matches)
            cut = _cut(line, first, last)
            if cut is not None and not _PAGE_NUMBER.match(cut.text):
                yield line, cut, " ".join(key.split())
            start = end + 1


class _Uncounted:
    """Replaces the numbers that count the pages; `number` is the first one's place in its line."""

    def __init__(self, counting: set[int], number: int) -> None:
        self._counting, self._number = counting, number

    def __call__(self, match: re.Match[str]) -> str:
        self._number += 1
        return "" if self._number - 1 in self._counting else match.group()


def _counting(group: Sequence[Line]) -> set[int]:
    """Which numbers of a head's lines, in the order of the line, count the pages."""
    values = [
        [_value(m.group()) for m in _COUNTER.finditer(line.text.casefold())] for line in group
    ]
    found: set[int] = set()
    for at in range(min(map(len, values), default=0)):
        in_step = sum(
            each[at] - before[at] == line.page - last.page > 0
            for (before, last), (each, line) in pairwise(zip(values, group, strict=True))
        )
        if in_step and in_step >= _COUNTS * (len({line.page for line in group}) - 1):
            found.add(at)
    return found


def _value(number: str) -> int:
    """A number in digits or in roman numerals; -1 for one that is neither."""
    if number.isdecimal():
        return int(number[:9])
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
    digits = [values[letter] for letter in number]
    return sum(-a if a < b else a for a, b in zip(digits, [*digits[1:], 0], strict=True))


def _cut(line: Line, start: int, end: int) -> Line | None:
    """The part of a line from `start` to `end` without signs at its ends; None where it has no letters or digits."""
    text = line.text
    while start < end and not (text[start].isalnum() or text[start] in "([©$€£#+@"):
        start += 1
    while start < end and text[end - 1] in " \t|·•–—-/,:;":
        end -= 1
    if not any(map(str.isalnum, text[start:end])):
        return None
    if (start, end) == (0, len(text)):
        return line
    boxes = line.boxes[start:end]
    return replace(line, text=text[start:end], boxes=boxes)


def _line_numbers(page: PageLines) -> set[int]:
    """Lines (by id) that number the lines of a page: at least eight in one column, counting up."""
    columns: dict[int, list[Line]] = {}
    for line in page.lines:
        if line.text.isdecimal() and len(line.text) < 4:
            columns.setdefault(round(line.right), []).append(line)
    found: set[int] = set()
    for lines in columns.values():
        lines.sort(key=lambda line: line.top)
        values = [int(line.text) for line in lines]
        if len(lines) >= 8 and all(b - a in (1, 5) for a, b in pairwise(values)):
            found |= {id(line) for line in lines}
    return found


def _recurring(lines: Sequence[tuple[Line, str]], least: int) -> list[list[Line]]:
    """Groups of lines with one key, which is on at least `least` pages, each again on a page at most two pages away."""
    groups: dict[str, list[Line]] = {}
    for line, key in lines:
        groups.setdefault(key, []).append(line)
    found = []
    for group in groups.values():
        on_pages = {line.page for line in group}
        if len(on_pages) >= least:
            near = [
                line
                for line in group
                if any(line.page + step in on_pages for step in (-2, -1, 1, 2))
            ]
            if near:
                found.append(near)
    return found

"""The words of a PDF page with their places, their rows, and the tables that are made of them. Knows no ruling lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from wherein.documents.page_lines.pdf_lines import NO_BOX, Line, PageLines

_WORD = re.compile(r"\S+")
# An amount, a range or a date in figures, with signs before it, and marks or a short unit after it.
_NUMBER = re.compile(
    r"^[(\[<>≤≥~±+\-–—−$€£¥#*]*\s?\d[\d.,:/\s\u00a0°'’+\-–—−()\[\]$€£¥%‰]*"
    r"(?:\s[^\W\d_]{1,6}\.?|(?:st|nd|rd|th|k|K|m|M|bn|B|kg|km|cm|mm|g|h|x|C|F)|[^\w\s]+)?[*†‡§¶)\]]*$"
)
# An amount that counts or measures something: with a fraction, thousands or a currency. No year, time or number of a train.
_AMOUNT = re.compile(r"^[^\w\s]*\s?(?:\d[\d\s]*[.,]\d+|\d[\d,.\s]*[$€£¥])|^[^\w\s]*[$€£¥]\s?\d")
_CLOCK = re.compile(r"^\d{1,2}[.:][0-5]\d(?:\s?[-–]\s?\d{1,2}[.:][0-5]\d)?$")
# A label with its value, such as "Born: 02.11.1971".
_PARTICULAR = re.compile(r"[^\W\d_][^:\n]{0,40}:(?:\s+(?P<value>\S)|$)")
_PLACEHOLDER = re.compile(r"^(?:[-–—−.…*†‡§]+|n\.?/?a\.?|ref\.?|\([xzsd]\)|x)$", re.IGNORECASE)


# The width of a space in most fonts, in heights of letters.
USUAL_SPACE = 0.25
# No font has a wider one but those whose letters are all equally wide; words of a table may stand further apart throughout.
_WIDEST_SPACE = 0.3
_MUCH_WIDER = 1.3
_LETTERS_MEASURED = 3
# The gaps of so many words tell the usual one.
_MOST_WORDS_MEASURED = 2_000


class Word(NamedTuple):
    """A run of characters without white space, from `start` to `end` of a line, with its box on the page as shown."""

    left: float
    right: float
    top: float
    bottom: float
    line: Line
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.line.text[self.start : self.end]

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def centre(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True)
class Chunk:
    """Words of one row without a wide gap between them."""

    words: tuple[Word, ...]
    left: float
    right: float

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


Row = list[Chunk]


@dataclass(slots=True)
class GridCell:
    """A cell that covers rows `row` to `last_row` and columns `column` to `last_column`, both included, of its table.

    `keeps_lines` says that its lines are no wrapped text: they have columns of their own.
    """

    row: int
    column: int
    last_row: int
    last_column: int
    words: list[Word] = field(default_factory=list)
    keeps_lines: bool = False

    @property
    def text(self) -> str:
        """The text of the cell on one line; a hyphen at a line's end goes where a small letter follows."""
        text = ""
        for row in rows_of(self.words):
            line = " ".join(word.text for word in row)
            if len(text) > 1 and text[-1] == "-" and text[-2].isalnum():
                text = text[:-1] + line if line[0].islower() else text + line
            else:
                text = f"{text} {line}" if text else line
        return text

    @property
    def bold(self) -> bool:
        return all(word.line.bold for word in self.words)

    def lines(self) -> list[Line]:
        """The text of the cell, from above down."""
        return [line_of(row) for row in rows_of(self.words)]


@dataclass(slots=True)
class PageTable:
    """A table of one page. `cells` are those with text, by row and column; `header_rows` of its rows are headers.

    `column_places` are the left and right ends of its columns on the page as shown, `label_columns` those that name a row,
    and `value_labels` those that name the value to their right, in a form. `passed` are words that it takes up and does not say:
    dots that lead to a value.
    """

    page: int
    rows: int
    columns: int
    cells: list[GridCell]
    column_places: tuple[tuple[float, float], ...]
    header_rows: int = 0
    label_columns: tuple[int, ...] = (0,)
    value_labels: tuple[int, ...] = ()
    passed: tuple[Word, ...] = ()

    def words(self) -> Iterable[Word]:
        """The words of its cells, and those that it takes without a cell for them."""
        yield from (word for cell in self.cells for word in cell.words)
        yield from self.passed


@dataclass(slots=True)
class TableLine(Line):
    """One line, without text, in the place of a table among the lines of its page."""

    table: PageTable


def words_of(page: PageLines, whole: Collection[int] = ()) -> list[Word]:
    """The words of a page in drawing order; those without a place are left out. A line whose id is in `whole` is one
    word, which costs less."""
    found: list[Word] = []
    for line in page.lines:
        if id(line) in whole:
            found.append(
                Word(line.left, line.right, line.top, line.bottom, line, 0, len(line.text))
            )
            continue
        boxes = line.boxes
        for match in _WORD.finditer(line.text):
            start, end = match.span()
            first, last = boxes[start], boxes[end - 1]
            if first is NO_BOX or last is NO_BOX:
                inked = [box for box in boxes[start:end] if box is not NO_BOX]
                if not inked:
                    continue
                first, last = inked[0], inked[-1]
            if page.rotation:
                first, last = page.shown(first), page.shown(last)
            found.append(
                Word(
                    min(first[0], last[0]),
                    max(first[2], last[2]),
                    min(first[1], last[1]),
                    max(first[3], last[3]),
                    line,
                    start,
                    end,
                )
            )
    return found


def is_parted(before: Word, after: Word) -> bool:
    """Whether two words are two pieces of one line, with a tab between them."""
    return before.line is after.line and "\t" in before.line.text[before.end : after.start]


def rows_of(words: Iterable[Word]) -> list[list[Word]]:
    """Words in rows from above down, each from left to right: those whose middles are in the height of the row."""
    rows: list[list[Word]] = []
    low = high = 0.0
    for word in sorted(words, key=lambda word: word.top + word.bottom):
        middle = word.middle
        if rows and low < middle < high:
            rows[-1].append(word)
        else:
            rows.append([word])
            reach = 0.4 * (word.bottom - word.top)
            low, high = middle - reach, middle + reach
    for row in rows:
        row.sort(key=lambda word: word.left)
    return rows


def line_of(row: Sequence[Word]) -> Line:
    """The words of one row as one line: what stood between two words of a line stays, other words get a space."""
    first = row[0]
    text, boxes = "", []
    last: Word | None = None
    for word in row:
        if last is not None:
            together = word.line is last.line and word.start >= last.end
            start = last.end if together else word.start
            if not together or "\t" in word.line.text[last.end : word.start]:
                text += " "
                boxes.append(NO_BOX)
                start = word.start
        else:
            start = word.start
        text += word.line.text[start : word.end]
        boxes += word.line.boxes[start : word.end]
        last = word
    return replace(
        first.line,
        text=text,
        boxes=boxes,
        left=first.left,
        right=max(word.right for word in row),
        top=min(word.top for word in row),
        bottom=max(word.bottom for word in row),
        bold=all(word.line.bold for word in row),
    )


def usual_space(words: Sequence[Word], of_height: float = USUAL_SPACE) -> float:
    """The usual gap between two words of a line, in points: `of_height` times the height of the letters where these words
    do not tell it themselves."""
    heights = [word.bottom - word.top for word in words[:200]]
    height = median(heights) if heights else 10.0
    return min(max(space_of_table(words, of_height), 0.15), 0.6) * height


def space_of_table(words: Sequence[Word], usual: float) -> float:
    """The usual gap between two words, in heights of letters, where many of them may stand in two columns; not much more
    than `usual`, that of the page's sentences or of most fonts."""
    own = space_of_height(words, usual)
    return own if _are_monospaced(words) else min(own, max(_WIDEST_SPACE, _MUCH_WIDER * usual))


def _are_monospaced(words: Sequence[Word]) -> bool:
    """Whether these words are set in a font whose letters are all equally wide."""
    wide = [
        (word.right - word.left) / (word.end - word.start) / (word.bottom - word.top)
        for word in words[:_MOST_WORDS_MEASURED]
        if word.end - word.start >= _LETTERS_MEASURED
    ]
    return len(wide) > 1 and max(wide) < 1.05 * min(wide)


def space_of_height(words: Sequence[Word], otherwise: float = USUAL_SPACE) -> float:
    """The usual gap between two words of a line, in heights of letters; `otherwise` where too few words tell it."""
    gaps = sorted(
        (after.left - before.right) / (before.bottom - before.top)
        for before, after in pairwise(words[:_MOST_WORDS_MEASURED])
        if before.line is after.line
        and 0 < after.left - before.right < before.bottom - before.top
        and before.text[0].isalpha()
        and after.text[0].isalpha()
    )
    return gaps[len(gaps) // 5] if len(gaps) >= 5 else otherwise


def is_number(text: str) -> bool:
    """Whether a cell's text is an amount, a range, or a sign that stands for one ("—", "n/a")."""
    return _NUMBER.match(text) is not None or _PLACEHOLDER.match(text) is not None


def is_time(text: str) -> bool:
    """Whether a text is a time of the day, or a range of two."""
    return _CLOCK.match(text) is not None


def are_amounts(texts: Sequence[str]) -> bool:
    """Whether texts beside each other are what a table says, and name no columns: half are amounts, all of them numbers, and
    these are no times."""
    numbers = [text for text in texts if is_number(text)]
    amounts = sum(_AMOUNT.match(text) is not None for text in numbers)
    times = sum(map(is_time, numbers))
    return 2 * amounts >= max(len(texts), 1) and times < amounts and len(numbers) == len(texts)


def are_particulars(texts: Sequence[str]) -> bool:
    """Whether texts beside each other are labels with their values: the first, and another one where there are more."""
    found = [_PARTICULAR.match(text) for text in texts]
    valued = [
        match is not None and (match["value"] is not None or (following is None and at + 1 < len(found)))
        for at, (match, following) in enumerate(zip(found, [*found[1:], None], strict=True))
    ]  # fmt: skip
    return bool(valued) and valued[0] and (len(texts) == 1 or sum(valued) > 1)


def are_names(texts: Sequence[str], below: Sequence[str]) -> bool:
    """Whether numbers beside each other may be headers of those in the row below: years, numbers that count, or numbers of
    trains and the like, which rise, over times or amounts."""
    if are_years(texts):
        return not are_years(below)
    if len(texts) < 2 or not all(text.isdecimal() and len(text) < 10 for text in texts):
        return False
    numbers = [int(text) for text in texts]
    if not all(before < after for before, after in pairwise(numbers)) or not below:
        return False
    return sum(text.isdecimal() for text in below) < 0.2 * len(below)


def are_years(texts: Sequence[str]) -> bool:
    """Whether numbers beside each other are years, each another, or count on from the first: they may be headers."""
    if len(texts) < 2 or len(set(texts)) < len(texts):
        return False
    if all(text[:4].isdecimal() and text[:2] in ("18", "19", "20") for text in texts):
        return True
    return all(text.isdecimal() for text in texts) and all(
        int(after) - int(before) == 1 for before, after in pairwise(texts)
    )

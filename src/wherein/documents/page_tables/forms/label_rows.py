"""Reads lines of a page that are labels with their values ("Date: 3 May", "Day ticket ..... 12.50") as in a plain text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from statistics import median

from wherein.documents.page_tables.aligned_tables import chunks_of
from wherein.documents.page_tables.table_pieces import GridCell, PageTable, Word, rows_of
from wherein.documents.plain_tables.label_lines import Pair, label_lines
from wherein.documents.plain_tables.text_lines import Segment, TextLine

_WIDEST_STEP = 2.6
"""In letter heights: lines further apart are not in one form."""
_BLANK_STEP = 1.9
"""In letter heights: between lines further apart an empty line would stand in a plain text."""
_WIDEST = 400
"""Columns of a line of text, at most."""


def forms_in(words: Sequence[Word], page: int, space: float) -> Iterator[PageTable]:
    """Find the forms on a page, from top to bottom, as tables of labels and their values. `space` is the usual gap between
    two words, in points."""
    for rows in _runs(rows_of(words)):
        text = _Layout(rows, space)
        at = 0
        while at < len(text.lines):
            pairs, end = label_lines(text.lines, at)
            if pairs is not None:
                yield _table(pairs, text, range(at, end), page)
            at = max(end, at + 1)


def _runs(rows: Sequence[list[Word]]) -> Iterator[list[list[Word]]]:
    """Rows parted where they are too far from each other for one form."""
    run: list[list[Word]] = []
    for row in rows:
        if run and row[0].top - run[-1][0].top > _WIDEST_STEP * _height(row):
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def _height(row: Sequence[Word]) -> float:
    return max(word.bottom - word.top for word in row)


class _Layout:
    """Rows of words as lines of a plain text in which they stand as on the page; an empty line is a wide step."""

    def __init__(self, rows: Sequence[list[Word]], space: float) -> None:
        self.lines: list[TextLine] = []
        self._starts: list[int] = []
        self._words: list[Word] = []
        self._space = space
        words = [word for row in rows for word in row]
        self._left = min(word.left for word in words)
        self._wide = median((word.right - word.left) / len(word.text) for word in words) or 1.0
        self.rows: list[list[Word]] = []
        last: list[Word] | None = None
        for row in rows:
            if last is not None and row[0].top - last[0].top > _BLANK_STEP * _height(row):
                self._add("", [])
            self._add_row(row)
            last = row

    def _add(self, text: str, row: list[Word]) -> None:
        start = self.lines[-1].end + 1 if self.lines else 0
        self.lines.append(TextLine(text, start))
        self.rows.append(row)

    def _add_row(self, row: list[Word]) -> None:
        start = self.lines[-1].end + 1 if self.lines else 0
        text = ""
        for chunk in chunks_of(row, self._space):
            column = min(round((chunk.left - self._left) / self._wide), _WIDEST)
            text = text.ljust(max(column, len(text) + 2 if text else 0))
            for number, word in enumerate(chunk.words):
                text += " " if number else ""
                self._starts.append(start + len(text))
                self._words.append(word)
                text += word.text
        self._add(text, row)

    def words_at(self, segment: Segment, sign: str = "") -> list[Word]:
        """The words, or the parts of words, of a stretch of the text and of the sign directly behind it."""
        end = segment.span.end
        first = max(0, bisect_right(self._starts, segment.start) - 1)
        found = []
        for at in range(first, len(self._starts)):
            start, word = self._starts[at], self._words[at]
            if start >= end:
                break
            if sign and word.text[end - start : end - start + 1] == sign:
                end += 1
            begin, after = max(segment.start - start, 0), min(end - start, len(word.text))
            if begin < after:
                found.append(_part(word, begin, after))
        return found


def _part(word: Word, begin: int, end: int) -> Word:
    """Some characters of a word, with their place."""
    if begin == 0 and end == len(word.text):
        return word
    wide = (word.right - word.left) / len(word.text)
    left, right = word.left + wide * begin, word.left + wide * end
    return word._replace(left=left, right=right, start=word.start + begin, end=word.start + end)


def _table(pairs: Sequence[Pair], text: _Layout, lines: range, page: int) -> PageTable:
    """Make a table of these lines. A row has one or more labels, each followed by its value."""
    starts = [line.start for line in text.lines]
    cells: list[GridCell] = []
    row, last = -1, -1
    column = 0
    for label, values in pairs:
        line = bisect_right(starts, label.start)
        row, column = (row + 1, 0) if line != last else (row, column + 2)
        last = line
        cells.append(GridCell(row, column, row, column, text.words_at(label, ":")))
        cells += (
            GridCell(row, column + 1, row, column + 1, text.words_at(value)) for value in values
        )
    columns = 1 + max(cell.last_column for cell in cells)
    inside = [word for number in lines for word in text.rows[number]]
    left, right = min(word.left for word in inside), max(word.right for word in inside)
    return PageTable(
        page,
        row + 1,
        columns,
        cells,
        tuple((left, right) for _ in range(columns)),
        value_labels=tuple(range(0, columns, 2)),
        passed=tuple(inside),
    )

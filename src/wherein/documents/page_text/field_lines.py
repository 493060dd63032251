"""Puts the values of form fields beside their labels, and comments after the text of their page. Knows no PDFium."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from wherein.documents.page_lines.annotations import Annotations, Comment, FieldKind, FormField
from wherein.documents.page_lines.pdf_lines import Line, PageLines, Rectangle
from wherein.documents.page_lines.rectangles import MADE_SPACE, NO_BOX, MadeBox

TICKED, NOT_TICKED = "[x]", "[ ]"
_WORD = re.compile(r"\S+")
# A label is at most so many points to the left of its field, above it, or to the right of a box.
_LEFT = 320.0
_ABOVE = 16.0
_RIGHT = 24.0
_ROW = 8.0
_MOST_OF_A_ROW = 400
# A value this many heights after its label is set apart by a tab.
_APART = 1.0


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a line with its place on the page as shown."""

    line: int
    start: int
    end: int
    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class _Insert:
    """A text to put into a line at a place, before or after the character there."""

    at: int
    text: str
    boxes: list[Rectangle]
    left: float


def with_annotations(page: PageLines, found: Annotations) -> PageLines:
    """The page with what its fields and comments say; characters that the page's text does not have are marked as made."""
    if not found.fields and not found.comments:
        return page
    rows = _Rows(page)
    inserts: dict[int, list[_Insert]] = {}
    alone: list[Line] = []
    for field in found.fields:
        text = field.value
        if field.kind is FieldKind.BOX:
            text = TICKED if field.ticked else NOT_TICKED
        if not text:
            continue
        shown = page.shown(field.place)
        boxes = _spread(field, text, page)
        beside = rows.beside(field, shown)
        if beside is not None:
            word, after, apart = beside
            space = "\t" if apart else " "
            inserted = space + text if after else text + space
            places = [MADE_SPACE, *boxes] if after else [*boxes, MADE_SPACE]
            at = word.end if after else word.start
            inserts.setdefault(word.line, []).append(_Insert(at, inserted, places, shown[0]))
        elif field.kind is FieldKind.TEXT or field.ticked:
            label = f"{field.label}: " if field.label else ""
            alone.append(_line(page, label + text, [*_made(label, field), *boxes], shown))
    lines = [_with_inserts(line, inserts.get(at, ()), page) for at, line in enumerate(page.lines)]
    notes = [_note(page, comment) for comment in found.comments]
    return replace(page, lines=(*lines, *alone), notes=(*page.notes, *notes))


class _Rows:
    """The words of a page by their heights."""

    def __init__(self, page: PageLines) -> None:
        self._rows: dict[int, list[_Word]] = {}
        for word in _words(page):
            for row in range(int(word.top // _ROW), int(word.bottom // _ROW) + 1)[:100]:
                words = self._rows.setdefault(row, [])
                if len(words) < _MOST_OF_A_ROW:
                    words.append(word)

    def beside(self, field: FormField, shown: Rectangle) -> tuple[_Word, bool, bool] | None:
        """The word of a field's label, whether the value comes after it, and whether apart from it."""
        left, top, right, bottom = shown
        middle, height = (top + bottom) / 2, min(bottom - top, 14.0)
        row = [word for word in self._near(top, bottom) if word.top - 2 < middle < word.bottom + 2]
        before = max((w for w in row if w.right <= left + 3), key=lambda w: w.right, default=None)
        after = min((w for w in row if w.left >= right - 3), key=lambda w: w.left, default=None)
        if field.kind is FieldKind.BOX and after is not None and after.left - right < _RIGHT:
            labelled = before is not None and left - before.right < after.left - right
            if not labelled:
                return after, False, False
        if before is not None and left - before.right < _LEFT:
            goes_on = after is not None and after.line == before.line
            return before, True, left - before.right > _APART * height and not goes_on
        if field.kind is FieldKind.BOX:
            return None
        over = [
            word
            for word in self._near(top - _ABOVE, top)
            if word.bottom <= top + 4 and word.left < right and word.right > left - 3
        ]
        if not over:
            return None
        lowest = max(over, key=lambda word: (round(word.bottom), word.right))
        return lowest, True, False

    def _near(self, top: float, bottom: float) -> list[_Word]:
        rows = range(int(top // _ROW), int(bottom // _ROW) + 1)[:100]
        return list({id(w): w for row in rows for w in self._rows.get(row, ())}.values())


def _words(page: PageLines) -> Iterator[_Word]:
    for at, line in enumerate(page.lines):
        for match in _WORD.finditer(line.text):
            inked = [b for b in line.boxes[match.start() : match.end()] if b is not NO_BOX]
            if inked:
                first, last = page.shown(inked[0]), page.shown(inked[-1])
                yield _Word(
                    at,
                    match.start(),
                    match.end(),
                    min(first[0], last[0]),
                    max(first[2], last[2]),
                    min(first[1], last[1]),
                    max(first[3], last[3]),
                )


def _spread(field: FormField, text: str, page: PageLines) -> list[Rectangle]:
    """A box for each character of a value: side by side in the field, as far as it is wide."""
    x0, y0, x1, y1 = field.place
    if page.rotation:
        return [MadeBox(field.place)] * len(text)
    step = min((x1 - x0) / max(len(text), 1), 0.5 * min(y1 - y0, 14.0))
    return [MadeBox((x0 + step * at, y0, x0 + step * (at + 1), y1)) for at in range(len(text))]


def _made(text: str, field: FormField) -> list[Rectangle]:
    return [MadeBox(field.place)] * len(text)


def _with_inserts(line: Line, inserts: Sequence[_Insert], page: PageLines) -> Line:
    if not inserts:
        return line
    parts: list[str] = []
    boxes: list[Rectangle] = []
    at = 0
    for insert in sorted(inserts, key=lambda insert: (insert.at, insert.left)):
        parts += (line.text[at : insert.at], insert.text)
        boxes += [*line.boxes[at : insert.at], *insert.boxes]
        at = insert.at
    parts.append(line.text[at:])
    boxes += line.boxes[at:]
    shown = [page.shown(box) for box in boxes if box is not NO_BOX and box is not MADE_SPACE]
    return replace(
        line,
        text="".join(parts),
        boxes=boxes,
        left=min(box[0] for box in shown),
        right=max(box[2] for box in shown),
    )


def _line(page: PageLines, text: str, boxes: list[Rectangle], shown: Rectangle) -> Line:
    left, top, right, bottom = shown
    return Line(text, boxes, page.number, left, right, top, bottom, min(bottom - top, 12.0), False)


def _note(page: PageLines, comment: Comment) -> Line:
    """A comment as a line of its own, with its author where it doesn't stand on the page itself."""
    by = f"Comment by {comment.author}: " if comment.author else "Comment: "
    text = comment.text if comment.shown else by + comment.text
    made = 0 if comment.shown else len(by)
    box = comment.place
    boxes = [MadeBox(box)] * made + [box] * len(comment.text)
    return _line(page, text, boxes, page.shown(box))

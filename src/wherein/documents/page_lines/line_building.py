"""Puts the characters of one line together, as PDFium tells them. Knows places and sizes, and no PDFium."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from wherein.documents.page_lines.line_spaces import is_tracked, with_gaps, without_tracking
from wherein.documents.page_lines.raised import Range, as_seen
from wherein.documents.page_lines.rectangles import (
    MADE_SPACE,
    NO_BOX,
    Rectangle,
    turned,
)

# A gap of this many letter heights within a line separates columns of a table.
_COLUMN_GAP = 2.0
_BOLD = 600
_MOST_UNKNOWN = 0.3
# A line goes on after what PDFium takes for its end where the next character is nearer than this many letter heights.
_NEAR = 0.8
# The least space between two words, in letter heights (of which there are about 0.87 in a font's size).
_SPACE = 0.15
# Text that goes back so many letter heights may be another layer of the page.
_BACK = -6.0
# A first letter so many times as high as what follows is a drop cap.
_DROP_CAP = 1.8


@dataclass(slots=True)
class Line:
    """One line of text with its place.

    `boxes` has one box for each code point. `left`, `right`, `top` and `bottom` are on the page as shown, with its
    rotation; `size` is the height of its letters in points.
    """

    text: str
    boxes: list[Rectangle]
    page: int
    left: float
    right: float
    top: float
    bottom: float
    size: float
    bold: bool


@dataclass(frozen=True, slots=True)
class Piece:
    """How the characters to come are drawn.

    `rotation` is the clockwise turn of the page that shows them upright. `slanted` text stands at another angle than
    the page's sides; `hidden` text is drawn without ink.
    """

    rotation: int
    slanted: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line and how it is drawn."""

    line: Line
    piece: Piece


@dataclass(slots=True)
class _Run:
    """Characters from `start` on whose boxes have one height and place above the line; `first` is PDFium's number of the first."""

    start: int
    top: float
    bottom: float
    first: int


class LineBuilding:
    """The line being read.

    `piece_at` says how the character with a number in PDFium is drawn; `baseline` gives the place of its baseline,
    downwards on the page after a rotation.
    """

    def __init__(
        self,
        page: int,
        width: float,
        height: float,
        piece_at: Callable[[int], Piece],
        baseline: Callable[[int, int], float],
    ) -> None:
        self._page, self._width, self._height = page, width, height
        self._piece_at = piece_at
        self._baseline = baseline
        self._piece = Piece(0)
        self.lines: list[DrawnLine] = []
        self.glyphs_unknown = 0
        self._start()

    def _start(self) -> None:
        self.text: list[str] = []
        self._boxes: list[Rectangle] = []
        # The last character's box on the page as it is shown.
        self._last: Rectangle | None = None
        self._runs: list[_Run] = []
        self._tall: _Run | None = None
        self._gaps: list[int] = []
        self._weights: list[int] = []
        self._unknown = 0
        self._pending_space = False
        self.ended = False
        """Whether PDFium has told the end of the line, which the place of the next character may deny."""

    def _ask_piece(self, index: int) -> None:
        """Ask how the next character is drawn; it begins a line where that is in another way than the last one."""
        piece = self._piece_at(index)
        if piece != self._piece:
            if self.text:
                self.finish()
            self._piece = piece

    def weigh(self, weight: int, character: str) -> None:
        """Record a letter's weight; only a few letters are measured, since each takes two calls."""
        if character.isalnum():
            self._weights.append(weight)

    def space(self) -> None:
        self._pending_space = True

    def unknown(self) -> None:
        self._unknown += 1
        self.glyphs_unknown += 1
        self._pending_space = True

    def add(self, character: str, box: Rectangle, index: int) -> None:
        """Add a character; `index` is its number in PDFium."""
        if box is not NO_BOX:
            if not self.text or self.ended:
                self._ask_piece(index)
            rotation = self._piece.rotation
            shown = turned(box, rotation, self._width, self._height) if rotation else box
            if self.ended:
                self._go_on_or_finish(shown)
            last = self._last
            self._last = shown
            if last is None:
                self._begin_run(shown, index)
            else:
                left, top, _, bottom = shown
                _, last_top, right, last_bottom = last
                if (bottom != last_bottom or top != last_top) and (
                    abs(bottom - last_bottom) > 0.3 or abs(top - last_top) > 0.3
                ):
                    self._begin_run(shown, index)
                gap = left - right
                if gap > 1.0:
                    self._after_gap(gap, max(last_bottom - last_top, bottom - top), character)
                elif gap < -1.0 and (
                    gap < _BACK * (bottom - top)
                    # PDFium tells the ends of lines that are not turned.
                    or (rotation and max(top - last_bottom, last_top - bottom) > bottom - top)
                ):
                    self._after_a_jump(last, shown, box, index)
        elif self.ended:
            self.finish()
        text = self.text
        if self._pending_space:
            if text and text[-1] not in " \t" and character != " ":
                text.append(" ")
                self._boxes.append(NO_BOX)
            self._pending_space = False
        text.append(character)
        self._boxes.append(box)

    def _after_a_jump(self, last: Rectangle, shown: Rectangle, box: Rectangle, index: int) -> None:
        """Text that goes far back is another line where it is lower or higher, and another layer where drawn otherwise."""
        if min(last[3], shown[3]) - max(last[1], shown[1]) < 0.3 * (shown[3] - shown[1]):
            self.finish()
        self._ask_piece(index)
        if not self.text:
            # The line that begins may stand in another direction.
            shown = turned(box, self._piece.rotation, self._width, self._height)
            self._last = shown
            self._begin_run(shown, index)

    def _begin_run(self, shown: Rectangle, index: int) -> None:
        run = _Run(len(self.text), shown[1], shown[3], index)
        self._runs.append(run)
        if self._tall is None or run.bottom - run.top > self._tall.bottom - self._tall.top:
            self._tall = run

    def _go_on_or_finish(self, shown: Rectangle) -> None:
        """Whether what PDFium takes for a new line goes on in this one: after a raised mark, a drop cap, a piece."""
        last, tall = self._last, self._tall
        if last is None or tall is None:
            self.finish()
            return
        heights = (last[3] - last[1], shown[3] - shown[1], tall.bottom - tall.top)
        gap, least = shown[0] - last[2], min(heights)
        shared = min(shown[3], tall.bottom) - max(shown[1], tall.top)
        if least <= 0 or shared < 0.5 * least or not -0.3 * least < gap < _NEAR * heights[1]:
            self.finish()
            return
        self.ended = False
        drop_cap = len(self.text) == 1 and heights[2] > _DROP_CAP * heights[1]
        if gap > _SPACE * heights[1] and not drop_cap:
            self._pending_space = True

    def _after_gap(self, gap: float, height: float, character: str) -> None:
        """A wide gap is a tab; one of a word's space between letters, where PDFium tells no space, may be one."""
        text = self.text
        if gap > _COLUMN_GAP * height and gap > 2.0:
            if text[-1] == " ":
                text.pop()
                self._boxes.pop()
            text.append("\t")
            self._boxes.append(NO_BOX)
            self._pending_space = False
        elif (
            gap > _SPACE * height
            and not self._pending_space
            and character.isalpha()
            and text[-1].isalpha()
        ):
            self._gaps.append(len(text))

    def finish(self) -> None:
        """Append the line, unless it is blank, and start a new one."""
        text = "".join(self.text)
        stripped = text.strip()
        # A line of glyphs that are mostly unknown would be noise, not text.
        if stripped and self._unknown <= len(stripped) * _MOST_UNKNOWN:
            self.lines.append(DrawnLine(self._line(text), self._piece))
        self._start()

    def _line(self, text: str) -> Line:
        boxes = self._boxes
        top, bottom, size = self._heights(len(text))
        several = len(self._runs) > 1 and not self._piece.slanted
        if several and len(self._runs) * 3 <= len(text) + 6:
            raised, lowered = self._off_the_line(len(text), top, bottom)
            if raised or lowered:
                self._gaps = []
                text, boxes = as_seen(text, boxes, raised, lowered)
        if self._gaps:
            text, boxes = with_gaps(text, boxes, self._shown(boxes), self._gaps)
        if not self._piece.rotation and is_tracked(text, boxes):
            text, boxes = without_tracking(text, boxes)
        start = len(text) - len(text.lstrip())
        text = text.strip()
        boxes = boxes[start : start + len(text)]
        left, right = self._sides(boxes)
        bold = bool(self._weights) and min(self._weights) >= _BOLD
        return Line(text, boxes, self._page, left, right, top, bottom, size, bold)

    def _shown(self, boxes: list[Rectangle]) -> list[Rectangle]:
        rotation = self._piece.rotation
        if not rotation:
            return boxes
        return [turned(box, rotation, self._width, self._height) for box in boxes]

    def _sides(self, boxes: list[Rectangle]) -> tuple[float, float]:
        inked = [box for box in boxes if box is not NO_BOX and box is not MADE_SPACE]
        shown = self._shown(inked)
        if not shown:
            return 0.0, 0.0
        lefts, _, rights, _ = zip(*shown, strict=True)
        return min(lefts), max(rights)

    def _heights(self, length: int) -> tuple[float, float, float]:
        """The top and bottom of most of the line's characters, and their height."""
        if not self._runs:
            return 0.0, 0.0, 0.0
        if len(self._runs) == 1:
            run = self._runs[0]
            return run.top, run.bottom, run.bottom - run.top
        ends = [*(run.start for run in self._runs[1:]), length]
        letters: Counter[tuple[float, float]] = Counter()
        for run, end in zip(self._runs, ends, strict=True):
            letters[round(run.top * 2) / 2, round(run.bottom * 2) / 2] += end - run.start
        most = max(letters.values())
        if most * 2 < length:
            # Boxes of ink, or formulas: the height of the middle letter.
            heights = sorted(run.bottom - run.top for run in self._runs)
            top, bottom = min(run.top for run in self._runs), max(run.bottom for run in self._runs)
            return top, bottom, heights[len(heights) // 2]
        place = next(place for place, count in letters.items() if count == most)
        for run in self._runs:
            if (round(run.top * 2) / 2, round(run.bottom * 2) / 2) == place:
                return run.top, run.bottom, run.bottom - run.top
        raise AssertionError("a run has the place that was counted")

    def _off_the_line(
        self, length: int, top: float, bottom: float
    ) -> tuple[list[Range], list[Range]]:
        """The ranges of smaller characters whose baseline is above that of the line, and below it."""
        height = bottom - top
        main = next((run for run in self._runs if abs(run.bottom - bottom) < 0.6), None)
        if main is None or height <= 0:
            return [], []
        line: float | None = None
        raised: list[Range] = []
        lowered: list[Range] = []
        for at, run in enumerate(self._runs):
            end = self._runs[at + 1].start if at + 1 < len(self._runs) else length
            own = run.bottom - run.top
            if own > 0.93 * height or abs(run.bottom - bottom) < 0.02 * height:
                continue
            if line is None:
                line = self._baseline(main.first, self._piece.rotation)
            rise = (line - self._baseline(run.first, self._piece.rotation)) / height
            if rise > 0.15 and run.bottom < bottom:
                raised.append((run.start, end))
            elif rise < -0.05:
                lowered.append((run.start, end))
        return _joined(raised, self.text), _joined(lowered, self.text)


def _joined(ranges: list[Range], text: list[str]) -> list[Range]:
    """Ranges that follow each other as one, without the white space at their ends."""
    whole: list[Range] = []
    for start, end in ranges:
        if whole and whole[-1][1] == start:
            whole[-1] = (whole[-1][0], end)
        else:
            whole.append((start, end))
    trimmed = []
    for start, end in whole:
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        if start < end:
            trimmed.append((start, end))
    return trimmed

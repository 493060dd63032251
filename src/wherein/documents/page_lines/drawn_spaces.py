"""Tells the gap between two pieces of text from a word's space, on pages that draw their spaces. Knows lines and places."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from wherein.documents.page_lines.line_building import Line
from wherein.documents.page_lines.rectangles import MADE_SPACE, NO_BOX

_FEWEST_DRAWN = 8
"""Spaces of a page that are drawn, from which one that is not drawn stands between two pieces."""
_WIDER = 1.3
"""How much wider than a drawn space the gap between two pieces is, at least, that stand in two columns."""
_NARROWEST = 0.6
"""The same where the page's sentences have no space that is not drawn."""
_SPACES_OF_A_SENTENCE = 6
_FEWEST_OF_SENTENCES = 16
_MOST_MADE = 0.02


def with_columns_apart(lines: Sequence[Line]) -> None:
    """Put a tab between two pieces of text of one line that are further apart than words.

    Programs that draw the spaces of a sentence draw none between the cells of a row, however narrow the gap is.
    """
    drawn: list[float] = []
    drawn_in_sentences = made_in_sentences = 0
    for line in lines:
        spaces = [
            box for character, box in zip(line.text, line.boxes, strict=True) if character == " "
        ]
        of_line = [
            (box[2] - box[0]) / line.size
            for box in spaces
            if box is not NO_BOX and box is not MADE_SPACE and box[2] > box[0] and line.size > 0
        ]
        drawn += of_line
        if len(of_line) >= _SPACES_OF_A_SENTENCE:
            drawn_in_sentences += len(of_line)
            made_in_sentences += len(spaces) - len(of_line)
    if len(drawn) < _FEWEST_DRAWN:
        return
    are_all_drawn = (
        drawn_in_sentences >= _FEWEST_OF_SENTENCES
        and made_in_sentences <= _MOST_MADE * drawn_in_sentences
    )
    least = (_NARROWEST if are_all_drawn else _WIDER) * median(drawn)
    for line in lines:
        boxes = line.boxes
        columns = [
            at
            for at in range(1, len(boxes) - 1)
            if boxes[at] is NO_BOX
            and line.text[at] == " "
            and boxes[at - 1] is not NO_BOX
            and boxes[at + 1] is not NO_BOX
            and boxes[at + 1][0] - boxes[at - 1][2] > least * line.size
        ]
        if columns:
            text = list(line.text)
            for at in columns:
                text[at] = "\t"
            line.text = "".join(text)

"""The lines of a PDF that make one block. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field

from wherein.core.document import BlockKind
from wherein.documents.building.canonical import Cell
from wherein.documents.page_lines.pdf_lines import Line


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together, in reading order, with their kind.

    `aside` says that it is no part of the text's flow, as a footnote or a caption, and parts no sentence;
    `cell` is the place of a table's cell.
    """

    lines: list[Line]
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int | None = None
    rows: bool = field(default=False)
    aside: bool = False
    cell: Cell | None = None

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)

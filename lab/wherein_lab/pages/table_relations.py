"""Measures the tables that are found in PDF files against tables that people marked there. Finds no tables itself.

The measure is that of Göbel, Hassan, Oro and Orsi, "A methodology for evaluating algorithms for table understanding in
PDF documents" (DocEng 2012), used in the ICDAR 2013 table competition: a table counts as the relations between
neighbouring cells, so that a column that was missed costs the relations across it and no others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from wherein.documents.page_lines.pdf_lines import directions_of
from wherein.documents.page_tables.ruling_lines import rules_of
from wherein.documents.page_tables.table_pieces import PageTable
from wherein.documents.page_tables.tables import tables_of

_TRUTH = "-str.xml"
_WHITE_SPACE = re.compile(r"\s+")
WORST = 10

Relation = tuple[str, str, str]
"""A cell's text, the text of the next cell with text, and whether that is to the "right" or "below"."""


@dataclass(frozen=True, slots=True)
class PlacedText:
    """The text of a cell that covers rows `row` to `last_row` and columns `column` to `last_column`, both included."""

    row: int
    column: int
    last_row: int
    last_column: int
    text: str


@dataclass(frozen=True, slots=True)
class FileScore:
    """How many relations of one truth file were found, how many there are, and how many were given."""

    name: str
    right: int
    wanted: int
    given: int

    @property
    def f1(self) -> float:
        """1 for a file without tables in which none were found."""
        both = self.wanted + self.given
        return 2 * self.right / both if both else 1.0


def measure(folder: Path, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Precision, recall and F1 over the relations of all truth files of a folder, and the files that do worst.

    A truth file is `NAME-str.xml`; its PDF is `NAME.pdf`, or the one without the letter after the number where a
    document was marked twice ("us-031b-str.xml", "us-031a.pdf").
    """
    paths = sorted(folder.glob(f"*{_TRUTH}"))
    found: dict[Path, Counter[Relation]] = {}
    scores: list[FileScore] = []
    for number, path in enumerate(paths, 1):
        pdf = pdf_of(path)
        if pdf not in found:
            found[pdf] = total(relations_of(texts_of(table)) for table in tables_in(pdf))
        want, got = truth_of(path), found[pdf]
        both = sum((want & got).values())
        name = path.name.removesuffix(_TRUTH)
        scores.append(FileScore(name, both, sum(want.values()), sum(got.values())))
        on_progress(number, len(paths))
    return figures(scores)


def figures(scores: list[FileScore]) -> dict[str, Any]:
    """The figures of `measure` from the scores of its files."""
    right, wanted, given = (
        sum(getattr(score, name) for score in scores) for name in ("right", "wanted", "given")
    )
    worst = sorted(scores, key=lambda score: (score.f1, score.name))[:WORST]
    return {
        "files": len(scores),
        "relations": wanted,
        "precision": round(right / given, 4) if given else 0.0,
        "recall": round(right / wanted, 4) if wanted else 0.0,
        "f1": round(2 * right / (wanted + given), 4) if wanted + given else 0.0,
        "mean_f1": round(sum(score.f1 for score in scores) / len(scores), 4) if scores else 0.0,
        "worst": [{"file": score.name, "f1": round(score.f1, 4)} for score in worst],
    }


def pdf_of(truth: Path) -> Path:
    """The path of the PDF whose tables a truth file describes."""
    name = truth.name.removesuffix(_TRUTH)
    own = truth.with_name(f"{name}.pdf")
    return own if own.exists() else truth.with_name(f"{name[:-1]}a.pdf")


def tables_in(path: Path) -> Iterator[PageTable]:
    """The tables that are found in a PDF, page by page."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        for index in range(len(document)):
            page = document[index]
            for lines in directions_of(page, index + 1):
                yield from tables_of(lines, rules_of(page, lines))
            page.close()
    finally:
        document.close()


def texts_of(table: PageTable) -> list[PlacedText]:
    """The cells of a found table; the texts of their lines one after the other."""
    return [
        PlacedText(
            cell.row,
            cell.column,
            cell.last_row,
            cell.last_column,
            " ".join(line.text for line in cell.lines()),
        )
        for cell in table.cells
    ]


def relations_of(cells: Iterable[PlacedText]) -> Counter[Relation]:
    """The relations of one table. Blank cells are passed over, and texts compared without case and white space."""
    kept = [(cell, _plain(cell.text)) for cell in cells]
    at: dict[tuple[int, int], int] = {}
    for number, (cell, text) in enumerate(kept):
        if text:
            for row in range(cell.row, cell.last_row + 1):
                for column in range(cell.column, cell.last_column + 1):
                    at[row, column] = number
    pairs: set[tuple[int, int, str]] = set()
    across = [(row, column, number) for (row, column), number in at.items()]
    down = [(column, row, number) for (row, column), number in at.items()]
    for way, places in (("right", across), ("below", down)):
        for (line, _, number), (next_line, _, following) in pairwise(sorted(places)):
            if line == next_line and number != following:
                pairs.add((number, following, way))
    return Counter((kept[a][1], kept[b][1], way) for a, b, way in pairs)


def total(counters: Iterable[Counter[Relation]]) -> Counter[Relation]:
    """All relations of several tables."""
    both: Counter[Relation] = Counter()
    for counter in counters:
        both.update(counter)
    return both


def truth_of(path: Path) -> Counter[Relation]:
    """The relations of all tables in a truth file. The regions of one table are its parts on several pages."""
    tables = ElementTree.parse(path).getroot().iter("table")
    return total(relations_of(_marked(table)) for table in tables)


def _marked(table: ElementTree.Element) -> Iterator[PlacedText]:
    for region in table.iter("region"):
        rows, columns = _number(region, "row-increment"), _number(region, "col-increment")
        for cell in region.iter("cell"):
            row, column = _number(cell, "start-row"), _number(cell, "start-col")
            yield PlacedText(
                row + rows,
                column + columns,
                _number(cell, "end-row", row) + rows,
                _number(cell, "end-col", column) + columns,
                cell.findtext("content") or "",
            )


def _number(element: ElementTree.Element, name: str, default: int = 0) -> int:
    return int(element.get(name) or default)


def _plain(text: str) -> str:
    return _WHITE_SPACE.sub("", text).casefold()

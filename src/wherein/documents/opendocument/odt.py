"""Parses ODT: body, with notes at the end. Leaves out deletions, hidden text, comments, headers and footers."""

from __future__ import annotations

from collections.abc import Iterator

from wherein.core.document import BlockKind
from wherein.core.errors import ParseError, SourceTooLarge
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.archive import damaged
from wherein.documents.building.canonical import CanonicalText, Cell, trimmed
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.whole_number import whole_number
from wherein.documents.opendocument.odf import (
    DRAW,
    NOT_SHOWN,
    OFFICE,
    TABLE,
    TEXT,
    Element,
    OpenDocument,
    Shown,
    Texts,
    open_document,
    spaces,
)
from wherein.documents.opendocument.odf_lists import Lists, OpenList
from wherein.documents.opendocument.odf_table import table_cells
from wherein.documents.source import Source

# Deeper nesting than this is no document that a person wrote.
_DEEPEST = 200
# An element of 20 bytes may stand for a thousand.
_MOST_SPACES = 5_000_000


def parse_odt(source: Source) -> Parsed:
    """Headings with their level, list items, both with their automatic numbers, cells with headers, and notes at the end.

    Raises ParseError for a damaged file, EncryptedDocument for one with a password.
    """
    document = open_document(source)
    body = document.content.find(f"{OFFICE}body/{OFFICE}text")
    if body is None:
        raise damaged(source.name)
    if sum(map(spaces, body.iter(f"{TEXT}s"))) > _MOST_SPACES:
        raise SourceTooLarge(
            f"{source.name} has more than {_MOST_SPACES:,} spaces between its words.",
            "Take them out and save it again, or as PDF.",
        )
    reader = _Reader(source.name, document)
    reader.read(body)
    for note in body.iter(f"{TEXT}note-body"):
        reader.read(note)
    out = reader.out
    heading = next((b.span.of(out.text) for b in out.blocks if b.kind is BlockKind.HEADING), None)
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        title=document.title or reader.title or heading,
        dates=document.dates,
        language=document.language,
        generated=out.generated,
        unread=reader.unread(body),
    )


class _Reader:
    def __init__(self, name: str, document: OpenDocument) -> None:
        self.out = CanonicalText()
        self.title: str | None = None
        self._name = name
        self._tables = 0
        self._texts = Texts(document)
        self._lists = Lists(document)

    def read(
        self,
        container: Element,
        cell: Cell | None = None,
        listed: OpenList | None = None,
        depth: int = 0,
    ) -> None:
        """Everything in a body, list, section, frame or cell, in order."""
        if depth > _DEEPEST:
            raise ParseError(f"{self._name} is nested too deeply to read.", "Save it again.")
        number = ""
        if listed is not None and container.tag == f"{TEXT}list-item":
            number = self._lists.item(listed, container)
        for child in container:
            tag = child.tag
            if tag in NOT_SHOWN:
                continue
            if tag in (f"{TEXT}p", f"{TEXT}h"):
                number = self._paragraph(child, cell, listed, number)
                for box in _boxes(child):
                    self.read(box, cell, None, depth + 1)
            elif tag == f"{TABLE}table":
                self._table(child, depth)
            elif tag == f"{TEXT}list":
                self.read(child, cell, self._lists.begin(child, listed), depth + 1)
            elif tag == f"{TEXT}section" and child.get(f"{TEXT}display") == "none":
                self._texts.hidden += 1
            else:
                self.read(child, cell, listed, depth + 1)

    def unread(self, body: Element) -> tuple[Unread, ...]:
        """What the body holds beside its text; a picture that stands for an object is not counted twice."""
        frames = [{child.tag for child in frame} for frame in body.iter(f"{DRAW}frame")]
        objects = sum(f"{DRAW}object" in frame for frame in frames)
        pictures = sum(f"{DRAW}image" in f and f"{DRAW}object" not in f for f in frames)
        counts = (
            (UnreadKind.PICTURE, pictures),
            (UnreadKind.COMMENT, sum(1 for _ in body.iter(f"{OFFICE}annotation"))),
            (UnreadKind.DELETION, sum(1 for _ in body.iter(f"{TEXT}deletion"))),
            (UnreadKind.HIDDEN_TEXT, self._texts.hidden),
            (UnreadKind.OBJECT, objects),
        )
        return tuple(Unread(kind, count) for kind, count in counts if count)

    def _paragraph(
        self, paragraph: Element, cell: Cell | None, listed: OpenList | None, number: str
    ) -> str:
        """Add a paragraph with the number of its list item; returns the number where it was not shown yet."""
        shown = self._texts.of(paragraph)
        if not shown.text.strip():
            return number
        is_heading = paragraph.tag == f"{TEXT}h" and cell is None
        level = min(max(whole_number(paragraph.get(f"{TEXT}outline-level"), 1), 1), 6)
        if is_heading and not number:
            number = self._lists.heading(level, paragraph)
        if is_heading and not shown.generated:
            shown = Shown(" ".join(shown.text.split()))
        text = shown.text.lstrip(" \t\n")
        moved = len(number) - (len(shown.text) - len(text))
        places = [(0, len(number))] if number else []
        places += [(start + moved, end + moved) for start, end in shown.generated]
        if self.title is None and paragraph.get(f"{TEXT}style-name") == "Title":
            self.title = trimmed(text) or None
        if is_heading:
            self.out.add(BlockKind.HEADING, number + text, level=level, generated=places)
        elif cell is not None:
            self.out.add(BlockKind.CELL, number + text, cell=cell, generated=places)
        else:
            kind = BlockKind.LIST_ITEM if listed is not None else BlockKind.PARAGRAPH
            self.out.add(kind, number + text, generated=places)
        return ""

    def _table(self, table: Element, depth: int) -> None:
        self._tables += 1
        for cell in table_cells(table, self.out, lambda element: self._texts.of(element).text):
            place = Cell(self._tables, cell.row, cell.column, cell.row_header, cell.column_header)
            self.read(cell.element, place, None, depth + 1)


def _boxes(element: Element) -> Iterator[Element]:
    """The text boxes of a paragraph but for those within another box or a note, which read their own."""
    for child in element:
        if child.tag == f"{DRAW}text-box":
            yield child
        elif child.tag not in NOT_SHOWN:
            yield from _boxes(child)

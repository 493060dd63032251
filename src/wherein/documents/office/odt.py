"""Parses ODT: body, with notes at the end. Leaves out tracked deletions, comments, headers and footers."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from wherein.core.document import BlockKind, Dates
from wherein.core.errors import EncryptedDocument, ParseError, SourceTooLarge
from wherein.documents.building.archive import (
    checked_archive,
    damaged,
    member_bytes,
    refuse_entities,
)
from wherein.documents.building.canonical import (
    LONGEST_HEADER,
    CanonicalText,
    Cell,
    header_of,
    trimmed,
)
from wherein.documents.building.dates import from_iso
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.whole_number import whole_number
from wherein.documents.source import Source

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
_MANIFEST = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_NOT_SHOWN = frozenset(
    {f"{_OFFICE}annotation", f"{_TEXT}tracked-changes", f"{_TEXT}ruby-text", f"{_TEXT}note",
     f"{_OFFICE}forms", f"{_TEXT}sequence-decls"}
)  # fmt: skip
# Deeper nesting than this is no document that a person wrote.
_DEEPEST = 200
# An element of 20 bytes may stand for a thousand.
_MOST_SPACES = 5_000_000


def parse_odt(source: Source) -> Parsed:
    """Headings with their level, list items, cells with headers, and notes at the end.

    Raises ParseError for a damaged file, EncryptedDocument for one with a password.
    """
    data, name = source.data, source.name
    with checked_archive(data, name) as archive:
        manifest = _xml(member_bytes(archive, "META-INF/manifest.xml", name), name)
        if manifest is not None and manifest.find(f".//{_MANIFEST}encryption-data") is not None:
            raise EncryptedDocument(
                f"{name} is protected by a password.",
                "Open it, save it without the password and give that.",
            )
        content = _xml(member_bytes(archive, "content.xml", name), name)
        meta = _xml(member_bytes(archive, "meta.xml", name), name)
    body = content.find(f"{_OFFICE}body/{_OFFICE}text") if content is not None else None
    if body is None:
        raise damaged(name)
    if sum(map(_spaces, body.iter(f"{_TEXT}s"))) > _MOST_SPACES:
        raise SourceTooLarge(
            f"{name} has more than {_MOST_SPACES:,} spaces between its words.",
            "Take them out and save it again, or as PDF.",
        )
    reader = _Reader(name)
    reader.read(body)
    for note in body.iter(f"{_TEXT}note-body"):
        reader.read(note)
    out = reader.out
    heading = next((b.span.of(out.text) for b in out.blocks if b.kind is BlockKind.HEADING), None)
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        title=trimmed(_of(meta, f"{_DC}title")) or reader.title or heading,
        dates=Dates(
            created=from_iso(_of(meta, f"{_META}creation-date")),
            modified=from_iso(_of(meta, f"{_DC}date")),
        ),
        language=_of(meta, f"{_DC}language").split("-")[0].lower() or None,
    )


def _xml(data: bytes | None, name: str) -> ElementTree.Element | None:
    if data is None:
        return None
    refuse_entities(data, name)
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise damaged(name) from error


def _of(meta: ElementTree.Element | None, tag: str) -> str:
    return (meta.findtext(f".//{tag}") or "") if meta is not None else ""


class _Reader:
    def __init__(self, name: str) -> None:
        self.out = CanonicalText()
        self.title: str | None = None
        self._name = name
        self._tables = 0

    def read(
        self,
        container: ElementTree.Element,
        cell: Cell | None = None,
        listed: bool = False,
        depth: int = 0,
    ) -> None:
        """Everything in a body, list, section, frame or cell, in order."""
        if depth > _DEEPEST:
            raise ParseError(f"{self._name} is nested too deeply to read.", "Save it again.")
        for child in container:
            tag = child.tag
            if tag in _NOT_SHOWN:
                continue
            if tag == f"{_TEXT}h" and cell is None:
                level = whole_number(child.get(f"{_TEXT}outline-level"), 1)
                text = " ".join("".join(_text(child)).split())
                self.out.add(BlockKind.HEADING, text, level=min(max(level, 1), 6))
                self._frames(child, cell, depth)
            elif tag in (f"{_TEXT}p", f"{_TEXT}h"):
                self._paragraph(child, cell, listed)
                self._frames(child, cell, depth)
            elif tag == f"{_TABLE}table":
                self._table(child, depth)
            elif tag == f"{_TEXT}list":
                self.read(child, cell, True, depth + 1)
            else:
                self.read(child, cell, listed, depth + 1)

    def _paragraph(self, paragraph: ElementTree.Element, cell: Cell | None, listed: bool) -> None:
        text = "".join(_text(paragraph))
        if self.title is None and paragraph.get(f"{_TEXT}style-name") == "Title":
            self.title = trimmed(text) or None
        if cell is not None:
            self.out.add(BlockKind.CELL, text, cell=cell)
        else:
            kind = BlockKind.LIST_ITEM if listed else BlockKind.PARAGRAPH
            self.out.add(kind, text)

    def _frames(self, paragraph: ElementTree.Element, cell: Cell | None, depth: int) -> None:
        """Text boxes anchored in a paragraph, after it."""
        for box in _boxes(paragraph):
            self.read(box, cell, False, depth + 1)

    def _table(self, table: ElementTree.Element, depth: int) -> None:
        self._tables += 1
        number = self._tables
        above: dict[int, str] = {}
        for row_index, (row, is_header) in enumerate(_rows(table)):
            column = 0
            for cell in row:
                if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
                    continue
                stated = whole_number(cell.get(f"{_TABLE}number-columns-repeated"), 1)
                width = min(max(stated, 1), 100)
                if cell.tag == f"{_TABLE}table-cell":
                    if is_header and len(above.get(column, "")) < LONGEST_HEADER:
                        both = f"{above.get(column, '')} {_header(cell)}"
                        above[column] = header_of(both) or ""
                    header = None if is_header else above.get(column) or None
                    place = Cell(number, row_index, column, None, header)
                    self.read(cell, place, False, depth + 1)
                column += width


def _header(cell: ElementTree.Element) -> str:
    """The text of a header cell; of a long one its beginning."""
    parts: list[str] = []
    length = 0
    for part in _text(cell):
        parts.append(part)
        length += len(part)
        if length > 2 * LONGEST_HEADER:
            break
    return " ".join("".join(parts).split())


def _boxes(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The text boxes of a paragraph but for those within another box or a note, which read their own."""
    for child in element:
        if child.tag == f"{_DRAW}text-box":
            yield child
        elif child.tag not in _NOT_SHOWN:
            yield from _boxes(child)


def _rows(element: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, bool]]:
    """Rows of a table and whether each is a header row."""
    for child in element:
        if child.tag == f"{_TABLE}table-row":
            yield child, False
        elif child.tag == f"{_TABLE}table-header-rows":
            yield from ((row, True) for row, _ in _rows(child))
        elif child.tag in (f"{_TABLE}table-rows", f"{_TABLE}table-row-group"):
            yield from _rows(child)


def _text(element: ElementTree.Element) -> Iterator[str]:
    """The text of a paragraph, with white space collapsed as in ODF 1.3, 6.1.2, and without notes and frames."""
    yield _collapsed(element.text)
    for child in element:
        tag = child.tag
        if tag == f"{_TEXT}s":
            yield " " * _spaces(child)
        elif tag == f"{_TEXT}tab":
            yield "\t"
        elif tag == f"{_TEXT}line-break":
            yield "\n"
        elif tag not in _NOT_SHOWN and tag != f"{_DRAW}text-box":
            yield from _text(child)
        yield _collapsed(child.tail)


def _spaces(element: ElementTree.Element) -> int:
    return min(whole_number(element.get(f"{_TEXT}c"), 1), 1000)


def _collapsed(text: str | None) -> str:
    if not text:
        return ""
    words = " ".join(part for part in text.replace("\t", " ").replace("\n", " ").split(" ") if part)
    before = " " if text[0] in " \t\n\r" else ""
    after = " " if text[-1] in " \t\n\r" and words else ""
    return f"{before}{words}{after}"

"""Imports a Kiwix ZIM file through libzim, which is an extra because it is under the GPL.

Uses only libzim's `Archive`; its pages are parsed like any HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from wherein.core.document import BlockKind, Document
from wherein.core.errors import ExtraMissing, ParseError, WhereinError
from wherein.core.text.extras import extra_command
from wherein.documents.html.main_only import main_only
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.knowledge.importers.base import BaseImporter
from wherein.knowledge.record import Cell, LeftOut, Origin, Record, Section

_PAGES = ("text/html", "application/xhtml+xml")
_BOLD_LEAD_BYTES = 20_000
"""Bytes of a page that are searched for bold names: the lead is at its beginning."""


def _open(path: Path) -> Any:
    try:
        from libzim.reader import Archive
    except ImportError as error:
        raise ExtraMissing(
            "ZIM files are read with libzim, which is not installed (it is under the GPL).",
            f"Get it: {extra_command('zim')}",
        ) from error
    try:
        return Archive(path)
    except RuntimeError as error:
        raise ParseError(f"{path.name} is not a complete ZIM file.", "Fetch it again.") from error


class Zim(BaseImporter):
    """An `Importer` of a ZIM file's articles and redirects."""

    def __init__(self, path: Path, opened: Callable[[Path], Any] = _open) -> None:
        """`opened` returns the archive. Raises ExtraMissing or ParseError."""
        self._path = path
        self._archive = opened(path)
        super().__init__(
            Origin(
                str(path),
                self._metadata("Date"),
                self._metadata("License"),
                self._metadata("Creator") or self._metadata("Source") or path.name,
            )
        )

    @staticmethod
    def reads(path: Path) -> bool:
        return path.is_file() and path.suffix.lower() == ".zim"

    def size(self) -> int | None:
        return int(self._archive.entry_count)

    def records(self, skip: int = 0) -> Iterator[Record]:
        """One record per entry; the record of an entry that is no article has an empty title."""
        for number in range(skip, int(self._archive.entry_count)):
            try:
                yield self._record(self._archive._get_entry_by_id(number))
            except RuntimeError as error:
                raise ParseError(
                    f"{self._path.name} is damaged at entry {number}.",
                    "Fetch it again and repeat the command: what was read is kept.",
                ) from error

    def _record(self, entry: Any) -> Record:
        if entry.is_redirect:
            return Record(entry.title, redirect_to=entry.get_redirect_entry().title)
        item = entry.get_item()
        if item.mimetype.split(";")[0].strip().lower() not in _PAGES:
            return Record("")
        data = bytes(item.content)
        try:
            source = Source(data, entry.path, f"zim:{entry.path}", media_type=item.mimetype)
            document = main_only(parse(source))
        except WhereinError as error:
            self._left_out.append(LeftOut(entry.title, str(error)))
            return Record("")
        return Record(
            entry.title,
            document.text,
            names=bold_names(data[:_BOLD_LEAD_BYTES]),
            sections=sections_of(document),
            source=self._metadata("Source") or "",
            cells=cells_of(document),
        )

    def _metadata(self, key: str) -> str:
        if key not in self._archive.metadata_keys:
            return ""
        return bytes(self._archive.get_metadata(key)).decode("utf-8", "replace").strip()


def sections_of(document: Document) -> tuple[Section, ...]:
    """A document's headings as sections, without the title heading."""
    return tuple(
        Section(text, block.level or 1, block.span.start)
        for block in document.blocks
        if block.kind is BlockKind.HEADING
        and (text := " ".join(block.span.of(document.text).split())) != document.title
    )


def cells_of(document: Document) -> tuple[Cell, ...]:
    """A document's table cells."""
    return tuple(
        Cell(block.span.start, block.span.end, block.row, block.column)
        for block in document.blocks
        if block.kind is BlockKind.CELL
    )


def bold_names(html: bytes) -> tuple[str, ...]:
    """The bold text of the first paragraph that has any: the article's own names."""
    from selectolax.lexbor import LexborHTMLParser

    for paragraph in LexborHTMLParser(html).css("p"):
        found = [" ".join(node.text().split()) for node in paragraph.css("b, strong")]
        if names := tuple(dict.fromkeys(name for name in found if 1 < len(name) <= 100)):
            return names
    return ()

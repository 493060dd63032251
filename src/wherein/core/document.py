"""Documents, with their blocks, pages and dates. Values only; parsing is elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from wherein.core.credit import Credit
from wherein.core.span import Span
from wherein.core.text.word_count import word_count
from wherein.core.unread import Unread


class BlockKind(StrEnum):
    """The kind of a block."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    CELL = "cell"
    CAPTION = "caption"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """One heading, paragraph, list item, table cell, caption or code listing.

    `level` is 1 to 6, for headings only. `row` and `column` are the header texts of a
    table cell's row and column, None where the table names none. `main` is False for blocks beside the main text of a
    page: menus, boxes, comments, footers.
    """

    kind: BlockKind
    span: Span
    level: int | None = None
    row: str | None = None
    column: str | None = None
    main: bool = True

    def __post_init__(self) -> None:
        if (self.level is not None) != (self.kind is BlockKind.HEADING):
            raise ValueError("a heading has a level and nothing else has")
        if self.level is not None and not 1 <= self.level <= 6:
            raise ValueError(f"a heading level is 1 to 6, not {self.level}")
        if (self.row or self.column) and self.kind is not BlockKind.CELL:
            raise ValueError("only a cell has a row or a column header")


def main_text_of(text: str, blocks: Sequence[Block]) -> str:
    """The text of the main blocks, with an empty line between them; `text` itself where all blocks are main."""
    if all(block.main for block in blocks):
        return text
    return "\n\n".join(block.span.of(text) for block in blocks if block.main)


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a paged document.

    `number` counts from 1. `boxes` is zlib-compressed little-endian uint16 of shape
    (len(span), 4): x0, y0, x1, y1 of every code point in tenths of a point, origin at the top left
    of the unrotated page; a code point without ink has four zeros. None where the format has pages
    but no places on them (slides, sheets).
    `recognised` says that its text was recognised from a picture, and may have wrong letters.
    """

    number: int
    span: Span
    boxes: bytes | None = None
    recognised: bool = False


class DateKind(StrEnum):
    """The event that a document's date belongs to."""

    MODIFIED = "modified"
    PUBLISHED = "published"
    CREATED = "created"
    AS_OF = "as_of"


@dataclass(frozen=True, slots=True)
class Dates:
    """A document's own dates as ISO 8601 (date or date and time), None where it states none.

    `as_of` is the date of the collection that an article comes from; the library does not store it.
    """

    created: str | None = None
    modified: str | None = None
    published: str | None = None
    as_of: str | None = None

    @property
    def stated(self) -> str | None:
        """The document's main date: published, else modified, else created."""
        return self.published or self.modified or self.created or self.as_of

    @property
    def latest(self) -> tuple[str | None, DateKind | None]:
        """The latest date on which the text was current, and the event of that date."""
        for date, kind in (
            (self.modified, DateKind.MODIFIED),
            (self.published, DateKind.PUBLISHED),
            (self.created, DateKind.CREATED),
            (self.as_of, DateKind.AS_OF),
        ):
            if date is not None:
                return date, kind
        return None, None


TEAM_ID_DIGITS = 20
"""Hexadecimal digits of the id of a document in a library of a team; every other document's has 16."""


def is_of_team(document: str) -> bool:
    """Whether a document, by its id, is in a library of a team, and not in the one that every home has."""
    return len(document) == TEAM_ID_DIGITS and ":" not in document


@dataclass(frozen=True, slots=True)
class Document:
    """A file, page or article that can be asked.

    id: derived from `source`, so that it stays when the content changes.
    text: canonical: lines end in "\\n" only, no NUL, no lone surrogates.
    blocks: in reading order, inside the text, without overlap.
    language: an ISO 639-1 code; None where the text is too short to detect it.
    content_hash: the SHA-256 of the parsed bytes, in hexadecimal.
    credit: the author and licence to name; None for a person's own documents.
    unread: what the document holds and was not read.
    generated: places of the text that a person sees but whose characters the file does not have, such as an automatic
        number; in order, without overlap.
    """

    id: str
    source: str
    title: str
    kind: str
    text: str
    content_hash: str
    blocks: tuple[Block, ...] = ()
    pages: tuple[Page, ...] = ()
    dates: Dates = field(default_factory=Dates)
    language: str | None = None
    credit: Credit | None = None
    unread: tuple[Unread, ...] = ()
    generated: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        if "\r" in self.text or "\0" in self.text:
            raise ValueError("canonical text has no carriage returns and no NUL")
        last = 0
        for block in self.blocks:
            if block.span.start < last or block.span.end > len(self.text):
                raise ValueError("blocks must lie within the text, in order, without overlap")
            last = block.span.end
        last = 0
        for span in self.generated:
            if span.start < last or span.end > len(self.text):
                raise ValueError(
                    "generated places must lie within the text, in order, without overlap"
                )
            last = span.end

    @property
    def main_text(self) -> str:
        """The text that is read first: the document without menus, boxes, comments and footers."""
        return main_text_of(self.text, self.blocks)

    @property
    def words(self) -> int:
        """Number of words in the main text, as `word_count` counts them."""
        return word_count(self.main_text)

    @property
    def words_beside_main(self) -> int:
        """Number of words in the blocks that are not main text."""
        return sum(word_count(block.span.of(self.text)) for block in self.blocks if not block.main)

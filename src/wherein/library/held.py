"""One document with all that a library keeps of it, for taking it to another store. Knows no store."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Protocol

COLUMNS = (
    "id", "source", "title", "kind", "language", "words", "length", "content_hash", "created",
    "modified", "published", "added", "blocks", "words_beside_main", "outdated", "file", "unread",
    "generated", "parser", "library",
)  # fmt: skip
"""The columns of a document in every store, without the generation, which belongs to one library alone."""


@dataclass(frozen=True, slots=True)
class HeldDocument:
    """`row` has the values of COLUMNS.

    pages: (number, start, end, boxes, recognised). passages: (number, start, end, section, main). given: the title and
    the tags that a person gave, with the document's own title between them.
    """

    row: tuple[Any, ...]
    text: str
    pages: tuple[tuple[int, int, int, bytes | None, bool], ...]
    passages: tuple[tuple[int, int, int, str, bool], ...]
    given: tuple[str | None, str, str] | None

    @property
    def id(self) -> str:
        return str(self.row[0])

    @property
    def digest(self) -> str:
        """SHA-256 of everything, the same in every store."""
        values = json.dumps(
            [self.row, self.text, self.pages, self.passages, self.given], default=_plain
        )
        return hashlib.sha256(values.encode()).hexdigest()


def held_document(
    row: tuple[Any, ...],
    texts: list[tuple[str]],
    pages: list[tuple[Any, ...]],
    passages: list[tuple[Any, ...]],
    given: tuple[Any, ...] | None,
) -> HeldDocument:
    """A document of the rows of its tables, with values of the same kinds whatever the store."""
    outdated = COLUMNS.index("outdated")
    blocks = COLUMNS.index("blocks")
    values = list(row)
    values[outdated] = bool(values[outdated])
    values[blocks] = (
        bytes(values[blocks]) if not isinstance(row[blocks], str) else row[blocks].encode()
    )
    return HeldDocument(
        tuple(values),
        "".join(text for (text,) in texts),
        tuple((number, a, b, boxes, bool(seen)) for number, a, b, boxes, seen in pages),
        tuple((number, a, b, section, bool(main)) for number, a, b, section, main in passages),
        None if given is None else (given[0], given[1], given[2]),
    )


class LibraryExchange(Protocol):
    """Takes documents out of a library, and into one, as they are."""

    def held(self, document: str) -> HeldDocument | None:
        """All that is kept of a document; None where there is none."""
        ...

    def restore(self, held: HeldDocument) -> None:
        """Store a document as it was held; it replaces the one with the same id. Raises LibraryError."""
        ...


def _plain(value: object) -> str:
    assert isinstance(value, bytes)
    return hashlib.sha256(value).hexdigest()

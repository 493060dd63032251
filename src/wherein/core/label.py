"""The label of a document for people: title, source, date. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.credit import Credit
from wherein.core.document import DateKind, Document
from wherein.core.file_change import FileChange


@dataclass(frozen=True, slots=True)
class Label:
    """A document's title, path or address, latest date with its kind, and credit; "" or None where it has none.

    file_change: what became of the file since the copy was kept that is shown.
    """

    title: str = ""
    source: str = ""
    date: str | None = None
    date_kind: DateKind | None = None
    credit: Credit | None = None
    file_change: FileChange | None = None

    @classmethod
    def of(cls, document: Document) -> Label:
        return cls(document.title, document.source, *document.dates.latest, document.credit)

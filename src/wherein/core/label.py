"""The label of a document for people: title, source, date. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.credit import Credit
from wherein.core.document import DateKind, Document


@dataclass(frozen=True, slots=True)
class Label:
    """A document's title, path or address, latest date with its kind, and credit; "" or None where it has none."""

    title: str = ""
    source: str = ""
    date: str | None = None
    date_kind: DateKind | None = None
    credit: Credit | None = None

    @classmethod
    def of(cls, document: Document) -> Label:
        return cls(document.title, document.source, *document.dates.latest, document.credit)

"""Reads title and dates of an Office file from its core properties part. Knows no text.

It does not use python-docx, openpyxl and python-pptx, which fill in today's date and a title of their own where a
file has no such part.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from xml.etree import ElementTree

from wherein.core.document import Dates
from wherein.documents.building.archive import member_bytes, refuse_entities
from wherein.documents.building.canonical import trimmed
from wherein.documents.building.dates import from_iso

_PART = "docProps/core.xml"
_DC = "{http://purl.org/dc/elements/1.1/}"
_TERMS = "{http://purl.org/dc/terms/}"
# Titles that programs put in by themselves.
_GENERIC = frozenset({"", "powerpoint presentation", "word document", "slide 1", "no slide title"})


@dataclass(frozen=True, slots=True)
class OfficeProperties:
    """The file's stated properties (ECMA-376 part 2, section 11); None where it states none."""

    title: str | None = None
    dates: Dates = field(default_factory=Dates)


def read_properties(archive: zipfile.ZipFile, name: str) -> OfficeProperties:
    """The core properties of an open Office archive; empty when the part is absent or broken."""
    data = member_bytes(archive, _PART, name)
    if data is None:
        return OfficeProperties()
    refuse_entities(data, name)
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return OfficeProperties()
    title = " ".join(trimmed(root.findtext(f"{_DC}title") or "").split())
    return OfficeProperties(
        title=None if title.lower() in _GENERIC else title,
        dates=Dates(
            created=from_iso(root.findtext(f"{_TERMS}created")),
            modified=from_iso(root.findtext(f"{_TERMS}modified")),
        ),
    )

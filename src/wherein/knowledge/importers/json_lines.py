"""JSON lines as a source: one article or redirect a line, compressed or not."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote

from wherein.core.errors import ParseError
from wherein.knowledge.importers.source import Source
from wherein.knowledge.record import Origin, Record, Section

_SUFFIXES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")


class JsonLines(Source):
    """An `Importer`.

    An article has `title` and `text`, and may have `aliases`, `redirects`, `names`, `sections`
    (`{heading, level, start}`), `source` and `disambiguation`; a redirect has `alias` and `title`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        made = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        note = path.with_name(path.name.split(".")[0] + ".origin.json")
        given = json.loads(note.read_text("utf-8")) if note.exists() else {}
        super().__init__(
            Origin(
                str(path),
                given.get("snapshot", made.date().isoformat()),
                given.get("licence", ""),
                given.get("attribution", ""),
            )
        )

    @staticmethod
    def reads(path: Path) -> bool:
        return path.is_file() and path.name.lower().endswith(_SUFFIXES)

    def size(self) -> int | None:
        return None

    def records(self, skip: int = 0) -> Iterator[Record]:
        number = 0
        try:
            with self._open() as lines:
                for number, line in enumerate(lines, 1):
                    if number > skip and line.strip():
                        yield self._record(line, number)
        except (EOFError, OSError) as error:
            raise ParseError(
                f"{self._path.name} breaks off after line {number} ({error}).",
                "Fetch or write the file again.",
            ) from error

    def _open(self) -> IO[str]:
        if self._path.name.lower().endswith(".gz"):
            return gzip.open(self._path, "rt", encoding="utf-8", errors="replace")
        return self._path.open("rt", encoding="utf-8", errors="replace")

    def _record(self, line: str, number: int) -> Record:
        try:
            row = json.loads(line)
            if "alias" in row:
                return Record(_plain(row["alias"]), redirect_to=_plain(row["title"]))
            return Record(
                title=clean(row["title"]).strip(),
                text=clean(row["text"]),
                aliases=_texts(row, "aliases") + _texts(row, "redirects"),
                names=_texts(row, "names"),
                sections=tuple(
                    Section(clean(s["heading"]), int(s.get("level", 1)), int(s["start"]))
                    for s in row.get("sections", ())
                ),
                source=str(row.get("source", "")),
                disambiguation=bool(row.get("disambiguation", False)),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ParseError(
                f"Line {number} of {self._path.name} is no article ({error!r}).",
                "Each line is one JSON object with title and text, or with alias and title.",
            ) from error


def _texts(row: dict[str, Any], key: str) -> tuple[str, ...]:
    return tuple(clean(text) for text in row.get(key) or ())


def _plain(title: str) -> str:
    """A title without the percent signs of an address."""
    return clean(unquote(title)).strip()


def clean(text: str) -> str:
    """Canonical text: one kind of line end, no NUL, no lone surrogates. Offsets move with CRLF alone."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")
    return text.encode("utf-8", "replace").decode("utf-8")

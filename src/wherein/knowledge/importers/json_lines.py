"""Imports JSON lines, compressed or not: one article or redirect per line."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import unquote

from wherein.core.errors import ParseError
from wherein.core.text.reason import reason_of
from wherein.knowledge.importers.base import BaseImporter
from wherein.knowledge.importers.note import note_beside
from wherein.knowledge.record import LeftOut, Origin, Record, Section

_SUFFIXES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")
_LISTS = ("aliases", "redirects", "names")
_FORM = (
    "Each line is one JSON object with title and text, or with alias and title:"
    ' {"title": "Lake Baz", "text": "Lake Baz is a lake.", "aliases": ["Baz"]}'
)
_BOM = b"\xef\xbb\xbf"


class JsonLines(BaseImporter):
    """An `Importer`.

    An article has `title` and `text`, and may have `aliases`, `redirects`, `names` (lists of names),
    `sections` (`{heading, level, start}`), `source` and `disambiguation`; a redirect has `alias` and
    `title`. A malformed line stops the import; an article without text is left out.
    """

    def __init__(self, path: Path) -> None:
        """Raises ParseError for an unreadable `….origin.json` beside the file."""
        self._path = path
        made = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        given = note_beside(path)
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
        """One record per non-blank line; the record of an article without text has an empty title."""
        number = 0
        try:
            with self._open() as lines:
                for number, line in enumerate(lines, 1):
                    if number > skip:
                        yield self._record(line, number)
        except (EOFError, OSError) as error:
            raise ParseError(
                f"{self._path.name} breaks off after line {number}.",
                "Fetch or write the file again.",
            ) from error

    def _open(self) -> IO[bytes]:
        if self._path.name.lower().endswith(".gz"):
            return cast(IO[bytes], gzip.open(self._path, "rb"))
        return self._path.open("rb")

    def _record(self, line: bytes, number: int) -> Record:
        try:
            text = line.removeprefix(_BOM).decode("utf-8")
        except UnicodeDecodeError as error:
            raise ParseError(
                f"Line {number} of {self._path.name} is not UTF-8.",
                f"Convert the file: iconv -f latin1 -t utf-8 {self._path.name} > utf8-{self._path.name}",
            ) from error
        if not text.strip():
            return Record("")
        try:
            record = _read(json.loads(text), f"line {number}")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            is_ours = type(error) in (ValueError, TypeError)
            reason = str(error) if is_ours else reason_of(error).partition(" at line")[0]
            raise ParseError(
                f"Line {number} of {self._path.name} is not an article ({reason}).", _FORM
            ) from error
        if not record.title or not (record.text.strip() or record.redirect_to):
            lacking = "text" if record.title else "title"
            what = f"line {number}" + (f" ({record.title})" if record.title else "")
            self._left_out.append(LeftOut(what, f"It has no {lacking}."))
            return Record("")
        return record


def _read(row: Any, place: str) -> Record:
    """The record of a line. Raises ValueError, KeyError or TypeError with the fault of a malformed line."""
    if not isinstance(row, dict):
        raise TypeError("it is not an object")
    if "alias" in row:
        return Record(
            _plain(_text(row, "alias")), redirect_to=_plain(_text(row, "title")), place=place
        )
    disambiguation = row.get("disambiguation") or False
    if not isinstance(disambiguation, bool):
        raise TypeError("'disambiguation' is neither true nor false")
    lists = {key: _texts(row, key) for key in _LISTS}
    return Record(
        title=_text(row, "title").strip(),
        text=_text(row, "text"),
        aliases=lists["aliases"] + lists["redirects"],
        names=lists["names"],
        sections=tuple(
            Section(_text(s, "heading"), int(s.get("level", 1)), int(s["start"]))
            for s in row.get("sections") or ()
        ),
        source="" if row.get("source") is None else _text(row, "source"),
        disambiguation=disambiguation,
        place=place,
    )


def _text(row: dict[str, Any], key: str) -> str:
    if not isinstance(row[key], str):
        raise TypeError(f"{key!r} is not a text")
    return clean(row[key])


def _texts(row: dict[str, Any], key: str) -> tuple[str, ...]:
    given = row.get(key) or []
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise TypeError(f'{key!r} is not a list of names, as in ["Baz", "Lake of Baz"]')
    return tuple(clean(name) for name in given)


def _plain(title: str) -> str:
    """A title with the percent-encoding of an address undone."""
    return clean(unquote(title)).strip()


def clean(text: str) -> str:
    """Canonical text: only "\\n" as line end, no NUL, no lone surrogates. Only CRLF shifts offsets."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")
    return text.encode("utf-8", "replace").decode("utf-8")

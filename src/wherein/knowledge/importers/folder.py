"""Imports a folder of documents: each is an article, named by its title."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from wherein.core.errors import SourceNotFound
from wherein.core.text.readable import readable
from wherein.documents.formats import supported_suffixes
from wherein.documents.html.main_only import main_only
from wherein.documents.isolation.failure import as_failure
from wherein.documents.isolation.isolated import ParserProcess, parse_safely
from wherein.documents.page_lines.recognition import Recognition
from wherein.documents.source import Source, read_source
from wherein.knowledge.importers.base import BaseImporter
from wherein.knowledge.importers.zim import cells_of, sections_of
from wherein.knowledge.record import LeftOut, Origin, Record


class Folder(BaseImporter):
    """An `Importer` of every file of a known format below a folder; other files are left out.

    The file's name is an alias of its article, so that a question may use either. Pages without text are recognised as
    `recognition` says.
    """

    def __init__(self, path: Path, recognition: Recognition | None = None) -> None:
        self._path = path
        self._recognition = recognition
        suffixes = tuple(supported_suffixes())
        self._files = [
            file
            for file in sorted(path.rglob("*"))
            if file.is_file()
            and file.name.lower().endswith(suffixes)
            and not any(part.startswith(".") for part in file.relative_to(path).parts)
        ]
        if not self._files:
            raise SourceNotFound(
                f"There is no document in {path}.", "Name a folder with documents below it."
            )
        newest = max(file.stat().st_mtime for file in self._files)
        super().__init__(Origin(str(path), datetime.fromtimestamp(newest, UTC).date().isoformat()))

    @staticmethod
    def reads(path: Path) -> bool:
        return path.is_dir()

    def size(self) -> int | None:
        return len(self._files)

    def records(self, skip: int = 0) -> Iterator[Record]:
        """One record per file; the record of an unreadable file has an empty title."""
        process = ParserProcess()
        try:
            for file in self._files[skip:]:
                yield self._record(file, process)
        finally:
            process.close()

    def _record(self, file: Path, process: ParserProcess) -> Record:
        try:
            data = read_source(file)
            source = Source(data, file.name, str(file), recognition=self._recognition)
            document = main_only(parse_safely(source, process=process))
        except Exception as error:
            reason = str(as_failure(error, file.name))
            self._left_out.append(LeftOut(readable(str(file)), reason))
            return Record("")
        name = file.stem.replace("_", " ").strip()
        return Record(
            document.title,
            document.text,
            aliases=(name,) if name and name != document.title else (),
            sections=sections_of(document),
            source=str(file),
            cells=cells_of(document),
        )

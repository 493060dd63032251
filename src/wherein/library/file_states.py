"""The states of the documents' files when their content was read, in the library's SQLite file."""

from __future__ import annotations

from collections.abc import Mapping

from wherein.documents.file_state import FileState
from wherein.home.database import Database


class SqliteFileStates:
    """The `FileStates` of one open library."""

    def __init__(self, file: Database) -> None:
        self._file = file

    def state(self, document: str) -> FileState | None:
        with self._file.explained():
            row = self._file.connection.execute(
                "SELECT file FROM documents WHERE id = ?", (document,)
            ).fetchone()
        return None if row is None or row[0] is None else FileState.unpacked(row[0])

    def saw(self, files: Mapping[str, FileState]) -> None:
        with self._file.transaction():
            self._file.connection.executemany(
                "UPDATE documents SET file = ? WHERE id = ?",
                [(file.packed(), document) for document, file in files.items()],
            )

"""Vectors of passages on disk: appended, marked as deleted, compacted. Knows no text, no encoder, no search.

A folder has `commit.json` (the current state, replaced atomically) and two files named by an epoch E:

    vectors-E.f16   rows of little-endian float16, `dimensions` each
    log-E.jsonl     a line for each change: [document, first row, passage indexes]; a line deletes the document's
                    earlier rows, and a line without indexes does only that

Both files only grow. Content beyond the lengths in `commit.json` is ignored, so a crash leaves the last commit.
When most rows are deleted, the others are copied into the files of the next epoch.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import IndexDamaged, LibraryError
from wherein.home.room import is_full, storage_full
from wherein.retrieval.by_vectors.folder_lock import FolderLock
from wherein.retrieval.passage_source import Key

COMPACT_ABOVE = 1_000
"""Up to this many deleted rows, the store is not compacted."""
ROWS_AT_ONCE = 8_192


@dataclass(frozen=True, slots=True)
class Commit:
    """The committed state: the lengths of an epoch's two files, the encoder, and the library's generation."""

    encoder: str
    dimensions: int
    generation: int = 0
    epoch: int = 0
    rows: int = 0
    log_bytes: int = 0
    format: int = 1


class VectorStore:
    """Keys and vectors as of the last commit, and the changes for the next one."""

    def __init__(self, folder: Path, encoder: str, dimensions: int) -> None:
        """The store in `folder`, created where the folder is empty or absent.

        Raises IndexDamaged when it can't be read or holds another encoder's vectors.
        """
        self._folder = folder
        self._empty = Commit(encoder, dimensions)
        self._lock = FolderLock(folder / "lock")
        self._log: BinaryIO | None = None
        self._vectors_file: BinaryIO | None = None
        self._appended = 0
        with self._mapped_errors():
            folder.mkdir(parents=True, exist_ok=True)
        self._commit = self._empty
        self._seen: tuple[int, int] | None = None
        self._vectors: NDArray[np.float16] | None = None
        self._forget()
        if any(p.name != "lock" for p in folder.iterdir()) and not self._commit_file.exists():
            raise self._damaged()
        self.refresh()

    # What stands

    @property
    def generation(self) -> int:
        return self._commit.generation

    @property
    def epoch(self) -> int:
        """A number that changes whenever rows are renumbered."""
        return self._commit.epoch

    @property
    def dimensions(self) -> int:
        return self._commit.dimensions

    @property
    def rows(self) -> int:
        """The number of rows of the file, including deleted ones."""
        return self._commit.rows

    @property
    def keys(self) -> Sequence[Key]:
        """The key of each row."""
        return self._keys

    @property
    def living(self) -> NDArray[np.bool_]:
        """(rows,): False where the row is deleted."""
        return self._living

    def rows_of(self, document: str) -> Sequence[int]:
        return self._rows_of.get(document, [])

    @property
    def vectors(self) -> NDArray[np.float16]:
        """(rows, dimensions), read from the file as needed."""
        if self._vectors is None:
            shape = (self._commit.rows, self._commit.dimensions)
            if not self._commit.rows:
                return np.zeros(shape, dtype=np.float16)
            self._vectors = np.memmap(self._path("vectors"), dtype="<f2", mode="r", shape=shape)
        return self._vectors

    def refresh(self) -> bool:
        """Load the commits of other processes; True when something changed."""
        try:
            state = self._commit_file.stat()
        except FileNotFoundError:
            if self._seen is None:
                return False
            raise self._damaged() from None
        if (state.st_mtime_ns, state.st_ino) == self._seen:
            return False
        try:
            commit = Commit(**json.loads(self._commit_file.read_bytes()))
        except (ValueError, TypeError) as error:
            raise self._damaged() from error
        mine = self._empty
        if (commit.encoder, commit.dimensions, commit.format) != (
            mine.encoder,
            mine.dimensions,
            mine.format,
        ):
            raise IndexDamaged(
                f"The vectors in {self._folder} are {commit.encoder}'s, not {mine.encoder}'s.",
                "They will be computed again from the library.",
            )
        self._take_up(commit)
        self._seen = (state.st_mtime_ns, state.st_ino)
        return True

    # Writing: the lock is held from the first change to the commit, and no longer.

    def begin(self) -> None:
        """Take the lock and load the last commit; `replace` then changes nothing until `commit`."""
        with self._mapped_errors():
            self._files()

    def replace(
        self, document: str, groups: Iterable[tuple[Sequence[int], NDArray[np.float32]]]
    ) -> None:
        """Delete the document's rows and append these: passage indexes and (len(indexes), dimensions).

        Rows of a document whose batches end with an error are overwritten by the next document.
        """
        with self._mapped_errors():
            log, file = self._files()
            row = self._commit.rows + self._appended
            file.seek(2 * self._commit.dimensions * row)
            kept: list[int] = []
            for indexes, vectors in groups:
                file.write(vectors.astype("<f2").tobytes())
                kept.extend(indexes)
            line = json.dumps([document, row, kept], ensure_ascii=False)
            log.write(line.encode("utf-8", "surrogatepass") + b"\n")
            self._appended += len(kept)

    def commit(self, generation: int) -> None:
        with self._mapped_errors():
            log, file = self._files()
            for written in (log, file):
                written.flush()
                os.fsync(written.fileno())
            self._stand(
                Commit(
                    self._empty.encoder,
                    self._empty.dimensions,
                    generation,
                    self._commit.epoch,
                    self._commit.rows + self._appended,
                    log.tell(),
                )
            )
            self._close_files()
            if self._buried > max(COMPACT_ABOVE, self._commit.rows // 2):
                self._compact()
            self._lock.release()

    def clear(self) -> None:
        with self._mapped_errors():
            self._lock.acquire()
            self.refresh()
            self._close_files()
            old = self._commit.epoch
            self._start_epoch(old + 1)
            self._stand(Commit(self._empty.encoder, self._empty.dimensions, 0, old + 1))
            self._remove_epoch(old)
            self._lock.release()

    def close(self) -> None:
        """Close the files; uncommitted changes are lost."""
        self._close_files()
        self._lock.release()
        self._vectors = None

    # Inside

    @property
    def _commit_file(self) -> Path:
        return self._folder / "commit.json"

    def _path(self, kind: str, epoch: int | None = None) -> Path:
        number = self._commit.epoch if epoch is None else epoch
        return self._folder / f"{kind}-{number}.{'f16' if kind == 'vectors' else 'jsonl'}"

    def _damaged(self) -> IndexDamaged:
        return IndexDamaged(
            f"The vectors in {self._folder} can't be read.",
            "They will be computed again from the library.",
        )

    @contextmanager
    def _mapped_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._give_up()
            if is_full(error):
                raise storage_full(self._folder, "the vectors are as they were before") from error
            raise LibraryError(
                f"The vectors in {self._folder} could not be written.",
                "Check that the folder is yours to write to.",
            ) from error
        except KeyboardInterrupt:
            self._give_up()
            raise

    def _give_up(self) -> None:
        """Truncate the files to the last commit, to free space on a full disk."""
        lengths = (self._commit.log_bytes, 2 * self._commit.dimensions * self._commit.rows)
        for file, length in zip((self._log, self._vectors_file), lengths, strict=True):
            if file is not None:
                with suppress(OSError):
                    file.close()  # which writes out what it still holds
                with suppress(OSError):
                    os.truncate(file.name, length)
        self._log = self._vectors_file = None
        self._appended = 0
        self._lock.release()

    def _forget(self) -> None:
        self._keys: list[Key] = []
        self._rows_of: dict[str, list[int]] = {}
        self._living = np.zeros(0, dtype=np.bool_)
        self._buried = 0
        self._vectors = None

    def _take_up(self, commit: Commit) -> None:
        """Replay the log from the last loaded line of the same epoch, or from its start."""
        if commit.epoch != self._commit.epoch or commit.log_bytes < self._commit.log_bytes:
            self._forget()
            self._commit = Commit(commit.encoder, commit.dimensions, epoch=commit.epoch)
        before = self._commit
        self._commit = commit
        self._vectors = None
        row_bytes = 2 * commit.dimensions
        buried: list[int] = []
        try:
            if commit.rows and self._path("vectors").stat().st_size < commit.rows * row_bytes:
                raise self._damaged()
            if commit.log_bytes > before.log_bytes:
                with self._path("log").open("rb") as log:
                    log.seek(before.log_bytes)
                    change = log.read(commit.log_bytes - before.log_bytes)
                for line in change.splitlines():
                    document, row, indexes = json.loads(line)
                    if row != len(self._keys):
                        raise self._damaged()
                    buried.extend(self._rows_of.pop(document, ()))
                    self._keys.extend((document, index) for index in indexes)
                    if indexes:
                        self._rows_of[document] = list(range(row, row + len(indexes)))
        except (OSError, ValueError, TypeError) as error:
            raise self._damaged() from error
        if len(self._keys) != commit.rows:
            raise self._damaged()
        living = np.ones(commit.rows, dtype=np.bool_)
        living[: len(self._living)] = self._living
        living[buried] = False
        self._living = living
        self._buried += len(buried)

    def _files(self) -> tuple[BinaryIO, BinaryIO]:
        if self._log is None or self._vectors_file is None:
            self._lock.acquire()
            self.refresh()
            if not self._commit_file.exists():
                self._start_epoch(self._commit.epoch)
                self._stand(self._empty)  # so that a crash leaves an empty store, not a riddle
            self._log = self._path("log").open("r+b")
            self._vectors_file = self._path("vectors").open("r+b")
            for file, length in (
                (self._log, self._commit.log_bytes),
                (self._vectors_file, 2 * self._commit.dimensions * self._commit.rows),
            ):
                file.truncate(length)
                file.seek(length)
            self._appended = 0
        return self._log, self._vectors_file

    def _close_files(self) -> None:
        for file in (self._log, self._vectors_file):
            if file is not None:
                file.close()
        self._log = self._vectors_file = None
        self._appended = 0

    def _start_epoch(self, epoch: int) -> None:
        for kind in ("log", "vectors"):
            self._path(kind, epoch).write_bytes(b"")

    def _remove_epoch(self, epoch: int) -> None:
        for kind in ("log", "vectors"):
            self._path(kind, epoch).unlink(missing_ok=True)

    def _stand(self, commit: Commit) -> None:
        """Write the commit to a new file, sync it and rename it over the old one."""
        beside = self._folder / "commit.json.new"
        with beside.open("w", encoding="utf-8") as file:
            json.dump(asdict(commit), file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._commit_file)
        self.refresh()

    def _compact(self) -> None:
        """Copy the rows that are not deleted into the files of the next epoch."""
        old, kept = self._commit, np.flatnonzero(self._living)
        epoch = old.epoch + 1
        vectors = self.vectors
        with self._path("vectors", epoch).open("wb") as file:
            for start in range(0, len(kept), ROWS_AT_ONCE):
                file.write(vectors[kept[start : start + ROWS_AT_ONCE]].tobytes())
            file.flush()
            os.fsync(file.fileno())
        row = 0
        with self._path("log", epoch).open("wb") as log:
            for document, rows in sorted(self._rows_of.items(), key=lambda pair: pair[1][0]):
                indexes = [self._keys[old_row][1] for old_row in rows]
                line = json.dumps([document, row, indexes], ensure_ascii=False)
                log.write(line.encode("utf-8", "surrogatepass") + b"\n")
                row += len(rows)
            log.flush()
            os.fsync(log.fileno())
            length = log.tell()
        self._stand(Commit(old.encoder, old.dimensions, old.generation, epoch, row, length))
        self._remove_epoch(old.epoch)

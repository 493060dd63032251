"""Compares stored documents with their files on the disk, without waiting for a disk that does not answer. Parses nothing."""

from __future__ import annotations

import hashlib
import os
import queue
import shlex
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from wherein.answering.library.documents import Documents
from wherein.answering.tables.grid import Row
from wherein.core.answer import Answer, Result
from wherein.core.document import Document
from wherein.core.file_change import FileChange
from wherein.core.file_paths import name_of
from wherein.core.label import Label
from wherein.core.passage import Hit
from wherein.core.text.readable import readable
from wherein.documents.fetch import is_url
from wherein.documents.file_state import FileState
from wherein.documents.source import document_id
from wherein.library.store import Entry

LONGEST_WAIT_S = 0.05
"""The longest that an answer waits for the disk."""
MOST_AT_ONCE = 64
"""Most files that are looked at at once, those included on which a thread still waits."""
_NAMED = 3
_PIECE_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A document's file as it was added; `state` is None where an earlier version added it."""

    document: str
    path: str
    content_hash: str
    state: FileState | None


def file_change(kept: KeptFile, is_late: Callable[[], bool] = lambda: False) -> FileChange | None:
    """What became of the file; None where it has the kept content, and where it was read on another machine and is not here.

    The content is compared where size and times leave a doubt. Once `is_late`, size and time of writing decide.
    """
    try:
        now = FileState.at(kept.path)
    except (FileNotFoundError, NotADirectoryError):
        is_elsewhere = kept.state is not None and kept.state.is_elsewhere
        return None if is_elsewhere else FileChange.GONE
    except OSError:
        return FileChange.UNREADABLE
    if kept.state is not None and kept.state.proves_unchanged(now):
        return None
    if kept.state is not None and kept.state.size_bytes != now.size_bytes:
        return FileChange.CHANGED
    is_rewritten = kept.state is not None and not kept.state.is_written_as(now)
    try:
        digest = _hash_of(kept.path, is_late)
    except OSError:
        return FileChange.CHANGED if is_rewritten else FileChange.UNREADABLE
    if digest is None:
        return FileChange.CHANGED if is_rewritten else None
    return None if digest == kept.content_hash else FileChange.CHANGED


def _hash_of(path: str, is_late: Callable[[], bool]) -> str | None:
    """The SHA-256 of a file; None once it is late."""
    digest = hashlib.sha256()
    with open(path, "rb", opener=_without_waiting) as file:
        while data := file.read(_PIECE_BYTES):
            if is_late():
                return None
            digest.update(data)
    return digest.hexdigest()


def _without_waiting(path: str, flags: int) -> int:
    """Open a file that may have become a named pipe, which would wait for a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


Look = Callable[[KeptFile, Callable[[], bool]], FileChange | None]


class KeptFiles:
    """Looks at files in threads of their own, which end with the process. Threads may share it."""

    def __init__(self, look: Look = file_change) -> None:
        self._look = look
        self._busy: set[str] = set()
        self._lock = threading.Lock()

    def changes(self, files: Sequence[KeptFile]) -> dict[str, FileChange]:
        """What became of the files, by document id, as far as the disk tells within LONGEST_WAIT_S.

        A file on which an earlier look still waits is left out.
        """
        found: dict[str, FileChange] = {}
        looked: queue.SimpleQueue[tuple[str, FileChange | None]] = queue.SimpleQueue()
        late = threading.Event()
        begun = sum([self._begin(file, looked, late) for file in files])
        until = time.monotonic() + LONGEST_WAIT_S
        try:
            for _ in range(begun):
                document, change = looked.get(timeout=max(0.0, until - time.monotonic()))
                if change is not None:
                    found[document] = change
        except queue.Empty:
            pass
        finally:
            late.set()
        return found

    def _begin(
        self,
        file: KeptFile,
        looked: queue.SimpleQueue[tuple[str, FileChange | None]],
        late: threading.Event,
    ) -> bool:
        with self._lock:
            if file.path in self._busy or len(self._busy) >= MOST_AT_ONCE:
                return False
            self._busy.add(file.path)

        def look() -> None:
            try:
                looked.put((file.document, self._look(file, late.is_set)))
            finally:
                with self._lock:
                    self._busy.discard(file.path)

        # A daemon: an interpreter that ends does not wait for a mount that does not answer.
        threading.Thread(target=look, daemon=True).start()
        return True


def with_file_changes(
    result: Result, asked: Sequence[Document], documents: Documents, files: KeptFiles
) -> Result:
    """The result, in which every answer from a kept copy says what became of its file, with a note that has the command.

    `asked` are the documents that were read for this question, from their files or from kept copies.
    """
    read = {document.id: document.content_hash for document in asked}
    shown = dict.fromkeys(
        [
            *read,
            *(answer.document for answer in (*result.answers, *result.perhaps, *result.said)),
            *(() if result.answers else (hit.passage.document for hit in result.nearest)),
        ]
    )
    entries = _entries(shown, documents)
    newer = {
        identity: entry
        for identity, entry in entries.items()
        if read.get(identity, entry.content_hash) != entry.content_hash
    }
    copies = {
        identity: entry
        for identity, entry in entries.items()
        # A folder's files were all read just now.
        if identity not in newer and (len(read) == 1 or identity not in read)
    }
    changes = _changes(copies, documents, files)
    notes = _notes(tuple(newer.values()), copies, changes)
    if not notes:
        return result
    return replace(
        result,
        answers=_marked(result.answers, changes),
        perhaps=_marked(result.perhaps, changes),
        said=_marked(result.said, changes),
        notes=(*notes, *result.notes),
    )


def copies_changed(
    identities: Iterable[str], documents: Documents, files: KeptFiles
) -> dict[str, FileChange]:
    """What became of the files of these documents since their copies were kept, by id; waits LONGEST_WAIT_S at most."""
    return _changes(_entries(identities, documents), documents, files)


def labels_with_changes(
    hits: Sequence[Hit], documents: Documents, files: KeptFiles
) -> Mapping[str, Label]:
    """The labels of the hits' documents, by id, each with what became of its file where a hit has the text of the kept copy."""
    labels = dict(documents.labels(hits))
    for identity, change in copies_changed(labels, documents, files).items():
        text = documents.library.document(identity).text
        passages = [hit.passage for hit in hits if hit.passage.document == identity]
        if any(text[passage.span.start : passage.span.end] == passage.text for passage in passages):
            labels[identity] = replace(labels[identity], file_change=change)
    return labels


def read_now_note(entry: Entry) -> str:
    """The note on a document whose changed file was read as it is now, with the command that renews the kept copy."""
    return _note(_READ_NOW, "add", [entry])


def row_notes(rows: Sequence[Row], documents: Documents) -> tuple[str, ...]:
    """The notes on the rows of a table whose files changed since they were added, as of `with_file_changes`."""
    newer: list[Entry] = []
    copies: dict[str, Entry] = {}
    changes: dict[str, FileChange] = {}
    for row in rows:
        if is_url(row.source):
            continue
        identity = row.copy_of or document_id(row.source)
        entry = documents.entry_of(identity)
        if entry is None:
            continue
        if row.file_change is not None:
            copies[identity], changes[identity] = entry, row.file_change
        elif not row.copy_of and not row.reason and row.content_hash != entry.content_hash:
            newer.append(entry)
    return _notes(newer, copies, changes)


def _entries(identities: Iterable[str], documents: Documents) -> dict[str, Entry]:
    """The library's entries of files, by id."""
    return {
        identity: entry
        for identity in identities
        if (entry := documents.entry_of(identity)) is not None and not is_url(entry.source)
    }


def _changes(
    entries: Mapping[str, Entry], documents: Documents, files: KeptFiles
) -> dict[str, FileChange]:
    return files.changes(
        [
            KeptFile(
                identity, entry.source, entry.content_hash, documents.library.files.state(identity)
            )
            for identity, entry in entries.items()
        ]
    )


def _marked(answers: Sequence[Answer], changes: Mapping[str, FileChange]) -> tuple[Answer, ...]:
    return tuple(
        replace(answer, file_change=changes[answer.document])
        if answer.document in changes
        else answer
        for answer in answers
    )


_READ_NOW = (
    "{names} has changed since it was added and was read as it is now. Renew the kept copy: {command}",
    "{names} have changed since they were added and were read as they are now. Renew the kept copies: {command}",
)
_COPY_READ = {
    FileChange.CHANGED: (
        "{names} has changed since it was added, and its older copy was read. Renew the copy: {command}",
        "{names} have changed since they were added, and their older copies were read. Renew the copies: {command}",
    ),
    FileChange.GONE: (
        "{names} is no longer where it was added, and its kept copy was read. Remove the copy: {command}",
        "{names} are no longer where they were added, and their kept copies were read. Remove the copies: {command}",
    ),
    FileChange.UNREADABLE: (
        "{names} can no longer be read, and its kept copy was read. Once it can be read, renew the copy: {command}",
        "{names} can no longer be read, and their kept copies were read. Once they can be read, renew the copies: {command}",
    ),
}


def _note(sentences: tuple[str, str], verb: str, entries: Sequence[Entry]) -> str:
    sentence = sentences[0 if len(entries) == 1 else 1]
    return sentence.format(names=_names(entries), command=_command(verb, entries))


def _notes(
    newer: Sequence[Entry], entries: Mapping[str, Entry], changes: Mapping[str, FileChange]
) -> tuple[str, ...]:
    """A sentence on the files that were read as they are now, and one for each kind of change of the others, each with
    the command that brings the library up to date."""
    notes = [_note(_READ_NOW, "add", newer)] if newer else []
    for change, sentences in _COPY_READ.items():
        of = [entries[identity] for identity, what in changes.items() if what is change]
        if of:
            verb = "remove" if change is FileChange.GONE else "add"
            notes.append(_note(sentences, verb, of))
    return tuple(notes)


def _names(entries: Sequence[Entry]) -> str:
    names = [readable(name_of(entry.source)) for entry in entries[:_NAMED]]
    if len(entries) > _NAMED:
        return f"{', '.join(names)} and {len(entries) - _NAMED} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _command(verb: str, entries: Sequence[Entry]) -> str:
    paths = [shlex.quote(entry.source) for entry in entries[:_NAMED]]
    return f"wherein {verb} {' '.join(paths)}{' …' if len(entries) > _NAMED else ''}"

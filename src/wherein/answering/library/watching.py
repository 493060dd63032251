"""Keeps the library in step with a folder: adds its new files, follows the files it added, and never touches others.

The followed files are listed in `watched.json` of the home. The list is written before a file is added, so that the
next scan repairs an interrupted one. A scan compares sizes and times, and reads what changed a moment ago once more; no
file events are used.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wherein.answering.library.adding import Failure, Selection, Summary, Walk
from wherein.core.errors import SourceNotFound
from wherein.documents.file_state import FileState
from wherein.documents.source import id_at, path_of
from wherein.home.folder import Home
from wherein.home.room import has_room
from wherein.library.store import Entry

FILE = "watched.json"


@dataclass(frozen=True, slots=True)
class Scan:
    """The changes of one scan."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    failed: tuple[Failure, ...] = ()

    @property
    def changed(self) -> bool:
        return bool(self.added or self.removed or self.failed)


@dataclass
class Watch:
    """One watched folder. `known` returns a document's entry by id; `add` and `remove` are the engine's methods."""

    folder: Path
    home: Home
    known: Callable[[str], Entry | None]
    add: Callable[[Iterable[str]], Summary]
    remove: Callable[[str], object]
    stopped: Callable[[], bool] = lambda: False
    _seen: dict[str, FileState] = field(default_factory=dict)
    """The state of each file that this process added or refused; it is not read again while that proves it unchanged."""

    _refused: dict[str, FileState] = field(default_factory=dict)
    """The state of each file at the last failure that was reported of it."""

    _left_out: set[str] = field(default_factory=set)
    """The paths that the last scan could not enter or did not follow; each is reported once."""

    def __post_init__(self) -> None:
        self.folder = path_of(self.folder)

    def scan(self) -> Scan:
        """Bring the library up to date with the folder.

        Raises SourceNotFound while the folder does not exist, for example on an unplugged disk; then nothing is
        removed. Raises StorageFull where the list of followed files can't be written.
        """
        if not self._is_there():
            raise SourceNotFound(
                f"The watched folder {self.folder} is not there.",
                "Its documents are kept. Bring it back, or remove them: wherein remove",
            )
        followed = self._followed()
        walk = Walk(Selection(), stopped=self.stopped, own=self.home.own_files())
        files = {str(path) for path in walk.files(self.folder)}
        left_out = {failure.source: failure for failure in walk.failed}
        told = tuple(left_out[source] for source in left_out if source not in self._left_out)
        self._left_out = set(left_out)
        wanted = [name for name in sorted(files) if self._is_ours(name, followed)]
        if not set(wanted) <= followed:
            followed |= set(wanted)
            self._follow(followed)
        states = {name: state for name in wanted if (state := _state(name)) is not None}
        due = [
            name
            for name, state in states.items()
            if (seen := self._seen.get(name)) is None or not seen.proves_unchanged(state)
        ]
        summary = self.add(due) if due else Summary((), (), ())
        full = bool(summary.failed) and not has_room(self.home.folder)
        if not full:  # the next scan retries what did not fit on the disk
            done = due if not self.stopped() else _done_of(summary)
            self._seen.update({name: states[name] for name in due if name in done})
        failed = (*told, *(each for each in summary.failed if full or self._is_news(each, states)))
        if self.stopped():  # the walk may have been cut short as well
            return Scan(tuple(entry.source for entry in summary.added), (), failed)
        gone = [name for name in sorted(followed - files) if _is_gone(name)]
        if not self._is_there():  # taken out while it was looked at
            return Scan(tuple(entry.source for entry in summary.added), (), failed)
        removed = []
        for name in gone:
            if self.known(id_at(name)) is not None:
                self.remove(id_at(name))
                removed.append(name)
            self._seen.pop(name, None)
        if gone:
            self._follow(followed - set(gone))
        return Scan(tuple(entry.source for entry in summary.added), tuple(removed), failed)

    def _is_news(self, failure: Failure, states: Mapping[str, FileState]) -> bool:
        """Whether this failure was not reported yet of the file in its state; what changed a moment ago is tried again."""
        state = states.get(failure.source)
        before = self._refused.get(failure.source)
        if state is not None:
            self._refused[failure.source] = state
        return state is None or before is None or not before.is_the_same(state)

    @property
    def documents(self) -> int:
        """How many of the followed files are in the library."""
        return sum(self.known(id_at(name)) is not None for name in self._followed())

    def _is_ours(self, name: str, followed: set[str]) -> bool:
        """Whether a file is followed or new. A file that is in the library without being followed was added by hand."""
        return name in followed or self.known(id_at(name)) is None

    def _is_there(self) -> bool:
        """Whether the folder exists; a link in its place does not count."""
        return self.folder.is_dir() and Path(os.path.realpath(self.folder)) == self.folder

    def _followed(self) -> set[str]:
        """The followed files below the folder; none where the list is missing or damaged."""
        return {name for name in self._every() if Path(name).is_relative_to(self.folder)}

    def _every(self) -> set[str]:
        return set(self.home.read_list(FILE, "followed"))

    def _follow(self, names: set[str]) -> None:
        """Write the list to a new file and replace the old one."""
        others = {name for name in self._every() if not Path(name).is_relative_to(self.folder)}
        self.home.write_list(FILE, "followed", sorted(names | others))


def _done_of(summary: Summary) -> set[str]:
    """The sources whose turn came before the run was stopped."""
    added = (entry.source for entry in summary.added)
    return {*added, *summary.unchanged, *(failure.source for failure in summary.failed)}


SETTLED_S = 0.2
"""Seconds between a change and its scan, since a program seldom writes a file in one go."""


def pause_after(took_s: float, every_s: float) -> float:
    """The seconds to wait before the next scan if no event reports a change in the meantime."""
    return max(every_s, least_pause_after(took_s))


def least_pause_after(took_s: float) -> float:
    """The seconds to wait before the next scan even if an event reports a change: scans take a tenth of the time at most."""
    return max(SETTLED_S, 9 * took_s)


def _state(name: str) -> FileState | None:
    try:
        return FileState.of(Path(name).stat())
    except OSError:
        return None


def _is_gone(name: str) -> bool:
    """Whether a file no longer exists. A file without permission to look at counts as existing, a link in its place as
    gone."""
    try:
        Path(name).lstat()
        return os.path.realpath(name) != name
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False

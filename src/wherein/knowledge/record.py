"""The records of an importer and its Protocol. Reads no file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of an article: its text, its level (1 to 6), and its place in `Record.text`."""

    heading: str
    level: int
    start: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A table's cell: its place in `Record.text`, and the headers of its row and column."""

    start: int
    end: int
    row: str | None = None
    column: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One article, or a redirect: a record with `redirect_to` and no text.

    `text` is canonical (lines end in "\\n" only, no NUL). `aliases` are other names as a person writes them. `names`
    are the bold ones in the lead, where the source marks them. `place` is its place in the file for people ("line 7").
    """

    title: str
    text: str = ""
    aliases: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    redirect_to: str = ""
    sections: tuple[Section, ...] = ()
    source: str = ""
    disambiguation: bool = False
    place: str = ""
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a base, shown with every answer: source, ISO date of the snapshot, licence, credit."""

    source: str
    snapshot: str = ""
    licence: str = ""
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of a source that could not be read, and the reason."""

    what: str
    reason: str


class Importer(Protocol):
    """Reads one source."""

    @property
    def origin(self) -> Origin:
        """The origin. It is complete only after all records are read, since some sources have dates only in the articles."""
        ...

    @property
    def dropped(self) -> Mapping[str, int]:
        """Counts of the parts of articles that could not be shown so far, by kind."""
        ...

    @property
    def left_out(self) -> Sequence[LeftOut]:
        """The parts that could not be read so far."""
        ...

    def records(self, skip: int = 0) -> Iterator[Record]:
        """The records in the source's own order, which never changes. A record without a title is no article; it is
        counted but not stored.

        `skip` leaves out the first records, so that an interrupted build can continue. Raises
        ParseError, naming the place, when the source is damaged.
        """
        ...

    def size(self) -> int | None:
        """The number of records; None where it is not known beforehand."""
        ...

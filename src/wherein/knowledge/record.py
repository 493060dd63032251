"""The records of an importer and its Protocol. Reads no file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of an article: its text, its level (1 to 6), and where it stands in `Record.text`."""

    heading: str
    level: int
    start: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A table's cell: where it stands in `Record.text`, and the headers of its row and column."""

    start: int
    end: int
    row: str | None = None
    column: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One article, or a redirect: a record with `redirect_to` and no text.

    `text` is canonical (lines end in "\\n" alone, no NUL). `aliases` are other names as a person
    writes them. `names` are those that stand in bold in the lead, where the source marks them.
    `place` is where in its file it stands, as a person finds it ("line 7").
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
    """The origin of a base, shown with every answer: ISO date of the snapshot, licence, credit."""

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
        """Complete once the records are read: some sources have their date only in the articles."""
        ...

    @property
    def dropped(self) -> Mapping[str, int]:
        """What of the articles could not be shown so far, by what it is: how often each."""
        ...

    @property
    def left_out(self) -> Sequence[LeftOut]:
        """What could not be read so far, while the rest was."""
        ...

    def records(self, skip: int = 0) -> Iterator[Record]:
        """The records in the source's own order, which is the same each time; a record without a
        title stands for something that is no article, and is counted but not kept.

        `skip` leaves out the first records, so that an interrupted build can continue. Raises
        ParseError, naming the place, when the source is damaged.
        """
        ...

    def size(self) -> int | None:
        """How many records there will be, None when that is not known beforehand."""
        ...

"""Finds other copies and newer versions of a document in the library, by names, dates and equal text. Reads no file."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from wherein.core.document import Document
from wherein.core.file_paths import name_of
from wherein.library.store import Entry
from wherein.questions.date_range import last_day

MOST_COMPARED = 3
"""Most documents whose texts are compared with one: those with as many words and the same name."""
LEAST_LETTERS = 4
"""Letters that a name without its dates and numbers of versions needs: "2024.pdf" names no document."""

_DAY = r"(?:19|20)\d\d(?:[-_. ]?(?:0[1-9]|1[0-2])(?:[-_. ]?(?:0[1-9]|[12]\d|3[01]))?)?"
_VERSION = re.compile(
    rf"(?<!\d)(?P<date>{_DAY})(?!\d)"
    r"|(?<![^\W_])(?:version|ver|v|revision|rev|edition|draft)[-_. ]?(?P<number>\d+(?:\.\d+)*)(?!\w)"
    r"|(?<![^\W_])(?P<ordinal>\d+)(?:st|nd|rd|th) edition\b",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W_\d]+|\d+")


@dataclass(frozen=True, slots=True)
class _Name:
    """A file name or a title: what stays the same from version to version, and its dates and numbers."""

    kept: str
    numbers: tuple[int, ...]


class Versions:
    """The names of a library's documents as of one generation. Threads may share it: it is replaced, never changed."""

    def __init__(self) -> None:
        self._generation: int | None = None
        self._by_name: dict[str, list[Entry]] = {}

    def notes(
        self,
        document: str,
        generation: int,
        entries: Callable[[], Iterable[Entry]],
        load: Callable[[str], Document],
        within: Collection[str] | None = None,
    ) -> tuple[str, ...]:
        """At most two sentences on a document of the library: another copy of it, and the newest one of its name.

        `entries` are read once for each `generation` of the library. `within` are the ids that may be named; None is all.
        """
        by_name = self._named(generation, entries)
        own = _entry(document, by_name)
        if own is None:
            return ()
        alike = _alike(own, by_name, within)
        same = _same_bytes(own, _every(by_name), within) or _same_text(own, alike, load)
        copies = {one.document for one in same}
        newest = _newest(own, [one for one in alike if one.document not in copies])
        notes = []
        if same:
            notes.append(
                f"The library has the same text more than once: {_called(own)} and {_called(same[0])}."
            )
        if newest is not None:
            notes.append(
                f"The library has a newer document of the same name as {_called(own)}: {_called(newest)}."
            )
        return tuple(notes)

    def newest(
        self,
        document: str,
        generation: int,
        entries: Callable[[], Iterable[Entry]],
        within: Collection[str] | None = None,
    ) -> Entry | None:
        """The newest document of the same name, where it is newer than this one; arguments as in `notes`."""
        by_name = self._named(generation, entries)
        own = _entry(document, by_name)
        return None if own is None else _newest(own, _alike(own, by_name, within))

    def _named(
        self, generation: int, entries: Callable[[], Iterable[Entry]]
    ) -> dict[str, list[Entry]]:
        if self._generation != generation:
            by_name: dict[str, list[Entry]] = {}
            for entry in entries():
                for kept in {name.kept for name in _names(entry)} or {""}:
                    by_name.setdefault(kept, []).append(entry)
            self._by_name, self._generation = by_name, generation
        return self._by_name


def _names(entry: Entry) -> list[_Name]:
    """The entry's file name and title, without those that name no document."""
    both = (_file_name(entry), _name(entry.title))
    return [name for name in both if sum(map(str.isalpha, name.kept)) >= LEAST_LETTERS]


def _file_name(entry: Entry) -> _Name:
    return _name(PurePath(name_of(entry.source)).stem)


def _name(text: str) -> _Name:
    numbers = [
        int(digits)
        for match in _VERSION.finditer(text)
        for digits in re.findall(r"\d+", _dashed(match))
    ]
    kept = " ".join(_LETTERS.findall(_VERSION.sub(" ", text).casefold()))
    return _Name(kept, tuple(numbers))


def _dashed(match: re.Match[str]) -> str:
    """The match's numbers, with "20250930" as "2025-09-30"."""
    date = match["date"]
    if date is None:
        return match["number"] or match["ordinal"] or ""
    digits = re.sub(r"\D", "", date)
    return "-".join(part for part in (digits[:4], digits[4:6], digits[6:8]) if part)


def _is_newer(other: Entry, own: Entry) -> bool:
    """Whether the other document is a later version: by the dates and numbers in its name; by the document's own date where title and file name are equal."""
    for theirs in _names(other):
        for ours in _names(own):
            if theirs.kept == ours.kept and theirs.numbers != ours.numbers:
                return theirs.numbers > ours.numbers
    return (
        other.date is not None
        and own.date is not None
        and last_day(other.date) > last_day(own.date)
        and other.title == own.title
        and _file_name(other).kept == _file_name(own).kept
    )


def _when(entry: Entry) -> tuple[tuple[int, ...], str]:
    numbers = max((name.numbers for name in _names(entry)), default=())
    return numbers, last_day(entry.date) if entry.date else ""


def _every(by_name: Mapping[str, Iterable[Entry]]) -> Iterator[Entry]:
    """All entries; one that has two names, its file's and its title, comes twice."""
    return itertools.chain.from_iterable(by_name.values())


def _entry(document: str, by_name: Mapping[str, Iterable[Entry]]) -> Entry | None:
    return next((entry for entry in _every(by_name) if entry.document == document), None)


def _alike(
    own: Entry, by_name: Mapping[str, Iterable[Entry]], within: Collection[str] | None
) -> list[Entry]:
    """The other documents of the same name."""
    alike = {
        other.document: other
        for name in _names(own)
        for other in by_name.get(name.kept, ())
        if other.document != own.document and (within is None or other.document in within)
    }
    return list(alike.values())


def _newest(own: Entry, alike: Iterable[Entry]) -> Entry | None:
    later = [one for one in alike if _is_newer(one, own)]
    return max(later, key=lambda one: (_when(one), one.document), default=None)


def _same_bytes(
    own: Entry, entries: Iterable[Entry], within: Collection[str] | None
) -> list[Entry]:
    return [
        one
        for one in entries
        if one.content_hash == own.content_hash
        and one.document != own.document
        and (within is None or one.document in within)
    ]


def _same_text(
    own: Entry, alike: Iterable[Entry], load: Callable[[str], Document]
) -> Sequence[Entry]:
    """Documents of the same name with the same text: another format, or saved again."""
    candidates = [one for one in alike if one.words == own.words > 0][:MOST_COMPARED]
    if not candidates:
        return ()
    text = load(own.document).text.split()
    return [one for one in candidates if load(one.document).text.split() == text]


def _called(entry: Entry) -> str:
    name = name_of(entry.source) or entry.title
    return f"“{name}”" + (f" ({entry.date[:10]})" if entry.date else "")

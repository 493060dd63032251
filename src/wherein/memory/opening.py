"""Opens the memory of a home by its settings, and sets a damaged one aside. Names the store."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.core.errors import StoreDamaged
from wherein.home.folder import Home, Settings
from wherein.home.private_folder import overwrite
from wherein.memory.policies.privacy import PrivacyRules
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.sqlite import SqliteMemory

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder


def open_memory(home: Home, encoder: Callable[[], Encoder] | None = None) -> QuestionMemory:
    """The home's memory for one thread, created where there is none. Close it when done.

    `encoder` returns the static encoder at its first use, for similar questions.
    Raises NewerLibrary, StorageFull, StoreDamaged or LibraryError, and UsageError for settings that
    can't be read.
    """
    return QuestionMemory(
        SqliteMemory(home.memory), rules=rules_of(home.settings()), encoder=encoder
    )


def check_memory(home: Home) -> None:
    """Read all of the home's memory. Raises StoreDamaged, or what opening raises."""
    if home.memory.exists():
        with closing(SqliteMemory(home.memory)) as memory:
            memory.check()


def set_aside(home: Home) -> Path | None:
    """Rename a damaged memory, so that a new one is created; returns its new path, None where it is undamaged.

    Raises what opening raises for a memory that is not damaged.
    """
    try:
        check_memory(home)
        return None
    except StoreDamaged:
        pass
    path = home.memory
    number = 1 + len(home.set_aside_memories)
    while (place := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    # The log first: a new file must never be found beside an old one's.
    for ending in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).replace(place.with_name(place.name + ending))
    return place


def remove_set_aside(home: Home) -> int:
    """Overwrite and remove the memories that were set aside; returns their number."""
    memories = home.set_aside_memories
    for path in memories:
        for ending in ("-wal", "-shm", ""):
            with suppress(FileNotFoundError):
                overwrite(path.with_name(path.name + ending))
    return len(memories)


def rules_of(settings: Settings) -> PrivacyRules:
    return PrivacyRules(
        sites=settings.memory_sites,
        query_sites=settings.memory_query_sites,
        topics=settings.memory_topics,
        shared=settings.memory_share,
        askers=max(1, settings.memory_askers),
        retention_days=settings.memory_days or None,
    )

"""Opens the memory of a home by its settings, and sets a damaged one aside. Names the store."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.core.errors import StoreDamaged, UsageError
from wherein.home.folder import Home, Settings
from wherein.home.private_folder import overwrite
from wherein.memory.policies.privacy import PrivacyRules
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.store import MemoryStore

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder


def open_memory(home: Home, encoder: Callable[[], Encoder] | None = None) -> QuestionMemory:
    """The home's memory for one thread, created where there is none. Close it when done.

    `encoder` returns the static encoder at its first use, for similar questions.
    Raises NewerLibrary, StorageFull, StoreDamaged or LibraryError, and UsageError for settings that
    can't be read.
    """
    rules = rules_of(home.settings())
    return QuestionMemory(open_store(home), rules=rules, encoder=encoder)


def open_store(home: Home) -> MemoryStore:
    """The store of the home's memory, created where there is none. Raises LibraryError or ExtraMissing."""
    if home.store is not None:
        from wherein.memory.store.postgres.memory import PostgresMemory

        return PostgresMemory(home.store)
    return SqliteMemory(home.memory)


def check_memory(home: Home) -> None:
    """Read all of the home's memory. Raises StoreDamaged, or what opening raises."""
    if home.has_memory:
        with closing(open_store(home)) as memory:
            memory.check()


def set_aside(home: Home) -> Path | None:
    """Rename a damaged memory, so that a new one is created; returns its new path, None where it is undamaged.

    Raises what opening raises for a memory that is not damaged, and UsageError for one in a store.
    """
    if home.store is not None:
        raise UsageError(
            f"The memory is in the database {home.store}, and can't be set aside.",
            "Restore a backup of it: wherein restore FILE --store ADDRESS",
        )
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

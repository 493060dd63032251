"""The memory of a home, as its settings want it. The one place that names the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wherein.library.home import Home, Settings
from wherein.memory.privacy import PrivacyRules
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.sqlite import SqliteMemory

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder


def open_memory(home: Home, encoder: Callable[[], Encoder] | None = None) -> QuestionMemory:
    """The home's memory for one thread; made when there is none. Close it when done.

    `encoder` gives the static encoder when it is first needed (near hits, similar questions).
    Raises NewerLibrary, StorageFull or LibraryError, and UsageError for settings that can't be read.
    """
    return QuestionMemory(
        SqliteMemory(home.memory), rules=rules_of(home.settings()), encoder=encoder
    )


def rules_of(settings: Settings) -> PrivacyRules:
    return PrivacyRules(
        sites=settings.memory_sites,
        query_sites=settings.memory_query_sites,
        topics=settings.memory_topics,
        shared=settings.memory_share,
        askers=max(1, settings.memory_askers),
        retention_days=settings.memory_days or None,
    )

"""How a running engine is: its store, indexes, models and disk, and how much it keeps. Changes nothing."""

from __future__ import annotations

import importlib.metadata
import shutil
from dataclasses import dataclass

from wherein.answering.engine import Engine
from wherein.answering.readers.models import Model
from wherein.answering.remembering.remembering import Turn
from wherein.home.folder import Home, library_place
from wherein.knowledge.building import installed_bases


@dataclass(frozen=True, slots=True)
class Standing:
    """`is_file`: the library is a file of the home; else it is in a database, and `place` names it without the password.

    formats: the number of each form of what is kept. generation: how often the library was changed. unindexed: documents
    changed since the indexes were brought up to date; None where the indexes have to be made again. search: the Milvus
    server, "" for none.
    """

    version: str
    is_file: bool
    place: str
    formats: dict[str, int]
    generation: int
    unindexed: int | None
    retriever: str
    search: str
    models: tuple[Model, ...]
    bytes_free: int
    bytes_of_disk: int
    documents: int
    words: int
    questions: int
    answers: int
    bases: int


def standing(engine: Engine) -> Standing:
    """How an engine that may read everything is now. Raises LibraryError where its store can't be read."""
    home = engine.home
    entries = engine.documents() if home.has_library else []
    generation, unindexed = engine.indexed() if home.has_library else (0, 0)
    questions = answers = 0
    if home.has_memory:
        with engine.memory.use(Turn.LOOK) as memory:
            stats = memory.store.stats()
        questions, answers = stats.questions, stats.answers
    disk = shutil.disk_usage(home.folder if home.folder.exists() else home.folder.anchor)
    return Standing(
        version=importlib.metadata.version("wherein"),
        is_file=home.store is None,
        place=library_place(home),
        formats=_formats(home),
        generation=generation,
        unindexed=unindexed,
        retriever=engine.settings.retriever,
        search="" if home.search is None else str(home.search),
        models=tuple(engine.models.known()),
        bytes_free=disk.free,
        bytes_of_disk=disk.total,
        documents=len(entries),
        words=sum(entry.words for entry in entries),
        questions=questions,
        answers=answers,
        bases=len(installed_bases(home.knowledge)),
    )


def _formats(home: Home) -> dict[str, int]:
    """The number of each form of what is kept: of the database's tables, or of the home's files."""
    from wherein.knowledge.store import MIGRATIONS as BASE
    from wherein.library import migrations, postgres_migrations
    from wherein.memory.store import migrations as memory
    from wherein.memory.store.postgres import migrations as postgres_memory
    from wherein.people.migrations import POSTGRES, SQLITE

    is_file = home.store is None
    return {
        "library": len((migrations if is_file else postgres_migrations).MIGRATIONS),
        "memory": len((memory if is_file else postgres_memory).MIGRATIONS),
        "people": len(SQLITE if is_file else POSTGRES),
        "knowledge base": len(BASE),
    }

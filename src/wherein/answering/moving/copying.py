"""Copies a library and a memory from one store to another, and checks each piece by its hash. Knows no store.

What is there already as it should be is passed over, so that a copy that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from itertools import islice

from wherein.core.errors import LibraryError
from wherein.home.folder import Home, people_file
from wherein.library.opening import open_library
from wherein.library.store import StoredLibrary
from wherein.memory.opening import open_store
from wherein.memory.store.store import Feedback, Held, MemoryStore
from wherein.people.copying import check_others, replace_everybody
from wherein.people.tables import LazyTables

OnProgress = Callable[[int, int | None, str], None]
_QUESTIONS_AT_ONCE = 200
_OTHER_LIBRARY = -1
"""The generation of an answer that was read from another library: no library has it, so that it is read again."""


@dataclass(frozen=True, slots=True)
class Copied:
    """How many of each the source has, all of which the target has now; and how many were copied by this call."""

    documents: int
    questions: int
    verdicts: int
    documents_new: int
    questions_new: int
    verdicts_new: int
    people: int = 0


@contextmanager
def opened(home: Home) -> Iterator[tuple[StoredLibrary, MemoryStore]]:
    """The library and the memory of a home, or of its database. Raises LibraryError or ExtraMissing."""
    home.make_private()
    with closing(open_library(home)) as library, closing(open_store(home)) as memory:
        yield library, memory


def copy_all(source: Home, target: Home, on_progress: OnProgress = lambda a, b, c: None) -> Copied:
    """Copy everything, and check that all of it is in the target. What else the target has stays.

    Raises UsageError where both have people and these are others, and LibraryError where a piece is not there as it was in the source.
    """
    with (
        _opened_people(source, target) as (people, its_people),
        opened(source) as (library, memory),
        opened(target) as (its_library, its_memory),
    ):
        check_others(people, its_people)
        documents = _copy_documents(library, its_library, on_progress)
        questions = _copy_questions(memory, its_memory, on_progress)
        verdicts = _copy_verdicts(memory, its_memory)
        counts = _checked(library, its_library, memory, its_memory)
        # Last, so that nobody is let in before all that they may read is there.
        everybody = replace_everybody(people, its_people)
    return Copied(*counts, documents, questions, verdicts, everybody)


def _copy_documents(source: StoredLibrary, target: StoredLibrary, on_progress: OnProgress) -> int:
    copied = 0
    entries = list(source.entries())
    for done, entry in enumerate(entries):
        on_progress(done, len(entries), entry.title)
        held = source.exchange.held(entry.document)
        if held is None:
            continue  # removed meanwhile
        there = target.exchange.held(entry.document)
        if there is None or there.digest != held.digest:
            target.exchange.restore(held)
            copied += 1
    return copied


@contextmanager
def _opened_people(source: Home, target: Home) -> Iterator[tuple[LazyTables, LazyTables]]:
    with (
        closing(LazyTables(people_file(source), source.store)) as people,
        closing(LazyTables(people_file(target), target.store)) as its_people,
    ):
        yield people, its_people


def _copy_questions(source: MemoryStore, target: MemoryStore, on_progress: OnProgress) -> int:
    copied = done = 0
    held = map(_elsewhere, source.exchange.held())
    while some := list(islice(held, _QUESTIONS_AT_ONCE)):
        on_progress(done, None, "questions")
        copied += target.exchange.restore(some, [])[0]
        done += len(some)
    return copied


def _copy_verdicts(source: MemoryStore, target: MemoryStore) -> int:
    return target.exchange.restore([], list(source.feedback.given()))[1]


def _elsewhere(held: Held) -> Held:
    answers = tuple(
        replace(answer, generation=_OTHER_LIBRARY) if answer.generation else answer
        for answer in held.question.answers
    )
    return replace(held, question=replace(held.question, answers=answers))


def _checked(
    library: StoredLibrary,
    its_library: StoredLibrary,
    memory: MemoryStore,
    its_memory: MemoryStore,
) -> tuple[int, int, int]:
    """The numbers of documents, questions and verdicts of the source, once each of them was found in the target."""
    documents = 0
    for entry in library.entries():
        held, there = (one.exchange.held(entry.document) for one in (library, its_library))
        if held is not None and (there is None or there.digest != held.digest):
            raise _differs(f"The document {entry.title!r}")
        documents += 1
    questions = _all_there(
        map(_question_key, memory.exchange.held()),
        map(_question_key, its_memory.exchange.held()),
        "A question",
    )
    verdicts = _all_there(
        map(_verdict_key, memory.feedback.given()),
        map(_verdict_key, its_memory.feedback.given()),
        "A verdict",
    )
    return documents, questions, verdicts


def _all_there(source: Iterable[bytes], target: Iterable[bytes], what: str) -> int:
    there, count = set(target), 0
    for key in source:
        if key not in there:
            raise _differs(what)
        count += 1
    return count


def _question_key(held: Held) -> bytes:
    """What a question is found by. Its counts may have grown where the target is used while it is copied to."""
    return _hash([held.question.page.key.text, held.question.key, held.question.text])


def _verdict_key(verdict: Feedback) -> bytes:
    return _hash({**asdict(verdict), "id": 0})


def _hash(values: object) -> bytes:
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).digest()


def _differs(what: str) -> LibraryError:
    return LibraryError(
        f"{what} is not in the new place as it was in the old one.",
        "Run the same command again while nobody adds or asks; the old place is unchanged.",
    )

"""Queues files and addresses for the library, and reports the state of each. Parses nothing.

A sender need not wait or stay connected: one thread adds all waiting files together, so that the indexes are updated
once for many files.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum

from wherein.answering.engine import Engine
from wherein.answering.library.adding import Failure, Outcome
from wherein.core.file_paths import parts_of
from wherein.core.lifetime.cancellation import Cancellation, Cancelled
from wherein.documents.fetch import is_url
from wherein.home.received import ReceivedFiles
from wherein.library.store import Entry

LONGEST_BATCH_S = 10.0
"""After this many seconds, the added documents are indexed and can be asked, before the rest is read."""
MOST_DONE = 10_000
"""The most finished jobs that are listed; the oldest are dropped."""
CLOSING_S = 5.0


class JobState(StrEnum):
    WAITING = "waiting"
    READING = "reading"
    ADDED = "added"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    CANCELLED = "cancelled"


PENDING = (JobState.WAITING, JobState.READING)


@dataclass(frozen=True, slots=True)
class Job:
    """One file or address. `change` is the number of the last change to any job when this one changed."""

    number: int
    name: str
    source: str
    state: JobState
    reason: str
    change: int


class Intake:
    """The jobs of one engine. Threads may share it."""

    def __init__(self, engine: Engine, stopping: Cancellation | None = None) -> None:
        """`stopping` is cancelled where the server stops and does not wait for the file that is being read."""
        self._engine = engine
        self._server_stops = Cancellation() if stopping is None else stopping
        self.began = time.time_ns() // 1_000_000
        self._received = ReceivedFiles(engine.home.files)
        self._lock = threading.Lock()
        self._jobs: dict[int, Job] = {}
        self._numbers_of: dict[str, list[int]] = {}
        self._numbers = 0
        self._changes = 0
        self._thread: threading.Thread | None = None
        self._closing = False
        self._stopping = False

    def submit(self, name: str, source: str) -> Job:
        """Queue an address, or a received file by its path."""
        with self._lock:
            self._numbers += 1
            self._numbers_of.setdefault(source, []).append(self._numbers)
            job = self._set(Job(self._numbers, name, source, JobState.WAITING, "", 0))
            if self._thread is None and not self._closing:
                self._thread = threading.Thread(target=self._run, name="intake", daemon=True)
                self._thread.start()
        return job

    def resume(self) -> None:
        """Queue received files of which no document was made, because the server ended before their turn."""
        if not self._engine.home.files.exists():
            return
        # By the folder, which is called after the content, and the name: the home may have been another one.
        kept = {tuple(parts_of(entry.source)[-2:]) for entry in self._engine.documents()}
        for path in self._received.left_over():
            if path.parts[-2:] not in kept:
                self.submit(path.name, str(path))

    @property
    def is_busy(self) -> bool:
        with self._lock:
            return self._thread is not None

    @property
    def pending(self) -> int:
        """How many are not added yet."""
        with self._lock:
            return sum(job.state in PENDING for job in self._jobs.values())

    def jobs(self, since: int = 0) -> tuple[int, list[Job]]:
        """The number of the last change, and the jobs that changed after change number `since`."""
        with self._lock:
            return self._changes, [job for job in self._jobs.values() if job.change > since]

    def cancel(self) -> None:
        """Cancel waiting jobs; a file that is being read is finished."""
        with self._lock:
            self._stopping = True
            for job in [job for job in self._jobs.values() if job.state is JobState.WAITING]:
                self._set(replace(job, state=JobState.CANCELLED))
                self._received.forget(job.source)

    def clear(self) -> None:
        """Remove finished jobs from the list."""
        with self._lock:
            self._jobs = {n: job for n, job in self._jobs.items() if job.state in PENDING}
            self._numbers_of = {}
            for number, job in self._jobs.items():
                self._numbers_of.setdefault(job.source, []).append(number)
            self._changes += 1

    def close(self) -> None:
        """Stop after the current file; the rest stays on the disk for `resume`."""
        with self._lock:
            self._closing = True
            thread = self._thread
        if thread is not None:
            thread.join(CLOSING_S)

    def _run(self) -> None:
        with suppress(Cancelled), self._server_stops.bound():
            self._run_batches()

    def _run_batches(self) -> None:
        while sources := self._next_batch():
            try:
                self._add(sources)
            except Exception as error:  # an error of the whole batch is each source's error
                for source in sources:
                    self._settle(source, Failure.of(source, error))

    def _next_batch(self) -> list[str]:
        """The next sources: either files or addresses, whichever wait longest."""
        with self._lock:
            self._stopping = False
            waiting = [job.source for job in self._jobs.values() if job.state is JobState.WAITING]
            if not waiting or self._closing:
                self._thread = None
                return []
            return [source for source in waiting if is_url(source) is is_url(waiting[0])]

    def _add(self, sources: list[str]) -> None:
        fetched = is_url(sources[0])
        until: list[float] = []

        def begins(done: int, of: int, source: str) -> None:
            # Also called for the steps inside a long file and for the indexes, which are no job.
            until.append(time.monotonic() + LONGEST_BATCH_S)
            self._change_all(source, (JobState.WAITING,), JobState.READING)

        def stopped() -> bool:
            return self._stopping or self._closing or bool(until and time.monotonic() > until[0])

        self._engine.add(
            *sources,
            typed=not fetched,
            fetch=fetched,
            on_progress=begins,
            stopped=stopped,
            on_outcome=self._settle,
        )

    def _settle(self, source: str, outcome: Outcome) -> None:
        if isinstance(outcome, Entry):
            self._change_all(source, PENDING, JobState.ADDED)
        elif outcome is None:
            self._change_all(source, PENDING, JobState.UNCHANGED, "It is in the library already.")
        else:
            self._change_all(source, PENDING, JobState.FAILED, outcome.reason)
            self._received.forget(source)

    def _change_all(
        self, source: str, which: tuple[JobState, ...], state: JobState, reason: str = ""
    ) -> None:
        """Change the jobs of a source that are in one of the states."""
        with self._lock:
            for number in self._numbers_of.get(source, ()):
                job = self._jobs.get(number)
                if job is not None and job.state in which:
                    self._set(replace(job, state=state, reason=reason))

    def _set(self, job: Job) -> Job:
        self._changes += 1
        job = replace(job, change=self._changes)
        self._jobs[job.number] = job
        if len(self._jobs) > MOST_DONE:
            oldest = next((n for n, one in self._jobs.items() if one.state not in PENDING), None)
            if oldest is not None:
                del self._jobs[oldest]
        return job

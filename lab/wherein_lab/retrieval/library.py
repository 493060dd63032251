"""Measures questions to a whole library: whether the right passage is read, and how long answers take.

The library has the pages of `data/pagequestions`, the policies, the documents of `data/docs`, and any further folders.
A question's right passage is the one with its first accepted answer.
"""

from __future__ import annotations

import json
import statistics
import tarfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES
from wherein.core.span import Span
from wherein_lab.data.shared_data import shared_path
from wherein_lab.metrics.uncertainty import wilson

STAND_ALONE = Path("benchmarks/questions/library/stand-alone.jsonl")
QUESTIONS = "data/pagequestions/questions.jsonl"
ARCHIVES = ("data/pagequestions/pages.tar.xz", "data/policies/policies.tar.gz")
MORE = "data/docs"

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class LibraryQuestion:
    """One question about a page of the library. `context` contains the first accepted answer; both are None for an
    absent question.
    """

    text: str
    page: str
    context: str | None
    answer: str | None


def stand_alone(ids: Path = STAND_ALONE) -> list[LibraryQuestion]:
    """The committed questions that name their subject, so that they can be asked of a whole library.

    Raises DataMissing where the questions' data are missing.
    """
    wanted = stand_alone_ids(ids)
    rows = map(json.loads, shared_path(QUESTIONS).read_text("utf-8").splitlines())
    return [
        LibraryQuestion(
            row["question"], row["page"], row.get("context"), (row["accepted"] or [None])[0]
        )
        for row in rows
        if row["id"] in wanted
    ]


def stand_alone_ids(ids: Path = STAND_ALONE) -> set[str]:
    """The ids of the committed questions that name their subject."""
    return {json.loads(line)["id"] for line in ids.read_text("utf-8").splitlines()}


def unpack(folder: Path) -> list[Path]:
    """Write the documents of the data below a folder; returns the folders to add."""
    for name in ARCHIVES:
        with tarfile.open(shared_path(name)) as archive:
            archive.extractall(folder, filter="data")
    return [folder, shared_path(MORE)]


def fill(engine: Engine, folders: Iterable[Path]) -> dict[str, str]:
    """Add the folders; returns the ids of the documents by file name."""
    engine.add(*folders)
    return {Path(entry.source).name: entry.document for entry in engine.documents()}


def right_place(engine: Engine, asked: LibraryQuestion, document: str) -> Span | None:
    """The span of the answer in the document; None where the context does not occur exactly once."""
    if asked.context is None or asked.answer is None:
        return None
    text = engine.document(document).text
    if text.count(asked.context) != 1:
        return None
    start = text.index(asked.context) + asked.context.index(asked.answer)
    return Span(start, start + len(asked.answer))


def measure(
    engine: Engine,
    questions: Sequence[LibraryQuestion],
    by_file: dict[str, str],
    timed: int,
    on_progress: OnProgress,
) -> dict[str, Any]:
    """The recall of the passages that are read, and for the first `timed` questions the answers and times.

    The `timed` questions are asked once before they are timed, of a warm engine without memory.
    """
    read: list[bool] = []
    lost = 0
    for number, asked in enumerate(questions):
        document = by_file.get(Path(asked.page).name)
        place = right_place(engine, asked, document) if document is not None else None
        if document is None or place is None:
            lost += 1
            continue
        hits = engine.search(asked.text, limit=LIBRARY_PASSAGES)
        read.append(
            any(
                hit.passage.document == document and hit.passage.span.start <= place.start < hit.passage.span.end
                for hit in hits
            )
        )  # fmt: skip
        on_progress(number + 1, len(questions))
    low, high = wilson(sum(read), len(read))
    return {
        "documents": len(engine.documents()),
        "words": sum(entry.words for entry in engine.documents()),
        "n": len(read),
        "without_place": lost,
        "read": LIBRARY_PASSAGES,
        "recall": round(sum(read) / len(read), 4),
        "recall_interval": [round(low, 4), round(high, 4)],
        "times": times(engine, [asked.text for asked in questions[:timed]]),
    }


def times(engine: Engine, questions: Sequence[str]) -> dict[str, Any]:
    """Milliseconds to the first answer shown and to the end, for answered and for refused questions."""
    if not questions:
        return {}
    options = Options(memory=False)
    engine.warm()
    engine.ask(questions[0], options=options)
    firsts: list[float] = []
    ends: dict[bool, list[float]] = {True: [], False: []}
    for question in questions:
        began = time.perf_counter()
        first = 0.0
        stream = engine.stream(question, options=options)
        for progress in stream:
            if progress.answers and not first:
                first = time.perf_counter() - began
        answered = stream.result().answered
        ends[answered].append(time.perf_counter() - began)
        if answered:
            firsts.append(first or ends[True][-1])
    return {
        "n": len(questions),
        "first_answer": _milliseconds(firsts),
        "answered_to_the_end": _milliseconds(ends[True]),
        "refused": _milliseconds(ends[False]),
    }


def _milliseconds(seconds: Sequence[float]) -> dict[str, float] | None:
    if not seconds:
        return None
    ranked = sorted(seconds)
    return {
        "n": len(ranked),
        "median": round(statistics.median(ranked) * 1000, 1),
        "p95": round(ranked[min(len(ranked) - 1, int(len(ranked) * 0.95))] * 1000, 1),
    }

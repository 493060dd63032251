"""Measures the time to the first answer on a long page, against reading every window in order. Warm process.

*First answer*: the first one shown that is still among the final top three.
"""

from __future__ import annotations

import json
import statistics
import tarfile
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from wherein.answering.attempts.stream import AnswerStream
from wherein.answering.options import Options
from wherein.answering.readers.reader_registry import LARGE
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Outcome
from wherein.core.document import Document
from wherein.passages.split import split_main
from wherein_lab.data.shared_data import shared_path
from wherein_lab.fresh_home import open_with

QUESTIONS = Path("benchmarks/questions/long-page.json")
_ARCHIVE = "data/webpages/pages/pages.tar.xz"


def measure(repeat: int, models: Sequence[str] = (), questions: Path = QUESTIONS) -> dict[str, Any]:
    """Milliseconds to the first answer and to the whole page, medians over questions and repeats.

    `ratio_*` divide by the time that the same model takes in the same run to read every window in document
    order, with answers shown only at the end as a plain reader shows them. With `models` installed:
    `escalated` is the share of questions that also went to the larger reader, `escalated_*` the milliseconds
    to the end of those.
    """
    asked = json.loads(questions.read_text("utf-8"))
    document = _page(asked["page"])
    first: list[float] = []
    whole: list[float] = []
    every: list[float] = []
    escalated: list[float] = []
    unanswered = 0
    with tempfile.TemporaryDirectory() as home, open_with(Path(home), models) as engine:
        stage = engine.stage("small")
        for name in ("small", *models):  # warm up: load the reader and run it once
            _read_in_order(engine.stage(name), "What is this about?", document)
        for question in asked["questions"] * repeat:
            every.append(_read_in_order(stage, question, document))
            asking = engine.stream(question, document, Options(memory=False))
            shown_ms, whole_ms, steps = _first_that_stays(asking)
            whole.append(whole_ms)
            if LARGE in steps:
                escalated.append(whole_ms)
            if shown_ms is None:
                unanswered += 1
            else:
                first.append(shown_ms)
        tokens = engine.tokens(document.text)
    return {
        "page": asked["page"],
        "tokens": tokens,
        "words": document.words,
        "questions": len(asked["questions"]),
        "unanswered": unanswered // repeat,
        "first_ms": round(statistics.median(first), 1),
        "first_worst_ms": round(max(first), 1),
        "whole_ms": round(statistics.median(whole), 1),
        "every_window_ms": round(statistics.median(every), 1),
        "ratio_first": round(statistics.median(first) / statistics.median(every), 4),
        "ratio_whole": round(statistics.median(whole) / statistics.median(every), 4),
        "models": list(models),
        "escalated": round(len(escalated) / len(whole), 4),
        "escalated_ms": round(statistics.median(escalated), 1) if escalated else None,
        "escalated_worst_ms": round(max(escalated), 1) if escalated else None,
    }


def _page(name: str) -> Document:
    from wherein.documents.parse import parse
    from wherein.documents.source import Source

    with tarfile.open(shared_path(_ARCHIVE)) as archive:
        member = archive.extractfile(name)
        assert member is not None
        return parse(Source(member.read(), name, f"/{name}"))


def _read_in_order(stage: CalibratedReader, question: str, document: Document) -> float:
    """Milliseconds to read every passage in document order, without ranking."""
    began = time.perf_counter()
    candidates = 0
    for reading in stage.reader.read(question, split_main(document)):
        candidates += len(reading.candidates)
    assert candidates
    return (time.perf_counter() - began) * 1000


def _first_that_stays(
    stream: AnswerStream, clock: Callable[[], float] = time.perf_counter
) -> tuple[float | None, float, frozenset[str]]:
    """(milliseconds to the first answer that is still shown at the end or None, to the end, the readers that were asked)."""
    began = clock()
    shown: dict[tuple[str, int], float] = {}
    for progress in stream:
        now = (clock() - began) * 1000
        for answer in progress.answers:
            shown.setdefault((answer.text, answer.span.start), now)
    result = stream.result()
    now = (clock() - began) * 1000
    final = result.answers[:3]
    for answer in final:
        shown.setdefault((answer.text, answer.span.start), now)
    asked = frozenset(s.name for s in result.steps if s.outcome is not Outcome.SKIPPED)
    stayed = [shown[answer.text, answer.span.start] for answer in final]
    return (min(stayed) if stayed else None), (clock() - began) * 1000, asked

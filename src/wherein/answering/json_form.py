"""The JSON that both doors print: plain dictionaries as `contracts/` fixes them. Keys are added, never changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wherein.answering.adding import Summary
from wherein.answering.progress import Progress
from wherein.core.answer import Answer, Read, Result, Step
from wherein.core.passage import Hit
from wherein.library.store import Entry

Json = dict[str, Any]


def answer_json(answer: Answer) -> Json:
    row: Json = {
        "text": answer.text,
        "document": answer.document,
        "title": answer.title,
        "start": answer.span.start,
        "end": answer.span.end,
        "quote": answer.quote,
        "quote_start": answer.quote_span.start,
        "section": list(answer.section),
        "confidence": round(answer.confidence, 4),
        "found_by": answer.found_by,
    }
    if answer.page is not None:
        row["page"] = answer.page
    if answer.boxes:
        row["boxes"] = [[b.page, b.x0, b.y0, b.x1, b.y1] for b in answer.boxes]
    if answer.row:
        row["row"] = answer.row
    if answer.column:
        row["column"] = answer.column
    if answer.evidence:
        row["evidence"] = True
    if answer.written is not None:
        row["written"] = answer.written
    if answer.date is not None:
        row["date"] = answer.date
    return row


def hit_json(hit: Hit, titles: Mapping[str, str], dates: Mapping[str, str | None]) -> Json:
    passage = hit.passage
    date = dates.get(passage.document)
    return {
        "document": passage.document,
        "title": titles.get(passage.document, ""),
        "start": passage.span.start,
        "end": passage.span.end,
        "section": list(passage.section),
        "score": round(hit.score, 6),
        "text": passage.text,
        **({"date": date} if date is not None else {}),
    }


def hits_json(
    hits: Iterable[Hit], titles: Mapping[str, str], dates: Mapping[str, str | None]
) -> Json:
    return {"hits": [hit_json(hit, titles, dates) for hit in hits]}


def progress_json(progress: Progress) -> Json:
    return {
        "answers": [answer_json(answer) for answer in progress.answers],
        "less_likely": [answer_json(answer) for answer in progress.less_likely],
        "read": read_json(progress.read),
    }


def read_json(read: Read) -> Json:
    stopped = {"stopped": True} if read.stopped else {}
    return {"fraction": round(read.fraction, 4), "words": read.words, **stopped}


def step_json(step: Step) -> Json:
    row: Json = {
        "step": step.name,
        "outcome": step.outcome.value,
        "milliseconds": step.milliseconds,
    }
    if step.reason is not None:
        row["reason"] = step.reason
    return row


def result_json(result: Result) -> Json:
    return {
        "question": result.question,
        "answers": [answer_json(answer) for answer in result.answers],
        "less_likely": [answer_json(answer) for answer in result.less_likely],
        "answered": result.answered,
        "nearest": [hit_json(hit, result.titles, {}) for hit in result.nearest],
        "read": read_json(result.read),
        "steps": [step_json(step) for step in result.steps],
        "milliseconds": result.milliseconds,
        "notes": list(result.notes),
        **({"meant": result.meant} if result.meant is not None else {}),
        **({"several": True} if result.several else {}),
    }


def entry_json(entry: Entry) -> Json:
    return {
        "document": entry.document,
        "title": entry.title,
        "source": entry.source,
        "words": entry.words,
        "kind": entry.kind,
        "added": entry.added,
    }


def documents_json(entries: Iterable[Entry]) -> Json:
    return {"documents": [entry_json(entry) for entry in entries]}


def summary_json(summary: Summary, milliseconds: float) -> Json:
    return {
        "added": [entry_json(entry) for entry in summary.added],
        "unchanged": list(summary.unchanged),
        "failed": [{"source": f.source, "reason": f.reason} for f in summary.failed],
        "removed": list(summary.removed),
        "milliseconds": milliseconds,
    }

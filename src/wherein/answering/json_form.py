"""The JSON that both doors print: plain dictionaries as `contracts/` fixes them. Keys are added, never changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wherein.answering.about_articles import others
from wherein.answering.adding import Summary
from wherein.answering.progress import Progress
from wherein.core.answer import Answer, Read, Result, Step
from wherein.core.credit import Credit
from wherein.core.label import Label
from wherein.core.link import Link, LinkCandidate
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
    if not answer.main:
        row["main"] = False
    if answer.written is not None:
        row["written"] = answer.written
    if answer.source:
        row["source"] = answer.source
    if answer.date is not None:
        row["date"] = answer.date
    if answer.date_kind is not None:
        row["date_kind"] = answer.date_kind.value
    return {**row, **credit_json(answer.credit)}


def credit_json(credit: Credit | None) -> Json:
    if credit is None:
        return {}
    return {"credit": credit.said, **({"licence": credit.licence} if credit.licence else {})}


def hit_json(hit: Hit, labels: Mapping[str, Label]) -> Json:
    passage = hit.passage
    label = labels.get(passage.document, Label())
    return {
        "document": passage.document,
        "title": label.title,
        "start": passage.span.start,
        "end": passage.span.end,
        "section": list(passage.section),
        "score": round(hit.score, 6),
        "text": passage.text,
        **({"source": label.source} if label.source else {}),
        **({"date": label.date} if label.date is not None else {}),
        **({"date_kind": label.date_kind.value} if label.date_kind is not None else {}),
        **credit_json(label.credit),
    }


def hits_json(
    hits: Iterable[Hit], labels: Mapping[str, Label], notes: Sequence[str] = ()
) -> Json:
    rows = [hit_json(hit, labels) for hit in hits]
    return {"hits": rows, **({"notes": list(notes)} if notes else {})}


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
        "nearest": [hit_json(hit, result.labels) for hit in result.nearest],
        "read": read_json(result.read),
        "steps": [step_json(step) for step in result.steps],
        "milliseconds": result.milliseconds,
        "notes": list(result.notes),
        **({"meant": result.meant} if result.meant is not None else {}),
        **({"several": True} if result.several else {}),
        **({"links": [link_json(link) for link in result.links]} if result.links else {}),
    }


def link_json(link: Link) -> Json:
    """A name of the question with its article, and the articles it could be instead; places in the question."""
    return {
        "surface": link.surface,
        "start": link.span.start,
        "end": link.span.end,
        **_candidate_json(link.candidates[0]),
        "others": [_candidate_json(candidate) for candidate in others(link)],
    }


def _candidate_json(candidate: LinkCandidate) -> Json:
    return {
        "document": candidate.id,
        "title": candidate.title,
        "probability": round(candidate.score, 4),
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

"""Makes the JSON of values for the server and the command line. Field names are only in `wire.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from wherein.answering.articles.about_articles import others
from wherein.answering.library.adding import Summary
from wherein.answering.stages.progress import Progress
from wherein.core.answer import Answer, Coverage, QuotedPlace, Result, Step
from wherein.core.credit import Credit
from wherein.core.document import Document
from wherein.core.label import Label
from wherein.core.link import Link, LinkCandidate
from wherein.core.passage import Hit
from wherein.core.unread import Unread
from wherein.library.store import Entry
from wherein.questions.followups.followup import FollowUp
from wherein.server.wire import wire

Json = dict[str, Any]


def form(model: type[BaseModel], /, **values: object) -> Json:
    """The JSON object that `model` describes, with its fields in the given order, without those that are None.

    Raises TypeError for a field that the model does not have, and for a required one that is missing: both
    are mistakes of the caller.
    """
    return {name: value for name, value in row(model, **values).items() if value is not None}


def row(model: type[BaseModel], /, **values: object) -> Json:
    """As `form`, but a field that is None stays, as null."""
    fields = model.model_fields
    unknown = values.keys() - fields.keys()
    missing = {
        name
        for name, field in fields.items()
        if field.is_required()
        and (name not in values or (values[name] is None and not _may_be_null(field)))
    }
    if unknown or missing:
        raise TypeError(f"{model.__name__}: unknown {sorted(unknown)}, missing {sorted(missing)}")
    return dict(values)


def _may_be_null(field: FieldInfo) -> bool:
    return type(None) in get_args(field.annotation)


def answer_json(answer: Answer) -> Json:
    """The answer's own fields under their names, where the model has them, and its place in code points."""
    fields = wire.WireAnswer.model_fields
    own = {
        name: _plain(getattr(answer, name), field.is_required())
        for name, field in fields.items()
        if hasattr(answer, name)
    }
    return form(
        wire.WireAnswer,
        **own
        | {
            "start": answer.span.start,
            "end": answer.span.end,
            "quote_start": answer.quote_span.start,
            "confidence": round(answer.confidence, 4),
            "boxes": [[b.page, b.x0, b.y0, b.x1, b.y1] for b in answer.boxes] or None,
            "main": None if answer.main else False,
            "credit": None,
            "struck_by": _struck_json(answer),
            "subject_to": [_quoted_json(place) for place in answer.subject_to] or None,
        }
        | credit_json(answer.credit),
    )


def _quoted_json(place: QuotedPlace) -> Json:
    return form(
        wire.WireQuotedPlace,
        quote=place.quote,
        start=place.span.start,
        end=place.span.end,
        page=place.page,
    )


def _struck_json(answer: Answer) -> Json | None:
    struck = answer.struck_by
    if struck is None:
        return None
    return form(
        wire.WireStruckBy,
        quote=struck.quote,
        start=struck.span.start,
        end=struck.span.end,
        page=struck.page,
        words=answer.struck_words or None,
    )


def _plain(value: object, is_required: bool) -> object:
    """A value as JSON has it; None for one that says nothing, unless it is required."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        value = list(value)
    is_nothing = value is None or value is False or value == [] or value == ""
    return None if is_nothing and not is_required else value


def credit_json(credit: Credit | None) -> Json:
    if credit is None:
        return {}
    return {"credit": credit.said, **({"licence": credit.licence} if credit.licence else {})}


def hit_json(hit: Hit, labels: Mapping[str, Label]) -> Json:
    passage = hit.passage
    label = labels.get(passage.document, Label())
    return form(
        wire.WireHit,
        document=passage.document,
        title=label.title,
        start=passage.span.start,
        end=passage.span.end,
        section=list(passage.section),
        score=round(hit.score, 6),
        text=passage.text,
        source=label.source or None,
        date=label.date,
        date_kind=label.date_kind.value if label.date_kind is not None else None,
        file_change=label.file_change.value if label.file_change is not None else None,
        **credit_json(label.credit),
    )


def hits_json(hits: Iterable[Hit], labels: Mapping[str, Label], notes: Sequence[str] = ()) -> Json:
    rows = [hit_json(hit, labels) for hit in hits]
    return form(wire.SearchResponse, hits=rows, notes=list(notes) or None)


def progress_json(progress: Progress) -> Json:
    return form(
        wire.WireProgress,
        answers=[answer_json(answer) for answer in progress.answers],
        perhaps=[answer_json(answer) for answer in progress.perhaps],
        read=read_json(progress.read),
    )


def read_json(read: Coverage) -> Json:
    return form(
        wire.WireRead,
        fraction=round(read.fraction, 4),
        words=read.words,
        stopped=read.stopped or None,
    )


def step_json(step: Step) -> Json:
    return form(
        wire.WireStep,
        step=step.name,
        outcome=step.outcome.value,
        milliseconds=step.milliseconds,
        reason=step.reason,
    )


def result_json(result: Result) -> Json:
    return form(
        wire.AskResponse,
        question=result.question,
        answers=[answer_json(answer) for answer in result.answers],
        perhaps=[answer_json(answer) for answer in result.perhaps],
        answered=result.answered,
        nearest=[hit_json(hit, result.labels) for hit in result.nearest],
        read=read_json(result.read),
        steps=[step_json(step) for step in result.steps],
        milliseconds=result.milliseconds,
        notes=list(result.notes),
        meant=result.meant,
        typed=result.typed,
        no_question=True if not result.is_question else None,
        several=result.several or None,
        unread=unread_json(result.unread) or None,
        evidence=[
            form(
                wire.WireEvidence,
                document=one.document,
                start=one.span.start,
                end=one.span.end,
                text=one.text,
                probability=one.probability,
            )
            for one in result.evidence
        ]
        or None,
        links=[link_json(link) for link in result.links] or None,
        agreement=[
            form(
                wire.WireSameAnswer,
                text=group.text,
                newest=group.newest,
                answers=[answer_json(result.said[place]) for place in group.places],
            )
            for group in result.agreement
        ]
        or None,
    )


def follow_up_json(follow_up: FollowUp) -> Json:
    return form(
        wire.UnderstandResponse,
        typed=follow_up.typed,
        understood=follow_up.understood,
        added=list(follow_up.added),
        unclear=follow_up.unclear,
        no_question=True if not follow_up.is_question else None,
    )


def link_json(link: Link) -> Json:
    """A name in the question with its linked article and the other candidates; places count code points of the question."""
    return form(
        wire.WireLink,
        surface=link.surface,
        start=link.span.start,
        end=link.span.end,
        **_candidate_json(link.candidates[0]),
        others=[_candidate_json(candidate) for candidate in others(link)],
    )


def _candidate_json(candidate: LinkCandidate) -> Json:
    return form(
        wire.WireCandidate,
        document=candidate.id,
        title=candidate.title,
        probability=round(candidate.score, 4),
    )


def unread_json(unread: Iterable[Unread]) -> list[Json]:
    return [
        form(wire.WireUnread, kind=item.kind.value, count=item.count, of=item.of, words=item.words)
        for item in unread
    ]


def entry_json(entry: Entry) -> Json:
    return form(
        wire.WireDocument,
        document=entry.document,
        title=entry.title,
        source=entry.source,
        words=entry.words,
        kind=entry.kind,
        added=entry.added,
        date=entry.date,
        tags=list(entry.tags) or None,
        outdated=entry.outdated or None,
        unread=unread_json(entry.unread) or None,
    )


def document_json(document: Document, label: Label, has_file: bool) -> Json:
    return form(
        wire.DocumentResponse,
        document=document.id,
        title=document.title,
        source=document.source,
        kind=document.kind,
        text=document.text,
        blocks=[
            form(
                wire.WireShownBlock,
                kind=block.kind.value,
                start=block.span.start,
                end=block.span.end,
                level=block.level,
                row=block.row,
                column=block.column,
            )
            for block in document.blocks
        ],
        pages=[
            form(wire.WirePage, number=page.number, start=page.span.start, end=page.span.end)
            for page in document.pages
        ],
        has_file=has_file,
        unread=unread_json(document.unread) or None,
        language=document.language,
        date=label.date,
        file_change=label.file_change.value if label.file_change is not None else None,
        **credit_json(label.credit),
    )


def documents_json(entries: Iterable[Entry]) -> Json:
    return form(wire.DocumentsResponse, documents=[entry_json(entry) for entry in entries])


def summary_json(summary: Summary, milliseconds: float) -> Json:
    return form(
        wire.AddResponse,
        added=[entry_json(entry) for entry in summary.added],
        unchanged=list(summary.unchanged),
        failed=[form(wire.WireFailure, source=f.source, reason=f.reason) for f in summary.failed],
        removed=list(summary.removed),
        milliseconds=milliseconds,
    )

"""The route of tables: asks many questions of many documents, row by row or all at once. Asks only through the engine."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.answering.tables.grid import Row, Source, column_agreement, without_doubles
from wherein.core.errors import UsageError, WhereinError
from wherein.core.lifetime.cancellation import Cancellation
from wherein.questions.question import parse_question
from wherein.server.guards.asker import Asker
from wherein.server.guards.leaving import EventStream, stopping, while_there
from wherein.server.wire import wire
from wherein.server.wire.error_form import error_body
from wherein.server.wire.json_form import form

Json = dict[str, Any]
MOST_CELLS = 50_000


def table_routes(engine: Engine) -> APIRouter:
    """The route of tables over one engine."""
    router = APIRouter()

    @router.post("/v1/tables", response_model=wire.TableResponse, operation_id="table")
    async def table(
        request: Request,
        wanted: wire.TableRequest,
        asker: Asker,
        accept: Annotated[str, Header(include_in_schema=False)] = "",
    ) -> Response:
        """Ask each question of each document.

        With `Accept: text/event-stream`, a `row` event comes as each document is done, then one `result` event with the
        object that is otherwise the response, or one `error` event. Closing the connection stops the work in both
        forms.
        """
        options = Options(memory=wanted.memory == "on", asker=asker, caution=wanted.caution)

        def answer(cancellation: Cancellation) -> Response:
            questions = _questions(wanted.questions)
            sources = engine.grid_sources(_names(engine, wanted.each))
            if len(sources) * len(questions) > MOST_CELLS:
                raise UsageError(
                    f"The table has {len(sources) * len(questions):,} cells.",
                    f"Ask for at most {MOST_CELLS:,} at once.",
                )
            rows = engine.ask_each(sources, questions, options)
            if "text/event-stream" in accept:
                return EventStream(_events(questions, rows, sources), stopping(request.app))
            return JSONResponse(table_json(questions, list(rows)))

        return await while_there(request, answer)

    return router


def _names(engine: Engine, each: Sequence[str]) -> Sequence[str]:
    """The ids and bases that `each` names; every document of the library where it is empty."""
    return engine.kept_names(each) or [entry.document for entry in engine.documents()]


def _questions(lines: Sequence[str]) -> tuple[str, ...]:
    """The questions without blank lines and doubles. Raises UsageError for a question that is too long, and for no
    question."""
    asked = without_doubles(parse_question(line).text for line in lines if line.strip())
    if not asked:
        raise UsageError("There is no question.", "Send at least one.")
    return asked


def _events(
    questions: Sequence[str], rows: Iterator[Row], sources: Sequence[Source]
) -> Generator[str]:
    done: list[Row] = []
    try:
        for row in rows:
            done.append(row)
            yield _event("row", {"row": row_json(row), "of": len(sources)})
        yield _event("result", table_json(questions, done))
    except WhereinError as error:
        yield _event("error", error_body(error.code, error.what, error.next_step))


def _event(name: str, data: Json) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def row_json(row: Row) -> Json:
    """One row as the response has it."""
    return form(
        wire.WireRow,
        document=row.document,
        title=row.title,
        source=row.source,
        reason=row.reason or None,
        file_change=row.file_change.value if row.file_change is not None else None,
        cells=[
            form(
                wire.WireCell,
                status=cell.status.value,
                answer=cell.answer,
                quote=cell.quote,
                page=cell.page,
                confidence=cell.confidence,
                start=cell.start,
                end=cell.end,
                date=cell.date,
            )
            for cell in row.cells
        ],
    )


def table_json(questions: Sequence[str], rows: Sequence[Row]) -> Json:
    """The whole table as the response has it."""
    return form(
        wire.TableResponse,
        questions=list(questions),
        rows=[row_json(row) for row in rows],
        agreement=[
            [
                form(
                    wire.WireColumnAnswer,
                    text=group.text,
                    rows=list(group.places),
                    newest=group.newest,
                )
                for group in column_agreement(rows, number)
            ]
            for number in range(len(questions))
        ],
    )

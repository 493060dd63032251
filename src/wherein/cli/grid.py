"""`wherein ask --questions FILE --each NAME`: the table of answers as CSV, a workbook or JSON. Finds no answer itself."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wherein.answering.grid import (
    Cell,
    Journal,
    Row,
    Status,
    column_agreement,
    read_questions,
)
from wherein.answering.options import Options
from wherein.cli.opening import address_of
from wherein.cli.options import engine
from wherein.cli.printing import print_exactly, print_json, say
from wherein.cli.terminal import progress
from wherein.core.agreement import in_one_sentence
from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.errors import UsageError

_MOST_PRINTED, _MOST_GROUPS = 20, 5
"""The most questions, and the most answers to one, in the summary beside the table; the JSON has all."""
_FACTS = ("status", "quote", "page", "confidence", "link")


def ask_grid(
    questions: Path,
    each: Sequence[str],
    form: str,
    out: Path | None,
    options: Options,
    password: str | None,
) -> None:
    """Ask every question of every document and write the table; `form` is csv, xlsx or json.

    With `out` the cells are kept beside it, in `out` with ".cells" behind, as they are asked: the same command
    goes on where it was stopped, and later asks only what changed.
    """
    if form == "xlsx" and out is None:
        raise UsageError("A workbook needs a file.", "Name it: --out answers.xlsx")
    asked = read_questions(questions)
    journal = Journal(None if out is None else out.with_name(out.name + ".cells"), _how(options))
    with engine() as home, progress("asking") as on_progress:
        sources = home.grid_sources(each, password)
        of = len(sources) * len(asked)
        rows = list(
            home.ask_each(
                sources,
                asked,
                options,
                journal,
                _link,
                lambda done, name: on_progress(done, of, name),
            )
        )
    _write(asked, rows, form, out)
    now = sum(row.asked for row in rows)
    count = {
        status: sum(c.status is status for row in rows for c in row.cells) for status in Status
    }
    say(
        f"{len(rows):,} documents, {len(asked):,} questions: {count[Status.ANSWERED]:,} answered,"
        f" {count[Status.PERHAPS]:,} perhaps, {count[Status.REFUSED]:,} not here,"
        f" {count[Status.FAILED]:,} failed; {now:,} cells asked now.",
        err=True,
    )
    if len(rows) > 1:
        for number, question in enumerate(asked[:_MOST_PRINTED]):
            if groups := column_agreement(rows, number):
                say(f"{question} {in_one_sentence(groups[:_MOST_GROUPS])}", err=True)
    for row in rows:
        if row.reason:
            say(f"{row.source}: {row.reason}", err=True)


def _how(options: Options) -> str:
    """What else than question and document an answer depends on."""
    from importlib.metadata import version

    return json.dumps([version("wherein"), options.reader, options.caution, options.whole])


def _link(answer: Answer, document: Document) -> str:
    return address_of(document, answer.span, answer.quote_span) or document.source


def _write(questions: Sequence[str], rows: Sequence[Row], form: str, out: Path | None) -> None:
    if form == "json":
        value = grid_json(questions, rows)
        if out is None:
            print_json(value)
        else:
            _to_file(out, (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
    elif form == "csv":
        text = grid_csv(questions, rows)
        if out is None:
            print_exactly(text)
        else:  # a byte order mark, without which Excel takes UTF-8 for something else
            _to_file(out, text.encode("utf-8-sig"))
    else:
        assert out is not None
        _to_file(out, grid_xlsx(questions, rows))


def _to_file(out: Path, data: bytes) -> None:
    """Write whole or not at all."""
    beside = out.with_name(out.name + ".part")
    try:
        beside.write_bytes(data)
        beside.replace(out)
    except OSError as error:
        raise UsageError(
            f"{out} can't be written ({error.strerror}).", "Give another --out."
        ) from error


def grid_json(questions: Sequence[str], rows: Sequence[Row]) -> dict[str, Any]:
    """Questions, for each document its cells in their order, and for each question what the documents say.

    What a cell has not is left out; `agreement` has the places of its documents in `documents`.
    """
    return {
        "questions": list(questions),
        "documents": [
            {
                "source": row.source,
                **({"reason": row.reason} if row.reason else {}),
                "cells": [
                    {k: v for k, v in asdict(cell).items() if v not in (None, "")}
                    for cell in row.cells
                ],
            }
            for row in rows
        ],
        "agreement": [
            [
                {"text": group.text, "documents": list(group.places), "newest": group.newest}
                for group in column_agreement(rows, number)
            ]
            for number in range(len(questions))
        ],
    }


def grid_csv(questions: Sequence[str], rows: Sequence[Row]) -> str:
    """A row a document; for each question the answer, then status, quote, page, confidence and link."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\r\n")
    heads = [
        head
        for question in questions
        for head in (question, *(f"{question} · {f}" for f in _FACTS))
    ]
    table.writerow(["document", *map(_harmless, heads)])
    for row in rows:
        facts = [
            value
            for cell in row.cells
            for value in (
                _shown(cell), cell.status.value, cell.quote, cell.page, cell.confidence, cell.link,
            )
        ]  # fmt: skip
        table.writerow([_harmless(value) for value in (row.source, *facts)])
    return written.getvalue()


def _harmless(value: object) -> object:
    """Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection)."""
    if isinstance(value, str) and value[:1] in "=+-@\t\r" and value:
        return f"'{value}"
    return "" if value is None else value


def _shown(cell: Cell) -> str:
    """The answer as a person reads it in a column: what is less sure and what is not there say so."""
    if cell.status is Status.ANSWERED:
        return cell.answer
    if cell.status is Status.PERHAPS:
        return f"perhaps: {cell.answer}"
    return "not here" if cell.status is Status.REFUSED else "could not be read"


def grid_xlsx(questions: Sequence[str], rows: Sequence[Row]) -> bytes:
    """A workbook: a column a question; each answer links to its place and has quote, page and confidence as a note."""
    from openpyxl import Workbook
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.comments import Comment

    book = Workbook()
    sheet = book.active
    lines = [["document", *questions], *([row.source, *map(_shown, row.cells)] for row in rows)]
    for number, line in enumerate(lines, 1):
        for column, text in enumerate(line, 1):
            place = sheet.cell(number, column)
            place.value = ILLEGAL_CHARACTERS_RE.sub("\ufffd", text)[
                :32_767
            ]  # the format's longest text
            place.data_type = "s"  # text, also where it begins as a formula does
    for number, row in enumerate(rows, 2):
        for column, cell in enumerate(row.cells, 2):
            if not cell.quote:
                continue
            place = sheet.cell(number, column)
            page = f"Page {cell.page}. " if cell.page is not None else ""
            note = f"{page}Confidence {cell.confidence}. “{cell.quote}”"
            place.comment = Comment(ILLEGAL_CHARACTERS_RE.sub("\ufffd", note)[:1_000], "wherein")
            if 0 < len(cell.link) < 2_000:
                place.hyperlink = cell.link
    sheet.freeze_panes = "B2"
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()

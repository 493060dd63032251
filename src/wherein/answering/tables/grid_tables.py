"""Formats the answers of many documents to many questions as JSON, CSV or XLSX. Asks nothing and writes no file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TextIO

from wherein.answering.tables.grid import Cell, Row, Status, column_agreement
from wherein.core.text.readable import harmless, readable

_FACTS = ("status", "quote", "page", "confidence", "link")
_STATUSES = {
    Status.ANSWERED: "answered",
    Status.PERHAPS: "perhaps",
    Status.REFUSED: "not here",
    Status.FAILED: "could not be read",
}
"""The words of a cell, also for its status: people read this table, programs read the JSON."""


def grid_json(questions: Sequence[str], rows: Sequence[Row]) -> dict[str, Any]:
    """A JSON object with the questions, the cells of each document in the same order, and for each question the grouped
    answers.

    Fields that a cell lacks are left out; the entries of `agreement` are indexes into `documents`.
    """
    return {
        "questions": list(questions),
        "documents": [
            {
                "source": row.source,
                **({"reason": row.reason} if row.reason else {}),
                **({"file_change": row.file_change.value} if row.file_change else {}),
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
    """CSV with one row per document; for each question the answer, status, quote, page, confidence and link."""
    written = io.StringIO()
    table = quoted_csv(written)
    heads = [
        head
        for question in questions
        for head in (question, *(f"{question} · {f}" for f in _FACTS))
    ]
    table.writerow(["document", *map(harmless_cell, heads)])
    for row in rows:
        facts = [
            value
            for cell in row.cells
            for value in (
                _shown(cell, row.reason), _STATUSES[cell.status], cell.quote, cell.page, cell.confidence, cell.link,
            )
        ]  # fmt: skip
        table.writerow([harmless_cell(value) for value in (row.source, *facts)])
    return written.getvalue()


def harmless_cell(value: object) -> object:
    """The text changed so that no spreadsheet runs it as a formula and no terminal as a command (OWASP, CSV injection).

    An apostrophe is put before each character that begins a formula (full-width forms too), at the start and after a
    semicolon, tab or line end, where some programs begin a new cell.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        return value
    text = _FORMULA.sub(r"\g<0>'", harmless(readable(value)))
    return f"'{text}" if text[:1] in ("\t", "\ufffd") else text


_FORMULA = re.compile(r"(?:\A|[;\t\n])[ \"']*(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")


def quoted_csv(file: TextIO) -> Any:
    """A `csv.writer` that quotes every text, so that a program with another separator does not split it."""
    return csv.writer(file, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)


def _shown(cell: Cell, reason: str) -> str:
    """The text of a cell for people: marks a less sure answer, and says where there is none."""
    if cell.status is Status.ANSWERED:
        return cell.answer
    if cell.status is Status.PERHAPS:
        return f"perhaps: {cell.answer}"
    if cell.status is Status.REFUSED:
        return _STATUSES[cell.status]
    unread = _STATUSES[Status.FAILED]
    return f"{unread}: {reason}" if reason else unread


def grid_xlsx(questions: Sequence[str], rows: Sequence[Row]) -> bytes:
    """An XLSX workbook with one column per question; each answer links to its place and has quote, page and confidence
    as a note."""
    from openpyxl import Workbook
    from openpyxl.comments import Comment

    book = Workbook()
    sheet = book.active
    lines = [
        ["document", *questions],
        *([row.source, *(_shown(cell, row.reason) for cell in row.cells)] for row in rows),
    ]
    for number, line in enumerate(lines, 1):
        for column, text in enumerate(line, 1):
            place = sheet.cell(number, column)
            place.value = harmless(readable(text))[:32_767]  # the format's longest text
            place.data_type = "s"  # text, also where it begins as a formula does
    for number, row in enumerate(rows, 2):
        for column, cell in enumerate(row.cells, 2):
            if not cell.quote:
                continue
            place = sheet.cell(number, column)
            page = f"Page {cell.page}. " if cell.page is not None else ""
            note = f"{page}Confidence {cell.confidence}. “{cell.quote}”"
            place.comment = Comment(harmless(readable(note))[:1_000], "wherein")
            if 0 < len(cell.link) < 2_000 and harmless(readable(cell.link)) == cell.link:
                place.hyperlink = cell.link
    sheet.freeze_panes = "B2"
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()

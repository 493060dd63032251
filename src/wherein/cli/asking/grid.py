"""`wherein ask --questions FILE --each NAME`: the table of answers, to a file or the terminal. Finds no answer itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from wherein.answering.exporting.citations import Citation, bibtex, csl_json
from wherein.answering.options import Options
from wherein.answering.tables.grid import (
    Journal,
    Row,
    Source,
    Status,
    column_agreement,
    read_questions,
)
from wherein.answering.tables.grid_tables import grid_csv, grid_json, grid_xlsx
from wherein.cli.options import engine
from wherein.cli.terminal.opening import address_of
from wherein.cli.terminal.output_file import write_file
from wherein.cli.terminal.printing import print_exactly, print_json, say
from wherein.cli.terminal.terminal import progress
from wherein.core.agreement import in_one_sentence
from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.errors import UsageError
from wherein.core.text.readable import harmless
from wherein.documents.fetch import is_url

_REFERENCES: Mapping[str, Callable[[Sequence[Citation]], str]] = {
    "bibtex": bibtex,
    "csl-json": csl_json,
}
_MOST_PRINTED, _MOST_GROUPS = 20, 5
"""The most questions, and the most answers to one, in the summary beside the table; the JSON has all."""


def ask_grid(
    questions: Path,
    each: Sequence[str],
    form: str,
    out: Path | None,
    options: Options,
    password: str | None,
) -> None:
    """Ask every question of every document and write the result.

    `form` is csv, xlsx or json for the table of answers, or bibtex or csl-json for a list of the documents with an answer.

    With `out`, each cell is saved in the file `out` + ".cells" as soon as it is asked: the same command continues an
    interrupted table, and later asks only about changed documents.
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
        if form in _REFERENCES:
            references = harmless(_REFERENCES[form](_citations(rows, sources)))
        notes = home.row_notes(rows)
    if form in _REFERENCES:
        _text(references, out)
    else:
        _write(asked, rows, form, out)
    _say_counts(asked, rows)
    for note in notes:
        say(note, err=True)


def _say_counts(asked: Sequence[str], rows: Sequence[Row]) -> None:
    """Say how many cells have an answer, in which answers the documents agree, and which documents failed."""
    now = sum(row.asked for row in rows)
    count = {
        status: sum(c.status is status for row in rows for c in row.cells) for status in Status
    }
    say(
        f"{_counted(len(rows), 'document')}, {_counted(len(asked), 'question')}:"
        f" {count[Status.ANSWERED]:,} answered,"
        f" {count[Status.PERHAPS]:,} perhaps, {count[Status.REFUSED]:,} not here,"
        f" {count[Status.FAILED]:,} failed; {_counted(now, 'cell')} asked now.",
        err=True,
    )
    if len(rows) > 1:
        for number, question in enumerate(asked[:_MOST_PRINTED]):
            if groups := column_agreement(rows, number):
                say(f"{question} {in_one_sentence(groups[:_MOST_GROUPS])}", err=True)
    for row in rows:
        if row.reason:
            say(f"{row.source}: {row.reason}", err=True)


def _citations(rows: Sequence[Row], sources: Sequence[Source]) -> list[Citation]:
    """Cite the documents with an answer, in the order of the table."""
    load = {source.name: source.load for source in sources}
    return [
        Citation.read(load[row.source], row.title, row.source)
        for row in rows
        if any(cell.status is Status.ANSWERED for cell in row.cells)
    ]


def _how(options: Options) -> str:
    """The options that an answer depends on, besides question and document."""
    from importlib.metadata import version

    return json.dumps([version("wherein"), options.reader, options.caution, options.whole])


def _link(answer: Answer, document: Document) -> str:
    """The address of the document; files get a `file:` address, since a spreadsheet does not link bare paths."""
    address = address_of(document, answer.span, answer.quote_span)
    if address is None and not is_url(document.source) and Path(document.source).is_absolute():
        return Path(document.source).as_uri()
    return address or document.source


def _write(questions: Sequence[str], rows: Sequence[Row], form: str, out: Path | None) -> None:
    if form == "json":
        value = grid_json(questions, rows)
        if out is None:
            print_json(value)
        else:
            write_file(
                out, (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
            )
    elif form == "csv":
        # In a file with a byte order mark, without which Excel takes UTF-8 for something else.
        _text(grid_csv(questions, rows), out, "utf-8-sig")
    else:
        assert out is not None
        write_file(out, grid_xlsx(questions, rows))


def _text(text: str, out: Path | None, encoding: str = "utf-8") -> None:
    if out is None:
        print_exactly(text)
    else:
        write_file(out, text.encode(encoding))


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"

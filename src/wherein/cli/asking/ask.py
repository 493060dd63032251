"""`wherein ask`: a question to a file, a folder, an address, standard input or the library."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wherein.answering.grading.grades import Caution
from wherein.answering.options import Options
from wherein.cli.options import as_json, engine, in_time, not_both, with_open, with_password, within
from wherein.cli.terminal.printing import print_json, say, say_sentence
from wherein.cli.terminal.terminal import print_as_found, reading_now
from wherein.cli.terminal.waiting import Waiting
from wherein.core.answer import Answer, Result
from wherein.core.document import Document
from wherein.core.errors import UsageError
from wherein.core.text.readable import harmless
from wherein.documents.source import normalised, path_of

if TYPE_CHECKING:
    from wherein.answering.attempts.stream import AnswerStream
    from wherein.answering.engine import Engine

NOTHING_SAID = "There is no answer here."
# "settings.json" alone may be a question to a library of handbooks; "lease.pdf" is a file that was mistyped.
_FILE_NAME = re.compile(
    r"\S+\.(?:pdf|docx?|odt|rtf|epub|pptx?|xlsx?|html?|csv|tsv|txt|eml|mbox)", re.IGNORECASE
)


def _is_there(name: str) -> bool:
    """Whether this is an existing file or folder; False for a text that can't be a path."""
    try:
        return path_of(name).exists()
    except (OSError, UsageError):
        return False


def _ask_table(
    given: tuple[str, ...],
    questions: Path | None,
    each: tuple[str, ...],
    form: str | None,
    out: Path | None,
    options: Options,
    password: str | None,
    as_json: bool,
) -> None:
    """Ask many questions of many documents. Raises UsageError for options that do not fit a table."""
    from wherein.cli.asking.grid import ask_grid

    if given or options.within or options.since or options.until:
        raise UsageError(
            "A table takes its questions and documents from --questions and --each alone.",
            "As in: wherein ask --questions questions.txt --each contracts --csv",
        )
    if questions is None or not each:
        raise UsageError(
            "A table needs --questions and --each.",
            "As in: wherein ask --questions questions.txt --each contracts --csv",
        )
    if bool(form) == as_json:
        raise UsageError(
            "A table is printed in one format.",
            "Give one of --csv, --xlsx, --bibtex, --csl-json and --json.",
        )
    ask_grid(questions, each, form or "json", out, options, password)


_CITED = ("bibtex", "csl-json")


def _print_cited(
    result: Result, form: str, document_of: Callable[[str, str], Document], out: Path | None
) -> None:
    """Print the documents of the answers as citations, or write them to a file; notes go to standard error."""
    from wherein.answering.exporting.citations import bibtex, cited, csl_json
    from wherein.answering.exporting.exchanges import Exchange
    from wherein.cli.terminal.output_file import write_file

    citations = cited([Exchange.of(result)], document_of)
    text = harmless(bibtex(citations)) if form == "bibtex" else csl_json(citations)
    if not citations:
        say_sentence(NOTHING_SAID)
    if out is not None:
        write_file(out, text.encode("utf-8", "replace"))
    elif text.strip():
        say(text.rstrip("\n"))
    for note in result.notes:
        say(note, err=True)


@click.command("ask")
@click.argument("source_and_question", nargs=-1, metavar="[SOURCE] QUESTION")
@click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    help="Most answers to print.  [default: 3 answers, or 8 sentences for a topic request]",
)
@click.option("--reader", metavar="NAME", help="Read with this model, not the one in the settings.")
@click.option("--no-memory", is_flag=True, help="Neither use nor keep earlier answers.")
@click.option(
    "--caution",
    type=click.Choice([caution.value for caution in Caution]),
    help="How sure an answer has to be.  [default: from the settings, else normal]",
)
@click.option(
    "--whole", is_flag=True, help="Read a long document to its end, not only its likeliest part."
)
@click.option(
    "--questions",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file with a question on each line, to be asked of each document that --each names.",
)
@click.option(
    "--each",
    multiple=True,
    metavar="PATH|NAME",
    help="With --questions: a file, a folder, a document, folder or tag of the library, or a knowledge base; may be repeated.",
)
@click.option("--csv", "form", flag_value="csv", help="Write the table as CSV.")
@click.option(
    "--xlsx", "form", flag_value="xlsx", help="Write the table as an Excel workbook; needs --out."
)
@click.option(
    "--bibtex",
    "form",
    flag_value="bibtex",
    help="Write the documents with an answer as BibTeX, of one question or of a table.",
)
@click.option(
    "--csl-json",
    "form",
    flag_value="csl-json",
    help="The same as CSL JSON, for reference managers.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the table or the citations to this file; after an interruption the same command resumes a table.",
)
@click.option("--speak", is_flag=True, help="Say the sentence of the best answer aloud, too.")
@within
@in_time
@with_password
@with_open
@as_json
def ask_command(
    source_and_question: tuple[str, ...],
    limit: int | None,
    reader: str | None,
    no_memory: bool,
    caution: str | None,
    whole: bool,
    questions: Path | None,
    each: tuple[str, ...],
    form: str | None,
    out: Path | None,
    speak: bool,
    within: tuple[str, ...],
    since: str | None,
    until: str | None,
    password: str | None,
    opened: bool,
    as_json: bool,
) -> None:
    """Ask QUESTION of SOURCE and print the best answers, each in its sentence.

    SOURCE is a file, a folder, an address (http or https), a document's id, an article of a
    knowledge base (BASE:TITLE), or - for standard input. Without SOURCE, the whole library is asked.
    """
    options = Options(
        limit=limit,
        memory=not no_memory,
        owner=True,
        reader=reader,
        since=since,
        until=until,
        whole=whole,
        caution=caution,
        within=within,
    )
    is_cited = form in _CITED and questions is None and not each and bool(source_and_question)
    if (questions is not None or each or form or out) and not is_cited:
        _ask_table(source_and_question, questions, each, form, out, options, password, as_json)
        return
    if is_cited and as_json:
        raise UsageError(
            "Citations are printed in one format.", "Give one of --bibtex, --csl-json and --json."
        )
    not_both(opened, as_json)
    source, question = _source_and_question(source_and_question)
    with engine() as asked, Waiting("reading the source…" if source else "searching…") as waiting:
        scope = _scope(asked, source, password, opened)
        stream = asked.stream(question, scope, options)
        if is_cited or as_json:
            _wait_for(stream, waiting)
        if is_cited:
            _print_cited(stream.result(), form or "", asked.document_of, out)
        elif as_json:
            from wherein.server.wire.json_form import result_json  # costs half a second

            print_json(result_json(stream.result()))
        else:
            print_as_found(stream, waiting, source and normalised(source))
        answers = stream.result().answers
        if speak:
            from wherein.cli.terminal.playing import say_aloud

            say_aloud(answers[0].quote if answers else NOTHING_SAID)
        if opened and answers:
            _open(asked, answers[0], scope, password)


def _source_and_question(given: Sequence[str]) -> tuple[str | None, str]:
    """The source, if any, and the question. Raises UsageError for more or fewer words, and for a file without a question."""
    if not 1 <= len(given) <= 2:
        raise UsageError(
            "ask takes a question, and before it at most one source.",
            'Put the question in quotes: wherein ask paper.pdf "What was measured?"',
        )
    *sources, question = given
    if not sources and question.strip() and _is_there(question):
        raise UsageError(
            f"{question} is a file or folder, and the question is missing.",
            f'Put the question after it: wherein ask {question} "What was measured?"',
        )
    if not sources and _FILE_NAME.fullmatch(question):
        raise UsageError(
            f"{question} does not exist, and the question is missing.",
            f'Check the path, and put the question after it: wherein ask {question} "What was measured?"',
        )
    if sources and " " in sources[0] and not _is_there(sources[0]) and _is_there(question):
        raise UsageError(
            "The question comes last, after what is asked.",
            f'Write: wherein ask {question} "{sources[0]}"',
        )
    if sources and _is_word(sources[0]) and _is_word(question):
        raise UsageError(
            f"{sources[0]} is no file or folder.",
            f'Put a question of several words in quotes: wherein ask "{sources[0]} {question}"',
        )
    return (sources[0] if sources else None), question


def _is_word(text: str) -> bool:
    """Whether the text is one word that names nothing here: a part of a question without quotes."""
    return text.isalpha() and not _is_there(text)


def _scope(
    asked: Engine, source: str | None, password: str | None, opened: bool
) -> Document | str | None:
    """What to ask: standard input and, with a password or to be opened, a file is read now; the rest by the engine."""
    if source == "-":
        return asked.read("-", sys.stdin.buffer.read(), password=password)
    if source and (password or opened) and not path_of(source).is_dir():
        return asked.document(source, password)
    return source


def _wait_for(stream: AnswerStream, waiting: Waiting) -> None:
    """Read to the end before anything is printed, and say meanwhile what is read."""
    for progress in stream:
        waiting.tell(reading_now(progress))
    waiting.hide()


def _open(asked: Engine, best: Answer, scope: Document | str | None, password: str | None) -> None:
    """Open an answer's document at its place."""
    from wherein.cli.terminal.opening import open_answer

    if not isinstance(scope, Document):
        scope = asked.document_of(best.document, best.source, password, best)
    open_answer(best, scope)

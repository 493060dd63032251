"""`wherein add`, `list`, `show`, `remove`: the documents of the library."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from wherein.cli.options import as_json, engine, engine_of, in_library, with_password
from wherein.cli.terminal.printing import print_exactly, print_json, say, say_sentence
from wherein.cli.terminal.terminal import progress
from wherein.core.document import Block, Document
from wherein.core.errors import LibraryError, UnknownDocument, WhereinError
from wherein.core.file_change import SENTENCE, FileChange
from wherein.core.text.readable import quoted
from wherein.core.unread import Unread, unread_in_words, without_pages

if TYPE_CHECKING:
    from wherein.answering.engine import Engine


@click.command("add")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option(
    "--include",
    multiple=True,
    metavar="GLOB",
    help="In folders, add only files that match; may be repeated.",
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="GLOB",
    help="In folders, skip files that match; may be repeated.",
)
@click.option(
    "--prune", is_flag=True, help="Remove documents whose file below PATH no longer exists."
)
@in_library
@with_password
@as_json
def add_command(
    paths: tuple[str, ...],
    library: str | None,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    prune: bool,
    password: str | None,
    as_json: bool,
) -> int:
    """Add files, folders with everything below them, and web addresses.

    Unchanged files are skipped. A file that fails is listed with its reason and does not stop the
    others; the exit status is then 1. After an interruption, documents already added stay; run the
    command again to continue.
    """
    from wherein.server.wire.json_form import summary_json

    began = time.perf_counter()
    with engine_of(library) as kept, progress("Adding") as on_progress:
        summary = kept.add(
            *paths,
            include=include,
            exclude=exclude,
            prune=prune,
            password=password,
            on_progress=on_progress,
        )
    milliseconds = round((time.perf_counter() - began) * 1000, 1)
    if as_json:
        print_json(summary_json(summary, milliseconds))
    else:
        for entry in summary.added:
            say(f"{entry.document}  {entry.title}  ({entry.words:,} words)")
            _say_unread(entry.unread)
        failed = sum(failure.source != str(kept.home.indexes) for failure in summary.failed)
        of = len(summary.added) + len(summary.unchanged) + failed
        gone = f", {len(summary.removed)} removed" if summary.removed else ""
        say(
            f"{len(summary.added)} of {of} added, {len(summary.unchanged)} unchanged,"
            f" {failed} failed{gone}."
        )
        if not of and not summary.removed:
            say("Nothing that can be read was found there.")
    # A full disk stops every file from one on, for one reason.
    for reason, failures in groupby(summary.failed, key=lambda failure: failure.reason):
        first, *others = [failure.source for failure in failures]
        more = f" and {len(others):,} more" if others else ""
        named = "" if first in reason else f"{first}{more}: "
        say_sentence(f"wherein: {named}{reason}")
    return 1 if summary.failed else 0


@click.command("list")
@in_library
@as_json
def list_command(library: str | None, as_json: bool) -> None:
    """List every document with its id, words and source."""
    from wherein.answering.library.notices import EMPTY_LIBRARY
    from wherein.server.wire.json_form import documents_json

    with engine_of(library) as kept:
        entries = kept.documents()
    if as_json:
        print_json(documents_json(entries))
        return
    for entry in entries:
        say(f"{entry.document}  {entry.words:>9,} words  {entry.kind:<8}  {entry.title}")
        say_sentence(f"{'':16}  {entry.source}", err=False)
        _say_unread(entry.unread)
    if not entries:
        say(EMPTY_LIBRARY)
    outdated = [entry.source for entry in entries if entry.outdated]
    if outdated:
        one = len(outdated) == 1
        number = "1 document is" if one else f"{len(outdated):,} documents are"
        say_sentence(
            f"{number} out of date. Read {'it' if one else 'them'} again:"
            f" wherein add {quoted(outdated[0], 200)}{'' if one else ' …'}"
        )


def _say_unread(unread: Sequence[Unread]) -> None:
    """A line on what a document holds and was not read, below the document's own lines."""
    if unread:
        say_sentence(f"{'':16}  {unread_in_words(unread)}", err=False)


@click.command("show")
@click.argument("document")
@click.option("--text", is_flag=True, help="Print only the canonical text, unchanged.")
@with_password
@as_json
def show_command(document: str, text: bool, password: str | None, as_json: bool) -> None:
    """Show DOCUMENT: an id, a path or address (added or not), or an article as BASE:TITLE.

    A file that was added and has changed since is shown as it is now where its path is given, with a note; where its id
    or file name is given, the kept copy is shown."""
    from wherein.answering.library.notices import pages_without_text

    with engine() as kept:
        shown = kept.document(document, password)
        change, note = _since_added(kept, shown)
    if text and not as_json:
        print_exactly(shown.text)
        if note:
            say(note, err=True)
        return
    row = _row(shown, change, as_json)
    if as_json:
        blocks = [_block_row(block) for block in shown.blocks]
        notes = {"notes": [note]} if note else {}
        print_json({**row, **notes, "blocks": blocks, "text": shown.text})
        return
    for key, value in row.items():
        if value not in (None, 0, ""):
            say_sentence(f"{key:<11} {value}", err=False)
    if note:
        say_sentence(note, err=False)
    notice = pages_without_text(shown)
    if notice is not None:
        say(notice)
    if unread := without_pages(shown.unread):
        say_sentence(unread_in_words(unread), err=False)


def _since_added(kept: Engine, shown: Document) -> tuple[FileChange | None, str]:
    """What became of the file of the kept copy that is shown, and a sentence on it; for a file that was read as it is now,
    None and the sentence that the kept copy is older. The sentence is "" where there is nothing to say."""
    from wherein.answering.question.kept_files import read_now_note

    try:
        entry = kept.entry(shown.id)
    except UnknownDocument:
        return None, ""
    if entry.content_hash != shown.content_hash:
        return None, read_now_note(entry)
    change = kept.file_change(shown.id)
    return change, "" if change is None else SENTENCE[change]


def _row(shown: Document, change: FileChange | None, as_json: bool) -> dict[str, Any]:
    from wherein.passages.split import split
    from wherein.server.wire.json_form import credit_json, unread_json

    return {
        "document": shown.id,
        "title": shown.title,
        "source": shown.source,
        "kind": shown.kind,
        "words": shown.words,
        "beside_main": shown.words_beside_main,
        "language": shown.language,
        "pages": len(shown.pages),
        "passages": len(split(shown)),
        "created": shown.dates.created,
        "modified": shown.dates.modified,
        "published": shown.dates.published,
        "sha256": shown.content_hash,
        **({"unread": unread_json(shown.unread)} if as_json and shown.unread else {}),
        **({"file_change": change.value} if change is not None else {}),
        **credit_json(shown.credit),
    }


def _block_row(block: Block) -> dict[str, Any]:
    places = ("level", "row", "column")
    return {
        "kind": block.kind.value,
        "start": block.span.start,
        "end": block.span.end,
        **{key: value for key in places if (value := getattr(block, key))},
        **({} if block.main else {"main": False}),
    }


@click.command("remove")
@click.argument("documents", nargs=-1, required=True, metavar="DOCUMENT…")
@as_json
def remove_command(documents: tuple[str, ...], as_json: bool) -> int:
    """Remove documents by id or path; the files themselves stay.

    What was asked of them is forgotten, and so are the verdicts on their answers: a document that is added again begins
    anew. To renew a changed file's copy and keep the verdicts, add it again without removing it."""
    from wherein.server.wire.json_form import entry_json

    removed, failed = [], []
    with engine() as kept:
        before = _remembered(kept)
        for document in documents:
            try:
                removed.append(kept.remove(document))
            except WhereinError as error:
                failed.append({"source": document, "reason": str(error)})
        questions, verdicts = (max(0, n - now) for n, now in zip(before, _remembered(kept), strict=True))  # fmt: skip
    if as_json:
        forgotten = {"questions": questions, "verdicts": verdicts}
        entries = [entry_json(entry) for entry in removed]
        print_json({"removed": entries, "failed": failed, "forgotten": forgotten})
    else:
        for entry in removed:
            say(f"Removed {entry.title} ({entry.document}).")
        if questions or verdicts:
            say(f"Forgot {_numbered(questions, 'question')} and {_numbered(verdicts, 'verdict')}.")
    for failure in failed:
        say_sentence(f"wherein: {failure['reason']}")
    return 1 if failed else 0


def _remembered(kept: Engine) -> tuple[int, int]:
    """How many questions and verdicts the memory has; none of a memory that can't be read, which is not made either."""
    if not kept.home.has_memory:
        return 0, 0
    try:
        stats = kept.questions.stats()
    except LibraryError:
        return 0, 0
    return stats.questions, stats.feedback


def _numbered(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

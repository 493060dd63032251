"""`wherein memory`: lists, exports, imports and forgets earlier questions and verdicts."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

import click

from wherein.cli.judging import judge_command
from wherein.cli.options import as_json, at_most, engine
from wherein.cli.terminal.printing import print_exactly, print_json, say
from wherein.core.errors import UsageError
from wherein.core.file_change import SENTENCE, FileChange
from wherein.home.regular_file import opened_regular

_UNITS = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


@click.group("memory")
def memory_command() -> None:
    """List, judge, export, import and forget earlier questions. They stay on this machine."""


memory_command.add_command(judge_command)


@memory_command.command("top")
@click.argument("page")
@at_most(5)
@as_json
def top_command(page: str, limit: int, as_json: bool) -> None:
    """Print the most asked questions of PAGE: an address, a document's id, or a file.

    For a document without questions, print suggested ones.
    """
    from wherein.server.wire.json_form import answer_json
    from wherein.server.wire.memory_json import popular_json

    with engine() as asked:
        found = asked.questions.top(page, limit)
        changes = asked.file_changes(
            [one.question.document_of(answer) for one in found.asked for answer in one.stored]
            + [one.answer.document for one in found.suggested]
        )
    if as_json:
        rows = [
            {
                "question": one.question,
                "answer": answer_json(
                    replace(one.answer, file_change=changes.get(one.answer.document))
                ),
            }
            for one in found.suggested
        ]
        print_json(popular_json(found.page, found.asked, changes) | {"suggested": rows})
        return
    for each in found.suggested:
        say(f"{each.question}  (suggested)")
        _say_answer(each.answer.text, changes.get(each.answer.document))
    if found.suggested:
        return
    for one in found.asked:
        say(
            f"{one.question.text}  (asked {_times(one.uses)}, last {_day(one.question.last_asked)})"
        )
        for answer in one.stored:
            _say_answer(answer.text, changes.get(one.question.document_of(answer)))
    if not found.asked:
        say("No question about this page has an answer here.")


@memory_command.command("similar")
@click.argument("question")
@at_most(5)
@as_json
def similar_command(question: str, limit: int, as_json: bool) -> None:
    """Print earlier questions similar to QUESTION, of any page, with their answers."""
    from wherein.server.wire.memory_json import similar_json

    with engine() as asked:
        found = asked.questions.similar(question, limit)
        changes = asked.file_changes(
            one.question.document_of(answer) for one in found for answer in one.answers
        )
    if as_json:
        print_json(similar_json(found, changes))
        return
    for one in found:
        say(f"{one.question.text}  ({one.similarity:.2f})")
        for answer in one.answers:
            _say_answer(answer.text, changes.get(one.question.document_of(answer)))
        say(f"  {one.question.page.title}  {one.question.page.key.text}")
    if not found:
        say("No question like this was asked before.")


@memory_command.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option("--feedback", is_flag=True, help="Only verdicts, in SQuAD 2.0 format for training.")
@click.option("--asker", help="Only the data of one asker, by the name in an earlier export.")
def export_command(file: Path | None, feedback: bool, asker: str | None) -> None:
    """Write the whole memory to FILE, or to standard output."""
    import json

    with engine() as kept:
        if feedback:
            text = json.dumps(kept.questions.verdicts(asker), ensure_ascii=False) + "\n"
            lines: Iterator[str] = iter([text])
        else:
            lines = kept.questions.export(asker)
        if file is None:
            for line in lines:
                print_exactly(line)
            return
        try:
            with file.open("w", encoding="utf-8", newline="\n") as out:
                out.writelines(lines)
        except OSError as error:
            raise UsageError(
                f"{file} could not be written ({error.strerror}).", "Give another file."
            ) from error
    say(f"Written to {file}.", err=True)


@memory_command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@as_json
def import_command(file: Path, as_json: bool) -> None:
    """Import an export, completely or not at all; existing entries stay."""
    try:
        with (
            opened_regular(file) as raw,
            io.TextIOWrapper(raw, encoding="utf-8", newline="\n") as lines,
            engine() as kept,
        ):
            taken = kept.questions.import_lines(lines)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} could not be read.", "Give an export.") from error
    if as_json:
        row = {"questions": taken.questions, "feedback": taken.feedback, "refused": taken.refused}
        print_json(row)
    else:
        say(
            f"Imported {taken.questions} questions and {taken.feedback} verdicts;"
            f" left out {taken.refused} of a kind that is never kept."
        )


@memory_command.command("wipe")
@click.option("--url", help="Only questions about this page.")
@click.option("--since", help="Only questions asked since then: 2h, 3d, 1w, or a date.")
@as_json
def wipe_command(url: str | None, since: str | None, as_json: bool) -> None:
    """Forget questions for good: all of them, or those that the options name."""
    moment = None if since is None else _moment(since)
    with engine() as kept:
        gone = kept.questions.forget(url, moment)
        set_aside = kept.home.set_aside_memories
    if as_json:
        print_json(asdict(gone))
        return
    say(f"Forgotten: {gone.questions} questions and {gone.feedback} verdicts.")
    if gone.set_aside:
        say(f"Removed what was set aside: {gone.set_aside} damaged.")
    elif set_aside:
        say(
            "A damaged memory that was set aside can't be searched; wipe without options removes it."
        )


@memory_command.command("set-aside")
@as_json
def set_aside_command(as_json: bool) -> None:
    """Rename a damaged memory, so that a new one is made; an undamaged one stays.

    A renamed memory is no longer read; `wherein memory wipe` removes it too.
    """
    with engine() as kept:
        place = kept.questions.set_aside()
    if as_json:
        print_json({"set_aside": None if place is None else str(place)})
    elif place is None:
        say("The memory is not damaged; nothing was set aside.")
    else:
        say(f"The damaged memory is now at {place} now; the next question begins a new one.")


@memory_command.command("stats")
@as_json
def stats_command(as_json: bool) -> None:
    """Print the number of stored questions, answers and verdicts, and since when."""
    with engine() as kept:
        stats = asdict(kept.questions.stats())
    for key in ("oldest", "newest"):
        if stats[key] is not None:
            stats[key] = _iso(stats[key])
    if as_json:
        print_json(stats)
        return
    for key, value in stats.items():
        say(f"{key:<10} {value if value is not None else 'none'}")


def _say_answer(text: str, change: FileChange | None) -> None:
    say(f"  {text}{'' if change is None else f' · {SENTENCE[change]}'}")


def _moment(since: str) -> datetime:
    match = re.fullmatch(r"(\d{1,6})([mhdw])", since.strip())
    if match:
        return datetime.fromtimestamp(time.time() - int(match.group(1)) * _UNITS[match.group(2)])
    try:
        return datetime.fromisoformat(since)
    except ValueError as error:
        raise UsageError(f"{since!r} is not a time.", "Write 2h, 3d, 1w, or 2026-05-31.") from error


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).date().isoformat()


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"

"""`wherein memory`: lists, exports, imports and forgets earlier questions and verdicts."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json, at_most, engine
from wherein.cli.printing import print_exactly, print_json, say
from wherein.core.errors import UsageError

if TYPE_CHECKING:
    from wherein.core.document import Document
    from wherein.memory.question_memory import QuestionMemory
    from wherein.memory.store import PageKey

_UNITS = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


@click.group("memory")
def memory_command() -> None:
    """List, export, import and forget earlier questions. They stay on this machine."""


@memory_command.command("top")
@click.argument("page")
@at_most(5)
@as_json
def top_command(page: str, limit: int, as_json: bool) -> None:
    """Print the most asked questions of PAGE: an address, a document's id, or a file.

    For a document without questions, print suggested ones.
    """
    from wherein.server.json_form import answer_json
    from wherein.server.memory_json import popular_json

    with _memory() as memory:
        key, document = _page(page)
        top = memory.others.popular(key, document=document, asker=None, limit=limit)
    suggested = []
    if document is not None and not top:
        with engine() as asked:
            suggested = asked.suggested(document, limit)
    if as_json:
        rows = [{"question": one.question, "answer": answer_json(one.answer)} for one in suggested]
        print_json(popular_json(key, top) | {"suggested": rows})
        return
    for each in suggested:
        say(f"{each.question}  (suggested)")
        say(f"  {each.answer.text}")
    if suggested:
        return
    for one in top:
        say(f"{one.question.text}  (asked {one.uses} times, last {_day(one.question.last_asked)})")
        for answer in one.stored:
            say(f"  {answer.text}")
    if not top:
        say("Nobody asked this page anything that is answered here.")


@memory_command.command("similar")
@click.argument("question")
@at_most(5)
@as_json
def similar_command(question: str, limit: int, as_json: bool) -> None:
    """Print earlier questions similar to QUESTION, of any page, with their answers."""
    from wherein.server.memory_json import similar_json

    with engine() as asked, _memory() as memory:
        found = memory.others.similar(question, asker=None, limit=limit, reranker=asked.reranker)
    if as_json:
        print_json(similar_json(found))
        return
    for one in found:
        say(f"{one.question.text}  ({one.similarity:.2f})")
        for answer in one.answers:
            say(f"  {answer.text}")
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

    from wherein.memory.exchange import export_lines
    from wherein.memory.training_export import squad_of

    with _memory() as memory:
        if feedback:
            text = (
                json.dumps(squad_of(memory.store.feedback.given(asker)), ensure_ascii=False) + "\n"
            )
            lines: Iterator[str] = iter([text])
        else:
            lines = export_lines(memory.store, asker)
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
    from wherein.memory.exchange import import_lines

    try:
        with file.open(encoding="utf-8", newline="\n") as lines, _memory() as memory:
            taken = import_lines(memory.store, lines)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} could not be read ({error}).", "Give an export.") from error
    if as_json:
        row = {"questions": taken.questions, "feedback": taken.feedback, "refused": taken.refused}
        print_json(row)
    else:
        say(
            f"{taken.questions} questions and {taken.feedback} verdicts came in,"
            f" {taken.refused} are of a kind that is never kept."
        )


@memory_command.command("wipe")
@click.option("--url", help="Only questions about this page.")
@click.option("--since", help="Only questions asked since then: 2h, 3d, 1w, or a date.")
@as_json
def wipe_command(url: str | None, since: str | None, as_json: bool) -> None:
    """Forget questions for good: all of them, or those that the options name."""
    from wherein.home.folder import Home
    from wherein.memory.opening import remove_set_aside
    from wherein.memory.store import PageKey

    if url is not None and "://" not in url and re.fullmatch(r"[0-9a-f]{16}", url):
        key: PageKey | None = PageKey(f"document:{url}")
    else:
        key = None if url is None else _any_key(url)
    moment = None if since is None else _moment(since)
    home = Home.choose()
    with _memory() as memory:
        wiped = memory.store.removal.wipe(page=key, since=moment)
    everything = key is None and moment is None
    removed = remove_set_aside(home) if everything else 0
    if as_json:
        row = {"questions": wiped.questions, "feedback": wiped.feedback, "set_aside": removed}
        print_json(row)
        return
    say(f"Forgotten: {wiped.questions} questions and {wiped.feedback} verdicts.")
    if removed:
        say(f"Removed what was set aside: {removed} damaged.")
    elif home.set_aside_memories:
        say(
            "A damaged memory that was set aside can't be searched; wipe without options removes it."
        )


@memory_command.command("set-aside")
@as_json
def set_aside_command(as_json: bool) -> None:
    """Rename a damaged memory, so that a new one is made; an undamaged one stays.

    A renamed memory is no longer read; `wherein memory wipe` removes it too.
    """
    from wherein.home.folder import Home
    from wherein.memory.opening import set_aside

    place = set_aside(Home.choose())
    if as_json:
        print_json({"set_aside": None if place is None else str(place)})
    elif place is None:
        say("The memory is whole; nothing was set aside.")
    else:
        say(f"The damaged memory lies at {place} now; the next question begins a new one.")


@memory_command.command("stats")
@as_json
def stats_command(as_json: bool) -> None:
    """Print the number of stored questions, answers and verdicts, and since when."""
    from dataclasses import asdict

    with _memory() as memory:
        stats = asdict(memory.store.stats())
    for key in ("oldest", "newest"):
        if stats[key] is not None:
            stats[key] = _iso(stats[key])
    if as_json:
        print_json(stats)
        return
    for key, value in stats.items():
        say(f"{key:<10} {value if value is not None else 'none'}")


@contextmanager
def _memory() -> Iterator[QuestionMemory]:
    from wherein.encoding.encoder import Encoder
    from wherein.home.folder import Home
    from wherein.memory.opening import open_memory

    def encoder() -> Encoder:
        from wherein.assets.store import AssetStore
        from wherein.encoding.static import StaticEncoder

        assets = AssetStore(home.assets)
        tokenizer = assets.verified("wordpiece") / "tokenizer.json"
        return StaticEncoder.load(assets.verified("static"), tokenizer)

    home = Home.choose()
    memory = open_memory(home, encoder)
    try:
        yield memory
    finally:
        memory.close()


def _page(page: str) -> tuple[PageKey, Document | None]:
    """The key of the page or document that a person names, and its document where the library has it."""
    from wherein.core.errors import UnknownDocument
    from wherein.memory.privacy import NotKept, page_key

    with engine() as asked:
        try:
            document = asked.kept(page)
        except UnknownDocument:
            if "://" in page:
                return _any_key(page), None
            document = asked.document(page)
    key = page_key(document)
    if isinstance(key, NotKept):
        raise UsageError(f"Nothing is remembered of {page}: {key}.", "Name another page.")
    return key, document


def _any_key(url: str) -> PageKey:
    """The key of an address, even where the privacy rules forbid storing it."""
    from wherein.memory.page_url import canonical_url
    from wherein.memory.store import PageKey

    canonical = canonical_url(url)
    if canonical is None:
        raise UsageError(f"{url!r} is no web address.", "Give one, as in https://example.org/.")
    return PageKey(canonical)


def _moment(since: str) -> float:
    match = re.fullmatch(r"(\d{1,6})([mhdw])", since.strip())
    if match:
        return time.time() - int(match.group(1)) * _UNITS[match.group(2)]
    try:
        moment = datetime.fromisoformat(since)
    except ValueError as error:
        raise UsageError(f"{since!r} is no time.", "Write 2h, 3d, 1w, or 2026-05-31.") from error
    return moment.timestamp()


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).date().isoformat()

"""How answers look in a terminal: bold or >…<, width, one dim line. Decides nothing about content."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from wherein.core.answer import Answer, Result
from wherein.core.passage import Hit
from wherein.passages.heading_prefix import heading_prefix

# Below these a probability is told as "likely", then as "maybe".
_SURE, _LIKELY = 0.8, 0.55


def in_words(confidence: float) -> str:
    """A probability in a word: sure, likely or maybe."""
    return "sure" if confidence >= _SURE else "likely" if confidence >= _LIKELY else "maybe"


def has_colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def width() -> int:
    return max(40, min(100, shutil.get_terminal_size((80, 24)).columns))


def print_json(value: Any) -> None:
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None))


def print_result(result: Result) -> None:
    """The answers first, each in its sentence; then how much was read and how long it took."""
    for answer in result.answers:
        _print_answer(answer)
    if not result.answered:
        everything = result.read.fraction >= 1.0
        click.echo(
            f"Not here, as far as I can tell. I read {'all of it' if everything else _share(result)}."
        )
        if result.less_likely:
            click.echo(_dim("Less likely:"))
            for answer in result.less_likely:
                _print_answer(answer)
        if result.nearest:
            click.echo(_dim("Nearest passages:"))
            print_hits(result.nearest, result.titles, lines=2)
    for step in result.steps:
        if step.reason and step.outcome.value == "skipped":
            click.echo(_dim(f"{step.name}: {step.reason}"))
    click.echo(_dim(f"read {_share(result)} in {_time(result.milliseconds)}"))


def print_hits(hits: tuple[Hit, ...] | list[Hit], titles: Any, lines: int = 4) -> None:
    for hit in hits:
        text = textwrap.shorten(_body(hit), width() * lines, placeholder=" …")
        click.echo(_wrapped(text))
        place = _place(titles.get(hit.passage.document, ""), hit.passage.section)
        click.echo(_dim(f"  {place}"))


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int, str], None]]:
    """A progress bar on standard error for what takes over two seconds; nothing in a pipe."""
    import time

    began = time.monotonic()
    state: dict[str, Any] = {}

    def told(done: int, of: int, what: str) -> None:
        if not sys.stderr.isatty() or (time.monotonic() - began < 2 and "bar" not in state):
            return
        if "bar" not in state:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            state["bar"] = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[what]}"),
                console=Console(stderr=True),
                transient=True,
            )
            state["bar"].start()
            state["task"] = state["bar"].add_task(title, total=of, what="")
        state["bar"].update(state["task"], completed=done, total=of, what=what[-40:])

    try:
        yield told
    finally:
        if "bar" in state:
            state["bar"].stop()


def _print_answer(answer: Answer) -> None:
    before = answer.quote[: answer.span.start - answer.quote_span.start]
    after = answer.quote[answer.span.end - answer.quote_span.start :]
    mark = _bold(answer.text) if has_colour() else f">{answer.text}<"
    label = "Evidence: " if answer.evidence else ""
    click.echo(_wrapped(f"{label}{before}{mark}{after}"))
    place = _place(answer.title, answer.section)
    page = f" · page {answer.page}" if answer.page is not None else ""
    click.echo(
        _dim(
            f"  {place}{page} · {in_words(answer.confidence)} ({answer.confidence:.2f}) · {answer.found_by}"
        )
    )


def _body(hit: Hit) -> str:
    """A passage's text on one line, without the headings it opens with: its place names them."""
    blocks = [" ".join(block.split()) for block in hit.passage.text.split("\n\n")]
    while len(blocks) > 1 and blocks[0] in hit.passage.section:
        del blocks[0]
    return " ".join(blocks)


def _place(title: str, section: tuple[str, ...]) -> str:
    """The document and the two nearest headings; a heading that repeats the title is left out."""
    return heading_prefix(title, [part for part in section if part != title][-2:])


def _wrapped(text: str) -> str:
    # Escape sequences have no width, so bold text wraps a little early: harmless.
    return "\n".join(
        textwrap.fill(line, width(), break_long_words=False, break_on_hyphens=False)
        for line in text.splitlines()
    )


def _share(result: Result) -> str:
    words = f"{result.read.words:,} words"
    if result.read.fraction >= 1.0:
        return f"all {words}"
    return f"{words} ({result.read.fraction:.0%})" if result.read.fraction >= 0.01 else words


def _time(milliseconds: float) -> str:
    return f"{milliseconds / 1000:.1f} s" if milliseconds >= 1000 else f"{milliseconds:.0f} ms"


def _bold(text: str) -> str:
    return click.style(text, bold=True)


def _dim(text: str) -> str:
    return click.style(text, dim=True) if has_colour() else text

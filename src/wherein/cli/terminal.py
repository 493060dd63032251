"""How answers look in a terminal: bold or >…<, width, one dim line. Decides nothing about content."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from wherein.answering.progress import Progress
from wherein.answering.stream import AnswerStream
from wherein.answering.unread import EMPTY_LIBRARY
from wherein.cli.columns import cells, fitted, harmless, rows
from wherein.cli.printing import say_styled
from wherein.cli.waiting import SILENT_SECONDS, Waiting
from wherein.core.answer import Answer, Outcome, Read, Result
from wherein.core.passage import Hit
from wherein.core.readable import readable
from wherein.passages.heading_prefix import heading_prefix

# Below these a probability is told as "likely", then as "maybe".
_SURE, _LIKELY = 0.8, 0.55


def in_words(confidence: float) -> str:
    """A probability in a word: sure, likely or maybe."""
    return "sure" if confidence >= _SURE else "likely" if confidence >= _LIKELY else "maybe"


def has_colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def width() -> int:
    return max(40, min(100, columns()))


def columns() -> int:
    return max(1, shutil.get_terminal_size((80, 24)).columns)


def print_as_found(stream: AnswerStream, waiting: Waiting) -> None:
    """In a terminal each better state takes the place of the one before; a pipe gets the last."""
    live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    shown, answers = "", ""
    if live:
        waiting.hide()
        shown = _in_place_of(shown, _dim("searching…") + "\n")
    try:
        for progress in stream:
            waiting.tell(reading_now(progress))
            if live:
                answers = "".join(f"{_answer_text(answer)}\n" for answer in progress.answers)
                shown = _in_place_of(shown, f"{answers}{_dim(reading_now(progress))}\n")
        result = stream.result()
    except BaseException:  # also Ctrl-C: the answers shown so far stay, the line below them goes
        _in_place_of(shown, answers)
        raise
    waiting.hide()
    _in_place_of(shown, _result_text(result))


def reading_now(progress: Progress) -> str:
    """How far reading has come."""
    if not progress.passages_chosen:
        return "reading…"
    return f"reading… {progress.passages} of {progress.passages_chosen} passages"


def _in_place_of(shown: str, text: str) -> str:
    """Print a text where the one before began; gives it back."""
    say_styled(text, over_rows=rows(shown, columns()) if shown else 0)
    return text


def _result_text(result: Result) -> str:
    """The answers first, each in its sentence; then how much was read and how long it took."""
    if EMPTY_LIBRARY in result.notes:
        return EMPTY_LIBRARY + "\n"
    lines = [_answer_text(answer, not result.several) for answer in result.answers]
    if result.meant is not None and result.answered:
        told = f"If you meant “{result.meant}”, which finds more than what you wrote:"
        lines.insert(0, _dim(_wrapped(told)))
    if not result.answered:
        if result.read.stopped:
            lines.append(f"Not in the {_percent(result.read)} read (the likeliest). --whole reads all.")
        else:
            read = "all of it" if result.read.fraction >= 1.0 else _share(result)
            lines.append(f"Not here, as far as I can tell. I read {read}.")
        if result.meant is not None:
            lines.append(_dim(_wrapped(f"“{result.meant}” finds nothing either.")))
        if result.less_likely:
            lines.append(_dim("Less likely:"))
            lines.extend(_answer_text(answer) for answer in result.less_likely)
        if result.nearest:
            lines.append(_dim("Nearest passages:"))
            lines.extend(_hit_text(hit, result.titles, 2) for hit in result.nearest)
    lines.extend(
        _dim(f"{step.name}: {step.reason}")
        for step in result.steps
        if step.reason and step.outcome is Outcome.SKIPPED
    )
    if result.steps[0].name == "memory" and result.steps[0].outcome is Outcome.ANSWERED:
        lines.append(_dim(f"{result.steps[0].reason} Nothing had to be read."))
        return "\n".join(lines) + "\n"
    lines.extend(_dim(_wrapped(note)) for note in result.notes)
    lines.append(_dim(f"read {_share(result)} in {_time(result.milliseconds)}"))
    return "\n".join(lines) + "\n"


def print_hits(hits: Sequence[Hit], titles: Mapping[str, str]) -> None:
    for hit in hits:
        say_styled(_hit_text(hit, titles, 4) + "\n")


def _hit_text(hit: Hit, titles: Mapping[str, str], lines: int) -> str:
    text = textwrap.shorten(_body(hit), width() * lines, placeholder=" …")
    place = _place(titles.get(hit.passage.document, ""), hit.passage.section)
    return f"{_wrapped(harmless(text))}\n{_dim('  ' + fitted(place, width() - 2))}"


@contextmanager
def progress(title: str, in_bytes: bool = False) -> Iterator[Callable[[int, int | None, str], None]]:
    """What is done of how much, on standard error, for what takes over two seconds: a bar in a
    terminal, a line now and then elsewhere.

    What it yields is told (done, of, what); `of` is None where the end is not known.
    """
    import time

    if not sys.stderr.isatty():
        with Waiting(f"{title}…") as waiting:
            yield lambda done, of, what: waiting.tell(_count(title, done, of, what, in_bytes))
        return

    began = time.monotonic()
    state: dict[str, Any] = {}

    def told(done: int, of: int | None, what: str) -> None:
        if time.monotonic() - began < SILENT_SECONDS and "bar" not in state:
            return
        if "bar" not in state:
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                DownloadColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
            )

            state["bar"] = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                DownloadColumn() if in_bytes else MofNCompleteColumn(),
                TextColumn("{task.fields[what]}", markup=False),
                console=Console(stderr=True),
                transient=True,
            )
            state["bar"].start()
            state["task"] = state["bar"].add_task(title, total=of, what="")
        state["bar"].update(state["task"], completed=done, total=of, what=readable(harmless(what[-40:])))

    try:
        yield told
    finally:
        if "bar" in state:
            state["bar"].stop()


def _count(title: str, done: int, of: int | None, what: str, in_bytes: bool) -> str:
    if in_bytes:
        share = f"{done / 1e6:,.0f}" + ("" if of is None else f" of {of / 1e6:,.0f}") + " MB"
    else:
        share = f"{done:,}" + ("" if of is None else f" of {of:,}")
    return f"{title} {share} {what}".rstrip()


def _answer_text(answer: Answer, marked: bool = True) -> str:
    """`marked` False leaves out the mark, where the whole sentence is the answer."""
    before = harmless(answer.quote[: answer.span.start - answer.quote_span.start])
    after = harmless(answer.quote[answer.span.end - answer.quote_span.start :])
    mark = harmless(answer.text)
    if marked:
        mark = _bold(mark) if has_colour() else f">{mark}<"
    label = "Evidence: " if answer.evidence else ""
    if answer.written is not None:
        label = f"{answer.written} From: "
    cell = ", ".join(header for header in (answer.row, answer.column) if header)
    page = f" · page {answer.page}" if answer.page is not None else ""
    date = f" · {answer.date[:10]}" if answer.date else ""
    rest = (
        f"{f' · {harmless(cell)}' if cell else ''}{page}{date}"
        f" · {in_words(answer.confidence)} ({answer.confidence:.2f}) · {answer.found_by}"
    )
    place = fitted(_place(answer.title, answer.section), max(12, width() - 2 - cells(rest)))
    # A sentence may run over lines of the document that are not lines here.
    sentence = f"{label}{before}{mark}{after}".replace("\n", " ")
    return f"{_wrapped(sentence)}\n{_dim(f'  {place}{rest}')}"


def _body(hit: Hit) -> str:
    """A passage's text on one line, without the headings it opens with: its place names them."""
    blocks = [" ".join(block.split()) for block in hit.passage.text.split("\n\n")]
    while len(blocks) > 1 and blocks[0] in hit.passage.section:
        del blocks[0]
    return " ".join(blocks)


def _place(title: str, section: tuple[str, ...]) -> str:
    """The document and the two nearest headings; a heading that repeats the title is left out."""
    return harmless(heading_prefix(title, [part for part in section if part != title][-2:]))


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


def _percent(read: Read) -> str:
    """The share read, never rounded to nothing or to all."""
    share = 100 * read.fraction
    return f"{share:.0f} %" if share >= 1 else f"{share:.1f} %"


def _time(milliseconds: float) -> str:
    return f"{milliseconds / 1000:.1f} s" if milliseconds >= 1000 else f"{milliseconds:.0f} ms"


def _bold(text: str) -> str:
    return click.style(text, bold=True)


def _dim(text: str) -> str:
    return click.style(text, dim=True) if has_colour() else text

"""Prints a result and its progress in a terminal. Decides nothing about content."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from wherein.answering.attempts.stream import AnswerStream
from wherein.answering.grading.grades import in_words
from wherein.answering.library.notices import EMPTY_LIBRARY, VERDICTS
from wherein.answering.stages.progress import Progress
from wherein.cli.terminal.answer_lines import answer_texts, columns, dim, hit_text, wrapped
from wherein.cli.terminal.columns import rows
from wherein.cli.terminal.printing import say_styled
from wherein.cli.terminal.waiting import SILENT_SECONDS, Waiting
from wherein.core.agreement import in_one_sentence
from wherein.core.answer import Outcome, Result
from wherein.core.label import Label
from wherein.core.passage import Hit
from wherein.core.text.readable import harmless, readable

_MOST_EVIDENCE, _EVIDENCE_LETTERS = 4, 200
"""Places of evidence that are quoted beneath the answers, and letters of each."""
_MOST_GROUPS, _MOST_DOCUMENTS = 4, 3
"""Different answers of several documents, and documents of each, that are shown; the JSON has all."""


def print_as_found(stream: AnswerStream, waiting: Waiting, asked_of: str | None = None) -> None:
    """Print the answers as they are found: a terminal shows each state in place of the previous one, a pipe gets only
    the last.

    `waiting` shows the current work meanwhile. `asked_of` is the path or address that the person typed; it is not
    printed again.
    """
    live = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    shown, answers = "", ""
    if live:
        waiting.hide()
        shown = _in_place_of(shown, dim("searching…") + "\n")
    try:
        for progress in stream:
            waiting.tell(reading_now(progress))
            if live:
                found = answer_texts(progress.answers, True, asked_of)
                answers = "".join(f"{text}\n" for text in found)
                shown = _in_place_of(shown, f"{answers}{dim(reading_now(progress))}\n")
        result = stream.result()
    except BaseException:  # also Ctrl-C: the answers shown so far stay, the line below them goes
        _in_place_of(shown, answers)
        raise
    waiting.hide()
    _in_place_of(shown, _result_text(result, asked_of))


def reading_now(progress: Progress) -> str:
    """A line on the progress of reading."""
    if not progress.passages_chosen:
        return "reading…"
    return f"reading… {progress.passages} of {progress.passages_chosen} passages"


def _in_place_of(shown: str, text: str) -> str:
    """Print a text in place of the previous one, and return it."""
    say_styled(text, over_rows=rows(shown, columns()) if shown else 0)
    return text


def _result_text(result: Result, asked_of: str | None) -> str:
    """The answers, each in its sentence; below them the coverage and the time."""
    if EMPTY_LIBRARY in result.notes:
        return EMPTY_LIBRARY + "\n"
    if not result.is_question:
        return "\n".join(result.notes) + "\n"
    lines = answer_texts(result.answers, not result.several, asked_of)
    if result.said:
        lines.extend(_agreement_lines(result))
    lines.extend(_evidence_lines(result))
    if result.meant is not None and result.answered:
        lines.insert(0, dim(wrapped(harmless(f"Showing results for “{result.meant}”."))))
    if not result.answered:
        lines.append(_refusal_line(result))
        if result.meant is not None:
            lines.append(dim(wrapped(f"“{result.meant}” finds nothing either.")))
    if result.perhaps and not result.several:
        lines.extend(_perhaps_lines(result, asked_of))
    if not result.answered and result.nearest:
        lines.append(dim("Nearest passages:"))
        lines.extend(
            hit_text(hit, result.labels[hit.passage.document], 2, asked_of, result.question)
            for hit in result.nearest
        )
    lines.extend(
        dim(f"{step.name}: {step.reason}")
        for step in result.steps
        # A note says already what verdicts left out.
        if step.reason and step.outcome is Outcome.SKIPPED and step.name != VERDICTS
    )
    lines.extend(_closing_lines(result))
    return "\n".join(lines) + "\n"


def _perhaps_lines(result: Result, asked_of: str | None) -> list[str]:
    """What is no clear answer, below a heading that says no more than the word of each."""
    if not result.answered:
        return [dim("Closest:"), *answer_texts(result.perhaps, True, asked_of)]
    lines = []
    for unlikely, some in groupby(
        result.perhaps, key=lambda answer: in_words(answer.confidence) == "unlikely"
    ):
        lines.append(dim("Unlikely:" if unlikely else "Perhaps:"))
        lines.extend(answer_texts(tuple(some), True, asked_of))
    return lines


def _refusal_line(result: Result) -> str:
    if not result.read.words and not result.nearest:
        return "Not here: no text was found to read."
    if result.read.stopped:
        share = _percent(result.read.fraction)
        return f"Not in the {share} read (the likeliest). --whole reads all."
    # What a document has besides text was not read, as a note says.
    everything = "all of its text" if result.unread else "all of it"
    read = everything if result.read.fraction >= 1.0 else _share(result)
    if result.perhaps:
        return f"No clear answer. I read {read}."
    return f"Not here, as far as I can tell. I read {read}."


def _closing_lines(result: Result) -> list[str]:
    """What the articles and the memory say, the notes, and the coverage with the time."""
    lines = []
    first = {step.name: step for step in reversed(result.steps)}
    if "linking" in first:
        lines.append(dim(wrapped(harmless(first["linking"].reason or ""))))
    if "memory" in first and first["memory"].outcome is Outcome.ANSWERED:
        reason = first["memory"].reason or ""
        if any(answer.file_change is not None for answer in result.answers):
            # Only the text that is kept is unchanged.
            lines.extend(dim(wrapped(note)) for note in result.notes)
            reason = reason.replace("; the text is unchanged", "")
        lines.append(dim(f"{reason} Nothing had to be read."))
        return lines
    lines.extend(dim(wrapped(note)) for note in result.notes)
    if not result.read.words:
        return lines
    lines.append(dim(f"read {_share(result)} in {_time(result.milliseconds)}"))
    return lines


def _evidence_lines(result: Result) -> list[str]:
    """What belongs to the answers beyond their own sentences, as a few short quotes."""
    shown = (*result.answers, *result.perhaps)
    beyond = [
        one
        for one in result.evidence
        if not any(
            one.document == answer.document and one.span.overlaps(answer.quote_span)
            for answer in shown
        )
    ]
    quotes = (
        textwrap.shorten(harmless(one.text), _EVIDENCE_LETTERS, placeholder=" …")
        for one in beyond[:_MOST_EVIDENCE]
    )
    lines = [dim(textwrap.indent(wrapped(f"“{quote}”", 2), "  ")) for quote in quotes]
    return [dim("See also:"), *lines] if lines else []


def _agreement_lines(result: Result) -> list[str]:
    """Lines on which documents agree, each with the documents' sentences below."""
    groups = result.agreement
    lines = [wrapped(harmless(in_one_sentence(groups[:_MOST_GROUPS])))]
    for group in groups[:_MOST_GROUPS]:
        for place in group.places[:_MOST_DOCUMENTS]:
            answer = result.said[place]
            dated = f" ({answer.date[:10]})" if answer.date else ""
            title = harmless(" ".join((answer.title or answer.source).split()))
            quote = harmless(" ".join(answer.quote.split()))
            said = f"{title}{dated}: “{quote}”"
            lines.append(dim(textwrap.indent(wrapped(said, 2), "  ")))
        if (left := len(group.places) - _MOST_DOCUMENTS) > 0:
            lines.append(dim(f"  and {left} more"))
    return lines


def print_hits(
    hits: Sequence[Hit], labels: Mapping[str, Label], asked_of: str | None = None
) -> None:
    for hit in hits:
        say_styled(hit_text(hit, labels[hit.passage.document], 4, asked_of) + "\n")
    shown = [labels[hit.passage.document].credit for hit in hits]
    for said in dict.fromkeys(credit.said for credit in shown if credit is not None):
        say_styled(dim(wrapped(harmless(said))) + "\n")


@contextmanager
def progress(
    title: str, in_bytes: bool = False
) -> Iterator[Callable[[int, int | None, str], None]]:
    """Show the progress of work longer than two seconds on standard error: a bar in a terminal, else a line at
    intervals.

    Yields the function `on_progress(done, of, what)`; `of` is None where the total is unknown.
    """
    import time

    if not sys.stderr.isatty():
        with Waiting(f"{title}…") as waiting:
            yield lambda done, of, what: waiting.tell(_line(title, done, of, what, in_bytes))
        return

    began = time.monotonic()
    state: dict[str, Any] = {}

    def on_progress(done: int, of: int | None, what: str) -> None:
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
        state["bar"].update(
            state["task"], completed=done, total=of, what=readable(harmless(what[-40:]))
        )

    try:
        yield on_progress
    finally:
        if "bar" in state:
            state["bar"].stop()


def _line(title: str, done: int, of: int | None, what: str, in_bytes: bool) -> str:
    """The line that shows how far work is: "Adding 3 of 12 notes.txt"; with `in_bytes`, "Getting 3 of 71 MB"."""
    if in_bytes:
        share = f"{done / 1e6:,.0f}" + ("" if of is None else f" of {of / 1e6:,.0f}") + " MB"
    else:
        share = f"{done:,}" + ("" if of is None else f" of {of:,}")
    return f"{title} {share} {what}".rstrip()


def _share(result: Result) -> str:
    words = f"{result.read.words:,} words"
    if result.read.fraction >= 1.0:
        return f"all {words}"
    return f"{words} ({_percent(result.read.fraction)})"


def _percent(share: float) -> str:
    """A share below 1 in per cent: "4 %", "0.3 %"."""
    if share >= 0.0095:
        return f"{min(99, round(share * 100))} %"
    return f"{share * 100:.1f} %" if share >= 0.0005 else "under 0.1 %"


def _time(milliseconds: float) -> str:
    return f"{milliseconds / 1000:.1f} s" if milliseconds >= 1000 else f"{milliseconds:.0f} ms"

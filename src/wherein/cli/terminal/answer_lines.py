"""Formats one answer or passage for a terminal: its words, then the line on its document. Prints nothing."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable

import click

from wherein.answering.grading.grades import fact_in_words
from wherein.cli.terminal.columns import cells
from wherein.core.answer import Answer
from wherein.core.answer_facts import Fact, dated, facts
from wherein.core.credit import Credit
from wherein.core.file_change import SENTENCE
from wherein.core.label import Label
from wherein.core.passage import Hit
from wherein.core.text.readable import harmless
from wherein.passages.heading_prefix import SEPARATOR

_MOST_SHOWN = 1_000
"""Characters that are printed of a sentence on either side of its answer, and of either end of the answer; people write
sentences a third as long."""


def has_colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def width() -> int:
    return max(40, min(100, columns()))


def columns() -> int:
    return max(1, shutil.get_terminal_size((80, 24)).columns)


def answer_texts(
    answers: Iterable[Answer], marked: bool = True, asked_of: str | None = None
) -> list[str]:
    """Answers, each in its sentence, and below them the place: once for those that follow each other and have the same.

    `marked` False leaves out the mark, for answers that are whole sentences. The path or address is shown unless
    it is `asked_of`, the one that the person typed.
    """
    shown: list[str] = []
    last: list[str] = []
    for answer in answers:
        place = [dim(f"  {line}") for line in _place(answer, asked_of)]
        said = _said(answer, marked)
        if shown and place == last:
            above = shown[-1].removesuffix("\n".join(["", *last]))
            shown[-1] = "\n".join([above, said, *place])
        else:
            shown.append("\n".join([said, *place]))
        last = place
    return shown


def _said(answer: Answer, marked: bool) -> str:
    before, mark, after = (harmless(part) for part in _shown_parts(answer))
    if marked:
        mark = _bold(mark) if has_colour() else f">{mark}<"
    label = "Evidence: " if answer.evidence else ""
    if answer.is_struck:
        label = "No longer holds: "
    if answer.written is not None:
        label = f"{answer.written} From: "
    sentence = f"{label}{before}{mark}{after}"
    # Lines of a plain text fit it to a page; those of other documents are items, steps and rows.
    return wrapped(sentence.replace("\n", " ") if answer.document_kind in _FITTED else sentence)


def _place(answer: Answer, asked_of: str | None) -> list[str]:
    told = [harmless(fact_in_words(one, answer)) for one in facts(answer) if one.fact not in _APART]
    place = place_lines(answer.title, answer.section, told, width())
    place += _whence(answer.source, answer.credit, asked_of)
    if answer.file_change is not None:
        place.append(SENTENCE[answer.file_change])
    for one in facts(answer):
        if one.fact in (Fact.STRUCK_BY, Fact.SUBJECT_TO):
            place += textwrap.wrap(harmless(one.words), width() - 2, break_on_hyphens=False)
    return place


_FITTED = frozenset(("", "text", "eml", "code", "log"))
"""Kinds of documents whose lines are not lines here."""
_APART = (Fact.TITLE, Fact.HEADING, Fact.FILE_CHANGE, Fact.STRUCK_BY, Fact.SUBJECT_TO)
"""Facts that have lines or a form of their own."""


def _shown_parts(answer: Answer) -> tuple[str, str, str]:
    """The sentence before the answer, the answer, and the sentence after it; "…" stands for what is too long to print."""
    before = answer.quote[: answer.span.start - answer.quote_span.start]
    after = answer.quote[answer.span.end - answer.quote_span.start :]
    mark = answer.text
    if len(before) > _MOST_SHOWN:
        before = f"…{before[-_MOST_SHOWN:]}"
    if len(after) > _MOST_SHOWN:
        after = f"{after[:_MOST_SHOWN]}…"
    if len(mark) > 2 * _MOST_SHOWN:
        mark = f"{mark[:_MOST_SHOWN]}…{mark[-_MOST_SHOWN:]}"
    return before, mark, after


def hit_text(
    hit: Hit, label: Label, lines: int, asked_of: str | None = None, question: str = ""
) -> str:
    """At most `lines` lines of the passage, and below them the place, as in `answer_texts`.

    With a `question`, the text begins at the sentence that shares most words with it.
    """
    text = textwrap.shorten(
        _from_the_nearest(_body(hit), question), width() * lines, placeholder=" …"
    )
    date = dated(label.date, label.date_kind)
    place = place_lines(label.title, hit.passage.section, [date] if date else [], width())
    place += _whence(label.source, label.credit, asked_of)
    if label.file_change is not None:
        place.append(SENTENCE[label.file_change])
    return "\n".join([wrapped(harmless(text)), *(dim(f"  {line}") for line in place)])


def _from_the_nearest(text: str, question: str) -> str:
    """The text from the sentence that shares most words with the question; ties go to the first."""
    from wherein.passages.sentences import sentence_spans
    from wherein.retrieval.by_words.words import index_terms, question_terms

    wanted = set(question_terms(question))
    spans = sentence_spans(text)
    if not wanted or not spans:
        return text
    best = max(spans, key=lambda span: len(wanted & set(index_terms(span.of(text)))))
    return text if best.start <= spans[0].start else f"… {text[best.start :]}"


def _whence(source: str, credit: Credit | None, asked_of: str | None) -> list[str]:
    """The path or address, unless the person typed it, and the licence of texts by others."""
    shown = "" if source == asked_of else _on_one_line(source)
    line = _joined(" · ", shown, credit.licence if credit is not None else "")
    return [line] if line else []


def place_lines(title: str, section: tuple[str, ...], facts: list[str], columns: int) -> list[str]:
    """The whole title, the two nearest headings and the facts.

    One line of at most `columns` - 2 where they fit, if need be without the outer heading; otherwise title, headings and
    facts get lines of their own. A heading that repeats the title is left out; one that is longer than two lines is cut
    at its end.
    """
    title = _on_one_line(title)
    headings = [_on_one_line(part) for part in section]
    headings = [part for part in headings if part.casefold() != title.casefold()][-2:]
    shown, room = " · ".join(facts), columns - 2
    for kept in (headings, headings[-1:]):
        line = _joined(" · ", _joined(SEPARATOR, title, *kept), shown)
        if cells(line) <= room:
            return [line] if line else []
    headings = [textwrap.shorten(part, 2 * room, placeholder=" …") for part in headings]
    lines = [
        *textwrap.wrap(title, room, break_on_hyphens=False),
        *textwrap.wrap(SEPARATOR.join(headings), room, break_on_hyphens=False),
    ]
    last = _joined(" · ", lines.pop(), shown) if headings else shown
    if headings and cells(last) > room:
        return [*lines, last.removesuffix(f" · {shown}"), shown]
    return [*lines, last] if last else lines


def wrapped(text: str, indent: int = 0) -> str:
    # Escape sequences have no width, so bold text wraps a little early: harmless.
    return "\n".join(
        textwrap.fill(line, width() - indent, break_long_words=False, break_on_hyphens=False)
        for line in text.splitlines()
    )


def dim(text: str) -> str:
    return click.style(text, dim=True) if has_colour() else text


def _bold(text: str) -> str:
    return click.style(text, bold=True)


def _body(hit: Hit) -> str:
    """A passage's text on one line, without the headings at its beginning, which its place names."""
    blocks = [" ".join(block.split()) for block in hit.passage.text.split("\n\n")]
    while len(blocks) > 1 and blocks[0] in hit.passage.section:
        del blocks[0]
    return " ".join(blocks)


def _on_one_line(text: str) -> str:
    return harmless(" ".join(text.split()))


def _joined(by: str, *parts: str) -> str:
    return by.join(part for part in parts if part)

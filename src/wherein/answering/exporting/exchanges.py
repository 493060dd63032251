"""Formats questions with their answers and places as Markdown or CSV. Asks nothing, writes no file."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from wherein.answering.tables.grid_tables import harmless_cell, quoted_csv
from wherein.core.answer import Answer, Result
from wherein.core.label import Label

_MOST_NEAREST = 3


@dataclass(frozen=True, slots=True)
class NearPassage:
    """A passage most like a question, which does not answer it."""

    text: str
    title: str
    section: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question with its answers; `typed` is the original question where it was completed from a conversation.

    `perhaps` are the answers that are less sure, `nearest` the passages most like the question.
    """

    question: str
    answers: tuple[Answer, ...]
    typed: str | None = None
    perhaps: tuple[Answer, ...] = ()
    nearest: tuple[NearPassage, ...] = ()

    @classmethod
    def of(cls, result: Result) -> Self:
        nearest = []
        for hit in result.nearest:
            label = result.labels.get(hit.passage.document, Label())
            nearest.append(
                NearPassage(hit.passage.text, label.title, hit.passage.section, label.source)
            )
        return cls(result.question, result.answers, result.typed, result.perhaps, tuple(nearest))


def markdown(exchanges: Iterable[Exchange], title: str = "Conversation") -> str:
    """Markdown with each question as a heading, its answers in bold in their sentences, and their places.

    Less sure answers ("Perhaps") have a heading of their own; so have the nearest passages, which a question without
    any answer gets.
    """
    lines = [f"# {_plain(title)}"]
    for exchange in exchanges:
        lines += ["", f"## {_plain(exchange.typed or exchange.question)}"]
        if exchange.typed is not None and exchange.typed != exchange.question:
            lines += ["", f"Understood as: {_plain(exchange.question)}"]
        if not exchange.answers:
            lines += ["", "No clear answer." if exchange.perhaps else "Not here."]
        for answer in exchange.answers:
            lines += _quoted(answer)
        if exchange.perhaps:
            lines += ["", "### Perhaps"]
        for answer in exchange.perhaps:
            lines += _quoted(answer)
        if exchange.nearest and not exchange.answers and not exchange.perhaps:
            lines += ["", "### Nearest passages"]
            for near in exchange.nearest[:_MOST_NEAREST]:
                words = " ".join(near.text.split())
                lines += _with_place(_plain(words), [near.title, *near.section], near.source)
    return "\n".join(lines) + "\n"


def _quoted(answer: Answer) -> list[str]:
    """The lines of an answer, bold in its sentence."""
    before = answer.quote[: answer.span.start - answer.quote_span.start]
    after = answer.quote[answer.span.end - answer.quote_span.start :]
    quote = f"{_plain(before)}**{_plain(answer.text)}**{_plain(after)}"
    page = [] if answer.page is None else [f"page {answer.page}"]
    return _with_place(quote, [answer.title, *answer.section, *page], answer.source)


def _with_place(quote: str, place: Sequence[str], source: str) -> list[str]:
    """A quote, which is already Markdown, with its place."""
    where = (
        f"{_plain(' · '.join(part for part in place if part))} {f'<{source}>' if source else ''}"
    )
    return ["", f"> {quote}", *(["", where.strip()] if where.strip() else [])]


_COLUMNS = (
    "question", "typed", "answer", "quote", "document", "section", "page", "date", "confidence", "source", "start", "end",
)  # fmt: skip


def csv_rows(exchanges: Iterable[Exchange]) -> str:
    """CSV with one row per answer; a question without answers has one row with an empty answer."""
    written = io.StringIO()
    table = quoted_csv(written)
    table.writerow(_COLUMNS)
    for exchange in exchanges:
        asked = (exchange.question, exchange.typed or "")
        if not exchange.answers:
            table.writerow([*map(harmless_cell, asked), *[""] * (len(_COLUMNS) - len(asked))])
        for answer in exchange.answers:
            facts = (
                *asked, _one_line(answer.written or answer.text), _one_line(answer.quote), answer.title,
                " > ".join(answer.section), answer.page, answer.date, round(answer.confidence, 4), answer.source,
                answer.span.start, answer.span.end,
            )  # fmt: skip
            table.writerow([harmless_cell(fact) for fact in facts])
    return written.getvalue()


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _plain(text: str) -> str:
    """The text on one line with Markdown's special characters escaped; outer spaces stay."""
    one_line = text.replace("\n", " ")
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|" else c for c in one_line)

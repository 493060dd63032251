"""Formats questions with their answers and places as Markdown or CSV. Asks nothing, writes no file."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from wherein.answering.grid_tables import harmless_cell, quoted_csv
from wherein.core.answer import Answer, Result


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question with its answers; `typed` is the original question where it was completed from a conversation."""

    question: str
    answers: tuple[Answer, ...]
    typed: str | None = None

    @classmethod
    def of(cls, result: Result) -> Self:
        return cls(result.question, result.answers, result.typed)


def markdown(exchanges: Iterable[Exchange], title: str = "Conversation") -> str:
    """Markdown with each question as a heading, its answers in bold in their sentences, and their places."""
    lines = [f"# {_plain(title)}"]
    for exchange in exchanges:
        lines += ["", f"## {_plain(exchange.typed or exchange.question)}"]
        if exchange.typed is not None and exchange.typed != exchange.question:
            lines += ["", f"Understood as: {_plain(exchange.question)}"]
        if not exchange.answers:
            lines += ["", "Not here."]
        for answer in exchange.answers:
            before = answer.quote[: answer.span.start - answer.quote_span.start]
            after = answer.quote[answer.span.end - answer.quote_span.start :]
            quote = f"{_plain(before)}**{_plain(answer.text)}**{_plain(after)}"
            place = [answer.title, *answer.section]
            if answer.page is not None:
                place.append(f"page {answer.page}")
            source = f" <{answer.source}>" if answer.source else ""
            lines += ["", f"> {quote}", "", f"{_plain(' · '.join(place))}{source}"]
    return "\n".join(lines) + "\n"


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

"""Lists the facts that every door shows with an answer, in their order. Formats and prints nothing.

The twin is `web/reader/src/answers/answer-facts.ts`; the shared cases are `contracts/answer-facts.json`.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from wherein.core.answer import BY_PERSON, Answer
from wherein.core.document import DateKind
from wherein.core.file_change import SENTENCE, FileChange

HAPPENED = {
    DateKind.MODIFIED: "modified",
    DateKind.PUBLISHED: "published",
    DateKind.CREATED: "created",
    DateKind.AS_OF: "as of",
}
"""The event of a document's date, in one or two words."""
KIND_WORDS = {
    "article": "article",
    "calendar": "calendar",
    "contacts": "contacts",
    "csv": "table",
    "docx": "Word file",
    "eml": "mail",
    "epub": "e-book",
    "html": "web page",
    "ini": "settings",
    "json": "JSON",
    "mhtml": "web page",
    "notebook": "notebook",
    "ods": "spreadsheet",
    "odt": "OpenDocument text",
    "pdf": "PDF",
    "pptx": "slides",
    "rtf": "RTF",
    "subtitles": "subtitles",
    "toml": "TOML",
    "xlsx": "spreadsheet",
    "yaml": "YAML",
}
"""The kinds of documents that are shown; of a text its file's name is enough. The twin is `KINDS` in TypeScript."""


LONGEST_QUOTE = 300
"""Characters of a place that is quoted beside an answer."""


class Fact(Enum):
    """The kinds of facts, in the order in which they are shown."""

    TITLE = "title"
    HEADING = "heading"
    CELL = "cell"
    PAGE = "page"
    DOCUMENT_KIND = "document_kind"
    RECOGNISED = "recognised"
    BESIDE_MAIN = "beside_main"
    DATE = "date"
    CONFIDENCE = "confidence"
    FOUND_BY = "found_by"
    FILE_CHANGE = "file_change"
    STRUCK_BY = "struck_by"
    SUBJECT_TO = "subject_to"


class ShownFact(NamedTuple):
    """One fact and its text. The text of a confidence is a number with two digits; each door adds its word for it."""

    fact: Fact
    words: str


def facts(answer: Answer, with_reader: bool = True) -> list[ShownFact]:
    """The facts of an answer, those that it has, in order; `with_reader` names the reader that found it.

    A heading that repeats the title is left out.
    """
    title = answer.title or answer.source or answer.document
    found = [ShownFact(Fact.TITLE, title)]
    found += [
        ShownFact(Fact.HEADING, heading)
        for heading in answer.section
        if heading.casefold() != title.casefold()
    ]
    cell = ", ".join(header for header in (answer.row, answer.column) if header)
    is_marked = answer.found_by == BY_PERSON
    optional = (
        (Fact.CELL, cell),
        (Fact.PAGE, f"page {answer.page}" if answer.page is not None else ""),
        (Fact.DOCUMENT_KIND, KIND_WORDS.get(answer.document_kind, "")),
        (Fact.RECOGNISED, "recognised from a picture" if answer.recognised else ""),
        (Fact.BESIDE_MAIN, "" if answer.main else "beside the main text"),
        (Fact.DATE, dated(answer.date, answer.date_kind)),
        (Fact.CONFIDENCE, "" if is_marked else f"{answer.confidence:.2f}"),
        (Fact.FOUND_BY, "marked by you" if is_marked else answer.found_by if with_reader else ""),
        (Fact.FILE_CHANGE, _changed(answer.file_change)),
        (Fact.STRUCK_BY, _struck(answer)),
        *((Fact.SUBJECT_TO, f"see “{_short(place.quote)}”") for place in answer.subject_to),
    )
    return [*found, *(ShownFact(fact, words) for fact, words in optional if words)]


def _struck(answer: Answer) -> str:
    if answer.struck_by is None:
        return ""
    words = f"“{answer.struck_words}” " if answer.struck_words else ""
    return f"{words}no longer holds: “{_short(answer.struck_by.quote)}”"


def _short(quote: str) -> str:
    """A quotation on one line, cut where it is long."""
    line = " ".join(quote.split())
    return line if len(line) <= LONGEST_QUOTE else f"{line[:LONGEST_QUOTE]}…"


def _changed(change: FileChange | None) -> str:
    sentence = SENTENCE[change] if change is not None else ""
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def dated(date: str | None, kind: DateKind | None) -> str:
    """A date with what happened on it: "published 2024-05-31"; "" without either."""
    return f"{HAPPENED[kind]} {date[:10]}" if date and kind is not None else ""

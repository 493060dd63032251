"""A language model's answer from places of kept documents. Asks no question of a document; the places are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from wherein.core.document import Document
from wherein.core.errors import UsageError
from wherein.core.span import Span
from wherein.home.generative_settings import GenerativeSettings
from wherein.passages.block_place import section_at
from wherein.passages.heading_prefix import heading_prefix
from wherein.questions.question import parse_question
from wherein.reading.generative.language_model import LanguageModel
from wherein.reading.generative.written_answer import NumberedSource, WrittenAnswer, write_answer

MOST_SOURCES = 20


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A place in a kept document, which a sentence may cite."""

    document: str
    span: Span


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes with the language model that the settings name. Threads may share it."""

    settings: GenerativeSettings
    model: Callable[[], LanguageModel]
    kept: Callable[[str], Document]

    def write(self, question: str, places: Sequence[SourcePlace]) -> WrittenAnswer:
        """An answer to the question from these places, numbered from 1 in their order.

        The model is shown the first that together have as many words as the settings allow. Nothing is remembered.

        Raises UsageError for a question that is none, no or too many places and one outside of its text,
        UnknownDocument, and what the model raises.
        """
        asked = parse_question(question).text
        if not 1 <= len(places) <= MOST_SOURCES:
            raise UsageError(
                f"There are {len(places)} sources.", f"Send between 1 and {MOST_SOURCES} places."
            )
        sources = [self._source(place) for place in places]
        today = datetime.now(UTC).date().isoformat() if self.settings.dates else None
        return write_answer(self.model(), asked, sources, self.settings.words, today)

    def _source(self, place: SourcePlace) -> NumberedSource:
        document = self.kept(place.document)
        inside = place.span.end <= len(document.text)
        text = place.span.of(document.text) if inside else ""
        if not text.strip():
            raise UsageError(
                f"There is no text from {place.span.start} to {place.span.end} in {document.title}.",
                "Ask again: the document may have changed.",
            )
        heads = heading_prefix(document.title, section_at(document, place.span.start))
        date = document.dates.stated if self.settings.dates else None
        return NumberedSource(text, f"{heads} ({date[:10]})" if date else heads)

"""The sentences that a language model may choose from, in the order of the text.

Another reader selects the sentences. This module cuts them to size, orders and prints them, and maps every place
in the printed text back to the documents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.passages.heading_prefix import heading_prefix

# A run of letters and digits, or one sign: where a span may begin and end.
_UNIT = re.compile(r"[^\W_]+|[^\w\s]|_")
_STOPS = frozenset(".,;:!?")
_ALIKE = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})


@dataclass(frozen=True, slots=True)
class Unit:
    """A word or sign of a choice: its text, its place in the document, and whether white space precedes it."""

    text: str
    span: Span
    apart: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One sentence that may be chosen. `rank` orders the sentences by importance, from 0."""

    passage: Passage
    span: Span
    rank: int

    @property
    def text(self) -> str:
        """The text, unchanged."""
        return self.span.shifted(-self.passage.span.start).of(self.passage.text)

    @property
    def shown(self) -> str:
        """The text on one line, with single spaces."""
        return " ".join(self.text.split())

    def units(self) -> list[Unit]:
        text, out, last = self.text, [], 0
        for match in _UNIT.finditer(text):
            place = Span(self.span.start + match.start(), self.span.start + match.end())
            out.append(Unit(match.group(), place, match.start() > last))
            last = match.end()
        return out


@dataclass(frozen=True, slots=True)
class Choices:
    """Sentences in the order of their documents, numbered from 1 as shown."""

    sentences: tuple[Choice, ...]
    heads: Callable[[Passage], str]

    def context(self, numbered: bool) -> str:
        """The text for the prompt: the sentences of each passage below its title and headings."""
        lines: list[str] = []
        previous: Passage | None = None
        for number, choice in enumerate(self.sentences, 1):
            text = f"[{number}] {choice.shown}" if numbered else choice.shown
            if previous is not choice.passage:
                head = self.heads(choice.passage)
                if head and head not in lines:
                    lines.append(head)
                lines.append(text)
            elif numbered:
                lines.append(text)
            else:
                lines[-1] += f" {text}"
            previous = choice.passage
        return "\n".join(lines)

    def by_rank(self) -> list[Choice]:
        return sorted(self.sentences, key=lambda choice: choice.rank)

    def find(self, said: str) -> Candidate | None:
        """The place of these words in the sentence with the lowest rank that has them; None where none has.

        White space, case and the kind of quotation mark are ignored, since the text at the place is what is
        shown. The words must begin and end at word boundaries; a full stop at the end is ignored.
        """
        wanted = [match.group().translate(_ALIKE).casefold() for match in _UNIT.finditer(said)]
        while wanted and wanted[-1] in _STOPS:
            wanted.pop()
        if not any(unit[0].isalnum() for unit in wanted):
            return None
        for choice in self.by_rank():
            units = choice.units()
            texts = [unit.text.translate(_ALIKE).casefold() for unit in units]
            for at in range(len(texts) - len(wanted) + 1):
                if texts[at : at + len(wanted)] == wanted:
                    span = Span(units[at].span.start, units[at + len(wanted) - 1].span.end)
                    return Candidate(choice.passage, span, 0.0, 0.0)
        return None


def choose(
    candidates: Sequence[Candidate],
    most_words: int,
    heads: Callable[[Passage], str],
) -> Choices:
    """The best candidate sentences that together fit into `most_words`; at least one where there is any.

    `candidates` are sentences, best first by margin. The words of headings count too.
    """
    ranked = sorted(candidates, key=lambda c: (-c.margin, c.passage.document, c.span))
    kept: list[Choice] = []
    words = 0
    headed: set[str] = set()
    for candidate in ranked:
        choice = Choice(candidate.passage, candidate.span, len(kept))
        head = heads(candidate.passage)
        size = len(choice.text.split()) + (len(head.split()) if head not in headed else 0)
        if kept and words + size > most_words:
            continue
        kept.append(choice)
        headed.add(head)
        words += size
    best: dict[str, int] = {}
    for choice in kept:
        best.setdefault(choice.passage.document, choice.rank)
    kept.sort(key=lambda choice: (best[choice.passage.document], choice.span))
    return Choices(tuple(kept), heads)


def headed(
    title_of: Callable[[str], str], date_of: Callable[[str], str | None]
) -> Callable[[Passage], str]:
    """A function for the line above a passage's sentences: title, headings, and the document's date."""

    def head(passage: Passage) -> str:
        place = heading_prefix(title_of(passage.document), passage.section)
        date = date_of(passage.document)
        stated = f"{place} ({date[:10]})" if place and date else place or (date or "")[:10]
        return " ".join(stated.split())

    return head

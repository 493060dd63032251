"""Measures what is marked against the text that belongs to the answers, by words, through the whole engine.

The measure is that of the benchmark of KRLabsOrg/acl-verbatim: words are runs without white space, a word counts as marked
when it overlaps a marked span, and true and false positives and misses are summed over all rows, also those that want
nothing marked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.core.answer import Result
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein_lab.data.json_lines import read_rows
from wherein_lab.pages.evidence_examples import Example

ROWS = "rows"
WAYS = ("answers", "answers and perhaps", "evidence", "answers and evidence")
"""What may be marked: the sentences of the answers, those of the perhaps too, the evidence."""
_WORD = re.compile(r"\S+")
_GAP = r"[\s|]+"
"""Between two words: white space, and the rules of a table in Markdown."""


@dataclass(frozen=True, slots=True)
class Row:
    """A question of a document. The words of `text` count, of which those in `wanted` are to be marked.

    `text` is the document's own, or what it was parsed from.
    """

    family: str
    question: str
    document: Document
    text: str
    wanted: tuple[Span, ...]


@dataclass(slots=True)
class Counts:
    """Words marked rightly and wrongly, and missed, summed over rows."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    rows: int = field(default=0)

    def add(self, marked: Sequence[Span], wanted: Sequence[Span], words: Sequence[Span]) -> None:
        self.rows += 1
        for word in words:
            is_marked = any(word.overlaps(span) for span in marked)
            is_wanted = any(word.overlaps(span) for span in wanted)
            self.right += is_marked and is_wanted
            self.wrong += is_marked and not is_wanted
            self.missed += is_wanted and not is_marked

    def figures(self) -> dict[str, Any]:
        """Precision, recall and F1, each 0 to 1; all 0 where no word was marked."""
        marked, wanted = self.right + self.wrong, self.right + self.missed
        return {
            "precision": round(self.right / max(1, marked), 3),
            "recall": round(self.right / max(1, wanted), 3),
            "f1": round(2 * self.right / max(1, marked + wanted), 3),
        }


def in_held_half(group: str) -> bool:
    """Whether a text is in the half that is measured where weights are fitted on the other."""
    return hashlib.md5(group.encode()).digest()[0] % 2 == 1


def rows_of_chunks(path: Path) -> Iterator[Row]:
    """The rows of a benchmark: lines of "query" and "results", each with "chunk", "title" and "gold_extraction"."""
    form = 'Each line has "query" and "results" with "chunk", "title" and "gold_extraction".'
    for line in read_rows(path, dict, form):
        for result in line["results"]:
            chunk = result["chunk"]
            document = parse(Source(chunk.encode(), "chunk.md", "chunk.md"))
            gold = (placed(chunk, words) for words in result["gold_extraction"])
            wanted = tuple(span for span in gold if span is not None)
            titled = replace(document, title=result["title"])
            yield Row(ROWS, line["query"], titled, chunk, wanted)


def rows_of_examples(examples: Iterable[Example]) -> Iterator[Row]:
    """The examples of the measured half."""
    for one in examples:
        if in_held_half(one.group):
            text = one.document.text
            yield Row(one.family, one.question, one.document, text, one.wanted)


def measure(
    engine: Engine,
    rows: Iterable[Row],
    on_progress: Callable[[int, str], None] = lambda done, what: None,
) -> dict[str, Any]:
    """Ask each row of its document; the figures of each way of marking, by family."""
    counts: dict[str, dict[str, Counts]] = {}
    shown: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        on_progress(number, row.family)
        result = engine.ask(row.question, row.document, Options(memory=False))
        words = [Span(*found.span()) for found in _WORD.finditer(row.text)]
        own = counts.setdefault(row.family, {way: Counts() for way in WAYS})
        for way in WAYS:
            own[way].add(_in_text(row, _marked(result, way)), row.wanted, words)
        seen = shown.setdefault(row.family, [0, 0])
        seen[0] += result.answered
        seen[1] += bool(result.evidence)
    return {
        family: {
            "n": own[WAYS[0]].rows,
            "answered": shown[family][0],
            "with evidence": shown[family][1],
            **{way: own[way].figures() for way in WAYS},
        }
        for family, own in counts.items()
    }


def placed(text: str, words: str, start: int = 0) -> Span | None:
    """The first place of these words in `text` at or after `start`; None where they are not found.

    Without an exact match, letter case, white space and the rules of a table between words are ignored.
    """
    if not words.strip():
        return None
    if (at := text.find(words, start)) >= 0:
        return Span(at, at + len(words))
    pattern = re.compile(_GAP.join(map(re.escape, words.split())), re.IGNORECASE)
    found = pattern.search(text, start)
    return Span(*found.span()) if found else None


def _marked(result: Result, way: str) -> list[Span]:
    """Spans of the document's text."""
    spans: list[Span] = []
    if way != "evidence":
        spans += [answer.quote_span for answer in result.answers]
    if "perhaps" in way:
        spans += [answer.quote_span for answer in result.perhaps]
    if "evidence" in way:
        spans += [one.span for one in result.evidence]
    return spans


def _in_text(row: Row, spans: Sequence[Span]) -> list[Span]:
    """Spans of the document as spans of the row's text, a line at a time where the two differ."""
    if row.text == row.document.text:
        return list(spans)
    lines = (line for span in spans for line in span.of(row.document.text).splitlines())
    return [span for line in lines if (span := placed(row.text, line)) is not None]

"""Reads questions that people wrote to their own documents as training examples: one article per document, one context
per passage.

A folder has the form that `wherein eval strangers` takes. A row names strings that are right and no place, so the place
is the occurrence whose line and passage have most of the question's rare words. Knows nothing of tokens or windows.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from wherein.core.document import Document
from wherein.core.errors import WhereinError
from wherein.core.passage import Passage
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.heading_prefix import headings_above
from wherein.passages.split import split
from wherein_lab.answering.strangers import Asked, read_asked, with_plain_signs
from wherein_lab.pages.gold_spans import SHORTEST, SpacedText
from wherein_lab.pages.readings import Readings
from wherein_lab.training.examples.data import Context, Example, digest
from wherein_lab.training.examples.negatives import NEGATIVES, nearest_without_answer, words
from wherein_lab.training.examples.sources import Source as TrainingSource

SOURCE = TrainingSource("documents", "their owners'", "questions that people wrote", held=0)
ABSENT_PASSAGES = 3
"""Passages of its document that a question without an answer is paired with."""
LINE_WEIGHT = 2.0
"""How much more a word of the question counts in the occurrence's own line than elsewhere in its passage."""
_LINE_END = re.compile(r"\n")


Near: TypeAlias = Callable[[Asked, Sequence[Passage]], list[int]]
"""The passages of a document without a right string that are most easily mistaken for one with it, worst first."""


@dataclass(frozen=True, slots=True)
class DocumentQuestions:
    """Contexts and examples of some documents, and how many questions were left out, by reason."""

    contexts: list[Context]
    examples: list[Example]
    refused: dict[str, int]


@dataclass(frozen=True, slots=True)
class Place:
    """An occurrence of a right string: its passage by number, and its range in that passage's text."""

    passage: int
    start: int
    end: int


def read_document_questions(
    folders: Sequence[Path], near: Near | None = None, article: int = 0
) -> DocumentQuestions:
    """Read folders of documents and their questions. Follow-ups are left out.

    `near` selects the near misses (default: by BM25); `article` is the number of the first document among the articles of
    the set that this is added to. Raises DataMissing for a folder without questions, UsageError for questions of another
    form.
    """
    found = DocumentQuestions([], [], {})
    refused = Counter[str]()
    for folder in folders:
        asked: dict[str, list[Asked]] = defaultdict(list)
        for one in read_asked(folder):
            asked[one.file].append(one)
        for number, (name, rows) in enumerate(asked.items(), start=article):
            try:
                document = parse(Source((folder / name).read_bytes(), name, name))
            except (OSError, WhereinError):
                refused["the document cannot be read"] += len(rows)
                continue
            refused.update(_add_document(found, document, rows, near or nearest_by_words, number))
        article += len(asked)
    found.refused.update(refused)
    return found


def _add_document(
    found: DocumentQuestions, document: Document, rows: Sequence[Asked], near: Near, article: int
) -> list[str]:
    """Append a document's passages in reading order, and its questions; a reason for each that is left out."""
    passages = split(document)
    first = len(found.contexts)
    for passage in passages:
        text = passage.text
        found.contexts.append(
            Context(
                SOURCE.name, article, document.title, text, digest(text), False,
                headings_above(passage),
            )
        )  # fmt: skip
    refused = []
    for number, row in enumerate(rows):
        if row.after:
            refused.append("a follow-up")
            continue
        place = place_of(row, passages)
        if row.answers and place is None:
            refused.append("no place, or several alike")
            continue
        misses = [first + miss for miss in near(row, passages)]
        if not row.answers and not misses:
            refused.append("absent, and no passage shares a word")
        key = f"{SOURCE.name}/{document.title}/{number}"
        if place is not None:
            found.examples.append(
                _example(key, row, first + place.passage, place, tuple(misses[:NEGATIVES]))
            )
        else:
            found.examples.extend(
                _example(f"{key}@{miss - first}", row, miss, None, ())
                for miss in misses[:ABSENT_PASSAGES]
            )
    return refused


def _example(
    key: str, row: Asked, context: int, place: Place | None, misses: tuple[int, ...]
) -> Example:
    start, end = (place.start, place.end) if place else (None, None)
    return Example(
        key, SOURCE.name, SOURCE.licence, context, row.question, start, end,
        digest(row.question, key), negatives=misses, accepted=row.answers,
    )  # fmt: skip


def nearest_by_words(row: Asked, passages: Sequence[Passage]) -> list[int]:
    """The passages that BM25 ranks highest for the question, without those that have a right answer in them."""
    texts = [passage.text for passage in passages]
    return nearest_without_answer(texts, [(row.question, row.answers)])[0]


def nearest_by_margin(readings: Readings, model: str) -> Near:
    """The passages in which a reader's best span has the highest margin, as `wherein train sources` kept its readings, and
    then the nearest by BM25.
    """

    def near(row: Asked, passages: Sequence[Passage]) -> list[int]:
        margins: dict[int, float] = {}
        for candidate in readings.found(model, row.question, passages).candidates:
            margins.setdefault(candidate.passage.index, candidate.margin)
        wrong = [
            number
            for number in sorted(margins, key=lambda n: (-margins[n], n))
            if not any(True for one in row.answers for _ in occurrences(passages[number].text, one))
        ]
        return list(dict.fromkeys((*wrong, *nearest_by_words(row, passages))))

    return near


def place_of(row: Asked, passages: Sequence[Passage]) -> Place | None:
    """Where the first right string that occurs stands; None where none does, or where a string of fewer than SHORTEST code
    points stands in several lines that share equally much with the question.
    """
    weights = _weights(row.question, passages)
    for wanted in row.answers:
        found = [
            (_shared(passages[number], start, end, weights), Place(number, start, end))
            for number, passage in enumerate(passages)
            for start, end in occurrences(passage.text, wanted)
        ]
        if not found:
            continue
        best = max(score for score, _ in found)
        places = [place for score, place in found if score == best]
        if len(places) == 1 or len(wanted) >= SHORTEST:
            return places[0]
    return None


def occurrences(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    """Where a string stands in a text as whole words, in any case, with any kind of quotes, dashes and white space."""
    plain = with_plain_signs(text)
    for span in SpacedText(plain).occurrences(with_plain_signs(wanted)):
        before, after = plain[: span.start][-1:], plain[span.end : span.end + 1]
        opens, closes = plain[span.start], plain[span.end - 1]
        if not (before.isalnum() and opens.isalnum()) and not (
            closes.isalnum() and after.isalnum()
        ):
            yield span.start, span.end


def _weights(question: str, passages: Sequence[Passage]) -> dict[str, float]:
    """What each word of the question weighs: 1 / (1 + the number of passages with it)."""
    within = Counter(word for passage in passages for word in set(words(passage.text)))
    return {word: 1 / (1 + within[word]) for word in sorted(set(words(question)))}


def _shared(passage: Passage, start: int, end: int, weights: dict[str, float]) -> float:
    """How many of the question's words stand near an occurrence of the answer: in its line, and in its passage or its headings."""
    begins = max((match.end() for match in _LINE_END.finditer(passage.text, 0, start)), default=0)
    ends = passage.text.find("\n", end)
    line = set(words(passage.text[begins : ends if ends >= 0 else None]))
    around = set(words(" ".join((*passage.section, passage.text))))
    return sum(
        weight * (LINE_WEIGHT * (word in line) + (word in around))
        for word, weight in weights.items()
    )

"""Pages of the cases in contracts/ that go through the whole pipeline, and readers that find given words in them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import log
from pathlib import Path
from typing import Any

from wherein.answering.attempts.beside_main import beside, by_likeliness
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Candidate
from wherein.core.document import Block, BlockKind, Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.encoding.encoder import Encoder
from wherein.encoding.static import StaticEncoder
from wherein.passages.split import split
from wherein.reading.reader import Reading
from wherein.retrieval.by_words.page_ranking import PageRanking

ROOT = Path(__file__).resolve().parents[2]


def contract(name: str) -> Any:
    """A case file, parsed."""
    return json.loads((ROOT / "contracts" / name).read_text("utf-8"))


@cache
def encoder() -> StaticEncoder:
    """The encoder that comes with the package."""
    return StaticEncoder.load(ROOT / "models/static", ROOT / "models/wordpiece/tokenizer.json")


def page(case: dict[str, Any]) -> Document:
    """The document of a case: its blocks, joined by blank lines."""
    text, blocks = "", []
    for kind, piece, *more in case["blocks"]:
        text += "\n\n" if text else ""
        facts = more[0] if more else {}
        block = Block(
            BlockKind(kind),
            Span(len(text), len(text) + len(piece)),
            1 if kind == "heading" else None,
            facts.get("row"),
            facts.get("column"),
            facts.get("main", True),
        )
        blocks.append(block)
        text += piece
    language = case.get("language")
    return Document("page", "s", "Lamps", "html", text, "h", tuple(blocks), language=language)


def place(text: str, words: str, nth: int = 0) -> Span:
    """The nth place of the words, from 0."""
    at = text.index(words)
    for _ in range(nth):
        at = text.index(words, at + 1)
    return Span(at, at + len(words))


def scope_of(document: Document, encoder: Encoder | None = None) -> Scope:
    """The main text of a page, ranked with the encoder if one is given, and the scope beside it."""
    passages = split(document)

    def some(these: list[Passage], by: Encoder | None = None) -> Scope:
        return Scope(PageRanking(these, by), lambda _: document, document.words, these)

    rest = by_likeliness(passages)
    main = some([passage for passage in passages if passage.main], encoder)
    return replace(main, beside_main=lambda: beside(some(rest)) if rest else None)


class Finds:
    """A reader that finds given words of the page, each with the margin of its probability.

    `passages` are the numbers of the passages that it has read, in order.
    """

    def __init__(self, text: str, finds: Sequence[Sequence[Any]], name: str = "finds") -> None:
        self.name = name
        self.passages: list[int] = []
        self._found = [(place(text, words, *nth), log(p / (1 - p))) for words, p, *nth in finds]

    def load(self) -> None:
        """There is nothing to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        for passage in passages:
            self.passages.append(passage.index)
            there = [
                Candidate(passage, span, margin, 0.0)
                for span, margin in self._found
                if passage.span.start <= span.start and span.end <= passage.span.end
            ]
            yield Reading((passage,), tuple(sorted(there, key=lambda c: -c.margin)))

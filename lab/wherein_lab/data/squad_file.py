"""Reads SQuAD-format files as documents to ask: one per paragraph, or one per article.

Knows the format and the tags in its titles; runs no model.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.document import Block, BlockKind, Document
from wherein.core.errors import DataMissing, ParseError
from wherein.core.span import Span

BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class SquadQuestion:
    """One question with its gold answers (none: unanswerable), its article and its paragraph.

    `sets` are the official sets that it belongs to, as stated in the file; `domain` is the tag of its title.
    """

    id: str
    question: str
    golds: tuple[str, ...]
    article: int
    paragraph: int
    sets: tuple[str, ...]
    domain: str


@dataclass(frozen=True, slots=True)
class SquadFile:
    """A parsed file: titles and paragraphs by article, and the questions in the file's order."""

    titles: tuple[str, ...]
    paragraphs: tuple[tuple[str, ...], ...]
    asked: tuple[SquadQuestion, ...]
    sha256: str

    def paragraph_document(self, asked: SquadQuestion) -> Document:
        """The question's paragraph alone, under its article's title."""
        text = self.paragraphs[asked.article][asked.paragraph]
        blocks = (Block(BlockKind.PARAGRAPH, Span(0, len(text))),)
        return self._document(f"{asked.article}.{asked.paragraph}", asked.article, text, blocks)

    def page(self, article: int) -> Document:
        """An article's paragraphs as one page under its title."""
        return self._page(article, self.paragraphs[article])

    def _page(self, article: int, paragraphs: Sequence[str], name: str = "") -> Document:
        title = self.titles[article]
        text, blocks = title, [Block(BlockKind.HEADING, Span(0, len(title)), level=1)]
        for paragraph in paragraphs:
            start = len(text) + len(BETWEEN)
            text += BETWEEN + paragraph
            blocks.append(Block(BlockKind.PARAGRAPH, Span(start, len(text))))
        return self._document(f"{article}{name}", article, text, tuple(blocks))

    def around(self, asked: SquadQuestion, paragraphs: int) -> Document:
        """A page of at most the given number of paragraphs of the article, including the question's."""
        every = self.paragraphs[asked.article]
        first = max(0, min(asked.paragraph - paragraphs // 2, len(every) - paragraphs))
        return self._page(asked.article, every[first : first + paragraphs], f".{first}")

    def _document(self, name: str, article: int, text: str, blocks: tuple[Block, ...]) -> Document:
        return Document(
            f"{self.sha256[:12]}.{name}", f"{self.sha256[:12]}#{name}", self.titles[article],
            "text", text, hashlib.sha256(text.encode()).hexdigest(), blocks,
        )  # fmt: skip


def read_squad(path: Path) -> SquadFile:
    """Parse a SQuAD 1.1 or 2.0 file, .json or .json.gz. Raises DataMissing, ParseError.

    Line ends become "
    ", as canonical text requires. No gold answer contains a line end whose length
    this changes, so the measures are not affected.
    """
    data, sha256 = read_articles(path)
    try:
        titles = tuple(clean_title(article["title"]) or "?" for article in data)
        paragraphs = tuple(
            tuple(_canonical(paragraph["context"]) for paragraph in article["paragraphs"])
            for article in data
        )
        asked = tuple(_questions(data))
    except (KeyError, TypeError) as error:
        raise _not_squad(path, error) from error
    return SquadFile(titles, paragraphs, asked, sha256)


def read_articles(path: Path) -> tuple[list[dict[str, Any]], str]:
    """The articles of the file, unchanged, and the file's SHA-256. Raises DataMissing, ParseError."""
    if not path.is_file():
        raise DataMissing(f"There is no data file at {path}.", "Name a SQuAD-format file.")
    raw = path.read_bytes()
    try:
        data: list[dict[str, Any]] = json.loads(
            gzip.decompress(raw) if path.suffix == ".gz" else raw
        )["data"]
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise _not_squad(path, error) from error
    return data, hashlib.sha256(raw).hexdigest()


def _not_squad(path: Path, error: Exception) -> ParseError:
    return ParseError(
        f"{path.name} is not a SQuAD-format file ({error}).", 'Give JSON with a "data" list.'
    )


def clean_title(title: str) -> str:
    """A title as a person sees it: without underscores and without the tag of the domain."""
    return re.sub(r"^(covid|policy|webpage|review): ", "", title).replace("_", " ").strip()


def domain(title: str) -> str:
    """The tag before a title ("policy: …"), or the whole title where it is only a tag."""
    return title.split(":")[0] if ": " in title or title == "reddit" else ""


def sample(asked: Sequence[SquadQuestion], limit: int | None, seed: int) -> list[SquadQuestion]:
    """At most `limit` of the questions, drawn with the seed, in the file's order."""
    if limit is None or limit >= len(asked):
        return list(asked)
    chosen = random.Random(seed).sample(range(len(asked)), limit)
    return [asked[place] for place in sorted(chosen)]


def _canonical(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")


def _questions(data: list[dict[str, Any]]) -> Iterator[SquadQuestion]:
    for number, article in enumerate(data):
        for place, paragraph in enumerate(article["paragraphs"]):
            for qa in paragraph["qas"]:
                golds = () if qa.get("is_impossible") else [a["text"] for a in qa["answers"]]
                yield SquadQuestion(
                    str(qa["id"]), qa["question"], tuple(dict.fromkeys(golds)), number, place,
                    tuple(str(qa.get("in", "")).split()), domain(article["title"]),
                )  # fmt: skip

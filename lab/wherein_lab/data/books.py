"""Reads whole books and manuals, joined from their chapters, and the questions about them. Asks nothing itself.

The manuals are installed by Debian's packages; stories, handbooks and collections are in the shared data.
"""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from wherein.core.document import Block, Document
from wherein.core.errors import DataMissing, NoText
from wherein.core.span import Span
from wherein.documents.isolation.isolated import ParserProcess, parse_safely
from wherein.documents.source import Source
from wherein_lab.data.shared_data import shared_path

FOLDER = Path("benchmarks/questions/books")
_LINK = re.compile(r'href="([^":#]+\.html)')
_BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Book:
    """A book, by the location of its chapters.

    `half` is the half of the books that it belongs to, 0 or 1. `files` are patterns of paths: absolute
    paths in an installed package, else paths in the shared data, or `archive!pattern` for an archive
    there. `contents` replaces `files`: a page whose links name the chapters in their order.
    """

    name: str
    half: int
    title: str
    package: str | None = None
    files: tuple[str, ...] = ()
    contents: str | None = None


@dataclass(frozen=True, slots=True)
class BookQuestion:
    """A question about a book; `accepted` are pieces of its text, none where the book has no answer."""

    book: str
    question: str
    accepted: tuple[str, ...]


def books(folder: Path = FOLDER) -> list[Book]:
    rows = json.loads((folder / "books.json").read_text("utf-8"))["books"]
    return [Book(**{**row, "files": tuple(row.get("files", ()))}) for row in rows]


def questions(folder: Path = FOLDER) -> Iterator[BookQuestion]:
    """The questions written for the books, and the page questions that a row names by id."""
    for line in (folder / "questions.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if "id" in row:
            row = {**_page_questions()[row["id"]], "book": row["book"]}
        yield BookQuestion(row["book"], row["question"], tuple(row["accepted"]))


def read_book(book: Book) -> Document:
    """The whole book as one document. Raises DataMissing where its package or the data are missing."""
    with ParserProcess() as process:
        chapters = []
        for name, data in _chapters(book):
            try:
                chapters.append(parse_safely(Source(data, name, f"/{name}"), process=process))
            except NoText:  # an index or a cover
                continue
    return joined(book.name, book.title, chapters)


def joined(name: str, title: str, chapters: Sequence[Document]) -> Document:
    """One document of the chapters' texts in order; a single chapter keeps its pages."""
    if len(chapters) == 1:
        return replace(chapters[0], id=name, source=f"/{name}", title=title)
    at, blocks = 0, list[Block]()
    for chapter in chapters:
        blocks += [
            replace(block, span=Span(block.span.start + at, block.span.end + at))
            for block in chapter.blocks
        ]
        at += len(chapter.text) + len(_BETWEEN)
    text = _BETWEEN.join(chapter.text for chapter in chapters)
    return Document(
        name, f"/{name}", title, "text", text, "", tuple(blocks), language=chapters[0].language
    )


def _chapters(book: Book) -> Iterator[tuple[str, bytes]]:
    """File names and contents, in the order of the book."""
    if book.contents is not None:
        page = _installed(book, book.contents)
        linked = (unescape(found) for found in _LINK.findall(page.read_text("utf-8", "replace")))
        names = [name for name in dict.fromkeys(linked) if (page.parent / name).is_file()]
        for name in names:
            yield Path(name).name, (page.parent / name).read_bytes()
    for pattern in book.files:
        if "!" in pattern:
            yield from _of_archive(*pattern.split("!"))
            continue
        if pattern.startswith("/"):
            folder = _installed(book, str(Path(pattern).parent))
            found = sorted(folder.glob(Path(pattern).name))
        else:
            found = [shared_path(pattern)]
        for path in found:
            yield path.name, path.read_bytes()


def _installed(book: Book, path: str) -> Path:
    if not Path(path).exists():
        raise DataMissing(
            f"{book.title} is not on this machine ({path}).", f"apt-get install {book.package}"
        )
    return Path(path)


def _of_archive(archive: str, pattern: str) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(shared_path(archive)) as tar:
        members = sorted(
            (m for m in tar if m.isfile() and fnmatch(m.name, pattern)), key=lambda m: m.name
        )
        for member in members:
            file = tar.extractfile(member)
            assert file is not None
            yield Path(member.name).name, file.read()


@cache
def _page_questions() -> dict[str, dict[str, Any]]:
    path = shared_path("data/pagequestions/questions.jsonl")
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    return {row["id"]: row for row in rows}

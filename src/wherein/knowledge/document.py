"""Makes a document of an article, with headings, paragraphs and table cells as blocks. Runs no reader."""

from __future__ import annotations

import hashlib

from wherein.core.credit import Credit
from wherein.core.document import Block, BlockKind, Dates, Document
from wherein.core.span import Span
from wherein.knowledge.base import Article, BaseInfo
from wherein.knowledge.record import Cell


def article_document(info: BaseInfo, article: Article) -> Document:
    """The article as a document with the id of its links, "BASE:TITLE"; each line and each table cell is a block.

    Its source is the address or path from the base, or else the base and the title.
    """
    headings = {section.start: section for section in article.sections}
    cells = {cell.start: cell for cell in article.cells}
    blocks = []
    start = 0
    for line in article.text.split("\n"):
        end = start + len(line)
        section = headings.get(start)
        if start in cells:
            blocks += _cells(line, start, cells)
        elif line.strip():
            if section is not None and line.startswith(section.heading):
                blocks.append(
                    Block(BlockKind.HEADING, Span(start, end), min(6, max(1, section.level)))
                )
            else:
                blocks.append(Block(BlockKind.PARAGRAPH, Span(start, end)))
        start = end + 1
    snapshot = max((origin.snapshot for origin in info.origins), default="")
    return Document(
        id=article_id(info.name, article.title),
        source=article.source or f"{info.name}: {article.title}",
        title=article.title,
        kind="article",
        text=article.text,
        content_hash=hashlib.sha256(article.text.encode("utf-8", "surrogatepass")).hexdigest(),
        blocks=tuple(blocks),
        dates=Dates(as_of=snapshot or None),
        credit=credit_of(info),
    )


def _cells(line: str, start: int, cells: dict[int, Cell]) -> list[Block]:
    """The cells of a row, separated by tabs."""
    blocks = []
    for text in line.split("\t"):
        cell = cells.get(start)
        if cell is not None and text.strip():
            blocks.append(
                Block(
                    BlockKind.CELL, Span(start, start + len(text)), row=cell.row, column=cell.column
                )
            )
        start += len(text) + 1
    return blocks


def credit_of(info: BaseInfo) -> Credit:
    """The credit for a base: its name, and the authors, licences and dates of its sources."""
    said = []
    for origin in info.origins:
        parts = [part for part in (origin.attribution, origin.licence, origin.snapshot) if part]
        if parts:
            said.append(", ".join(parts))
    licences = dict.fromkeys(origin.licence for origin in info.origins if origin.licence)
    sources = f": {'; '.join(dict.fromkeys(said))}" if said else ""
    return Credit(f"From the knowledge base {info.name}{sources}.", " or ".join(licences))


def article_id(base: str, title: str) -> str:
    return f"{base}:{title}"

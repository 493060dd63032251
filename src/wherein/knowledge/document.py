"""An article as a document that can be read: its text with headings and paragraphs as blocks. Asks nothing."""

from __future__ import annotations

import hashlib

from wherein.core.document import Block, BlockKind, Dates, Document
from wherein.core.span import Span
from wherein.knowledge.base import Article, BaseInfo


def article_document(info: BaseInfo, article: Article) -> Document:
    """The article under the id that links carry, "BASE:TITLE"; every line of it is a block."""
    headings = {section.start: section for section in article.sections}
    blocks = []
    start = 0
    for line in article.text.split("\n"):
        end = start + len(line)
        section = headings.get(start)
        if line.strip():
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
        source=f"{info.name}: {article.title}",
        title=article.title,
        kind="article",
        text=article.text,
        content_hash=hashlib.sha256(article.text.encode("utf-8", "surrogatepass")).hexdigest(),
        blocks=tuple(blocks),
        dates=Dates(as_of=snapshot or None),
    )


def article_id(base: str, title: str) -> str:
    return f"{base}:{title}"

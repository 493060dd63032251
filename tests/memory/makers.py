"""Documents and answers for the memory's tests. Asserts nothing."""

from __future__ import annotations

import hashlib

from wherein.core.answer import Answer
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.memory.store.store import Asking, Page, PageKey, StoredAnswer
from wherein.passages.sentences import sentence_around

URL = "https://example.org/towers"
TITLE = "Towers"
PARAGRAPHS = (
    "The Eiffel Tower stands in Paris. It was finished in 1889 and is 330 metres tall today.",
    "Gustave Eiffel's company designed and built it between 1887 and 1889 for the world's fair.",
    "Nearly seven million people climb it every year, which makes it the most visited paid monument.",
)


def document(*paragraphs: str, url: str = URL, title: str = TITLE) -> Document:
    """Paragraphs between blank lines, each a block."""
    blocks, at = [], 0
    for paragraph in paragraphs:
        blocks.append(Block(BlockKind.PARAGRAPH, Span(at, at + len(paragraph))))
        at += len(paragraph) + 2
    text = "\n\n".join(paragraphs)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return Document(digest[:16], url, title, "text", text, digest, tuple(blocks))


def answer(page: Document, text: str, confidence: float = 0.9) -> Answer:
    """The first place of `text` on the page, as a reader would give it."""
    start = page.text.index(text)
    span = Span(start, start + len(text))
    quote = sentence_around(page.text, span)
    return Answer(
        text, page.id, page.title, span, quote.of(page.text), quote, (), confidence, "small"
    )


def stored(
    text: str = "1889", quote: str = "It was finished in 1889.", block: str = "b1"
) -> StoredAnswer:
    return StoredAnswer(text, quote, block, 0, quote.index(text), 0.9, "small", "small@1")


def asking(
    key: str = "when was it finished",
    page: str = "https://example.org/",
    when: float = 1_000_000.0,
    asker: str = "",
    answers: tuple[StoredAnswer, ...] = (stored(),),
) -> Asking:
    return Asking(
        Page(PageKey(page), "A page", "c0"), key, key.capitalize() + "?", answers, when, asker
    )

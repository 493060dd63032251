"""Lists the names to expect in a spoken question about a document or the library. Recognises no speech."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wherein.core.document import BlockKind, Document
from wherein.speech.expected import expected_names
from wherein.speech.library_names import library_names

if TYPE_CHECKING:
    from wherein.answering.engine import Engine


def names_of_document(document: Document) -> list[str]:
    headings = (
        block.span.of(document.text) for block in document.blocks if block.kind is BlockKind.HEADING
    )
    return expected_names(document.text, [document.title or "", *headings])


def names_of_library(engine: Engine) -> list[str]:
    """The names in the titles of all documents, then in the texts of the newest documents."""
    entries = sorted(engine.documents(), key=lambda entry: entry.added, reverse=True)
    texts = (engine.kept(entry.document).text for entry in entries)
    return library_names((entry.title for entry in entries), texts)

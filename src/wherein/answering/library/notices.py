"""Notices shown beside the answers: files that failed and pages without text. Reads nothing itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wherein.answering.library.adding import Failure
from wherein.core.document import Document
from wherein.core.file_paths import name_of

EMPTY_LIBRARY = "The library is empty. Add documents: wherein add PATH"
_NAMED = 3


@dataclass(frozen=True, slots=True)
class AskedDocuments:
    """The documents that a question is asked of, and the files that could not be read."""

    documents: tuple[Document, ...]
    failed: tuple[Failure, ...] = ()

    def notes(self) -> tuple[str, ...]:
        """At most two sentences: one on the files that failed, one on the pages without text."""
        pages = (note for document in self.documents if (note := pages_without_text(document)))
        failed = () if not self.failed else (_failed(self.failed, len(self.documents)),)
        return (*failed, *(pages if len(self.documents) == 1 else ()))


def pages_without_text(document: Document) -> str | None:
    """A sentence on the pages of a document that have no text; None where every page has some."""
    empty = [page.number for page in document.pages if not page.span.of(document.text).strip()]
    if not empty:
        return None
    if len(empty) == 1:
        which = f"Page {empty[0]} of {len(document.pages)} has"
    else:
        which = f"Pages {_ranges(empty)} of {len(document.pages)} have"
    return f"{which} no text: blank, or a picture that text recognition (OCR) has to read first."


def _failed(failed: Sequence[Failure], read: int) -> str:
    names = ", ".join(name_of(failure.source) for failure in failed[:_NAMED])
    more = f" and {len(failed) - _NAMED} more" if len(failed) > _NAMED else ""
    of = len(failed) + read
    return f"{len(failed)} of {of} files could not be read ({names}{more}); wherein add says why."


def _ranges(numbers: Sequence[int]) -> str:
    """Page numbers as people write them: "2, 5-7"."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1] = [parts[-1][0], number]
        else:
            parts.append([number])
    return ", ".join("-".join(str(end) for end in part) for part in parts)


VERDICTS = "verdicts"
"""The name of the step that reports what people's verdicts changed."""
LEFT_OUT = "Answers judged wrong for this question are left out."

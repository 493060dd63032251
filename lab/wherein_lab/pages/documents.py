"""Converts folders of people's own documents (`wherein eval strangers`) to pages with questions. Runs no model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wherein_lab.answering.strangers import Asked, read_asked
from wherein_lab.pages.questions import PageQuestion

DOCUMENT = "document"
"""The kind of questions that people wrote about their own documents, whether a document answers them or not."""


@dataclass(frozen=True, slots=True)
class Documents:
    """Questions with the contents of their documents by name; `asked` has what judges each, by the question's id."""

    questions: tuple[PageQuestion, ...]
    pages: Mapping[str, bytes]
    asked: Mapping[str, Asked]


def document_questions(folders: Sequence[Path]) -> Documents:
    """The questions of all folders, without follow-ups. Raises what reading a folder raises."""
    questions: list[PageQuestion] = []
    pages: dict[str, bytes] = {}
    asked: dict[str, Asked] = {}
    for number, folder in enumerate(folders):
        for place, one in enumerate(read_asked(folder)):
            if one.after:
                continue
            page, identity = f"{number}-{folder.name}-{one.file}", f"{number}-{place}"
            questions.append(PageQuestion(identity, page, DOCUMENT, one.question, one.answers))
            pages.setdefault(page, (folder / one.file).read_bytes())
            asked[identity] = one
    return Documents(tuple(questions), pages, asked)

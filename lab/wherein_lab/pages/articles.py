"""Converts whole articles of a SQuAD-format file to saved pages with questions. Runs no model."""

from __future__ import annotations

from collections.abc import Mapping

from wherein_lab.data.squad_file import SquadFile, SquadQuestion, sample
from wherein_lab.pages.questions import ABSENT, PageQuestion

ARTICLE = "article"
"""The kind of questions that were written for one paragraph of an encyclopedia article."""
_AROUND = 300
"""Code points on each side of an answer that belong to its context."""


def article_questions(
    file: SquadFile, limit: int | None, seed: int
) -> tuple[tuple[PageQuestion, ...], Mapping[str, bytes]]:
    """A sample of the file's questions, and their articles as Markdown pages.

    A question that its paragraph does not answer counts as absent from the whole article.
    """
    chosen = sample(file.asked, limit, seed)
    pages = {_name(file, one.article): _page(file, one.article) for one in chosen}
    return tuple(_question(file, one) for one in chosen), pages


def _question(file: SquadFile, one: SquadQuestion) -> PageQuestion:
    page = _name(file, one.article)
    if not one.golds:
        return PageQuestion(one.id, page, ABSENT, one.question, ())
    shortest = min(one.golds, key=len)
    paragraph = file.paragraphs[one.article][one.paragraph]
    at = paragraph.find(shortest)
    context = paragraph[max(0, at - _AROUND) : at + len(shortest) + _AROUND]
    golds = tuple(dict.fromkeys((shortest, *one.golds)))
    return PageQuestion(one.id, page, ARTICLE, one.question, golds, context)


def _name(file: SquadFile, article: int) -> str:
    return f"{file.sha256[:8]}-{article}.md"


def _page(file: SquadFile, article: int) -> bytes:
    return "\n\n".join((f"# {file.titles[article]}", *file.paragraphs[article])).encode()

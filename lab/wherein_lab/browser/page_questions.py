"""Asks the extension the questions of a set of saved pages, and judges what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wherein_lab.browser.asked_pages import AskedPage, ask_extension
from wherein_lab.pages.asking import MOST_MARKS, OnProgress, PageResult, document_of, judged_span
from wherein_lab.pages.gold_spans import SpacedText, gold_spans
from wherein_lab.pages.questions import PageQuestion


def by_extension(
    questions: Sequence[PageQuestion],
    pages: Mapping[str, bytes],
    on_progress: OnProgress = lambda done, of: None,
) -> Iterator[PageResult]:
    """Ask every question of the extension's worker in Chromium. Of the doubtful spans only those that it shows are given."""
    in_turn = sorted(questions, key=lambda one: one.page)
    names = list(dict.fromkeys(one.page for one in in_turn))
    documents = [document_of(name, pages[name]) for name in names]
    asked = {(names.index(one.page), one.question): one for one in in_turn}
    wanted = [
        AskedPage(
            document, tuple(dict.fromkeys(one.question for one in in_turn if one.page == name))
        )
        for name, document in zip(names, documents, strict=True)
    ]
    texts = [SpacedText(document.text) for document in documents]
    for said in ask_extension(wanted, lambda done: on_progress(done, len(asked))):
        question = asked[said.page, said.question]
        golds = gold_spans(texts[said.page], question)
        answers, doubtful = (
            tuple(
                judged_span(one.span, one.text, one.confidence, "extension", golds) for one in some
            )
            for some in (said.answers[:MOST_MARKS], said.perhaps)
        )
        yield PageResult(question, answers, doubtful)

"""Entity retrieval and its fusion with words, with links made in the test."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from wherein.core.link import Link, LinkCandidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.retrieval.by_words.entity import (
    EntityRetriever,
    FusedRetriever,
    OpeningRetriever,
    first_words,
)
from wherein.retrieval.by_words.page import PageIndex

TEXTS = {
    "Ada": [
        "Ada is a town on a hill.",
        "The mayor of Ada is Bo Lind.",
        "Rain falls in Ada in May.",
    ],
    "Bo": ["Bo Lind is a mayor and a mayor's son.", "He was born in Ada."],
    "Cy": ["Cy is a river without a mayor."],
}


def passages() -> list[Passage]:
    made = []
    for title, texts in TEXTS.items():
        start = 0
        for index, text in enumerate(texts):
            made.append(Passage(title, index, Span(start, start + len(text)), text, (title,)))
            start += len(text) + 1
    return made


class Articles:
    def passages_of(self, document: str) -> Sequence[Passage]:
        return [passage for passage in passages() if passage.document == document]


def link(title: str, chance: float, at: int = 0) -> Link:
    return Link(Span(at, at + 2), title[:2], (LinkCandidate(title, title, chance, 1.0),))


def found(
    retriever: EntityRetriever | FusedRetriever | PageIndex, question: str
) -> list[tuple[str, int]]:
    return [(h.passage.document, h.passage.index) for h in retriever.search(question, 10)]


def test_the_passage_that_fits_comes_first_within_an_article() -> None:
    entity = EntityRetriever(lambda _: (link("Ada", 0.9),), Articles())
    assert found(entity, "Ada: who is the mayor?")[0] == ("Ada", 1)
    assert found(entity, "Ada")[0] == ("Ada", 0)
    assert len(found(entity, "Ada")) == 3


def test_both_of_two_entities_are_read() -> None:
    entity = EntityRetriever(lambda _: (link("Ada", 0.9), link("Cy", 0.8, 7)), Articles())
    assert {title for title, _ in found(entity, "Is Ada or Cy larger?")} == {"Ada", "Cy"}


def test_without_a_link_there_is_nothing_and_fused_is_words() -> None:
    words = PageIndex.of(passages())
    nothing = EntityRetriever(lambda _: (), Articles())
    fused = FusedRetriever(words, lambda _: (), Articles())
    assert found(nothing, "Who is the mayor?") == []
    assert found(fused, "Who is the mayor?") == found(words, "Who is the mayor?")


def test_a_sure_link_comes_first_and_a_doubtful_one_does_not() -> None:
    words = PageIndex.of(passages())
    question = "Who is a mayor's son?"
    assert found(words, question)[0][0] == "Bo"
    sure = FusedRetriever(words, lambda _: (link("Cy", 0.99),), Articles(), weight=2.0)
    assert found(sure, question)[0][0] == "Cy"
    doubtful = FusedRetriever(words, lambda _: (link("Cy", 0.1),), Articles(), weight=2.0)
    assert found(doubtful, question)[0][0] == "Bo"


def test_the_paper_s_form_is_the_first_words_of_each() -> None:
    opening = OpeningRetriever(lambda _: (link("Ada", 0.9), link("Cy", 0.8)), Articles(), 9)
    hits = opening.search("?", 4)
    assert [hit.passage.text for hit in hits] == [
        "Ada is a town on a hill.\nThe mayor",
        "Cy is a river without a mayor.",
    ]
    assert opening.search("?", 1)[0].passage.document == "Ada"
    assert opening.search("?", 4, within=["Cy"])[0].passage.document == "Cy"
    assert opening.search("?", 0) == []


@pytest.mark.parametrize(
    ("text", "count", "kept"), [("a  b c", 2, "a  b"), ("", 3, ""), ("a", 5, "a")]
)
def test_first_words_keep_the_text_as_it_is(text: str, count: int, kept: str) -> None:
    assert first_words(text, count) == kept

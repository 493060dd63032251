"""Questions that a page's own sentences and headings suggest: what is asked of which, and what is left alone."""

from __future__ import annotations

import pytest

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.memory.suggested import MOST_QUESTIONS, questions_of


def page(*blocks: tuple[BlockKind, str], language: str | None = "en") -> Document:
    text, kept = "", []
    for kind, part in blocks:
        text += "\n\n" if text else ""
        level = 1 if kind is BlockKind.HEADING else None
        kept.append(Block(kind, Span(len(text), len(text) + len(part)), level))
        text += part
    return Document("d", "d.html", "D", "html", text, "0", tuple(kept), language=language)


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("The old mill was built in 1820 by Anna Berg.", "When was the old mill built?"),
        ("Hard Times was written by Charles Dickens.", "Who wrote Hard Times?"),
        ("A lighthouse is a tower with a lamp.", "What is a lighthouse?"),
        ("Marie Curie was a Polish physicist and chemist.", "Who was Marie Curie?"),
        ("The tides are the rise and fall of the sea.", "What are the tides?"),
        ("It was built in 1820 by Anna Berg.", None),
        ("This is a test.", None),
        ("She was born by the sea.", None),
        ("Ships pass at night.", None),
    ],
)
def test_what_a_sentence_tells_is_asked(sentence: str, asked: str | None) -> None:
    found = questions_of(page((BlockKind.PARAGRAPH, sentence)))
    assert found == ([] if asked is None else [asked])


@pytest.mark.parametrize(
    ("heading", "asked"),
    [
        ("How to bake bread", "How do I bake bread?"),
        ("Why is the sea salt?", "Why is the sea salt?"),
        ("How are tides made", "How are tides made?"),
        ("What tides are", None),
        ("How do tides rise", "How do tides rise?"),
        ("Opening hours", None),
        ("How to " + "very " * 20 + "long", None),
    ],
)
def test_headings_that_ask_or_teach(heading: str, asked: str | None) -> None:
    found = questions_of(page((BlockKind.HEADING, heading)))
    assert found == ([] if asked is None else [asked])


def test_headings_come_first_each_question_once_and_not_too_many() -> None:
    sentences = " ".join(f"Berg{chr(97 + n)} is a hill in the north." for n in range(20))
    found = questions_of(
        page(
            (BlockKind.PARAGRAPH, f"A tide is the sea's rise. A tide is a rise. {sentences}"),
            (BlockKind.HEADING, "How to read a tide table"),
        )
    )
    assert found[:2] == ["How do I read a tide table?", "What is a tide?"]
    assert len(found) == MOST_QUESTIONS == len(set(found))


def test_other_languages_and_empty_pages_suggest_nothing() -> None:
    sentence = (BlockKind.PARAGRAPH, "The mill was built in 1820.")
    assert questions_of(page(sentence, language="de")) == []
    assert questions_of(page()) == []

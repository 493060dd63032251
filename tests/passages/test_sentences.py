"""Sentences: where they begin and end, and the one around a place."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.clock import growth
from tests.texts import words
from wherein.core.span import Span
from wherein.passages.sentences import sentence_around, sentence_spans

_LINE = "This line of a wrapped paragraph is as long as a page is"


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        ("  \n ", []),
        ("No end", ["No end"]),
        ("One. Two! Three? Four…", ["One.", "Two!", "Three?", "Four…"]),
        (
            "Dr. No met J. R. Smith in the U.S. in May.",
            ["Dr. No met J. R. Smith in the U.S. in May."],
        ),
        ("He lives in the U.S. She does not.", ["He lives in the U.S.", "She does not."]),
        ("It costs 3.50 now. See p. 5.", ["It costs 3.50 now.", "See p. 5."]),
        ('"Really?" she said. (Yes.) Go.', ['"Really?"', "she said.", "(Yes.)", "Go."]),
        ("東京は首都です。人口は多い！", ["東京は首都です。", "人口は多い！"]),
        ("هل جاء؟ نعم.", ["هل جاء؟", "نعم."]),
        ("A list\nB list", ["A list", "B list"]),
        ("goes\non here", ["goes\non here"]),
        ("One\n\ntwo", ["One", "two"]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert [span.of(text) for span in sentence_spans(text)] == sentences


@given(words())
def test_sentences_hold_everything_but_white_space(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join("".join(span.of(text).split()) for span in spans) == "".join(text.split())
    for span in spans:
        assert span.of(text) == span.of(text).strip()


def test_the_sentence_around_a_place() -> None:
    text = "First one. The second has it. Third."
    at = text.index("has")
    assert sentence_around(text, Span(at, at + 3)).of(text) == "The second has it."
    assert sentence_around(text, Span(at, len(text))).of(text) == "The second has it. Third."


def test_a_wrapped_paragraph_is_read_across_its_lines() -> None:
    text = f"{_LINE}\nMr Smith was here. He left."
    at = text.index("here")
    block = Span(0, len(text))
    assert sentence_around(text, Span(at, at + 4), block).of(text) == f"{_LINE}\nMr Smith was here."
    verse = "Roses are red\nViolets are blue"
    assert sentence_around(verse, Span(0, 5), Span(0, len(verse))).of(verse) == "Roses are red"


@pytest.mark.parametrize("repeated", ["e.g. ", ".", ".)", "1. "])
def test_time_grows_with_the_length_alone(repeated: str) -> None:
    # Four times the text takes four times the time; quadratic work would take sixteen times.
    assert growth(lambda times: sentence_spans(repeated * times), 40_000, 160_000) < 9

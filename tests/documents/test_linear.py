"""Odd markup and text take time in proportion to their length, from bytes to passages."""

from __future__ import annotations

import pytest

from tests.clock import growth
from wherein.documents.html.html import parse_markup
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.split import split


# Of these the HTML parser itself takes no more than linear time: what is measured is the walk of the tree.
@pytest.mark.parametrize(
    "repeated",
    [
        "<span>",
        "<p><b>",
        "<br> ",
        "<table><tr><td>",
        "<p>x</p>",
        "<i>x</i>",
        "<li><a href=x>y</a>",
        "<div>A sentence, of some length, here.</div>",
    ],
)
def test_the_walk_of_a_page_takes_linear_time(repeated: str) -> None:
    # Eight times the elements take eight times as long; quadratic work would take sixty-four times.
    assert growth(lambda times: parse_markup(repeated * times), 2_000, 16_000) < 32


@pytest.mark.parametrize(
    "repeated",
    ["e.g. ", "a. ", ".", "? ", "x\n", "1. ", "(", "word ", "\u3002", "A\u0301", "\n \n"],
)
def test_a_text_of_one_thing_becomes_passages_in_linear_time(repeated: str) -> None:
    def parsed(times: int) -> None:
        data = ("It begins. " + repeated * times + " It ends.").encode()
        split(parse(Source(data, "a.txt", "/a.txt")))

    assert growth(parsed, 40_000, 160_000) < 9


@pytest.mark.parametrize("repeated", ["<div>", "<b>", '<div title=">">', "<font>x "])
def test_a_page_nested_a_hundred_thousand_deep_is_parsed_in_linear_time(repeated: str) -> None:
    def parsed(times: int) -> None:
        markup = "<!doctype html><p>It begins." + repeated * times + "It ends."
        document = parse(Source(markup.encode(), "a.html", "/a.html"))
        assert "It ends." in document.text

    assert growth(parsed, 12_500, 100_000) < 16

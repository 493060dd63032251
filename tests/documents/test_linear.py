"""Odd markup and text take time in proportion to their length, from bytes to passages."""

from __future__ import annotations

import time

import pytest

from wherein.documents.html import parse_markup
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.split import split


def seconds(markup: str) -> float:
    began = time.process_time()
    parse_markup(markup)
    return time.process_time() - began


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
    short, long = repeated * 2_000, repeated * 16_000
    # Eight times the elements take eight times as long, where it is quadratic sixty-four.
    assert min(seconds(long) for _ in range(2)) < 32 * max(seconds(short), 0.03)


@pytest.mark.parametrize(
    "repeated",
    ["e.g. ", "a. ", ".", "? ", "x\n", "1. ", "(", "word ", "\u3002", "A\u0301", "\n \n"],
)
def test_a_text_of_one_thing_becomes_passages_in_linear_time(repeated: str) -> None:
    def parsed(times: int) -> float:
        data = ("It begins. " + repeated * times + " It ends.").encode()
        began = time.process_time()
        split(parse(Source(data, "a.txt", "/a.txt")))
        return time.process_time() - began

    assert min(parsed(160_000) for _ in range(2)) < 9 * max(parsed(40_000), 0.03)


@pytest.mark.parametrize("repeated", ["<div>", "<b>", '<div title=">">', "<font>x "])
def test_a_page_nested_a_hundred_thousand_deep_is_parsed_in_linear_time(repeated: str) -> None:
    def parsed(times: int) -> float:
        markup = "<!doctype html><p>It begins." + repeated * times + "It ends."
        began = time.process_time()
        document = parse(Source(markup.encode(), "a.html", "/a.html"))
        assert "It ends." in document.text
        return time.process_time() - began

    assert min(parsed(100_000) for _ in range(2)) < 16 * max(parsed(12_500), 0.03)

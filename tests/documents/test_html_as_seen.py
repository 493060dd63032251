"""A web page is read as a person sees it: notes, powers, tables, icons, pairs; and what is put in has its places."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.documents.test_contracts import cases
from wherein.core.document import Block
from wherein.documents.building.parsed import Parsed
from wherein.documents.html.html import parse_markup
from wherein.documents.html.html_tree import parse_html
from wherein.documents.parse import parse
from wherein.documents.source import Source

_WHITE = re.compile(r"\s+")


def cell(parsed: Parsed, text: str) -> Block:
    return next(block for block in parsed.blocks if block.span.of(parsed.text) == text)


@pytest.mark.parametrize("case", cases("canonical-text.json")["pages"], ids=lambda c: c["name"])
def test_each_character_is_the_page_s_or_is_marked_as_put_in(case: dict[str, Any]) -> None:
    parsed = parse_markup(case["html"])
    own, last = [], 0
    for span in parsed.generated:
        own.append(parsed.text[last : span.start])
        last = span.end
    of_page = iter(_WHITE.sub("", parse_html(case["html"]).text()))
    # A subsequence: each letter is further on in the page.
    left = [
        letter
        for letter in _WHITE.sub("", "".join((*own, parsed.text[last:])))
        if letter not in of_page
    ]
    assert not left


def test_a_number_is_not_joined_with_the_mark_of_its_note() -> None:
    page = "<p>It had 1,204<sup>3</sup> inhabitants in 1768<sup><a href='#n2'>2</a></sup>.</p>"
    document = parse(Source(page.encode(), "village.html", "/village.html"))
    assert document.text == "It had 1,204[3] inhabitants in 1768[2]."
    assert [span.of(document.text) for span in document.generated] == ["[", "]", "[", "]"]


def test_a_value_has_all_that_heads_it() -> None:
    parsed = parse_markup(
        "<table><tr><td rowspan=2></td><th colspan=2>Winter</th></tr><tr><th>Boats</th><th>Nets</th></tr>"
        "<tr><td>North quay</td><td>57</td><td>4</td></tr><tr><td>South quay</td><td>19</td><td>8</td></tr></table>"
    )
    assert (cell(parsed, "19").row, cell(parsed, "19").column) == ("South quay", "Winter / Boats")


def test_an_icon_has_its_own_words() -> None:
    parsed = parse_markup(
        "<table><tr><th>Feature</th><th>Basic</th></tr>"
        "<tr><th>Help</th><td><img src=n.svg alt='Not included'></td></tr></table>"
    )
    found = cell(parsed, "Not included")
    assert (found.row, found.column) == ("Help", "Basic")
    assert found.span in parsed.generated


def test_a_term_heads_its_description() -> None:
    parsed = parse_markup(
        "<dl><dt>Burning time</dt><dd>26 hours</dd><dt>Fuel</dt><dd>oil</dd></dl>"
    )
    assert cell(parsed, "26 hours").row == "Burning time"

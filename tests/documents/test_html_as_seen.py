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


def test_declared_shadow_roots_are_read_with_their_slots_and_templates_are_not() -> None:
    parsed = parse_markup(
        """<info-card><template shadowrootmode="open"><style>p{margin:0}</style><h2>Kiln</h2><p>Fired at 1,240
        degrees. <slot>Nothing.</slot></p><slot name=b>No care.</slot></template><i>Gloves are lent.</i><b slot=b>Care!</b>
        <u slot=none>lost</u></info-card><template><p>At 999 degrees.</p></template>
        <x-a><template shadowrootmode=closed><x-b><template shadowrootmode=open><p><slot></slot></p></template>
        <slot></slot></x-b></template>Twice within.</x-a>"""
    )
    assert parsed.text == (
        "Kiln\n\nFired at 1,240 degrees. Gloves are lent.\n\nCare!\n\nTwice within."
    )


def test_of_several_roots_the_first_one_counts() -> None:
    roots = "".join(f"<template shadowrootmode=open>{n}: <slot></slot></template>" for n in (1, 2))
    assert parse_markup(f"<p><x-a>{roots}light</x-a></p>").text == "1: light"


def test_hosts_within_hosts_are_read_in_a_bounded_depth() -> None:
    host = "<x-a><template shadowrootmode=open>" + "<i>" * 100 + "<slot></slot></template>"
    parsed = parse_markup(host * 200 + "The bottom." + "</x-a>" * 200)
    assert parsed.text == "The bottom."


def test_a_frame_s_own_page_is_read_where_it_stands() -> None:
    inner = "&lt;p&gt;Oil &amp;amp; wicks&lt;/p&gt;"
    parsed = parse_markup(f'<p>Before.</p><iframe srcdoc="{inner}"></iframe><p>After.</p>')
    assert parsed.text == "Before.\n\nOil & wicks\n\nAfter."


def test_what_the_browser_s_search_opens_is_read() -> None:
    parsed = parse_markup(
        "<h2>Bicycles?</h2><div hidden=until-found>Four crowns.</div><p hidden>No.</p>"
    )
    assert parsed.text == "Bicycles?\n\nFour crowns."


def test_many_terms_and_header_rows_take_time_in_proportion() -> None:
    page = "<dl>" + "<dt>a" * 3_000 + "<dd>b" * 3_000 + "</dl>"
    page += f"<table><thead>{'<tr><th>c</th><th>d</th></tr>' * 3_000}</thead><tr><td>e</td></tr></table>"
    places = parse_markup(page).blocks
    assert len(places) == 12_001
    assert all(len(block.row or "") < 100 for block in places)

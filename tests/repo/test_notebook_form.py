"""A result in a notebook: answers marked in their sentences, and nothing of a document is taken for HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.test_openai_clients import QUOTE, answer, result
from wherein.core.span import Span

ATTACK = '<img src=x onerror="alert(1)"><script>alert(1)</script></mark></blockquote>'


class Read(HTMLParser):
    """The elements, attributes and text that a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.marked = ""
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if "mark" in self.open:
            self.marked += data


def read(of: Any) -> Read:
    parser = Read()
    parser.feed(of._repr_html_())
    parser.close()
    assert parser.open == []
    return parser


def test_the_answer_is_marked_in_its_sentence() -> None:
    seen = read(result((answer(),)))
    assert seen.marked == "240 kroner"
    assert QUOTE in seen.text
    assert ("href", "https://example.org/ferry") in seen.attributes
    assert "page 3" in seen.text
    assert "Not here." in read(result()).text
    assert "No clear answer" in read(result(perhaps=(answer(),))).text


@pytest.mark.parametrize("source", ["javascript:alert(1)", "data:text/html,x", "/etc/passwd", ""])
def test_only_web_addresses_are_links(source: str) -> None:
    assert "a" not in read(result((answer(source=source),))).tags


@given(st.text())
def test_nothing_that_a_document_says_is_an_element(text: str) -> None:
    quote = f"{text}{ATTACK}"
    attacking = answer(
        quote, quote=quote, span=Span(0, len(quote)), quote_span=Span(0, len(quote)),
        title=quote, section=(quote,), source='https://e.org/"><script>', written=quote,
    )  # fmt: skip
    seen = read(result((attacking,), notes=(quote,)))
    assert set(seen.tags) <= {"div", "p", "strong", "small", "blockquote", "mark", "br", "a"}
    assert {name for name, _ in seen.attributes} <= {"class", "href", "rel"}

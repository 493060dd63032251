"""What holds for every format: generated documents are read back whole, in order, at the stated places."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.documents.made import HEADING, MAKERS
from wherein.core.document import BlockKind, Document
from wherein.documents.formats import FORMATS, ONCE_TEXT, is_outdated, parser_version
from wherein.documents.parse import parse
from wherein.documents.source import Source

# Emoji with joiners, combining marks, soft hyphen, NBSP, ligature, wide and astral characters.
PIECES = [
    "a",
    "Z",
    "9",
    "é",
    "e\u0301",
    "ñ",
    "👩‍👩‍👧",
    "🇳🇿",
    "🦉",
    "\u00a0x",
    "\u00adb",
    "ﬁ",
    "漢",
    "한",
    "𝒳",
    "ß",
]
RIGHT_TO_LEFT = ["שלום", "مرحبا", "\u200fא"]
# PDFium brings right-to-left runs into another order, so those can't come back as they were put in;
# it also decides itself where spaces are and drops what has no ink.
CARRIED = dict.fromkeys(FORMATS, PIECES + RIGHT_TO_LEFT) | {
    "pdf": ["a", "Z", "9", "é", "ñ", "漢", "한"]
}


def words(kind: str) -> st.SearchStrategy[str]:
    visible = [piece for piece in CARRIED[kind] if piece[0] not in "\u00a0\u00ad\u200f"]
    return st.builds(
        lambda first, rest: first + "".join(rest),
        st.sampled_from(visible),
        st.lists(st.sampled_from(CARRIED[kind]), max_size=6),
    )


def paragraphs(kind: str) -> st.SearchStrategy[list[str]]:
    # PDFium passes over a line that is one wide character alone.
    first = "Ab " if kind == "pdf" else ""
    line = st.lists(words(kind), min_size=1, max_size=6).map(lambda made: first + " ".join(made))
    return st.lists(line, min_size=1, max_size=5)


def check_places(document: Document) -> None:
    assert "\r" not in document.text
    assert "\0" not in document.text
    document.text.encode("utf-8")
    last = 0
    for block in document.blocks:
        assert last <= block.span.start < block.span.end <= len(document.text)
        assert block.span.of(document.text).strip()
        last = block.span.end
    for before, after in zip(document.pages, document.pages[1:], strict=False):
        assert before.span.end == after.span.start
    if document.pages:
        assert document.pages[-1].span.end == len(document.text)


def test_there_is_a_maker_for_every_format() -> None:
    assert set(MAKERS) == set(FORMATS)


def test_every_format_was_there_from_the_start_or_was_once_read_as_text() -> None:
    """A new format joins ONCE_TEXT, where files of its name were read as plain text before, or this list."""
    from_the_start = {
        *("text", "html", "mhtml", "markdown", "csv", "subtitles", "notebook", "calendar"),
        *("contacts", "json", "yaml", "toml", "pdf", "docx", "epub", "pptx", "xlsx", "odt", "ods"),
        *("rtf", "eml"),
    }
    read_otherwise_now = {
        kind
        for kind, form in FORMATS.items()
        if is_outdated("text", parser_version("text"), f"/notes/a{form.suffixes[0].upper()}")
    }
    assert read_otherwise_now == set(ONCE_TEXT)
    assert set(FORMATS) - read_otherwise_now == from_the_start


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_made_documents_come_back(kind: str) -> None:
    name, make = MAKERS[kind]
    examples = 12 if kind in ("pptx", "docx", "xlsx") else 30

    @settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(paragraphs(kind))
    def check(made: list[str]) -> None:
        data = make(made)
        document = parse(Source(data, name, f"/tmp/{name}"))
        assert document.kind == kind
        assert document.content_hash == hashlib.sha256(data).hexdigest()
        check_places(document)
        found = [block.span.of(document.text) for block in document.blocks]
        position = 0
        for text in made:
            assert text in found[position:], (text, found)
            position = found.index(text, position) + 1

    check()


@pytest.mark.parametrize(
    "kind", sorted(set(MAKERS) - {"text", "csv", "eml", "xlsx", "ods", "subtitles", "code", "log"})
)
def test_the_heading_is_a_heading(kind: str) -> None:
    name, make = MAKERS[kind]
    document = parse(Source(make(["A paragraph that is long enough."]), name, "/tmp/x"))
    first = document.blocks[0]
    assert (first.kind, first.level) == (BlockKind.HEADING, 1)
    assert first.span.of(document.text) == HEADING


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_the_content_decides_not_the_name(kind: str) -> None:
    if kind in (
        "text",
        "markdown",
        "rst",
        "code",
        "log",
        "org",
        "asciidoc",
        "csv",
        "json",
        "yaml",
        "toml",
        "ini",
        "notebook",
    ):
        pytest.skip("nothing in the bytes distinguishes these from other text")
    _, make = MAKERS[kind]
    document = parse(Source(make(["A paragraph."]), "download", "/tmp/x"))
    assert document.kind == kind

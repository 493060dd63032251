"""Source code and logs: comments without marks, definitions as headings, entries as blocks, lines where they are."""

from __future__ import annotations

import pytest

from wherein.core.document import BlockKind, Document
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.split import split

PYTHON = '''\
#!/usr/bin/env python3
"""Counts boats.

Nothing else.
"""
import re

TEXT = """
# not a comment
"""


# How many
# boats may lie here.
def most(quay):
    """The most boats of a quay."""
    return 3  # always


class Quay:
    def length(self, unit):
        # In metres.
        return 40
'''

C = """\
/*
 * Reads a header.
 */
#include <a.h>

/**
 * Parse the header of a file.
 * @param n its length
 */
static int parse_header(const char *p, int n)
{
    // skip blanks
    if (n) return 1;
}

int other(void);
"""
TYPESCRIPT = (
    "\n/** The fare. */\nexport async function fare(a: number): Promise<number> {\n  return 1;\n}\n"
)
GO = "package a\n\n// Run starts it.\nfunc (c *Client) Run() error {\n}\n"
RUST = "\n/// Adds one.\npub fn add(a: u8) -> u8 {\n    a + 1\n}\n"
JAVA = "\n/** A quay. */\npublic class Quay {\n\n    /** Its length. */\n    public int length() {\n    }\n}\n"
SHELL = "\n# Stops it.\nstop_it() {\n  kill 1\n}\n"


def read(text: str, name: str) -> Document:
    return parse(Source(text.encode(), name, f"/{name}"))


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind.value, block.span.of(document.text)) for block in document.blocks]


def section_of(document: Document, words: str) -> tuple[str, ...]:
    return next(one.section for one in split(document) if words in one.text)


def test_comments_and_doc_strings_are_paragraphs_without_marks() -> None:
    document = read(PYTHON, "a.py")
    assert document.kind == "code"
    found = blocks(document)
    assert ("paragraph", "Counts boats.") in found
    assert ("paragraph", "How many\nboats may lie here.") in found
    assert ("paragraph", "The most boats of a quay.") in found
    assert any(kind == "code" and "# not a comment" in text for kind, text in found)
    assert [(b.level, b.span.of(document.text)) for b in document.blocks if b.kind is BlockKind.HEADING] == [
        (1, "def most(quay)"), (1, "class Quay"), (2, "def length(self, unit)"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name", "words", "section"),
    [
        (PYTHON, "a.py", "boats may lie", ("def most(quay)",)),
        (C, "a.c", "Parse the header", ("static int parse_header(const char *p, int n)",)),
        (
            TYPESCRIPT,
            "a.ts",
            "The fare.",
            ("export async function fare(a: number): Promise<number>",),
        ),
        (GO, "a.go", "Run starts it.", ("func (c *Client) Run() error",)),
        (RUST, "a.rs", "Adds one.", ("pub fn add(a: u8) -> u8",)),
        (JAVA, "a.java", "Its length.", ("public class Quay", "public int length()")),
        (SHELL, "a.sh", "Stops it.", ("stop_it()",)),
    ],
)
def test_a_comment_stands_under_what_it_describes(
    text: str, name: str, words: str, section: tuple[str, ...]
) -> None:
    document = read(text, name)
    assert section_of(document, words) == section
    assert section[-1] in [place.of(document.text) for place in document.generated]


OFF = "# Settings of the quay.\n# LIMIT = 250\nLIMIT = 40\n# print(LIMIT)\nPORT = 1\n"


@pytest.mark.parametrize(
    ("text", "name", "kept", "live"),
    [
        (OFF, "a.py", "# print(LIMIT)", "LIMIT = 40"),
        (
            "/*\n * limit = 250;\n */\nlimit = 40;\n/* open(limit); */\n",
            "a.c",
            "/* open(limit); */",
            "limit = 40;",
        ),
        (
            "// const limit = 250;\nconst limit: number = 40;\n// open(limit);\n",
            "a.ts",
            "// open(limit);",
            "const limit: number = 40;",
        ),
        ("#export LIMIT=250\nexport LIMIT=40\n#rm(1)\n", "a.sh", "#rm(1)", "export LIMIT=40"),
        ("-- SET x = 1;\nx = 40\n-- f(x)\n", "a.lua", "-- f(x)", "x = 40"),
    ],
)
def test_a_statement_that_is_commented_out_is_none_in_force(
    text: str, name: str, kept: str, live: str
) -> None:
    document = read(text, name)
    off = [block for block in document.blocks if not block.main]
    assert [block.span.of(document.text) for block in off] == [kept]
    assert live in document.main_text
    assert "250" not in document.text
    assert document.unread == (Unread(UnreadKind.COMMENTED_OUT, 1),)
    assert document.text.count("\n") == text.count("\n")


def test_a_commented_out_setting_that_nothing_replaces_can_be_asked_for_with_its_sign() -> None:
    document = read("# UPLOAD_LIMIT = 250\nPORT = 1\n", "a.py")
    assert document.text.startswith("# UPLOAD_LIMIT = 250\n")
    assert (document.main_text, document.unread) == ("PORT = 1", ())


@pytest.mark.parametrize(
    "words",
    [
        "n = number of boats",
        "see parse(x)",
        "Default: 3",
        "Old limit, kept for reference:",
        "x == 3 means late",
        "import the boats of the quay",
        "use the old one; it is faster",
        "@param n its length",
    ],
)
def test_a_comment_in_words_is_no_statement(words: str) -> None:
    document = read(f"# {words}\nn = 3\n", "a.py")
    assert blocks(document)[0] == ("paragraph", words)
    assert all(block.main for block in document.blocks)


@pytest.mark.parametrize(("text", "name"), [(PYTHON, "a.py"), (C, "a.h"), (JAVA, "a.java")])
def test_a_line_of_the_text_is_a_line_of_the_file(text: str, name: str) -> None:
    given, shown = text.split("\n"), read(text, name).text.split("\n")
    assert len(given) == len(shown)
    for line, other in zip(given, shown, strict=True):
        assert other.strip() in line or not any(map(str.isalnum, line))


def test_a_script_without_a_suffix_is_code() -> None:
    assert read("#!/bin/sh\n# Stops it.\nkill 1\n", "stop").kind == "code"


LOG = """\
2024-05-03 10:00:00,123 INFO start
2024-05-03 10:00:01,000 ERROR Boat sank
Traceback (most recent call last):
  File "a.py", line 1
ValueError: no boat
2024-05-04 09:00:00,000 INFO \x1b[32mstop\x1b[0m
"""


def test_an_entry_of_a_log_has_the_lines_below_it() -> None:
    document = read(LOG, "a.log")
    assert document.kind == "log"
    assert [text for _, text in blocks(document)] == [
        "2024-05-03 10:00:00,123 INFO start",
        "2024-05-03 10:00:01,000 ERROR Boat sank\nTraceback (most recent call last):\n"
        '  File "a.py", line 1\nValueError: no boat',
        "2024-05-04 09:00:00,000 INFO stop",
    ]
    assert document.dates.created == "2024-05-03T10:00:00"
    assert document.dates.modified == "2024-05-04T09:00:00"


def test_lines_of_a_log_without_times_are_entries() -> None:
    assert [text for _, text in blocks(read("a: started\nb: ended\n  because\n", "a.log"))] == [
        "a: started",
        "b: ended\n  because",
    ]

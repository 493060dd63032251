"""Org and AsciiDoc are read without their marks."""

from __future__ import annotations

import pytest

from wherein.core.document import BlockKind, Document
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.parse import parse
from wherein.documents.source import Source

ORG = """\
#+TITLE: The ferry
#+AUTHOR: Oda
# a note
* TODO Fares :money:
:PROPERTIES:
:ID: x1
:END:
It costs *40* or /60/ kroner, see [[https://example.org][the list]] and snake_case_name.
| Ticket | Winter |
|--------+--------|
| Adult  |     40 |
** Rules
- First
  goes on
1. Second
- Quay :: Where it lies.
#+BEGIN_SRC sh
run *it*
#+END_SRC
: fixed
[[a.png]]
"""
ASCIIDOC = """\
= The ferry
Oda Lind
:line: Blue Line

// a note
== Fares

The {line} costs *40* or _60_ kroner, see https://example.org[the list] and snake_case_name.

.Prices
[cols="1,1"]
|===
|Ticket |Winter

|Adult
|40
|===

=== Rules

* First
goes on
. Second

Quay:: Where it lies.

[WARNING]
====
Mind the gap.
====

[source,sh]
----
run *it*
----

image::a.png[A quay]
include::other.adoc[]
"""


def read(text: str, name: str) -> Document:
    return parse(Source(text.encode(), name, f"/{name}"))


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind.value, block.span.of(document.text)) for block in document.blocks]


@pytest.mark.parametrize(("text", "name"), [(ORG, "a.org"), (ASCIIDOC, "a.adoc")])
def test_headings_lists_tables_terms_and_listings(text: str, name: str) -> None:
    document = read(text, name)
    found = blocks(document)
    assert document.title == "The ferry"
    assert document.kind in ("org", "asciidoc")
    assert ("heading", "Rules") in found
    assert ("list_item", "First goes on") in found
    assert any(kind == "list_item" and text.endswith("Second") for kind, text in found)
    assert ("code", "run *it*") in found
    assert any("costs 40 or 60 kroner, see the list and snake_case_name." in t for _, t in found)
    cells = {
        b.span.of(document.text): (b.row, b.column)
        for b in document.blocks
        if b.kind is BlockKind.CELL
    }
    assert cells["40"] == ("Adult", "Winter")
    assert cells["Where it lies."] == ("Quay", None)
    assert "a note" not in document.text
    assert Unread(UnreadKind.PICTURE, 1) in document.unread
    assert Unread(UnreadKind.COMMENT, 1) in document.unread


def test_what_only_one_of_them_has() -> None:
    org, other = read(ORG, "a.org"), read(ASCIIDOC, "a.adoc")
    assert "x1" not in org.text
    assert ("heading", "TODO Fares") in blocks(org)
    assert ("code", "fixed") in blocks(org)
    assert ("paragraph", "WARNING: Mind the gap.") in blocks(other)
    assert "WARNING: " in [place.of(other.text) for place in other.generated]
    assert "The Blue Line costs" in other.text
    assert Unread(UnreadKind.OBJECT, 1) in other.unread


def test_a_cell_of_asciidoc_goes_on_over_several_lines() -> None:
    table = "= Fares\n\n|===\n|Ticket |Winter\n\n|Adult\nor senior\n|40\nor 60\n|===\n"
    document = read(table, "a.adoc")
    cells = [b.span.of(document.text) for b in document.blocks if b.kind is BlockKind.CELL]
    assert "Adult or senior" in cells
    assert "40 or 60" in cells

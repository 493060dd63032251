"""reStructuredText is read as the page that it makes."""

from __future__ import annotations

from wherein.core.document import BlockKind, Document
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.parse import parse
from wherein.documents.source import Source

TEXT = """\
.. This is a comment
   of two lines.

============
 The *Ferry*
============

:Author: Oda
:Version: 1.2

.. |line| replace:: Blue Line

It sails on the |line|; see `the timetable <https://example.org/a>`_, :ref:`fares <fares>` and
:class:`~boats.Ferry` [1]_, ``a*b`` and **not** snake_case_ or a\\*b.

Fares
=====

+--------+-----------------+
| Ticket | Price           |
|        +--------+--------+
|        | Winter | Summer |
+========+========+========+
| Adult  | 40     | 60     |
|        | kroner |        |
+--------+--------+--------+

======  =====
Boat    Seats
======  =====
Kitti-  120
wake
Tern    80
======  =====

.. list-table:: Quays
   :header-rows: 1

   * - Quay
     - Depth
   * - North
     - 4 m

.. csv-table::
   :header: "Month", "Trips"

   May, "1,200"

Options
-------

-q, --quiet  Say nothing.
--level=N    How loud
             it is.

term : type
    What it means.

    Another paragraph.

.. option:: --mooring <place>

   Where it lies.

.. versionadded:: 2.0
   With ropes.

.. warning:: Mind the gap.

.. image:: a.png
   :alt: A quay

1. First
2. Second::

     run it

- outer

  - inner

3 boats are
not a list.

.. [1] Built in 1999.
"""


def read(text: str) -> Document:
    return parse(Source(text.encode(), "a.rst", "/a.rst"))


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind.value, block.span.of(document.text)) for block in document.blocks]


def cells(document: Document) -> dict[str, tuple[str | None, str | None]]:
    return {
        block.span.of(document.text): (block.row, block.column)
        for block in document.blocks
        if block.kind is BlockKind.CELL
    }


def test_inline_marks_are_taken_off() -> None:
    document = read(TEXT)
    assert (document.kind, document.title) == ("rst", "The Ferry")
    assert (
        "It sails on the Blue Line; see the timetable, fares and Ferry [1], a*b and not snake_case or a*b."
        in document.text
    )


def test_headings_have_the_level_of_their_style() -> None:
    document = read(TEXT)
    assert [(b.level, b.span.of(document.text)) for b in document.blocks if b.kind is BlockKind.HEADING] == [
        (1, "The Ferry"), (2, "Fares"), (3, "Options"),
    ]  # fmt: skip


def test_tables_of_all_four_kinds_have_headers() -> None:
    found = cells(read(TEXT))
    assert found["40 kroner"] == ("Adult", "Price / Winter")
    assert found["60"][0] == "Adult"
    assert found["80"] == ("Tern", "Seats")
    assert found["4 m"] == ("North", "Depth")
    assert found["1,200"] == ("May", "Trips")


def test_what_is_named_is_a_term_with_its_description() -> None:
    found = cells(read(TEXT))
    assert found["Oda"][0] == "Author"
    assert found["Say nothing."][0] == "-q, --quiet"
    assert found["How loud it is."][0] == "--level=N"
    assert found["Another paragraph."][0] == "term : type"
    assert found["Where it lies."][0] == "--mooring <place>"
    assert found["Built in 1999."][0] == "[1]"


def test_lists_listings_and_notes() -> None:
    found = blocks(read(TEXT))
    assert ("list_item", "1. First") in found
    assert ("list_item", "2. Second:") in found
    assert ("code", "run it") in found
    assert ("list_item", "inner") in found
    assert ("paragraph", "3 boats are not a list.") in found
    assert ("paragraph", "Warning: Mind the gap.") in found
    assert ("paragraph", "Added in version 2.0: With ropes.") in found


def test_what_is_not_in_the_file_is_generated_and_what_is_not_shown_is_counted() -> None:
    document = read(TEXT)
    made = [place.of(document.text) for place in document.generated]
    assert "Warning: " in made
    assert "Added in version " in made
    assert "comment" not in document.text
    assert document.unread == (Unread(UnreadKind.PICTURE, 1), Unread(UnreadKind.COMMENT, 1))

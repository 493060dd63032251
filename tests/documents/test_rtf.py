"""What Word shows of an RTF file: no deleted or hidden text, notes apart, tables with their headers."""

from __future__ import annotations

from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.parsed import Parsed
from wherein.documents.office.rtf import parse_rtf
from wherein.documents.source import Source


def read(body: str) -> Parsed:
    return parse_rtf(Source(f"{{\\rtf1\\ansi {body}}}".encode("ascii"), "a.rtf", "/a.rtf"))


def test_deleted_and_hidden_text_is_left_out() -> None:
    document = read(
        r"\pard Closes at {\deleted\revauthdel1 six}{\revised nine}. {\v Secret {\b code} 4417. }Boats ask first.\par"
        r"\pard\v hidden \'e9\u233?\v0 Seen\plain .\par"
    )
    assert document.text == "Closes at nine. Boats ask first.\n\nSeen."
    assert document.unread == (Unread(UnreadKind.HIDDEN_TEXT, 2),)


def test_a_note_stands_after_the_text_and_parts_no_sentence() -> None:
    document = read(
        r"\pard Keeper of M\'fcnster{\footnote\pard\plain \chftn He lives {\i here}.\par}.\par Last.\par"
    )
    assert document.text == "Keeper of Münster.\n\nLast.\n\nHe lives here."


def test_a_table_without_marked_headers_has_them() -> None:
    row = r"\trowd\cellx100\cellx200 {}\cell {}\cell\row "
    document = read(
        row.format("Port", "Depth") + row.format("Brest", "6.5") + row.format("Calais", "7.1")
    )
    found = {b.span.of(document.text): (b.row, b.column) for b in document.blocks}
    assert found["7.1"] == ("Calais", "Depth")


def test_pictures_and_comments_are_counted() -> None:
    document = read(r"\pard See{\*\annotation no}{\pict\pngblip 89504e47} this.\par")
    assert document.text == "See this."
    assert {unread.kind for unread in document.unread} == {UnreadKind.PICTURE, UnreadKind.COMMENT}

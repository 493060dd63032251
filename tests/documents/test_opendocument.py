"""OpenDocument texts and sheets: what shows and nothing else, numbers of lists, tables, hidden rows and columns."""

from __future__ import annotations

import pytest

from tests.documents.made import zipped
from wherein.core.errors import ParseError
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.parsed import Parsed
from wherein.documents.opendocument.ods import parse_ods
from wherein.documents.opendocument.odt import parse_odt
from wherein.documents.source import Source

_NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
        ("svg", "svg-compatible"),
    )
)  # fmt: skip


def _file(kind: str, body: str, styles: str = "") -> bytes:
    content = (
        f"<office:document-content {_NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    media = f"application/vnd.oasis.opendocument.{kind}".encode()
    return zipped({"mimetype": media, "content.xml": content.encode()})


def text(body: str, styles: str = "") -> Parsed:
    return parse_odt(Source(_file("text", body, styles), "a.odt", "/a.odt"))


def sheet(body: str, styles: str = "") -> Parsed:
    return parse_ods(Source(_file("spreadsheet", body, styles), "a.ods", "/a.ods"))


def cells(document: Parsed) -> dict[str, tuple[str | None, str | None]]:
    return {b.span.of(document.text): (b.row, b.column) for b in document.blocks}


def test_tracked_deletions_are_counted() -> None:
    document = text(
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>at six</text:p></text:deletion>"
        "</text:changed-region><text:changed-region><text:insertion/></text:changed-region></text:tracked-changes>"
        "<text:p>Open at nine.</text:p>"
    )
    assert document.text == "Open at nine."
    assert document.unread == (Unread(UnreadKind.DELETION, 1),)


def test_alternative_texts_comments_and_notes_part_no_sentence() -> None:
    document = text(
        "<text:p>Kept in the archive<draw:frame><draw:image/><svg:title>Drawing</svg:title><svg:desc>A hall</svg:desc>"
        "</draw:frame> of the<office:annotation><text:p>Really?</text:p></office:annotation> parish.<text:note>"
        "<text:note-citation>1</text:note-citation><text:note-body><text:p>Upstairs.</text:p></text:note-body></text:note>"
        "</text:p>"
    )
    assert document.text == "Kept in the archive of the parish.\n\nUpstairs."
    assert document.unread == (Unread(UnreadKind.PICTURE, 1), Unread(UnreadKind.COMMENT, 1))


def test_hidden_text_is_left_out() -> None:
    hidden = (
        "<style:style style:name='H'><style:text-properties text:display='none'/></style:style>"
    )
    document = text(
        "<text:p>Seen<text:span text:style-name='H'> secret</text:span>.</text:p>"
        "<text:p>Out.<text:hidden-paragraph text:is-hidden='true'/></text:p>"
        "<text:section text:display='none'><text:p>No.</text:p></text:section>",
        hidden,
    )
    assert document.text == "Seen."
    assert document.unread == (Unread(UnreadKind.HIDDEN_TEXT, 3),)


def test_lists_have_their_numbers() -> None:
    levels = "".join(
        f"<text:list-level-style-number text:level='{level}' style:num-format='{form}' style:num-suffix='.' text:display-levels='{shown}'/>"
        for level, form, shown in ((1, "1", 1), (2, "a", 2))
    )
    style = f"<text:list-style style:name='L'>{levels}</text:list-style>"
    inner = "<text:list><text:list-item><text:p>In it</text:p></text:list-item></text:list>"
    document = text(
        f"<text:list text:style-name='L'><text:list-item><text:p>One</text:p><text:p>more</text:p>{inner}</text:list-item>"
        "<text:list-item><text:p>Two</text:p></text:list-item></text:list><text:p>Between.</text:p>"
        "<text:list text:style-name='L' text:continue-numbering='true'><text:list-item><text:p>Three</text:p></text:list-item></text:list>"
        "<text:list text:style-name='L'><text:list-item><text:p>New</text:p></text:list-item></text:list>",
        style,
    )
    assert [line for line in document.text.split("\n") if line] == [
        "1. One", "more", "1.a. In it", "2. Two", "Between.", "3. Three", "1. New",
    ]  # fmt: skip
    assert [place.of(document.text) for place in document.generated] == [
        "1. ",
        "1.a. ",
        "2. ",
        "3. ",
        "1. ",
    ]


def test_headings_have_the_numbers_of_the_outline() -> None:
    levels = "".join(
        f"<text:outline-level-style text:level='{level}' style:num-format='1' text:display-levels='{level}'/>"
        for level in (1, 2)
    )
    heads = ((1, "Care"), (2, "Doors"), (2, "Fires"), (1, "End"))
    body = "".join(
        f"<text:h text:outline-level='{level}'>{words}</text:h>" for level, words in heads
    )
    document = text(body, f"<text:outline-style style:name='Outline'>{levels}</text:outline-style>")
    assert document.text.split("\n\n") == ["1 Care", "1.1 Doors", "1.2 Fires", "2 End"]


def _rows(*rows: list[str]) -> str:
    """Rows of texts; "^" is covered by the cell above, ">" by the cell before."""
    made = ""
    for at, row in enumerate(rows):
        made += "<table:table-row>"
        for column, words in enumerate(row):
            if words in ("^", ">"):
                made += "<table:covered-table-cell/>"
                continue
            below = sum(1 for later in rows[at + 1 : at + 2] if later[column] == "^")
            right = sum(1 for later in row[column + 1 : column + 2] if later == ">")
            spans = f"table:number-rows-spanned='{1 + below}' table:number-columns-spanned='{1 + right}'"
            made += (
                f"<table:table-cell {spans}><text:p>{words}</text:p></table:table-cell>"
                if words
                else "<table:table-cell/>"
            )
        made += "</table:table-row>"
    return made


TABLE = _rows(
    ["Quay", "Summer", ">", "Winter", ">"], ["^", "Boats", "Tonnes", "Boats", "Tonnes"], ["North", "41", "120", "9", "33"],
)  # fmt: skip


def test_tables_have_joined_headers_in_texts_and_sheets() -> None:
    for document in (
        text(f"<table:table>{TABLE}</table:table>"),
        sheet(f"<table:table table:name='S'>{TABLE}</table:table>"),
    ):
        assert cells(document)["9"] == ("North", "Winter / Boats")


def test_what_is_hidden_of_a_sheet_is_left_out_and_counted() -> None:
    hidden = (
        "<style:style style:name='T'><style:table-properties table:display='false'/></style:style>"
    )
    plain = "<table:table-row>{}</table:table-row>"
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    row = plain.format("".join(map(cell.format, ("Port", "Code", "Fee"))))
    lost = plain.format("".join(map(cell.format, ("Sète", "X2", "13")))).replace(
        "row>", "row table:visibility='filter'>", 1
    )
    last = plain.format(
        cell.format("Brest")
        + cell.format("X1")
        + "<table:table-cell table:formula='of:=1'/>"
        + cell.format("14")
    )
    document = sheet(
        "<table:table table:name='S'><table:table-column/><table:table-column table:visibility='collapse'/>"
        f"<table:table-column table:number-columns-repeated='9'/>{row}{lost}{last}</table:table>"
        f"<table:table table:name='Old' table:style-name='T'>{row}</table:table>",
        hidden,
    )
    assert document.text == "S\n\nPort\tFee\nBrest\t14"
    assert set(document.unread) == {
        Unread(UnreadKind.HIDDEN_SHEET, 1), Unread(UnreadKind.HIDDEN_ROW, 1), Unread(UnreadKind.HIDDEN_COLUMN, 1),
        Unread(UnreadKind.FORMULA, 1, 1),
    }  # fmt: skip


def test_an_encoding_that_nobody_knows_is_a_damaged_file() -> None:
    content = b"<?xml version='1.0' encoding='UT--8'?><a/>"
    media = b"application/vnd.oasis.opendocument.text"
    data = zipped({"mimetype": media, "content.xml": content})
    with pytest.raises(ParseError):
        parse_odt(Source(data, "a.odt", "/a.odt"))

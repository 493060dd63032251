"""Each format that is read from bytes made here: text, blocks, headers, errors."""

from __future__ import annotations

import io

import docx
import pytest

from wherein.core.document import BlockKind, Document
from wherein.core.errors import NoText, ParseError, UnsupportedFormat
from wherein.documents.parse import parse
from wherein.documents.source import Source


def parsed(data: bytes, name: str) -> Document:
    document = parse(Source(data, name, f"/tmp/{name}"))
    for block in document.blocks:
        assert block.span.of(document.text).strip()
    return document


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind.value, block.span.of(document.text)) for block in document.blocks]


def test_html_keeps_headings_lists_and_cells_and_leaves_hidden_text_out() -> None:
    document = parsed(
        b"<html><head><title>Lamps</title></head><body><h1>Lamps</h1><p>A  lamp<br>glows.</p>"
        b"<p hidden>secret</p><ul><li>oil</li><li>gas</li></ul><table><tr><th>Kind</th><th>Year"
        b"</th></tr><tr><th>Arc</th><td>1802</td></tr></table></body></html>",
        "lamps.html",
    )
    assert document.title == "Lamps"
    assert document.text == "Lamps\n\nA lamp\nglows.\n\noil\ngas\n\nKind\tYear\nArc\t1802"
    cell = document.blocks[-1]
    assert (cell.kind, cell.row, cell.column) == (BlockKind.CELL, "Arc", "Year")


def test_markdown_gives_the_rendered_text() -> None:
    document = parsed(
        b"---\ntitle: Bread\ndate: 2024-05-01\n---\n# A *loaf*\n\nFlour\nand `water`.\n\n- one\n"
        b"- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx = 1\n```\n",
        "bread.md",
    )
    assert document.title == "Bread"
    assert document.dates.published == "2024-05-01"
    assert document.text == "A loaf\n\nFlour and water.\n\none\ntwo\n\na\tb\n1\t2\n\nx = 1"
    assert document.blocks[-2].column == "b"


def test_plain_text_is_kept_and_split_at_blank_lines() -> None:
    document = parsed("One\r\ntwo\r\n\r\nThree\u00a0four 🦉\r\n".encode(), "a.txt")
    assert document.text == "One\ntwo\n\nThree\u00a0four 🦉\n"
    assert [text for _, text in blocks(document)] == ["One\ntwo", "Three\u00a0four 🦉"]


def test_docx_has_headings_lists_and_table_headers() -> None:
    made = docx.Document()
    made.core_properties.title = "Tides"
    made.add_heading("Tides", 1)
    made.add_paragraph("The moon pulls.")
    made.add_paragraph("spring", style="List Bullet")
    made.add_paragraph("neap", style="List Bullet")
    table = made.add_table(2, 2)
    for index, text in enumerate(("Port", "Metres", "Brest", "6.1")):
        table.cell(index // 2, index % 2).text = text
    buffer = io.BytesIO()
    made.save(buffer)
    document = parsed(buffer.getvalue(), "tides.docx")
    assert document.title == "Tides"
    assert document.text == "Tides\n\nThe moon pulls.\n\nspring\nneap\n\nPort\tMetres\nBrest\t6.1"
    assert document.blocks[0].level == 1
    assert document.blocks[-1].column == "Metres"


@pytest.mark.parametrize(
    ("data", "name", "error"),
    [
        (b"", "a.txt", NoText),
        (b"  \n\n ", "a.txt", NoText),
        (bytes(range(256)) * 20, "a.bin", UnsupportedFormat),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "a.png", UnsupportedFormat),
        (b"%PDF-1.4 not much", "a.pdf", ParseError),
        (b"PK\x03\x04 cut off", "a.docx", ParseError),
        (b"<html><body><img src=a.png></body></html>", "a.html", NoText),
    ],
)
def test_what_has_no_text_says_so(data: bytes, name: str, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        parse(Source(data, name, f"/tmp/{name}"))
    assert name in str(caught.value)


PROSE = (
    "\n\n"
    + "The dough rests under a cloth until it has doubled in size, and then it is baked. " * 3
)


@pytest.mark.parametrize(
    "line",
    [
        "Chapter 1",
        "Introduction",
        "Dear Anna",
        "Hello everyone",
        "March 2024",
        "Monday the 3rd of June",
        "I went to the harbour",
        "CONFIDENTIAL",
        "Draft",
        "Page 1 of 12",
    ],
)
def test_a_first_line_that_names_no_document_leaves_the_title_to_the_file_name(line: str) -> None:
    document = parsed((line + PROSE).encode(), "harbour-notes.txt")
    assert document.blocks[0].kind is BlockKind.HEADING
    assert document.title == "harbour-notes"


@pytest.mark.parametrize(
    "line",
    ["BREAD FROM FOUR THINGS", "Bread of the north", "Notes on bread", "March of the dwarfs"],
)
def test_a_first_line_that_names_the_text_is_its_title(line: str) -> None:
    assert parsed((line + PROSE).encode(), "harbour-notes.txt").title == line

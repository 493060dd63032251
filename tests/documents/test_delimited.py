"""CSV and TSV as tables: separators, quotes, encodings, headers, and files too long for a block a cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.core.document import BlockKind, Document
from wherein.documents.parse import parse
from wherein.documents.plain import long_text as module
from wherein.documents.plain.long_rows import row_pieces
from wherein.documents.plain.long_text import long_text
from wherein.documents.plain.records import records, separator_of
from wherein.documents.source import Source


def table(text: str, name: str = "a.csv", encoding: str = "utf-8") -> Document:
    return parse(Source(text.encode(encoding), name, f"/{name}"))


def cell(document: Document, text: str) -> tuple[str | None, str | None]:
    block = next(b for b in document.blocks if b.span.of(document.text) == text)
    assert block.kind is BlockKind.CELL
    return block.row, block.column


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "street,houses,roof\nHazel Row,199,tile\nHazel Court,72,slate\n"),
        ("a.csv", "street;houses;roof\r\nHazel Row;199;tile\r\nHazel Court;72;slate"),
        ("a.tsv", "street\thouses\troof\nHazel Row\t199\ttile\nHazel Court\t72\tslate\n"),
        ("a.csv", "sep=|\nstreet|houses|roof\nHazel Row|199|tile\nHazel Court|72|slate\n"),
        (
            "a.csv",
            '"street","houses","roof"\n"Hazel Row","199","tile"\n"Hazel Court","72","slate"\n',
        ),
        ("a.csv", "\ufeffstreet,houses,roof\nHazel Row,199,tile\n\nHazel Court,72,slate\n"),
    ],
)
def test_a_value_has_the_headers_of_its_row_and_column(name: str, text: str) -> None:
    document = table(text, name)
    assert document.kind == "csv"
    assert cell(document, "72") == ("Hazel Court", "houses")


def test_a_decimal_comma_parts_no_fields() -> None:
    document = table("Ort;Höhe\nBrest;6,5\nCalais;7,25\n", encoding="cp1252")
    assert cell(document, "7,25") == ("Calais", "Höhe")


def test_a_table_without_a_header_has_rows_alone() -> None:
    document = table("Brest,6.5,12\nCalais,7.25,14\n")
    assert cell(document, "14") == ("Calais", None)


def test_lines_and_marks_within_quotes_are_text() -> None:
    document = table('name,note\nAda,"two\nlines, ""quoted"""\nBo,12" pipe\n')
    assert cell(document, 'two\nlines, "quoted"') == ("Ada", "note")
    assert cell(document, '12" pipe') == ("Bo", "note")


def test_a_mark_that_nothing_closes_is_a_character() -> None:
    assert list(records(iter(['"a,b', "c,d"]), ",")) == [['"a', "b"], ["c", "d"]]


@given(
    st.lists(st.lists(st.text('ab ,;"\n1', max_size=6), min_size=2, max_size=4), min_size=1),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_what_a_writer_writes_comes_back(rows: list[list[str]], quoting: int) -> None:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n", quoting=quoting).writerows(rows)  # type: ignore[arg-type]
    assert list(records(iter(written.getvalue()[:-1].split("\n")), ",")) == rows


def test_the_separator_is_the_one_that_parts_all_lines_alike() -> None:
    assert separator_of(["a;b", "1,5;2,5", "2,5;3"]) == ";"
    assert separator_of(["a, b\tc", "d\te, f, g"]) == "\t"
    assert separator_of(["one column", "x"]) == ","


def test_a_long_table_has_a_block_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.csv"
    path.write_text("street,houses\n" + "".join(f"Row {n},{n}\n" for n in range(1500)))
    assert long_text(str(path), shortest_bytes=0) is None  # so few fields are parsed at once
    monkeypatch.setattr(module, "MOST_FIELDS_AT_ONCE", 100)
    long = long_text(str(path), shortest_bytes=0)
    assert long is not None
    pieces = list(long.pieces())
    text = "".join(piece.text for piece in pieces)
    blocks = [block for piece in pieces for block in piece.blocks]
    assert (long.kind, len(blocks)) == ("csv", 1501)
    assert blocks[0].span.of(text) == "street\thouses"
    last = blocks[-1]
    assert (last.kind, last.row, last.span.of(text)) == (
        BlockKind.CELL,
        "Row 1499",
        "Row 1499\t1499",
    )


def test_a_million_rows_are_never_held_together() -> None:
    taken = 0

    def texts() -> Iterator[str]:
        nonlocal taken
        for start in range(0, 1_000_000, 1_000):
            taken += 1
            yield "".join(f"row {n},{n}\n" for n in range(start, start + 1_000))

    pieces = row_pieces(texts(), "a.csv")
    first, blocks = next(pieces)
    assert len(blocks) == 2_000
    assert first.startswith("row 0\t0\n")
    assert taken <= 4


def test_an_empty_place_of_a_row_has_no_words_of_the_row_above() -> None:
    document = table(
        "Item,Size,Colour,Price\nRing binder,A4,black,2.15\nToner,,cyan,79.50\nDesk lamp,,white,34.00\n"
        "Envelope,C5,white,6.20\n"
    )
    row, column = cell(document, "34.00")
    assert row is not None
    assert (row.split(", ")[0], column) == ("Desk lamp", "Price")
    assert "A4" not in row


def test_a_group_that_is_named_once_holds_for_its_rows() -> None:
    document = table(
        "Region,Town,Boats\nNorth,Brest,6\n,Calais,7\nSouth,Nice,8\n,Cannes,9\n,Antibes,11\n"
    )
    assert cell(document, "7") == ("North, Calais", "Boats")
    assert cell(document, "11") == ("South, Antibes", "Boats")


def test_a_legend_below_a_table_explains_each_code_and_has_no_header() -> None:
    document = table(
        "NAME,MARK,STATUS\nAda,62,C\nBo,41,R1\nCy,55,P\n\nKey\nC,complete\nR1,sits again\nP,waits\n"
    )
    assert cell(document, "complete") == ("C", None)
    assert cell(document, "sits again") == ("R1", None)
    assert cell(document, "41") == ("Bo", "MARK")


def test_codes_below_the_name_of_their_column_keep_it() -> None:
    document = table("CODE,MEANING\nC,complete\nR1,sits again\nP,waits\n")
    assert cell(document, "sits again") == ("R1", "MEANING")

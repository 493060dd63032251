"""Tables and forms of plain text: cells with headers in their places, and nothing of the sort where lines only look alike."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wherein.core.document import Block, BlockKind
from wherein.documents.formats import is_outdated, parser_version
from wherein.documents.mail.eml import parse_eml
from wherein.documents.plain.text import blocks_of_text, parse_text
from wherein.documents.source import Source


def cells(text: str) -> dict[tuple[str | None, str | None], str]:
    """The texts of the cells that have a header, by their row and column headers."""
    return {
        (block.row, block.column): block.span.of(text)
        for block in blocks_of_text(text)
        if block.row or block.column
    }


def kinds(text: str) -> list[tuple[str, str]]:
    return [(block.kind.value, block.span.of(text)) for block in blocks_of_text(text)]


def has_table(text: str) -> bool:
    return any(block.kind is BlockKind.CELL for block in blocks_of_text(text))


PRICES = """\
Item                Qty    Price
                           (GBP)
Espresso              1     2.50
Flat white            2     3.20
Oat cake, home made         1.10
  with cheese
Total                 3     6.80
"""


def test_columns_that_line_up_are_a_table_with_blank_cells_units_and_cells_that_go_on() -> None:
    found = cells(PRICES)
    assert found["Espresso", "Qty"] == "1"
    assert found["Flat white", "Price (GBP)"] == "3.20"
    assert found["Oat cake, home made with cheese", "Price (GBP)"] == "1.10"
    assert found["Total", "Price (GBP)"] == "6.80"
    assert ("Oat cake, home made with cheese", "Qty") not in found


def test_the_text_stays_as_it_is_and_cells_are_places_in_it() -> None:
    text = f"HARBOUR CAFE\n\n{PRICES}\nAll prices include tax.\n"
    parsed = parse_text(Source(text.encode(), "a.txt", "/a.txt"))
    assert parsed.text == text
    assert parsed.title == "HARBOUR CAFE"
    assert [block.kind for block in (parsed.blocks[0], parsed.blocks[-1])] == [
        BlockKind.HEADING,
        BlockKind.PARAGRAPH,
    ]


def test_a_rule_says_what_the_head_is_also_of_texts_and_of_one_row() -> None:
    text = "Room      Kept by        Key\n-------   ------------   -----\nVestry    Ada Holm       red\n"
    assert cells(text)["Vestry", "Kept by"] == "Ada Holm"
    one_space = "NAME    SEX  AGE\n------- --- ----\nAnn     F     41\nBartley M      7\n"
    assert cells(one_space)["Bartley", "AGE"] == "7"


def test_a_rule_below_rows_with_values_is_above_their_sum() -> None:
    text = "Apples     3.20\nPears      4.10\n---------------\nTotal      7.30\n"
    assert cells(text) == {
        ("Apples", None): "3.20",
        ("Pears", None): "4.10",
        ("Total", None): "7.30",
    }


def test_a_head_of_words_that_one_space_parts_is_cut_where_the_rows_are() -> None:
    text = (
        "Filesystem      Size  Used Avail\n"
        "/dev/sda1        20G   12G    8G\n"
        "/dev/sdb1       100G   90G   10G\n"
        "tmpfs           2.0G     0  2.0G\n"
    )
    assert cells(text)["/dev/sdb1", "Avail"] == "10G"


def test_two_tables_of_a_text_have_their_own_heads() -> None:
    text = "Boat     Length\nHeron    8.2 m\nTern     6.1 m\n\nBoat     Berth\nHeron    4\nTern     12\n"
    found = cells(text)
    assert found["Heron", "Length"] == "8.2 m"
    assert found["Tern", "Berth"] == "12"


def test_rows_without_a_head_are_named_by_their_first_cell() -> None:
    text = "Opening hours\n\nMonday       9:00 - 17:00\nTuesday      9:00 - 13:00\nWednesday    closed\n"
    assert kinds(text)[0] == ("heading", "Opening hours")
    assert cells(text)["Tuesday", None] == "9:00 - 13:00"
    assert cells(text)["Wednesday", None] == "closed"


@pytest.mark.parametrize(
    "text",
    [
        "+------+-----+\n| Name | Ext |\n+------+-----+\n| Ada  | 123 |\n| Bo   | 456 |\n+------+-----+\n",
        " Name | Ext\n------+-----\n Ada  | 123\n Bo   | 456\n",
        "| Name | Ext |\n|------|-----|\n| Ada | 123 |\n| Bo | 456 |\n",
        "┌──────┬─────┐\n│ Name │ Ext │\n├──────┼─────┤\n│ Ada  │ 123 │\n│ Bo   │ 456 │\n└──────┴─────┘\n",
        "| Name | Ext |\n| Ada  | 123 |\n| Bo   | 456 |\n",
        "Name\tExt\nAda\t123\nBo\t456\n",
        "> Name      Ext\n> Ada       123\n> Bo        456\n",
    ],
)
def test_bars_tabs_and_quoted_lines_make_the_same_table(text: str) -> None:
    found = cells(text)
    assert found["Ada", "Ext"] == "123"
    assert found["Bo", "Ext"] == "456"


def test_a_grid_whose_every_row_is_ruled_joins_the_lines_of_a_cell() -> None:
    text = (
        "+-------+-----------+\n| Gate  | Opens     |\n+-------+-----------+\n| North | at dawn   |\n"
        "|       | in summer |\n+-------+-----------+\n| South | at noon   |\n+-------+-----------+\n"
    )
    blocks = [block for block in blocks_of_text(text) if block.row == "North"]
    assert [block.span.of(text) for block in blocks] == ["at dawn", "in summer"]


def test_labels_and_values_are_pairs() -> None:
    text = (
        "Name:       Ada Holm\nAddress:    12 High Street\n            Leeds\n"
        "Newsletter: [x] weekly  [ ] daily\nPhone:      __________\n"
    )
    assert cells(text) == {
        ("Name", None): "Ada Holm",
        ("Address", None): "12 High Street\n            Leeds",
        ("Newsletter", None): "[x] weekly  [ ] daily",
    }
    two = "Name: Ada Holm        Born: 3 May 1980\nRoom: 12              Key: red\nBerth: A 4            Boat: Tern\n"
    assert cells(two)["Born", None] == "3 May 1980"
    assert cells(two)["Boat", None] == "Tern"


def test_dotted_lines_lead_to_values() -> None:
    text = "Espresso ............ 2.50\nFlat white .......... 3.20\nOat cake ............ 1.10\n"
    assert cells(text)["Flat white", None] == "3.20"


NO_TABLES = {
    "prose with two spaces": "He went home.  Then it rained.  We stayed.\nShe came late.  The door was shut.\nIt was dark.  Nobody spoke.  They slept.\n",
    "two columns of prose": (
        "The mill by the river grinds      It is shut in winter when the\nbarley for the whole valley,      water is low, and the miller\n"
        "as it did in older times when     goes to town, where he sells\nno road led to the sea at all.    flour to the 12 bakers there.\n"
    ),
    "contents": "Introduction         3\nMethods             12\nResults             27\nDiscussion          41\n",
    "dotted contents": "Introduction ........ iii\nMethods ............. 12\nResults ............. 27\nDiscussion .......... 41\n",
    "numbered contents": "  1. Usage ............ |usage|\n  2. Manual ........... |manual|\n  3. History .......... |history|\n",
    "titles and their pages": "Tests of new hardware ....... 18\nThe serial port that flies .. 21\nA mouse for your desk ....... 20\n",
    "sections and their numbers": "Preface ........ 1.0\n  Thanks ....... 1.1\nInstallation ... 2.0\n  Files ........ 2.1\n",
    "a picture of letters": "   __   ___      __   _\n  / /  / _ |    / /  | |\n / /  / __ |   / /   | |\n/_/  /_/ |_|  /_/    |_|\n",
    "a picture with bars": "|~   _    |~    |\n|        ,|    ,|\n|____|____|_____|\n|   hi    | you |\n",
    "a chip": "|D0  D1 |     |D3  D7 |\n|       |     |       |\n|G   V  |     |G   V  |\n|       |     |       |\n",
    "bullets": "- apples   and pears\n- plums    and 12 figs\n- cherries 9 sorts\n",
    "a numbered list": "1.  Open the lid\n2.  Press 3 times\n3.  Wait 10 min\n",
    "hanging indents": "Holm, A.   The tides of the north coast,\n           in three volumes, 1980.\nRay, B.    On herring and its trade with\n           the south, 1992.\n",
    "a poem": "The sea is wide,\n    the sea is deep,\nand all who ride\n    shall fall asleep.\n",
    "a play": "ANNA: Where were you?\nBEN: At home.\nANNA: All day?\nBEN: All day.\n",
    "what people say": "Anna: I do not think that we should go there again before summer.\nBen: Nobody has asked you to come along with us at all.\nCleo: Then let us stay here and wait until it is over.\n",
    "addresses side by side": "Zimmerei Obermoser         Haus Lenz\nDorfplatz 2                Sonnhang 11\n5325 Plainfeld             5324 Faistenau\n",
    "an address": "Ada Holm\n12 High Street\nLeeds LS1 4AB\n",
    "signatures": "________________          ________________\nAda Holm                  Ben Ray\nDirector                  Secretary\n",
    "code": "x = 3;           // rows\nlength = 14;     // of each\ny = 22;          // columns\n",
    "settings in code": "count = 3      # rows\nlength = 14    # of each row\nwidth = 22     # columns\n",
    "a log": "2024-05-03 10:00:01   INFO    12\n2024-05-03 10:00:02   INFO    19\n2024-05-03 10:00:09   WARN    7\n",
    "a log of fields": "10:00:01  started  12 ms\n10:00:02  stopped  19 ms\n10:00:09  started  7 ms\n",
    "strings of a guitar": "e|--0--1--3--|\nB|--1--1--0--|\nG|--0--2--0--|\n",
    "a packet": (
        "+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n|Version|  IHL  |Type of Service|\n+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
        "|         Identification        |\n+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+\n"
    ),
    "boxes with arrows": "+-----+    +-----+\n| in  |--->| out |\n+-----+    +-----+\n",
    "a matrix": "1  0  0\n0  1  0\n0  0  1\n",
    "packages": "apt\tpasswd\t1:4.13+dfsg1-1\napt\tpatch\t2.7.6-7\napt\tperl\t5.36.0-7+deb12u2\n",
    "a recipe in two columns": "2 cups flour          3 eggs\n1 pinch of salt       200 ml milk\n1 spoon of sugar      20 g butter\n",
    "a sentence above values": "For each day of delay the builder owes:\n    Stage one      15,000\n    Stage two      22,000\n",
    "chords": "C          G          Am\nThe sea is wide and deep tonight\nF          C          G\nand all who sail are dreaming\n",
    "a hanging glossary": "-v, --verbose     say more about what is done than usual, and why it is\n-q, --quiet       say nothing at all, not even where something went wrong\n-n, --dry-run     only say what would be done, and leave the files alone\n",
}


@pytest.mark.parametrize("name", NO_TABLES)
def test_what_only_looks_alike_stays_lines_of_text(name: str) -> None:
    assert not has_table(NO_TABLES[name]), kinds(NO_TABLES[name])


def test_a_value_that_goes_on_as_prose_is_no_value() -> None:
    text = "Files: lib/turtle.py\nCopyright: 2006 Ada Holm\nOwner: Ben Ray\nLicense: This is provided as is, without\nany warranty whatever.\n"
    assert ("License", None) not in cells(text)
    assert cells(text)["Owner", None] == "Ben Ray"


def test_a_mail_has_the_tables_of_its_text() -> None:
    mail = f"From: a@b.c\nSubject: Prices\nContent-Type: text/plain\n\nDear Ben,\n\n{PRICES}\nAda\n"
    parsed = parse_eml(Source(mail.encode(), "a.eml", "/a.eml"))
    (price,) = [
        b for b in parsed.blocks if b.row == "Espresso" and (b.column or "").startswith("Price")
    ]
    assert price.span.of(parsed.text) == "2.50"
    assert "Espresso\t1\t2.50\nFlat white\t2\t3.20" in parsed.text


WORDS = st.sampled_from(
    [
        "",
        "Item",
        "Qty",
        "12",
        "3.50",
        "Ada Holm",
        "Name:",
        "x",
        "----",
        "|",
        "+",
        "....",
        "\t",
        "  ",
        "    ",
        "\n",
        "\n\n",
        " ",
        "é",
        "表",
    ]
)


@settings(deadline=None)
@given(parts=st.lists(WORDS, max_size=60))
def test_every_word_is_in_one_block_or_drawn(parts: list[str]) -> None:
    text = "".join(parts)
    blocks = blocks_of_text(text)
    at = 0
    for block in blocks:
        assert at <= block.span.start < block.span.end <= len(text)
        assert not re.search(r"[^\W_]", text[at : block.span.start])
        at = block.span.end
    assert not re.search(r"[^\W_]", text[at:])
    assert all(isinstance(block, Block) for block in blocks)


def _calls(text: str) -> int:
    """How many functions, of Python and of its library, are called while a text is cut into blocks."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        blocks_of_text(text)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    "line",
    [
        "a  b\n",
        "Name: x\n",
        "Name:\n",
        "Name: x\n\n",
        "Item   Qty\n----   ---\n",
        "----  ----\n",
        "Ada  12\n",
        "Ada  12\n\n",
        "Ada   Holm   12\nx\n",
        "Bo   12\n      Ray  7\n",
        "| a | b |\n",
        "| a | b |\nx\n",
        "+--+--+\n",
        "a | b\n--+--\n",
        "a ..... b\n",
        "a ..... 1\nName: x\n",
        "> a   b\n",
        "Name: x\n  goes on\n",
        "\t\t\n",
        "  ",
        "a  ",
        "| ",
        "- ",
    ],
)
def test_the_work_grows_as_the_text_does(line: str) -> None:
    few, many = _calls(f"It begins.\n\n{line * 500}"), _calls(f"It begins.\n\n{line * 4_000}")
    assert many < 10 * few


def test_a_table_of_too_many_cells_stays_lines() -> None:
    def table(rows: int) -> str:
        return "".join(f"Heron{row:05d}     {99_999 - row}\n" for row in range(rows))

    assert has_table(table(9_000))
    assert not has_table(table(11_000))


def test_texts_and_mails_of_earlier_versions_are_outdated() -> None:
    assert is_outdated("text", 0, "/notes/a.txt")
    assert is_outdated("eml", 4, "/mails/a.eml")
    assert not is_outdated("text", parser_version("text"), "/notes/a.txt")


def test_addresses_side_by_side_are_columns_where_each_has_its_label() -> None:
    text = (
        "INVOICE\n\nBill to:                       Delivered to:\n"
        "Morwenna Hale                  Hale Pottery\n"
        "7 Chapel Hill                  The Old Bakehouse, Fore Street\n"
        "Carrick CK3 2PL                Carrick CK3 5NN\n\nThank you.\n"
    )
    parsed = parse_text(Source(text.encode(), "invoice.txt", "invoice.txt"))
    cells = [(b.span.of(text), b.column) for b in parsed.blocks if b.kind is BlockKind.CELL]
    assert ("The Old Bakehouse, Fore Street", "Delivered to:") in cells
    assert ("7 Chapel Hill", "Bill to:") in cells
    assert len(cells) == 8


@pytest.mark.parametrize("sign", ["\x0b", "\x1c", "\x85"])
def test_a_line_of_one_control_character_is_read(sign: str) -> None:
    text = f"a\n{sign}\nAnn  12  4\nBob  13  5\nCid  14  6\n\n{sign}\n"
    assert "Cid  14  6" in parse_text(Source(text.encode(), "a.txt", "a.txt")).text


def test_numbers_behind_dots_are_pages_of_an_index() -> None:
    assert not has_table("Deposit ........ 12\nRent ......... 18\nEggs ......... 7\n")
    assert has_table("Espresso ..... 2.50\nLatte ....... 3.20\nTea ......... 2.00\n")

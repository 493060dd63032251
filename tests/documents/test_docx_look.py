"""Word's text that a person does not see is left out and counted; what looks like it and shows is read; struck words have a sign."""

from __future__ import annotations

from typing import Any

import pytest

from tests.documents.test_docx import document_of, paragraph, run
from wherein.core.unread import Unread, UnreadKind

WHITE = "<w:color w:val='FFFFFF'/>"
DARK = "<w:shd w:val='clear' w:fill='1F3864'/>"


def cell(runs: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(runs)}</w:tc>"


def table(*rows: str, properties: str = "") -> str:
    whole = "".join(f"<w:tr>{row}</w:tr>" for row in rows)
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{whole}</w:tbl>"


HIDDEN = {
    "white": WHITE,
    "almost white": "<w:color w:val='FEFEFE'/>",
    "white by the theme": "<w:color w:val='000000' w:themeColor='background1'/>",
    "as its shading": "<w:color w:val='1F3864'/>" + DARK,
    "black under black": "<w:highlight w:val='black'/><w:color w:val='000000'/>",
    "white in a white marker": WHITE + "<w:highlight w:val='white'/>",
    "one point": "<w:sz w:val='2'/>",
    "squeezed": "<w:w w:val='1'/>",
}


@pytest.mark.parametrize("properties", HIDDEN.values(), ids=HIDDEN)
def test_what_a_person_does_not_see_is_left_out(properties: str) -> None:
    document = document_of(
        paragraph(run("The rent is 850. ") + run("The rent is 9,999.", properties) + run("Yes."))
    )
    assert document.text == "The rent is 850. Yes."
    assert document.unread == (Unread(UnreadKind.HIDDEN_TEXT, 1),)


SEEN = {
    "light grey": "<w:color w:val='D9D9D9'/>",
    "small print": "<w:sz w:val='10'/>",
    "white on a dark ground": WHITE + DARK,
    "white in a black marker": WHITE + "<w:highlight w:val='black'/>",
    "white by a shaded theme": "<w:color w:val='7F7F7F' w:themeColor='background1' w:themeShade='7F'/>",
    "black by its own choice": "<w:color w:val='auto'/><w:shd w:val='clear' w:fill='000000'/>",
    "an outline": WHITE + "<w:outline/>",
    "a pattern": WHITE + "<w:shd w:val='pct50' w:color='000000' w:fill='FFFFFF'/>",
    "hidden in web pages alone": "<w:webHidden/>",
}


@pytest.mark.parametrize("properties", SEEN.values(), ids=SEEN)
def test_what_shows_stays(properties: str) -> None:
    document = document_of(paragraph(run("The rent is 850.", properties)))
    assert document.text == "The rent is 850."
    assert document.unread == ()


def test_white_text_shows_in_a_dark_cell_paragraph_table_and_style() -> None:
    def dark_style(made: Any) -> None:
        style = made.styles.add_style("Banner", 1)
        style.element.get_or_add_pPr().append(document_shading(style.element, "clear", "1F3864"))

    document = document_of(
        table(cell(run("Item", WHITE), DARK) + cell(run("Price", WHITE), DARK), cell(run("Tea")) + cell(run("3"))),
        paragraph(run("A banner", WHITE), DARK),
        table(cell(run("All dark", WHITE)) + cell(run("7", WHITE)), properties=DARK),
        paragraph(run("A style", WHITE), "<w:pStyle w:val='Banner'/>"),
        change=dark_style,
    )  # fmt: skip
    assert document.text == "Item\tPrice\nTea\t3\n\nA banner\n\nAll dark\t7\n\nA style"
    assert document.unread == ()


def document_shading(near: Any, pattern: str, fill: str) -> Any:
    from docx.oxml.ns import qn

    shading = near.makeelement(qn("w:shd"))
    shading.set(qn("w:val"), pattern)
    shading.set(qn("w:fill"), fill)
    return shading


def test_white_text_in_a_cell_without_a_ground_is_hidden() -> None:
    bare = table(
        cell(run("Rent")) + cell(run("9,999", WHITE)), cell(run("Deposit")) + cell(run("5"))
    )
    assert document_of(bare).text == "Rent\nDeposit\t5"
    styled = bare.replace("<w:tblPr>", "<w:tblPr><w:tblStyle w:val='LightGrid'/>")
    assert "9,999" in document_of(styled).text


def test_a_style_hides_what_has_it() -> None:
    def tiny_style(made: Any) -> None:
        made.styles.add_style("Ghost", 1).font.size = 12700

    document = document_of(
        paragraph(run("Gone.") + run("Seen.", "<w:sz w:val='20'/>"), "<w:pStyle w:val='Ghost'/>"),
        change=tiny_style,
    )
    assert document.text == "Seen."
    assert document.unread == (Unread(UnreadKind.HIDDEN_TEXT, 1),)


def test_a_line_or_row_that_is_cut_off_is_hidden() -> None:
    low = "<w:spacing w:line='{}' w:lineRule='{}'/>"
    row = "<w:tr><w:trPr><w:trHeight w:val='{}' w:hRule='exact'/></w:trPr>{}</w:tr>"
    document = document_of(
        paragraph(run("Cut off."), low.format(10, "exact")),
        paragraph(run("Whole."), low.format(240, "exact")),
        paragraph(run("Grows."), low.format(10, "atLeast")),
        "<w:tbl>" + row.format(1, cell(run("No")) + cell(run("9"))) + row.format(300, cell(run("Yes")) + cell(run("5")))
        + "</w:tbl>",
    )  # fmt: skip
    assert document.text == "Whole.\n\nGrows.\n\nYes\t5"


_ANCHOR = (
    "<w:r><w:drawing><wp:anchor xmlns:wp='http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing' "
    "behindDoc='{}'><wp:extent cx='{}' cy='2000000'/></wp:anchor></w:drawing></w:r>"
)


def test_white_text_stays_on_a_page_with_a_picture_behind_it() -> None:
    page = "<w:r><w:br w:type='page'/></w:r>"
    document = document_of(
        paragraph(run("Title", WHITE)),
        paragraph(_ANCHOR.format(1, 5000000)),
        paragraph(page),
        paragraph(run("Overleaf.", WHITE)),
        paragraph(_ANCHOR.format(0, 5000000) + run("In front.", WHITE)),
        paragraph(_ANCHOR.format(1, 100) + run("A dot.", WHITE)),
    )
    assert document.text == "Title"
    assert document.unread == (Unread(UnreadKind.HIDDEN_TEXT, 3),)


def test_white_text_stays_in_a_text_box_and_on_a_coloured_page() -> None:
    box = f"<w:r><w:pict><w:txbxContent>{paragraph(run('In a box', WHITE))}</w:txbxContent></w:pict></w:r>"
    assert document_of(paragraph(box)).text == "In a box"

    def colour_page(made: Any) -> None:
        made.element.insert(0, document_background(made.element))

    assert document_of(paragraph(run("Night", WHITE)), change=colour_page).text == "Night"


def document_background(near: Any) -> Any:
    from docx.oxml.ns import qn

    background = near.makeelement(qn("w:background"))
    background.set(qn("w:color"), "101040")
    return background


def test_struck_words_have_a_sign_as_in_web_pages() -> None:
    struck = "<w:strike/>"
    document = document_of(
        paragraph(run("Water ") + run("$2", struck) + run("0", "<w:dstrike/>") + run(" $25")),
        paragraph(run("Gone", struck)),
        paragraph(run("Not struck", "<w:strike w:val='0'/>") + run(" ", struck) + run("at all")),
    )
    assert document.text == "Water ~~$20~~ $25\n\n~~Gone~~\n\nNot struck at all"
    assert [place.of(document.text) for place in document.generated] == ["~~"] * 4

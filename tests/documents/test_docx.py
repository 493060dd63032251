"""What Word shows of a document: automatic numbers, fields, equations, no hidden text; tables with merged labels."""

from __future__ import annotations

import io
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml

from wherein.core.document import BlockKind
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.numerals import office_numeral
from wherein.documents.building.parsed import Parsed
from wherein.documents.office.docx import parse_docx
from wherein.documents.source import Source

_NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)


def document_of(*body: str, **more: Any) -> Parsed:
    """A document whose body has this XML; `numbering` has the XML of its lists, `change` alters it."""
    made = docx.Document()
    for xml in body:
        start = xml.index(">") - (xml[xml.index(">") - 1] == "/")
        made.element.body.insert(
            len(made.element.body) - 1, parse_xml(f"{xml[:start]} {_NAMES}{xml[start:]}")
        )
    if "numbering" in more:
        root = made.part.numbering_part.element
        for child in list(root):
            root.remove(child)
        for xml in more["numbering"]:
            at = xml.index(" ")
            root.append(parse_xml(f"{xml[:at]} {_NAMES}{xml[at:]}"))
    if "change" in more:
        more["change"](made)
    buffer = io.BytesIO()
    made.save(buffer)
    return parse_docx(Source(buffer.getvalue(), "a.docx", "/a.docx"))


def paragraph(runs: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>"


def run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>"


def numbered(text: str, number: int, level: int) -> str:
    return paragraph(
        run(text), f"<w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='{number}'/></w:numPr>"
    )


def a_list(*levels: tuple[int, str, str]) -> str:
    made = "".join(
        f"<w:lvl w:ilvl='{at}'><w:start w:val='{start}'/><w:numFmt w:val='{form}'/><w:lvlText w:val='{text}'/></w:lvl>"
        for at, (start, form, text) in enumerate(levels)
    )
    return f"<w:abstractNum w:abstractNumId='5'>{made}</w:abstractNum>"


def a_number(number: int, change: str = "") -> str:
    return f"<w:num w:numId='{number}'><w:abstractNumId w:val='5'/>{change}</w:num>"


def test_automatic_numbers_are_text_that_the_file_does_not_have() -> None:
    document = document_of(
        numbered("Care", 7, 0),
        numbered("Doors", 7, 1),
        numbered("Fires", 7, 1),
        numbered("End", 7, 0),
        numbered("Notice", 7, 1),
        numbering=[a_list((1, "decimal", "%1"), (1, "decimal", "%1.%2")), a_number(7)],
    )
    assert document.text.split() == [
        "1", "Care", "1.1", "Doors", "1.2", "Fires", "2", "End", "2.1", "Notice",
    ]  # fmt: skip
    assert [place.of(document.text) for place in document.generated] == [
        "1 ",
        "1.1 ",
        "1.2 ",
        "2 ",
        "2.1 ",
    ]


def test_lists_count_on_and_begin_anew() -> None:
    anew = "<w:lvlOverride w:ilvl='0'><w:startOverride w:val='1'/></w:lvlOverride>"
    document = document_of(
        *(numbered(text, number, level) for text, number, level in (
            ("One", 7, 0), ("In it", 7, 1), ("Also", 7, 1), ("Dot", 7, 2), ("Two", 7, 0), ("Again", 7, 1),
            ("Anew", 8, 0), ("On", 8, 0), ("Lost", 99, 0),
        )),
        paragraph(run("Plain")),
        numbering=[
            a_list((2, "decimal", "%1."), (1, "lowerLetter", "%1.%2)"), (2, "bullet", "o")), a_number(7), a_number(8, anew)
        ],
    )  # fmt: skip
    assert [line for line in document.text.split("\n") if line] == [
        "2. One", "2.a) In it", "2.b) Also", "Dot", "3. Two", "3.a) Again", "1. Anew", "2. On", "Lost", "Plain",
    ]  # fmt: skip


def test_a_heading_style_numbers_its_headings() -> None:
    def change(made: Any) -> None:
        for style, level in (("Heading1", 0), ("Heading2", 1)):
            element = next(s for s in made.styles if s.style_id == style).element
            own = f"<w:ilvl w:val='{level}'/>" if level == 0 else ""
            properties = element.get_or_add_pPr()
            properties.append(parse_xml(f"<w:numPr {_NAMES}>{own}<w:numId w:val='7'/></w:numPr>"))
        for level, text in ((1, "Care"), (2, "Doors"), (2, "Fires"), (1, "End")):
            made.add_heading(text, level)

    linked = a_list((1, "decimal", "Article %1."), (1, "upperRoman", "%2 of %1"))
    linked = linked.replace(
        "<w:lvlText w:val='%2 of %1'/>", "<w:pStyle w:val='Heading2'/><w:lvlText w:val='%2 of %1'/>"
    )
    document = document_of(numbering=[linked, a_number(7)], change=change)
    assert document.text.split("\n\n") == [
        "Article 1. Care", "I of 1 Doors", "II of 1 Fires", "Article 2. End",
    ]  # fmt: skip
    assert {block.kind for block in document.blocks} == {BlockKind.HEADING}


@pytest.mark.parametrize(
    ("count", "form", "text"),
    [
        (4, "lowerRoman", "iv"), (27, "upperLetter", "AA"), (28, "lowerLetter", "bb"), (3, "ordinal", "3rd"),
        (12, "ordinal", "12th"), (7, "decimalZero", "07"), (5, "chineseCounting", "5"), (5000, "upperRoman", "5000"),
    ],
)  # fmt: skip
def test_numbers_in_words_formats(count: int, form: str, text: str) -> None:
    assert office_numeral(count, form) == text


def test_equations_are_text_with_marked_signs() -> None:
    fraction = (
        "<m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>c</m:t></m:r></m:den></m:f>"
    )
    power = (
        "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    )
    root = "<m:rad><m:radPr/><m:deg/><m:e><m:r><m:t>y</m:t></m:r></m:e></m:rad>"
    document = document_of(
        paragraph(
            run("It is ")
            + f"<m:oMath><m:r><m:t>Q = </m:t></m:r>{fraction}<m:r><m:t> + </m:t></m:r>{power}{root}</m:oMath>"
            + run(" litres.")
        )
    )
    assert document.text == "It is Q = (a+b)/c + x^2√y litres."
    assert "".join(place.of(document.text) for place in document.generated) == "()/^√"


def test_hidden_text_is_left_out_and_counted() -> None:
    document = document_of(
        paragraph(
            run("Seen. ")
            + run("Internal: ", "<w:vanish/>")
            + run("no.", "<w:vanish/>")
            + run("Also seen.")
        ),
        paragraph(run("Not hidden.", "<w:vanish w:val='0'/>")),
    )
    assert document.text == "Seen. Also seen.\n\nNot hidden."
    assert document.unread == (Unread(UnreadKind.HIDDEN_TEXT, 1),)


def test_placeholders_and_changes_are_left_out() -> None:
    control = "<w:sdt><w:sdtPr>{}</w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>"
    document = document_of(
        paragraph(
            run("Signed by ") + control.format("<w:showingPlcHdr/>", run("Click here")) + run("on ")
            + control.format("", run("1 May"))
        ),
        paragraph(run("Open at ") + f"<w:del>{run('six')}</w:del><w:ins>{run('nine')}</w:ins>"),
    )  # fmt: skip
    assert document.text == "Signed by on 1 May\n\nOpen at nine"
    assert document.unread == (Unread(UnreadKind.DELETION, 1),)


def test_tracked_deletions_are_counted_as_an_author_made_them() -> None:
    def deleted(author: str, text: str) -> str:
        return f"<w:del w:author='{author}'><w:r><w:delText>{text}</w:delText></w:r></w:del>"

    mark = "<w:rPr><w:del w:author='A'/></w:rPr>"
    row = "<w:tr><w:trPr>{}</w:trPr><w:tc>" + paragraph(run("{}")) + "</w:tc></w:tr>"
    document = document_of(
        paragraph(
            run("Pay ") + deleted("A", "£1,450") + deleted("A", " now") + deleted("B", "!") + run("£1,575.")
        ),
        paragraph(deleted("A", " ") + run("Ends in May."), mark),
        "<w:tbl>" + row.format("", "Kept") + row.format("<w:del w:author='A'/>", "Gone") + "</w:tbl>",
    )  # fmt: skip
    assert document.unread == (Unread(UnreadKind.DELETION, 3),)
    assert "1,450" not in document.text
    assert document.unread[0].words == "3 tracked deletions"


def _field(instruction: str, result: str, form: str = "") -> str:
    def mark(kind: str, within: str = "") -> str:
        return f"<w:r><w:fldChar w:fldCharType='{kind}'>{within}</w:fldChar></w:r>"

    told = f"<w:r><w:instrText>{instruction}</w:instrText></w:r>"
    return mark("begin", form) + told + (mark("separate") + result if result else "") + mark("end")


def test_fields_are_shown_by_their_results() -> None:
    inner = _field("REF a", run("hidden condition"))
    ticked = "<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>"
    choice = "<w:ffData><w:ddList><w:result w:val='1'/><w:listEntry w:val='red'/><w:listEntry w:val='blue'/></w:ddList></w:ffData>"
    document = document_of(
        paragraph(run("See section ") + _field("REF x \\r", run("3.2")) + run(".")),
        paragraph(_field(f"IF </w:instrText></w:r>{inner}<w:r><w:instrText> = 1", run("yes"))),
        paragraph(run("Lit ") + _field("FORMCHECKBOX", "", ticked) + run(" in ") + _field("FORMDROPDOWN", "", choice)),
    )  # fmt: skip
    assert document.text == "See section 3.2.\n\nyes\n\nLit [x] in blue"
    assert [place.of(document.text) for place in document.generated] == ["[x]", "blue"]


def test_raised_digits_are_no_digits_of_the_number_before() -> None:
    raised = "<w:vertAlign w:val='superscript'/>"
    document = document_of(
        paragraph(
            run("1,204") + run("3", raised) + run(" on the 1") + run("st", raised) + run(" day")
        )
    )
    assert document.text == "1,204^3 on the 1st day"


def test_headers_and_footers_are_beside_the_text_once_and_without_page_numbers() -> None:
    def change(made: Any) -> None:
        made.add_paragraph("Body text.")
        first = made.sections[0]
        first.header.paragraphs[0].text = "Invoice 4711"
        first.footer.paragraphs[0].text = "Invoice 4711"
        first.footer.add_paragraph("")._p.append(
            parse_xml(f"<w:fldSimple {_NAMES} w:instr='PAGE'><w:r><w:t>3</w:t></w:r></w:fldSimple>")
        )

    document = document_of(change=change)
    assert document.text == "Body text.\n\nInvoice 4711"
    assert [block.main for block in document.blocks] == [True, False]


def _table(*rows: list[str]) -> str:
    """A table of texts; "^" goes on from the cell above, ">" widens the cell before it."""
    made = ""
    for at, row in enumerate(rows):
        cells = ""
        for column, text in enumerate(row):
            if text == ">":
                continue
            width = 1
            while row[column + width : column + width + 1] == [">"]:
                width += 1
            below = at + 1 < len(rows) and rows[at + 1][column] == "^"
            merged = (
                "<w:vMerge/>" if text == "^" else "<w:vMerge w:val='restart'/>" if below else ""
            )
            shown = "" if text == "^" else text
            cells += f"<w:tc><w:tcPr><w:gridSpan w:val='{width}'/>{merged}</w:tcPr><w:p>{run(shown)}</w:p></w:tc>"
        made += f"<w:tr>{cells}</w:tr>"
    return f"<w:tbl><w:tblPr><w:tblLook w:val='04A0'/></w:tblPr>{made}</w:tbl>"


def _cells(document: Parsed) -> dict[str, tuple[str | None, str | None]]:
    return {b.span.of(document.text): (b.row, b.column) for b in document.blocks}


def test_a_merged_label_names_all_its_rows() -> None:
    found = _cells(
        document_of(
            _table(
                ["Bath", "Season", "Opens at"],
                ["River", "Summer", "07:00"], ["^", "Winter", "10:30"],
                ["Hill", "Summer", "09:15"], ["^", "Winter", "closed"],
            )
        )
    )  # fmt: skip
    assert found["10:30"] == ("River, Winter", "Opens at")
    assert found["09:15"] == ("Hill, Summer", "Opens at")


def test_two_header_rows_are_joined() -> None:
    found = _cells(
        document_of(
            _table(
                ["Quay", "Summer", ">", "Winter", ">"], ["^", "Boats", "Tonnes", "Boats", "Tonnes"],
                ["North", "41", "120", "9", "33"],
            )
        )
    )  # fmt: skip
    assert found["9"] == ("North", "Winter / Boats")


def test_a_list_of_labels_has_no_header_row() -> None:
    found = _cells(document_of(_table(["Tenant:", "Ada"], ["Rent:", "340"], ["Begin:", "1 May"])))
    assert found["340"] == ("Rent:", None)
    assert found["Ada"] == ("Tenant:", None)


def test_a_value_that_is_merged_over_rows_has_the_labels_of_all() -> None:
    found = _cells(
        document_of(
            _table(
                ["", "Monday", "Tuesday"],
                ["08:50", "Weaving", "Pottery"],
                ["09:45", "^", "Drawing"],
                ["10:40", "Singing", "Chess"],
            )
        )
    )
    assert found["Weaving"] == ("08:50 / 09:45", "Monday")
    assert found["Drawing"] == ("09:45", "Tuesday")


def test_a_form_of_four_columns_has_the_label_beside_each_value() -> None:
    found = _cells(
        document_of(
            _table(
                ["Boat no.", "KD-204", "Owner", "Ada Brandt"],
                ["Launched", "6 March 2025", "", "14 Mill Row"],
                ["Berth", "Northside", "Work", "New mast"],
            )
        )
    )
    assert found["KD-204"] == ("Boat no.", None)
    assert found["New mast"] == ("Work", None)
    assert found["14 Mill Row"] == ("Owner", None)
    assert found["Work"] == (None, None)

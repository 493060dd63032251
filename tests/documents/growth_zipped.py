"""Makes zipped documents and PDFs that repeat or nest one construct, for `growth`. Measures nothing."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache

import docx
import openpyxl
import pptx
from pptx.util import Inches

from tests.documents import made
from tests.documents.pdf_writer import Text, pdf_bytes

Maker = Callable[[int], bytes]
"""The bytes of a document that has a construct so many times."""

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OPEN_FIELD = "<w:r><w:fldChar w:fldCharType='begin'/><w:fldChar w:fldCharType='separate'/><w:t>a </w:t></w:r>"
_HIDDEN_RUN = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>ab </w:t></w:r>"
_BEGUN = "<w:vMerge w:val='restart'/>"
_MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_P = "<w:p><w:r><w:t>Some words here.</w:t></w:r></w:p>"


@cache
def _members(kind: str) -> Mapping[str, bytes]:
    """The members of a small file of a kind, of which one is replaced."""
    data = made.MAKERS[kind][1](["Some words here."])
    if kind == "docx":
        document = docx.Document()
        document.add_paragraph("One.", style="List Number")
        buffer = io.BytesIO()
        document.save(buffer)
        data = buffer.getvalue()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _docx(body: str, **others: str) -> bytes:
    document = (
        f'<w:document xmlns:w="{_W}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/'
        f'relationships"><w:body>{body}</w:body></w:document>'
    )
    parts = {f"word/{name}.xml": text.encode() for name, text in others.items()}
    return made.zipped({**_members("docx"), "word/document.xml": document.encode(), **parts})


def _repeated(unit: str) -> Maker:
    return lambda n: _docx(unit * n)


def _nested(before: str, after: str, deepest: int = 60) -> Maker:
    """Stacks of a construct, each `deepest` deep at most, since XML parsers refuse 256 levels."""

    def make(n: int) -> bytes:
        stack = before * deepest + _P + after * deepest
        return _docx(stack * max(1, n // deepest))

    return make


def _row(cells: str) -> str:
    return f"<w:tr>{cells}</w:tr>"


def _cell(properties: str = "", text: str = "x") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>"


def word_table(rows: Iterable[Iterable[str]]) -> bytes:
    """A Word file of one table with these texts."""
    inside = "".join(_row("".join(_cell(text=text) for text in row)) for row in rows)
    return _docx(f"<w:tbl>{inside}</w:tbl>")


def _styles(n: int, chained: bool) -> bytes:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="s{k}"><w:name w:val="n{k}"/>'
        + (f'<w:basedOn w:val="s{k - 1}"/>' if chained and k else "")
        + "</w:style>"
        for k in range(n)
    )
    body = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="s{k}"/></w:pPr><w:r><w:t>x{k}</w:t></w:r></w:p>'
        for k in range(n)
    )
    return _docx(body, styles=f'<w:styles xmlns:w="{_W}">{styles}</w:styles>')


def _header_rows(n: int) -> bytes:
    head = "<w:trPr><w:tblHeader/></w:trPr>"
    rows = "".join(_row(head + _cell(text=f"h{k}") * 2) for k in range(n))
    return _docx(f"<w:tbl>{rows}{_row(_cell() * 2) * n}</w:tbl>")


def _long_header(n: int) -> bytes:
    look = '<w:tblPr><w:tblLook w:firstRow="1" w:firstColumn="1"/></w:tblPr>'
    head = _row(_cell(text="long " * n) * 2)
    return _docx(f"<w:tbl>{look}{head}{_row(_cell(text='y') * 2) * n}</w:tbl>")


_SYMBOL = '<w:sym w:char="0041"/>'
_WIDE = '<w:gridSpan w:val="100"/>'
_BOX = "<w:p><w:r><w:t>box</w:t><w:pict><w:txbxContent>", "</w:txbxContent></w:pict></w:r></w:p>"

DOCX: Mapping[str, Maker] = {
    "paragraphs": _repeated(_P),
    "runs": lambda n: _docx(f"<w:p>{'<w:r><w:t>ab </w:t></w:r>' * n}</w:p>"),
    "looks": lambda n: _docx(
        "<w:p>{}</w:p>".format(
            '<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>a</w:t></w:r><w:r><w:rPr><w:strike/></w:rPr><w:t>b</w:t></w:r>'
            * n
        )
    ),
    "tabs": lambda n: _docx(f"<w:p><w:r><w:t>a</w:t>{'<w:tab/>' * n}<w:t>b</w:t></w:r></w:p>"),
    "breaks": lambda n: _docx(f"<w:p><w:r>{'<w:t>a</w:t><w:br/>' * n}</w:r></w:p>"),
    "symbols": lambda n: _docx(f"<w:p><w:r>{_SYMBOL * n}</w:r></w:p>"),
    "insertions": _repeated(f"<w:ins>{_P}</w:ins>"),
    "controls": _repeated(f"<w:sdt><w:sdtContent>{_P}</w:sdtContent></w:sdt>"),
    "nested controls": _nested("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>"),
    "text boxes": _repeated(f"{_BOX[0]}{_P}{_BOX[1]}"),
    "text boxes of one paragraph": lambda n: _docx(
        f"<w:p><w:r>{f'<w:pict><w:txbxContent>{_P}</w:txbxContent></w:pict>' * n}</w:r></w:p>"
    ),
    "nested text boxes": _nested(*_BOX, deepest=40),
    "tables": _repeated(f"<w:tbl>{_row(_cell() * 2) * 2}</w:tbl>"),
    "rows": lambda n: _docx(f"<w:tbl>{_row(_cell() * 3) * n}</w:tbl>"),
    "cells of one row": lambda n: _docx(f"<w:tbl>{_row(_cell() * n) * 2}</w:tbl>"),
    "nested tables": _nested(f"<w:tbl><w:tr>{_cell()}<w:tc>", "<w:p/></w:tc></w:tr></w:tbl>"),
    "grid spans": lambda n: _docx(
        f"<w:tbl>{_row('<w:trPr><w:tblHeader/></w:trPr>' + _cell(_WIDE) * n)}{_row(_cell() * n)}</w:tbl>"
    ),
    "vertical merges": lambda n: _docx(f"{_P}<w:tbl>{_row(_cell('<w:vMerge/>') * 2) * n}</w:tbl>"),
    "header rows": _header_rows,
    "long header": _long_header,
    "long heading": lambda n: _docx(
        f'<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>{"long " * n}</w:t></w:r></w:p>'
        + "<w:p><w:r><w:t>Some words are here now. </w:t></w:r></w:p>" * n
    ),
    "styles": lambda n: _styles(n, chained=False),
    "chained styles": lambda n: _styles(n, chained=True),
    "open fields": lambda n: _docx(f"<w:p>{_OPEN_FIELD * n}</w:p>"),
    "hidden runs": lambda n: _docx(f"{_P}<w:p>{_HIDDEN_RUN * n}</w:p>"),
    "fractions": lambda n: _docx(
        f"<w:p><m:oMath xmlns:m='{_MATH}'>"
        + "<m:f><m:num><m:r><m:t>ab</m:t></m:r></m:num><m:den><m:r><m:t>c</m:t></m:r></m:den></m:f>" * n
        + "</m:oMath></w:p>"
    ),
    "rows that go on": lambda n: _docx(
        f"<w:tbl>{_row(_cell(_BEGUN) * 2)}{_row(_cell('<w:vMerge/>') + _cell()) * n}</w:tbl>"
    ),
    "list items": _repeated(
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>i</w:t></w:r></w:p>'
    ),
}  # fmt: skip


_ODT_NAMES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
)


def _odt(body: str) -> bytes:
    content = (
        f"<office:document-content {_ODT_NAMES}><office:body><office:text>{body}</office:text>"
        "</office:body></office:document-content>"
    )
    return made.zipped(
        {"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": content.encode()}
    )


def _ods(body: str) -> bytes:
    content = (
        f"<office:document-content {_ODT_NAMES}><office:body><office:spreadsheet><table:table table:name='S'>{body}"
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    media = b"application/vnd.oasis.opendocument.spreadsheet"
    return made.zipped({"mimetype": media, "content.xml": content.encode()})


def _odt_nested(before: str, after: str, deepest: int = 60) -> Maker:
    return lambda n: _odt(
        (before * deepest + "<text:p>x</text:p>" + after * deepest) * max(1, n // deepest)
    )


_OTC = "<table:table-cell><text:p>x</text:p></table:table-cell>"
_SPACES = '<text:s text:c="1000"/>'
_WIDE_OTC = _OTC.replace("cell>", 'cell table:number-columns-repeated="16384">', 1)
_TALL_OTR = '<table:table-row table:number-rows-repeated="1048576">'
_OTR = "<table:table-row>", "</table:table-row>"
ODT: Mapping[str, Maker] = {
    "paragraphs": lambda n: _odt("<text:p>Some words here.</text:p>" * n),
    "spans": lambda n: _odt(f"<text:p>{'<text:span>ab</text:span> ' * n}</text:p>"),
    "nested spans": lambda n: _odt(
        f"<text:p>{'<text:span>a' * 100}{'</text:span>' * 100}</text:p>" * max(1, n // 100)
    ),
    "spaces": lambda n: _odt(f"<text:p>a{'<text:s/>' * n}b</text:p>"),
    "counted spaces": lambda n: _odt(
        f"<text:p>a{_SPACES * n}b</text:p>"
    ),
    "tabs": lambda n: _odt(f"<text:p>a{'<text:tab/>' * n}b</text:p>"),
    "lists": lambda n: _odt(
        "<text:list><text:list-item><text:p>x</text:p></text:list-item></text:list>" * n
    ),
    "nested lists": _odt_nested("<text:list><text:list-item>", "</text:list-item></text:list>"),
    "nested sections": _odt_nested("<text:section>", "</text:section>"),
    "frames": lambda n: _odt(
        f"<text:p>{'<draw:frame><draw:text-box><text:p>x</text:p></draw:text-box></draw:frame>' * n}</text:p>"
    ),
    "nested frames": _odt_nested(
        "<text:p>box<draw:frame><draw:text-box>", "</draw:text-box></draw:frame></text:p>", 40
    ),
    "notes": lambda n: _odt(
        f"<text:p>x{'<text:note><text:note-body><text:p>n</text:p></text:note-body></text:note>' * n}</text:p>"
    ),
    "nested notes": _odt_nested(
        "<text:p>a<text:note><text:note-body>", "</text:note-body></text:note></text:p>", 40
    ),
    "rows": lambda n: _odt(f"<table:table>{(_OTR[0] + _OTC * 3 + _OTR[1]) * n}</table:table>"),
    "cells of one row": lambda n: _odt(
        f"<table:table>{(_OTR[0] + _OTC * n + _OTR[1]) * 2}</table:table>"
    ),
    "repeated columns": lambda n: _odt(
        f"<table:table>{(_OTR[0] + _WIDE_OTC * 2 + _OTR[1]) * n}</table:table>"
    ),
    "repeated rows": lambda n: _odt(
        f"<table:table>{(_TALL_OTR + _OTC + _OTR[1]) * n}</table:table>"
    ),
    "header rows": lambda n: _odt(
        f"<table:table><table:table-header-rows>{(_OTR[0] + _OTC * 2 + _OTR[1]) * n}"
        f"</table:table-header-rows>{(_OTR[0] + _OTC * 2 + _OTR[1]) * n}</table:table>"
    ),
    "long header": lambda n: _odt(
        f"<table:table><table:table-header-rows>{_OTR[0]}{_OTC.replace('>x<', '>' + 'long ' * n + '<')}{_OTR[1]}"
        f"</table:table-header-rows>{(_OTR[0] + _OTC + _OTR[1]) * n}</table:table>"
    ),
    "nested tables": _odt_nested(
        f"<table:table>{_OTR[0]}<table:table-cell>", f"</table:table-cell>{_OTR[1]}</table:table>"
    ),
    "nested header tables": _odt_nested(
        f"<table:table><table:table-header-rows>{_OTR[0]}<table:table-cell>",
        f"</table:table-cell>{_OTR[1]}</table:table-header-rows></table:table>",
    ),
}  # fmt: skip


def _epub(pages: int, page: str = "<p>Some words here.</p>", package: str = "") -> bytes:
    names = [f"p{k}.xhtml" for k in range(pages)]
    items = "".join(
        f'<item id="i{k}" href="{name}" media-type="application/xhtml+xml"/>'
        for k, name in enumerate(names)
    )
    spine = "".join(f'<itemref idref="i{k}"/>' for k in range(pages))
    opf = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc='
        f'"http://purl.org/dc/elements/1.1/">{package}</metadata><manifest>{items}</manifest>'
        f"<spine>{spine}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="a.opf"/></rootfiles></container>'
    )
    body = f"<html><body>{page}</body></html>".encode()
    return made.zipped(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": container.encode(),
            "a.opf": opf.encode(),
            **dict.fromkeys(names, body),
        }
    )


EPUB: Mapping[str, Maker] = {
    "pages": _epub,
    "paragraphs": lambda n: _epub(1, "<p>Some words here.</p>" * n),
    "metadata": lambda n: _epub(1, package="<dc:title>x</dc:title>" * n),
    "tables": lambda n: _epub(max(1, n // 10), "<table>" + "<tr><th>a</th><td>b</td></tr>" * 10 + "</table>"),
    "spans of tables": lambda n: _epub(
        max(1, n // 100), "<table>" + "<tr><th colspan=1000 rowspan=65534>a</th><td>b</td></tr>" * 100 + "</table>"
    ),
    "nested elements": lambda n: _epub(1, "<div>x" * n),
}  # fmt: skip


_WIDE_OTC = _OTC.replace("cell>", "cell table:number-columns-spanned='99'>", 1)
_ODS_ROW = f"<table:table-row>{_OTC * 3}</table:table-row>"
ODS: Mapping[str, Maker] = {
    "rows": lambda n: _ods(_ODS_ROW * n),
    "cells of one row": lambda n: _ods(f"<table:table-row>{_OTC * n}</table:table-row>" * 2),
    "repeated rows": lambda n: _ods(_ODS_ROW.replace("row>", f"row table:number-rows-repeated='{n}'>", 1)),
    "repeated cells": lambda n: _ods(
        f"<table:table-row><table:table-cell table:number-columns-repeated='{n}'><text:p>x</text:p></table:table-cell></table:table-row>"
    ),
    "hidden columns": lambda n: _ods(
        "<table:table-column table:visibility='collapse'/><table:table-column/>" * n
        + f"<table:table-row>{_OTC * 2 * n}</table:table-row>"
    ),
    "empty rows": lambda n: _ods((_ODS_ROW + "<table:table-row/>") * n),
    "merged cells": lambda n: _ods(
        f"<table:table-row>{_WIDE_OTC * n}</table:table-row>{_ODS_ROW}"
    ),
    "paragraphs": lambda n: _ods(f"<table:table-row><table:table-cell>{'<text:p>x</text:p>' * n}</table:table-cell></table:table-row>"),
}  # fmt: skip

_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def _xlsx(rows: str, more: str = "", **others: str) -> bytes:
    sheet = f'<worksheet xmlns="{_SHEET}"><sheetData>{rows}</sheetData>{more}</worksheet>'
    parts = {f"xl/{name}.xml": text.encode() for name, text in others.items()}
    types = _members("xlsx")["[Content_Types].xml"].decode()
    shared = (
        '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-'
        'officedocument.spreadsheetml.sharedStrings+xml"/>'
    )
    if "sharedStrings" in others and "sharedStrings" not in types:
        types = types.replace("</Types>", shared + "</Types>")
    return made.zipped(
        {
            **_members("xlsx"),
            "[Content_Types].xml": types.encode(),
            "xl/worksheets/sheet1.xml": sheet.encode(),
            **parts,
        }
    )


def _text_cell(reference: str, text: str) -> str:
    return f'<c r="{reference}" t="inlineStr"><is><t>{text}</t></is></c>'


def _shared(n: int) -> bytes:
    strings = f'<sst xmlns="{_SHEET}"><si><t>{"long " * 400}</t></si></sst>'
    rows = "".join(f'<row r="{k}"><c r="A{k}" t="s"><v>0</v></c></row>' for k in range(1, n + 1))
    return _xlsx(rows, sharedStrings=strings)


def _shared_header(n: int) -> bytes:
    strings = f'<sst xmlns="{_SHEET}"><si><t>{"long " * n}</t></si></sst>'
    head = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>0</v></c></row>'
    rows = "".join(
        f'<row r="{k}"><c r="A{k}"><v>{k}</v></c><c r="B{k}"><v>{k}</v></c></row>'
        for k in range(2, n + 2)
    )
    return _xlsx(head + rows, sharedStrings=strings)


def _merged(n: int) -> str:
    cells = "".join(f'<mergeCell ref="B{k}:XFD{k}"/>' for k in range(1, n + 1))
    return f"<mergeCells>{cells}</mergeCells>"


def _sheets(n: int) -> bytes:
    book = openpyxl.Workbook()
    for k in range(n):
        book.create_sheet(f"s{k}").append(["a", k])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


XLSX: Mapping[str, Maker] = {
    "rows": lambda n: _xlsx(
        "".join(f'<row r="{k}"><c r="A{k}"><v>{k}</v></c></row>' for k in range(1, n + 1))
    ),
    "texts": lambda n: _xlsx(
        "".join(f'<row r="{k}">{_text_cell(f"A{k}", "some words")}</row>' for k in range(1, n + 1))
    ),
    "cells of one row": lambda n: _xlsx(
        f'<row r="1">{"<c><v>1</v></c>" * n}</row><row r="2">{"<c><v>1</v></c>" * n}</row>'
    ),
    "last column": lambda n: _xlsx(
        "".join(f'<row r="{k}"><c r="XFD{k}"><v>{k}</v></c></row>' for k in range(1, n + 1))
    ),
    "rows far apart": lambda n: _xlsx(
        "".join(
            f'<row r="{k * 1000}"><c r="A{k * 1000}"><v>{k}</v></c></row>' for k in range(1, n + 1)
        )
    ),
    "a long text shared by cells": _shared,
    "a long header": _shared_header,
    "merged cells": lambda n: _xlsx(
        "".join(f'<row r="{k}"><c r="A{k}"><v>{k}</v></c></row>' for k in range(1, n + 1)),
        _merged(n),
    ),
    "sheets": _sheets,
    "shared strings": lambda n: _xlsx(
        '<row r="1"><c r="A1" t="s"><v>0</v></c></row>',
        sharedStrings=f'<sst xmlns="{_SHEET}">{"<si><t>x y</t></si>" * n}</sst>',
    ),
    "runs of a shared string": lambda n: _xlsx(
        '<row r="1"><c r="A1" t="s"><v>0</v></c></row>',
        sharedStrings=f'<sst xmlns="{_SHEET}"><si>{"<r><t>x y</t></r>" * n}</si></sst>',
    ),
}  # fmt: skip


def _deck(build: Callable[[object, object, int], None]) -> Maker:
    def make(n: int) -> bytes:
        deck = pptx.Presentation()
        build(deck, deck.slides.add_slide(deck.slide_layouts[5]), n)
        buffer = io.BytesIO()
        deck.save(buffer)
        return buffer.getvalue()

    return make


_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_PML = "http://schemas.openxmlformats.org/presentationml/2006/main"


def _slide(shapes: str) -> bytes:
    """A deck whose one slide has these shapes."""
    members = dict(_members("pptx"))
    group = (
        "<p:nvGrpSpPr><p:cNvPr id='1' name=''/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>"
    )
    members["ppt/slides/slide1.xml"] = (
        f"<p:sld xmlns:a='{_A}' xmlns:p='{_PML}'><p:cSld><p:spTree>{group}{shapes}</p:spTree></p:cSld></p:sld>"
    ).encode()
    return made.zipped(members)


def _shape(paragraphs: str, identity: int = 9) -> str:
    return (
        f"<p:sp><p:nvSpPr><p:cNvPr id='{identity}' name='x'/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>"
        f"<p:txBody><a:bodyPr/>{paragraphs}</p:txBody></p:sp>"
    )


_AP = "<a:p><a:r><a:t>Some words.</a:t></a:r></a:p>"
_GRID_COLUMN = "<a:gridCol w='1'/>"
_GROUP = (
    "<p:grpSp><p:nvGrpSpPr><p:cNvPr id='7' name=''/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>",
    "</p:grpSp>",
)


def _slide_table(rows: str, columns: int = 1) -> str:
    return (
        "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id='5' name='t'/><p:cNvGraphicFramePr/><p:nvPr/>"
        "</p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData uri='http://schemas.openxmlformats.org/"
        f"drawingml/2006/table'><a:tbl><a:tblPr firstRow='1' firstCol='1'/><a:tblGrid>{_GRID_COLUMN * columns}"
        f"</a:tblGrid>{rows}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )


def _slide_row(cells: str) -> str:
    return f"<a:tr h='1'>{cells}</a:tr>"


_ATC = f"<a:tc><a:txBody><a:bodyPr/>{_AP}</a:txBody><a:tcPr/></a:tc>"


def _many_slides(deck: object, slide: object, n: int) -> None:
    for _ in range(n):
        deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = "Title"  # type: ignore[attr-defined]


PPTX: Mapping[str, Maker] = {
    "slides": _deck(_many_slides),
    "shapes": lambda n: _slide("".join(_shape(_AP, k + 9) for k in range(n))),
    "paragraphs": lambda n: _slide(_shape(_AP * n)),
    "runs": lambda n: _slide(_shape(f"<a:p>{'<a:r><a:t>x </a:t></a:r>' * n}</a:p>")),
    "breaks": lambda n: _slide(_shape(f"<a:p>{'<a:r><a:t>x</a:t></a:r><a:br/>' * n}</a:p>")),
    "groups": lambda n: _slide((_GROUP[0] + _shape(_AP) + _GROUP[1]) * n),
    "nested groups": lambda n: _slide(
        (_GROUP[0] * 60 + _shape(_AP) + _GROUP[1] * 60) * max(1, n // 60)
    ),
    "rows": lambda n: _slide(_slide_table(_slide_row(_ATC * 2) * n, 2)),
    "cells of one row": lambda n: _slide(_slide_table(_slide_row(_ATC * n) * 2, n)),
    "tables": lambda n: _slide(_slide_table(_slide_row(_ATC * 2) * 2, 2) * n),
    "long header": lambda n: _slide(
        _slide_table(
            _slide_row(_ATC.replace("Some", "long " * n)) + _slide_row(_ATC.replace("Some words", "x")) * n
        )
    ),
}  # fmt: skip

__all__ = ["DOCX", "EPUB", "ODS", "ODT", "PDF", "PPTX", "XLSX", "Inches", "Maker"]


def _page_of(lines: list[Text], pages: int = 1) -> bytes:
    return pdf_bytes([lines] * pages)


PDF: Mapping[str, Maker] = {
    "pages": lambda n: _page_of([Text(72, 700, "Some words are here.")], n),
    "lines": lambda n: _page_of([Text(72, 800 - k % 780, f"Line {k} of text") for k in range(n)]),
    "words of one line": lambda n: _page_of([Text(72, 700, "word " * n, 8)]),
    "scattered text": lambda n: _page_of(
        [Text((k * 7919) % 590, (k * 104729) % 830, f"w{k}") for k in range(n)]
    ),
    "letters": lambda n: _page_of(
        [Text(10 + k % 570, 820 - (k // 57) % 800, "abcdefgh"[k % 8], 6) for k in range(n)]
    ),
    "one place": lambda n: _page_of([Text(72, 700, f"w{k}") for k in range(n)]),
    "table": lambda n: _page_of(
        [Text(50 + 100 * (k % 5), 820 - (k // 5) % 800, f"c{k}", 6) for k in range(n)]
    ),
    "columns of a table": lambda n: _page_of(
        [Text(10 + 570 * (k % n) / n, 800 - 14 * (k // n), f"{k % 10}", 2) for k in range(4 * n)]
    ),
    "ruling lines": lambda n: pdf_bytes(
        [[Text(50 + 100 * (k % 5), 820 - 16 * (k // 5), f"c{k}", 8) for k in range(200)]],
        drawings=["\n".join(f"10 {k % 830} m {20 + k % 560} {k % 830} l S {k % 560} 10 m {k % 560} {20 + k % 800} l S" for k in range(n))],
    ),
    "frames": lambda n: pdf_bytes(
        [[Text(8 + 20 * (k % 28), 820 - 20 * (k // 28), f"c{k}", 6) for k in range(n)]],
        drawings=["\n".join(f"{5 + 20 * (k % 28)} {815 - 20 * (k // 28)} 16 14 re {13 + 20 * (k % 28)} {815 - 20 * (k // 28)} m {13 + 20 * (k % 28)} {829 - 20 * (k // 28)} l S" for k in range(n))],
    ),
    "tables with lines": lambda n: pdf_bytes(
        [[Text(52 + 100 * column, 800, "1 000", 8) for column in range(5)]] * n,
        drawings=["40 790 500 20 re 140 790 m 140 810 l 240 790 m 240 810 l S"] * n,
    ),
    "shaded rows": lambda n: pdf_bytes(
        [[Text(52 + 100 * (k % 5), 802 - 16 * (k // 5 % 48), f"c{k}", 8) for k in range(5 * 48)]] * (1 + n // 48),
        drawings=["0.9 g\n" + "\n".join(f"{50 + 100 * (k % 5)} {798 - 32 * (k // 5)} 100 16 re f" for k in range(5 * 24)) + "\n0 g"] * (1 + n // 48),
    ),
    "shaded heads": lambda n: pdf_bytes(
        [[Text(52 + 100 * (k % 5), 802 - 0.5 * (k // 5), f"c{k}", 4) for k in range(n)]],
        drawings=["0.9 g\n" + "\n".join(f"{50 + 100 * (k % 5)} {798 - 8 * (k // 5)} 100 7 re f" for k in range(min(n, 450))) + "\n0 g"],
    ),
    "headers upwards": lambda n: pdf_bytes(
        [[
            *(Text(60 + 100 * (k % 5), 740 + k / n, f"head {k}", 8, matrix=(0, 1, -1, 0)) for k in range(n)),
            *(Text(52 + 100 * (k % 5), 720 - 12 * (k // 5), f"{k} 1", 8) for k in range(200)),
        ]]
    ),
    "columns drawn across": lambda n: _page_of(
        [Text(50 + 250 * (k % 2), 820 - k // 2 * 0.1, f"c{k} words", 6) for k in range(n)]
    ),
}  # fmt: skip

"""Slides: charts with their data, diagrams, groups, numbered lists, equations, merged tables, what is not read."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pptx
from lxml import etree
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.util import Inches

from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.parsed import Parsed
from wherein.documents.office.pptx import parse_pptx
from wherein.documents.source import Source

_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_D = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PLACE = (Inches(1), Inches(1), Inches(4), Inches(2))
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001000500010d0a2db40000000049454e44ae426082"
)


def slide_with(build: Callable[[Any], None]) -> Parsed:
    deck = pptx.Presentation()
    build(deck.slides.add_slide(deck.slide_layouts[6]))
    buffer = io.BytesIO()
    deck.save(buffer)
    return parse_pptx(Source(buffer.getvalue(), "a.pptx", "/a.pptx"))


def cells(document: Parsed) -> dict[str, tuple[str | None, str | None]]:
    return {b.span.of(document.text): (b.row, b.column) for b in document.blocks}


def test_a_chart_is_the_table_of_its_data() -> None:
    def build(slide: Any) -> None:
        data = CategoryChartData(number_format="0.0%")
        data.categories = ["Spring", "Summer"]
        data.add_series("Passengers", (0.25, 0.5))
        data.add_series("Crew", (0.125, 0.75))
        chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *PLACE, data).chart
        chart.has_title = True
        chart.chart_title.text_frame.text = "Who came"

    document = slide_with(build)
    assert document.text.startswith("Who came\n\nPassengers\tCrew\nSpring\t25.0%")
    assert cells(document)["75.0%"] == ("Summer", "Crew")
    assert document.unread == ()


def test_pictures_are_counted() -> None:
    def build(slide: Any) -> None:
        slide.shapes.add_picture(io.BytesIO(PICTURE), 0, 0)
        slide.shapes.add_textbox(*PLACE).text_frame.text = "Words"

    document = slide_with(build)
    assert document.unread == (Unread(UnreadKind.PICTURE, 1),)


def test_the_texts_of_a_diagram_are_items() -> None:
    def build(slide: Any) -> None:
        model = (
            f"<d:dataModel xmlns:d='{_D}' xmlns:a='{_A}'><d:ptLst><d:pt><d:t><a:p><a:r><a:t>Hand in</a:t></a:r></a:p></d:t></d:pt>"
            "<d:pt type='sibTrans'><d:t><a:p><a:r><a:t>no</a:t></a:r></a:p></d:t></d:pt>"
            "<d:pt><d:t><a:p><a:r><a:t>Wait</a:t></a:r></a:p></d:t></d:pt></d:ptLst></d:dataModel>"
        )
        part = Part(
            PackURI("/ppt/diagrams/data1.xml"),
            "application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml",
            slide.part.package,
            model.encode(),
        )
        key = slide.part.relate_to(part, f"{_R}/diagramData")
        frame = slide.shapes.add_table(1, 1, *PLACE)._element
        graphic = next(frame.iter(f"{{{_A}}}graphicData"))
        graphic.set("uri", _D)
        graphic.clear()
        graphic.set("uri", _D)
        graphic.append(etree.fromstring(f"<d:relIds xmlns:d='{_D}' xmlns:r='{_R}' r:dm='{key}'/>"))

    assert slide_with(build).text == "Hand in\nWait"


def test_numbered_paragraphs_have_their_numbers() -> None:
    def build(slide: Any) -> None:
        frame = slide.shapes.add_textbox(*PLACE).text_frame
        frame.text = "Boil\nSalt\nServe"
        for paragraph in frame.paragraphs[:2]:
            properties = paragraph._p.get_or_add_pPr()
            properties.append(
                etree.fromstring(f"<a:buAutoNum xmlns:a='{_A}' type='romanUcPeriod' startAt='2'/>")
            )

    document = slide_with(build)
    assert document.text == "II. Boil\nIII. Salt\n\nServe"
    assert [place.of(document.text) for place in document.generated] == ["II. ", "III. "]


def test_an_equation_is_text() -> None:
    def build(slide: Any) -> None:
        frame = slide.shapes.add_textbox(*PLACE).text_frame
        frame.text = "Area "
        frame.paragraphs[0]._p.append(
            etree.fromstring(f"<m:oMath xmlns:m='{_M}'><m:r><m:t>a b</m:t></m:r></m:oMath>")
        )

    assert slide_with(build).text == "Area a b"


def test_merged_headers_of_a_table_are_joined() -> None:
    def build(slide: Any) -> None:
        table = slide.shapes.add_table(3, 3, *PLACE).table
        for at, text in enumerate(
            ("Quay", "Summer", "", "", "Boats", "Tonnes", "North", "41", "120")
        ):
            table.cell(at // 3, at % 3).text = text
        table.cell(0, 1).merge(table.cell(0, 2))
        table.cell(0, 0).merge(table.cell(1, 0))

    assert cells(slide_with(build))["120"] == ("North", "Summer / Tonnes")


def test_groups_are_opened() -> None:
    def build(slide: Any) -> None:
        inner = slide.shapes.add_group_shape().shapes.add_group_shape()
        inner.shapes.add_textbox(*PLACE).text_frame.text = "Oda Lindqvist"

    assert slide_with(build).text == "Oda Lindqvist"

"""Makes small files of every format that hold given paragraphs, for tests that read them back."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from html import escape as escaped

import docx
import openpyxl
import pptx
from pptx.util import Inches

from tests.documents.pdf_writer import Text, pdf_bytes

HEADING = "Heading of the made document"


def html(paragraphs: Sequence[str]) -> bytes:
    body = "\r\n".join(f"<p>{escaped(text)}</p>" for text in paragraphs)
    page = f"<!doctype html><title>Made</title><meta charset=utf-8><h1>{HEADING}</h1>{body}"
    return page.encode()


def markdown(paragraphs: Sequence[str]) -> bytes:
    return "\r\n\r\n".join([f"# {HEADING}", *paragraphs]).encode()


def text(paragraphs: Sequence[str]) -> bytes:
    return "\r\n\r\n".join([HEADING, *paragraphs]).encode()


def manual(paragraphs: Sequence[str]) -> bytes:
    body = "\r\n.PP\r\n".join(paragraphs)
    return f".TH MADE 1 2020-02-03\r\n.SH {HEADING}\r\n{body}\r\n".encode()


def rst(paragraphs: Sequence[str]) -> bytes:
    title = f"{HEADING}\r\n{'=' * len(HEADING)}"
    return "\r\n\r\n".join([title, *paragraphs]).encode()


def latex(paragraphs: Sequence[str]) -> bytes:
    body = "\r\n\r\n".join(paragraphs)
    start = "\\documentclass{article}\r\n\\begin{document}\r\n"
    return f"{start}\\section{{{HEADING}}}\r\n{body}\r\n\\end{{document}}\r\n".encode()


def code(paragraphs: Sequence[str]) -> bytes:
    comments = "\r\n\r\n".join(f"# {text}" for text in (HEADING, *paragraphs))
    return f"{comments}\r\n\r\nx = 1\r\n".encode()


def org(paragraphs: Sequence[str]) -> bytes:
    return "\r\n\r\n".join([f"* {HEADING}", *paragraphs]).encode()


def asciidoc(paragraphs: Sequence[str]) -> bytes:
    return "\r\n\r\n".join([f"= {HEADING}", *paragraphs]).encode()


def delimited(paragraphs: Sequence[str]) -> bytes:
    rows = ['"' + text.replace('"', '""') + '"' for text in (HEADING, *paragraphs)]
    return "\r\n".join(rows).encode()


def subtitles(paragraphs: Sequence[str]) -> bytes:
    cues = (
        f"{10 * at // 60:02d}:{10 * at % 60:02d}.000 --> {10 * at // 60:02d}:{10 * at % 60 + 2:02d}.000\r\n{text}\r\n"
        for at, text in enumerate((HEADING, *paragraphs))
    )
    return ("WEBVTT\r\n\r\n" + "\r\n".join(cues)).encode()


def notebook(paragraphs: Sequence[str]) -> bytes:
    texts = (f"# {HEADING}", *paragraphs)
    cells = [{"cell_type": "markdown", "source": [text], "metadata": {}} for text in texts]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}).encode()


def calendar(paragraphs: Sequence[str]) -> bytes:
    comments = "".join(f"COMMENT:{text}\r\n" for text in paragraphs)
    event = f"BEGIN:VEVENT\r\nSUMMARY:{HEADING}\r\n{comments}END:VEVENT\r\n"
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{event}END:VCALENDAR\r\n".encode()


def contacts(paragraphs: Sequence[str]) -> bytes:
    notes = "".join(f"NOTE:{text}\r\n" for text in paragraphs)
    return f"BEGIN:VCARD\r\nVERSION:4.0\r\nFN:{HEADING}\r\n{notes}END:VCARD\r\n".encode()


def keyed(paragraphs: Sequence[str]) -> bytes:
    pairs = {f"key {number}": text for number, text in enumerate(paragraphs)}
    return json.dumps({HEADING: pairs}, ensure_ascii=False).encode()


def toml(paragraphs: Sequence[str]) -> bytes:
    pairs = (f'key{number} = "{text}"' for number, text in enumerate(paragraphs))
    return "\n".join([f'["{HEADING}"]', *pairs]).encode()


def ini(paragraphs: Sequence[str]) -> bytes:
    pairs = (f"key{number} = {text}" for number, text in enumerate(paragraphs))
    return "\r\n".join([f"[{HEADING}]", *pairs]).encode()


def pdf(paragraphs: Sequence[str]) -> bytes:
    lines = [Text(72, 780, HEADING, 18)]
    lines += [Text(72, 740 - 40 * index, text) for index, text in enumerate(paragraphs)]
    return pdf_bytes([lines], unicode=True, size=(2000, 842))


def word(paragraphs: Sequence[str]) -> bytes:
    made = docx.Document()
    made.add_heading(HEADING, 1)
    for paragraph in paragraphs:
        made.add_paragraph(paragraph)
    return _saved(made.save)


def slides(paragraphs: Sequence[str]) -> bytes:
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[5])
    slide.shapes.title.text = HEADING
    frame = slide.shapes.add_textbox(Inches(1), Inches(2), Inches(8), Inches(4)).text_frame
    frame.text = paragraphs[0]
    for paragraph in paragraphs[1:]:
        frame.add_paragraph().text = paragraph
    return _saved(made.save)


def sheets(paragraphs: Sequence[str]) -> bytes:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = HEADING[:30]
    for paragraph in paragraphs:
        cell = sheet.cell(sheet.max_row + 1, 1)
        cell.value = paragraph
        cell.data_type = "s"
    return _saved(made.save)


def _opendocument(kind: str, body: str) -> bytes:
    names = "".join(
        f' xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for short, name in (
            ("office", "office"),
            ("text", "text"),
            ("table", "table"),
            ("style", "style"),
        )
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{names}>'
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    media = f"application/vnd.oasis.opendocument.{kind}"
    return zipped({"mimetype": media.encode(), "content.xml": content.encode()})


def odt(paragraphs: Sequence[str]) -> bytes:
    body = "".join(f"<text:p>{escaped(text)}</text:p>" for text in paragraphs)
    return _opendocument("text", f'<text:h text:outline-level="1">{HEADING}</text:h>{body}')


def ods(paragraphs: Sequence[str]) -> bytes:
    cells = (
        f"<table:table-cell><text:p>{escaped(text)}</text:p></table:table-cell>"
        for text in paragraphs
    )
    rows = "".join(f"<table:table-row>{cell}</table:table-row>" for cell in cells)
    return _opendocument("spreadsheet", f'<table:table table:name="{HEADING}">{rows}</table:table>')


def epub(paragraphs: Sequence[str]) -> bytes:
    body = "".join(f"<p>{escaped(text)}</p>" for text in paragraphs)
    page = (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml">'
        f"<head><title>x</title></head><body><h1>{HEADING}</h1>{body}</body></html>"
    )
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Made book</dc:title>'
        "<dc:language>en</dc:language><dc:date>2020-02-03</dc:date></metadata><manifest>"
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/></spine></package>'
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="b/book.opf"/></rootfiles></container>'
    )
    return zipped(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": container.encode(),
            "b/book.opf": package.encode(),
            "b/a.xhtml": page.encode(),
        }
    )


def rtf(paragraphs: Sequence[str]) -> bytes:
    def coded(text: str) -> str:
        units = memoryview(text.encode("utf-16-le")).cast("H")
        return "".join(
            chr(unit) if chr(unit).isalnum() and unit < 128
            else f"\\u{unit - 65536 if unit > 32767 else unit}?"
            for unit in units
        )  # fmt: skip

    body = "".join(f"\\pard {coded(text)}\\par\n" for text in paragraphs)
    head = f"\\pard\\outlinelevel0 {HEADING}\\par\n"
    return ("{\\rtf1\\ansi\\ansicpg1252 " + head + body + "}").encode("ascii")


def mail(paragraphs: Sequence[str]) -> bytes:
    message = EmailMessage()
    message["Subject"] = HEADING
    message["From"] = "a@example.org"
    message["Date"] = "Tue, 01 Jul 2003 10:52:37 +0200"
    message.set_content("\r\n\r\n".join(paragraphs), charset="utf-8", cte="base64")
    return message.as_bytes()


def mhtml(paragraphs: Sequence[str]) -> bytes:
    message = EmailMessage()
    message["Subject"] = "Saved page"
    message["Date"] = "Tue, 01 Jul 2003 10:52:37 +0200"
    message.set_content(html(paragraphs).decode(), subtype="html", charset="utf-8", cte="base64")
    message.add_related(b"GIF89a", "image", "gif")
    return message.as_bytes()


MAKERS: dict[str, tuple[str, Callable[[Sequence[str]], bytes]]] = {
    "html": ("made.html", html),
    "markdown": ("made.md", markdown),
    "text": ("made.txt", text),
    "manual": ("made.1", manual),
    "rst": ("made.rst", rst),
    "latex": ("made.tex", latex),
    "code": ("made.py", code),
    "log": ("made.log", text),
    "org": ("made.org", org),
    "asciidoc": ("made.adoc", asciidoc),
    "csv": ("made.csv", delimited),
    "subtitles": ("made.vtt", subtitles),
    "notebook": ("made.ipynb", notebook),
    "calendar": ("made.ics", calendar),
    "contacts": ("made.vcf", contacts),
    "json": ("made.json", keyed),
    "yaml": ("made.yaml", keyed),
    "toml": ("made.toml", toml),
    "ini": ("made.ini", ini),
    "pdf": ("made.pdf", pdf),
    "docx": ("made.docx", word),
    "epub": ("made.epub", epub),
    "pptx": ("made.pptx", slides),
    "xlsx": ("made.xlsx", sheets),
    "odt": ("made.odt", odt),
    "ods": ("made.ods", ods),
    "rtf": ("made.rtf", rtf),
    "eml": ("made.eml", mail),
    "mhtml": ("made.mhtml", mhtml),
}


def zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    buffer = io.BytesIO()
    save(buffer)
    return buffer.getvalue()

"""Emphasis, links, code and pictures of files, laid upon the canonical text; nothing that acts or is fetched."""

from __future__ import annotations

import base64
import io
import struct
import zlib

import pytest

from tests.documents.made import epub, zipped
from wherein.documents.building.numerals import numeral
from wherein.documents.isolation.isolated import parse_safely
from wherein.documents.isolation.looks import READ, Looks, Picture, Run, laid_upon
from wherein.documents.isolation.looks_child import looks_read
from wherein.documents.source import Source


def png(width: int = 3, height: int = 2) -> bytes:
    """A grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    rows = b"".join(b"\0" + b"\x80" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


PNG = png()
ADDRESS = "data:image/png;base64," + base64.b64encode(PNG).decode()


def looked(data: bytes, name: str) -> tuple[str, Looks]:
    source = Source(data, name, f"/{name}")
    document = parse_safely(source)
    assert document.kind in READ
    return document.text, laid_upon(document.text, looks_read(source, document.kind))


def shown(text: str, looks: Looks) -> list[tuple[str, str, str]]:
    return [(mark.kind, text[mark.start : mark.end], mark.target) for mark in looks.marks]


def test_items_of_numbered_lists_have_the_numbers_of_the_file() -> None:
    text, looks = looked(b"<ol start=3><li>Cross</li></ol>", "knots.html")
    assert (text, shown(text, looks)) == ("3. Cross", [])
    text, looks = looked(b"# T\n\n7. seven\n8. *eight*\n\n- bullet\n", "list.md")
    assert text == "T\n\n7. seven\n8. eight\nbullet"
    assert shown(text, looks) == [("emphasis", "eight", "")]


@pytest.mark.parametrize(
    ("number", "form", "expected"),
    [
        (1, "decimal", "1"),
        (-2, "lowerLetter", "-2"),
        (26, "lowerLetter", "z"),
        (27, "upperLetter", "AA"),
        (703, "lowerLetter", "aaa"),
        (1994, "lowerRoman", "mcmxciv"),
        (4000, "upperRoman", "4000"),
        (7, "decimalZero", "07"),
        (7, "chineseCounting", "7"),
    ],
)
def test_numerals(number: int, form: str, expected: str) -> None:
    assert numeral(number, form) == expected


def test_a_web_page() -> None:
    page = f"""<title>T</title><body><h1>Ferries</h1><p hidden>The <b>old</b> price.</p>
    <p>The <b>new\n price</b> is <em>240 <strong>kroner</strong></em>, see
    <a href="https://example.org/f?a=1&amp;b=2">the <i>list</i></a>.</p>
    <p><img alt="A  ferry" src="{ADDRESS}"> Run <code>ferry --now</code>.</p>
    <p><img src="https://example.org/tracker.png"><a href="javascript:alert(1)">bad</a>
    <a href="/relative">near</a><img src="data:image/svg+xml;base64,PHN2Zz4="></p>
    <p>The 😀 <b>end</b>.</p>"""
    text, looks = looked(page.encode(), "page.html")
    assert shown(text, looks) == [
        ("strong", "new price", ""),
        ("emphasis", "240 kroner", ""),
        ("strong", "kroner", ""),
        ("link", "the list", "https://example.org/f?a=1&b=2"),
        ("emphasis", "list", ""),
        ("code", "ferry --now", ""),
        ("strong", "end", ""),
    ]
    ((at, picture),) = looks.pictures
    assert text[:at].endswith("the list.")
    assert (picture.alt, picture.data, picture.media_type) == ("A ferry", PNG, "image/png")


def test_markdown() -> None:
    note = (
        "---\ntitle: T\n---\n# The *new* ferry\n\n- **240 kroner** and `x < y`\n\n"
        f"See <https://example.org> or [here](https://example.org/a 'Title').\n\n![A ferry]({ADDRESS})\n\nEnd.\n"
    )
    text, looks = looked(note.encode(), "note.md")
    assert shown(text, looks) == [
        ("emphasis", "new", ""),
        ("strong", "240 kroner", ""),
        ("code", "x < y", ""),
        ("link", "https://example.org", "https://example.org"),
        ("link", "here", "https://example.org/a"),
    ]
    assert [picture.alt for _, picture in looks.pictures] == ["A ferry"]


def test_a_word_document() -> None:
    import docx
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    document = docx.Document()
    paragraph = document.add_paragraph("The price is ")
    paragraph.add_run("240 ").bold = True
    paragraph.add_run("kroner").bold = True
    paragraph.add_run(" a ")
    paragraph.add_run("head").italic = True
    link = OxmlElement("w:hyperlink")
    target = document.part.relate_to(
        "https://example.org/", RELATIONSHIP_TYPE.HYPERLINK, is_external=True
    )
    link.set(qn("r:id"), target)
    run = OxmlElement("w:r")
    words = OxmlElement("w:t")
    words.text = "prices"
    run.append(words)
    link.append(run)
    paragraph._p.append(link)
    document.add_picture(io.BytesIO(PNG))
    document.add_paragraph("The end.")
    saved = io.BytesIO()
    document.save(saved)
    text, looks = looked(saved.getvalue(), "a.docx")
    assert shown(text, looks) == [
        ("strong", "240 kroner", ""),
        ("emphasis", "head", ""),
        ("link", "prices", "https://example.org/"),
    ]
    ((at, picture),) = looks.pictures
    assert picture.data == PNG
    assert text[at:].strip() == "The end."


def test_a_book() -> None:
    import zipfile

    made = epub(["The ferry costs 240 kroner.", "PICTURE", "It leaves at nine."])
    members = {}
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        for name in archive.namelist():
            members[name] = archive.read(name)
    page = next(name for name, data in members.items() if b"PICTURE" in data)
    members[page] = members[page].replace(
        b"PICTURE", b"<b>PICTURE</b><img src='i/p.png' alt='A ferry'/><img src='../../etc/x'/>"
    )
    members[page.rpartition("/")[0] + ("/" if "/" in page else "") + "i/p.png"] = PNG
    text, looks = looked(zipped(members), "a.epub")
    assert shown(text, looks) == [("strong", "PICTURE", "")]
    ((at, picture),) = looks.pictures
    assert picture.data == PNG
    assert text[:at].endswith("PICTURE")


@pytest.mark.parametrize(
    "data", [b"", b"<svg onload=alert(1)>", b"GIF", b"BM" + bytes(50), b"<html>"]
)
def test_only_pictures_are_pictures(data: bytes) -> None:
    assert Picture(data).media_type is None


def test_what_does_not_fit_is_left_out() -> None:
    looks = laid_upon(
        "one two two three",
        [
            Run("One", ("strong",)),
            Run("two"),
            Run("two", ("strong",)),
            Run("no", ("code",)),
            Run("three", ("emphasis",)),
        ],
    )
    assert [(mark.start, mark.end) for mark in looks.marks] == [(8, 11), (12, 17)]

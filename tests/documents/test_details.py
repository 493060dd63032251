"""Dates, encodings, languages, kinds and the smaller things that formats state."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pptx.util import Inches

from tests.documents import made
from wherein.answering.library.sources import SourceParser
from wherein.core.document import Dates, Document
from wherein.core.errors import UnsupportedFormat
from wherein.documents.building.dates import from_any, from_mail, from_pdf
from wherein.documents.building.decode import decode
from wherein.documents.building.language import detect
from wherein.documents.formats import FORMATS, supported_suffixes
from wherein.documents.isolation.isolated import parse_safely
from wherein.documents.isolation.wire import (
    document_from,
    document_message,
    read_message,
    write_message,
)
from wherein.documents.kind import kind_of
from wherein.documents.parse import parse
from wherein.documents.source import Source


def read(data: bytes, name: str) -> Document:
    return parse(Source(data, name, f"/tmp/{name}"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D:20040229123456+02'00'", "2004-02-29T12:34:56+02:00"),
        ("D:20040229123456Z", "2004-02-29T12:34:56Z"),
        ("20040229", "2004-02-29"),
        ("D:2004", "2004"),
        ("D:20041399", None),
        ("last week", None),
        (None, None),
    ],
)
def test_pdf_dates(text: str | None, expected: str | None) -> None:
    assert from_pdf(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-05-01", "2024-05-01"),
        ("2024-05", "2024-05"),
        ("2024-13-01", None),
        ("2024-05-01T10:00:00.123Z", "2024-05-01T10:00:00Z"),
        ("Tue, 01 Jul 2003 10:52:37 +0200", "2003-07-01T10:52:37+02:00"),
        ("01/02/03", None),
        ("", None),
    ],
)
def test_other_dates(text: str, expected: str | None) -> None:
    assert from_any(text) == expected
    assert from_mail("no date") is None


FRENCH = (
    "Les élèves étaient déjà à la fenêtre, et le maître n'était pas encore là. Où est-il passé ?"
)
CZECH = "Žluťoučký kůň se pásl na louce a když přišel večer, byl už tak unavený, že usnul u řeky."
RUSSIAN = "Это было давно, когда он ещё жил в деревне и каждый день ходил на реку с братом."


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (FRENCH, "cp1252"), (FRENCH, "iso8859-15"), (CZECH, "cp1250"), (CZECH, "iso8859-2"),
        (RUSSIAN, "cp1251"), (RUSSIAN, "koi8-r"), (FRENCH, "utf-16"), (FRENCH, "utf-16-be"),
        ("Plain words in sixteen bits each.", "utf-16-le"), (CZECH, "utf-8-sig"),
        (RUSSIAN, "utf-32"), ("日本語の文章です。今日は天気がいいですね。" * 4, "shift_jis"),
        ("日本語の文章です。今日は天気がいいですね。" * 4, "iso2022_jp"),
        ("今天天气很好，我们一起去公园散步吧。" * 4, "gb18030"),
    ],
)  # fmt: skip
def test_undeclared_encodings(text: str, codec: str) -> None:
    assert decode((text * 3).encode(codec)) == text * 3


@pytest.mark.parametrize(
    ("label", "codec"), [("iso-8859-1", "cp1252"), ("gb2312", "gb18030"), ("x-sjis", "cp932")]
)
def test_labels_mean_what_browsers_take_them_for(label: str, codec: str) -> None:
    text = {"cp1252": "“quotes” and – dashes", "gb18030": "镕基", "cp932": "①②高橋"}[codec]
    assert decode(text.encode(codec), label) == text


@given(st.binary(max_size=200))
def test_decoding_never_fails(data: bytes) -> None:
    decode(data)
    decode(data, "utf-8")
    decode(data, "rot13")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The keeper climbed the tower and when he came to the lamp he saw that it was out.", "en"),
        (FRENCH, "fr"), (CZECH, "cs"), (RUSSIAN, "ru"),
        ("Der Wärter stieg auf den Turm, und als er zu der Lampe kam, war sie aus.", "de"),
        ("El guardián subió a la torre y cuando llegó a la lámpara vio que no había luz.", "es"),
        ("灯台守は塔に登り、ランプが消えているのを見た。", "ja"),
        ("看守人登上灯塔，发现灯已经灭了。", "zh"),
        ("등대지기는 탑에 올라가 등불이 꺼진 것을 보았다.", "ko"),
        ("صعد الحارس إلى البرج وعندما وصل إلى المصباح رأى أنه قد انطفأ في الليل من دون سبب.", "ar"),
        ("Ο φύλακας ανέβηκε στον πύργο και είδε ότι η λάμπα είχε σβήσει.", "el"),
        ("12 34 56", None), ("", None), ("Zanzibar", None),
    ],
)  # fmt: skip
def test_languages(text: str, code: str | None) -> None:
    assert detect(text) == code


@pytest.mark.parametrize(
    "line",
    [
        "Rossi; Via di Porta 4; la Casa",
        "Maria de la Cruz; Calle de Alcala",
        "Article no. 4; A4; EN-501; white; DE-20",
    ],
)
def test_a_list_of_names_is_in_no_language(line: str) -> None:
    assert detect("Name; Street\n" + "\n".join(f"{line}; {row}" for row in range(30))) is None


@pytest.mark.parametrize(
    "text",
    [
        "Room\tPer hour\tPer day\nGround floor\nHall\t40\t220\nKitchen\t15\t80\nStudio\t25\t130",
        "\n".join(f"{n:02}:00 DOOR door {n} is open, car in lift over limit" for n in range(20)),
        "\n".join(f"24-{n:04}\tshipped\town van\tover the limit, till day {n}" for n in range(20)),
    ],
    ids=["price list", "log of a lift", "orders"],
)
def test_english_words_that_other_languages_have_make_no_text_foreign(text: str) -> None:
    assert detect(text) in ("en", None)


def test_a_declared_language_helps_only_where_the_text_is_undecided() -> None:
    assert detect("Zanzibar", declared="de") == "de"
    assert detect(FRENCH, declared="en") == "fr"


@pytest.mark.parametrize(
    ("data", "name", "media_type", "kind"),
    [
        (b"<!DOCTYPE html><p>x", "page", None, "html"),
        (b"<p>x</p>", "page", "text/html; charset=utf-8", "html"),
        (b"# x", "a.md", "text/plain", "markdown"),
        (b"<html>", "a.txt", None, "text"),
        (b"From: a@b\r\nSubject: x\r\nDate: y\r\n\r\nHello", "mail", None, "eml"),
        (b"Note: one\nTask: two\n\nHello", "note", None, "text"),
        (b"junk\n%PDF-1.7\n", "download", None, "pdf"),
        (b"{\\rtf1 x}", "a.doc", None, "rtf"),
        (b"<p>x</p>", "https://example.org", "text/html", "html"),
        (b"<p>x</p>", "https://example.org/notes.txt?a=b.c", None, "text"),
        (b"# x", "https://example.org/a.md?raw=1", "text/plain", "markdown"),
        (b"<p>x</p>", "https://example.org/a.tex", "text/html; charset=utf-8", "html"),
    ],
)
def test_kinds(data: bytes, name: str, media_type: str | None, kind: str) -> None:
    assert kind_of(data, name, media_type) == kind


@pytest.mark.parametrize("name", ["old.mbox", "mail.txt", "inbox"])
def test_a_mailbox_of_several_mails_is_refused(name: str) -> None:
    mails = (
        b"From ada@b.c Mon Jun 01 04:28:28 2009\nFrom: Ada <ada@b.c>\nSubject: x\n\nHello\n\n" * 2
    )
    with pytest.raises(UnsupportedFormat, match="mailbox"):
        kind_of(mails, name)
    letter = b"From Bergen at 10:30 we sailed.\nFrom there we went on.\n"
    assert kind_of(letter, name) == "text"


@pytest.mark.parametrize(
    ("address", "media_type", "kind"),
    [
        ("https://example.org", "text/html; charset=utf-8", "html"),
        ("https://example.org/a.md?raw=1", "text/plain", "markdown"),
    ],
)
def test_the_format_of_a_fetched_page_comes_from_its_whole_address(
    address: str, media_type: str, kind: str
) -> None:
    source = SourceParser(private=False, addresses=True).given(
        b"<p># A heading of some words</p>", address, media_type
    )
    assert parse(source).kind == kind
    assert parse_safely(source).kind == kind


def test_each_suffix_and_media_type_belongs_to_one_format() -> None:
    named = [name for form in FORMATS.values() for name in (*form.suffixes, *form.media_types)]
    assert len(named) == len(set(named))


def test_standard_input_has_an_id_and_a_title() -> None:
    document = parse(Source(b"Some words.", "-", "-"))
    assert (document.source, document.title) == ("-", "Standard input")
    assert document.id == document.content_hash[:16]


def test_suffixes() -> None:
    assert {".pdf", ".md", ".html", ".docx"} <= supported_suffixes()
    assert ".doc" not in supported_suffixes()


def test_declared_charset_of_the_server_counts() -> None:
    data = "<p>Это было давно.</p>".encode("koi8-r")
    document = parse(Source(data, "x", "https://x", media_type="text/html; charset=koi8-r"))
    assert document.text == "Это было давно."


def test_dates_and_titles_that_formats_state() -> None:
    page = (
        b'<title>Lamps</title><meta property="article:published_time" content="2020-01-02">'
        b'<script type="application/ld+json">{"@graph":[{"dateModified":"2021-03-04"}]}</script>'
        b"<p>Text."
    )
    assert read(page, "a.html").dates == Dates(None, "2021-03-04", "2020-01-02")
    book = read(made.epub(["Text."]), "a.epub")
    assert (book.title, book.dates.published) == ("Made book", "2020-02-03")
    mail = read(made.mail(["Text."]), "a.eml")
    assert (mail.title, mail.dates.created) == (made.HEADING, "2003-07-01T10:52:37+02:00")
    assert read(made.mhtml(["Text."]), "a.mhtml").dates.created == "2003-07-01T10:52:37+02:00"


def test_an_office_file_that_states_no_date_has_none() -> None:
    book = openpyxl.load_workbook(io.BytesIO(made.sheets(["x"])))
    buffer = io.BytesIO()
    book.save(buffer)
    stripped = io.BytesIO()
    with zipfile.ZipFile(buffer) as old, zipfile.ZipFile(stripped, "w") as new:
        for name in old.namelist():
            if not name.startswith("docProps/"):
                data = old.read(name)
                if name == "_rels/.rels":
                    data = data.replace(b"docProps/core.xml", b"docProps/none.xml")
                new.writestr(name, data)
    assert read(stripped.getvalue(), "a.xlsx").dates == Dates()


def test_sheets_have_headers_and_pages() -> None:
    book = openpyxl.Workbook()
    first = book.active
    assert first is not None
    first.title = "Tides"
    first.append(["Port", "Spring", "Share"])
    first.append(["Brest", 6.1, 0.25])
    first["C2"].number_format = "0.0%"
    book.create_sheet("Empty")
    book.create_sheet("Notes").append(["Only text"])
    hidden = book.create_sheet("Hidden")
    hidden.append(["no"])
    hidden.sheet_state = "hidden"
    buffer = io.BytesIO()
    book.save(buffer)
    document = read(buffer.getvalue(), "a.xlsx")
    assert document.text == "Tides\n\nPort\tSpring\tShare\nBrest\t6.1\t25.0%\n\nNotes\n\nOnly text"
    cell = document.blocks[-3]
    assert (cell.row, cell.column, cell.span.of(document.text)) == ("Brest", "Share", "25.0%")
    assert [page.number for page in document.pages] == [1, 2, 3]
    assert document.pages[0].boxes is None


def test_slides_have_tables_notes_and_pages() -> None:
    deck = pptx.Presentation()
    for number in (1, 2):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number}"
        slide.placeholders[1].text = "first\nsecond"
        slide.notes_slide.notes_text_frame.text = f"Note {number}."
    table = slide.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(4), Inches(1)).table
    for index, text in enumerate(("Port", "Metres", "Brest", "6.1")):
        table.cell(index // 2, index % 2).text = text
    buffer = io.BytesIO()
    deck.save(buffer)
    document = read(buffer.getvalue(), "a.pptx")
    assert document.text == (
        "Slide 1\n\nfirst\nsecond\n\nNote 1.\n\n"
        "Slide 2\n\nfirst\nsecond\n\nPort\tMetres\nBrest\t6.1\n\nNote 2."
    )
    assert [page.number for page in document.pages] == [1, 2]
    assert next(b for b in document.blocks if b.span.of(document.text) == "6.1").column == "Metres"


def test_rtf_has_cells_lists_and_a_title() -> None:
    source = (
        r"{\rtf1\ansi\ansicpg1252{\info{\title Harbours}}"
        r"\pard\outlinelevel1 Ports\par\pard\ls1 one\par\pard\ls1 two\par"
        r"\trowd\trhdr\cellx100\cellx200 Port\cell Metres\cell\row"
        r"\trowd\cellx100\cellx200 Br|est\cell 6.1\cell\row\pard End \'e9.\par}"
    )
    document = read(source.encode("ascii"), "a.rtf")
    assert document.title == "Harbours"
    assert document.text == "Ports\n\none\ntwo\n\nPort\tMetres\nBr|est\t6.1\n\nEnd é."
    assert document.blocks[0].level == 2
    assert document.blocks[-2].column == "Metres"


def test_attachments_are_named_and_not_read() -> None:
    message = (
        b"Subject: Plans\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n"
        b"--x\r\nContent-Type: text/html\r\n\r\n<p>See <b>this</b>.</p><p hidden>no</p>\r\n--x\r\n"
        b"Content-Type: text/plain\r\nContent-Disposition: attachment; filename=plan.txt\r\n\r\n"
        b"secret\r\n--x--\r\n"
    )
    assert read(message, "a.eml").text == "Subject: Plans\n\nSee this.\n\nAttachment: plan.txt"


def test_a_document_survives_the_wire() -> None:
    document = read(made.pdf(["Ab one", "Ab two"]), "a.pdf")
    stream = io.BytesIO()
    write_message(stream, *document_message(document))
    stream.seek(0)
    message = read_message(stream)
    assert message is not None
    assert document_from(*message) == document
    assert read_message(stream) is None
    with pytest.raises(EOFError):
        read_message(io.BytesIO(stream.getvalue()[:-3]))


def test_long_runs_without_blank_lines_are_cut() -> None:
    unwrapped = "\n".join(f"Paragraph {number} " + "is long. " * 20 for number in range(40))
    document = read(unwrapped.encode(), "a.txt")
    assert document.text == unwrapped
    assert len(document.blocks) == 40
    line = "word " * 14 + "and\n"
    wrapped = (line * 3 + "the end.\n") * 20
    blocks = read(wrapped.encode(), "a.txt").blocks
    assert len(blocks) == 20
    assert all(block.span.of(wrapped).endswith("the end.") for block in blocks)
    assert all(block.span.of(wrapped).startswith("word") for block in blocks)

"""Parts of files that libraries read in quadratic time are bounded, and deep nesting is called so."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile

import pytest

from tests.documents.made import MAKERS
from tests.documents.raw_pdf import nested_forms, shared_content
from wherein.core.errors import ParseError, SourceTooLarge
from wherein.documents.building.dates import from_mail
from wherein.documents.html.html_tree import MOST_ATTRIBUTES, parse_html
from wherein.documents.parse import parse
from wherein.documents.source import Source

PARAGRAPHS = ["A heading", "It is here."]


def test_a_tag_with_too_many_attributes_is_refused() -> None:
    many = " ".join(f"a{k}=1" for k in range(MOST_ATTRIBUTES + 1))
    with pytest.raises(SourceTooLarge, match="attributes"):
        parse_html(f"<p {many}>x")


def test_words_in_one_attribute_and_in_scripts_are_no_attributes() -> None:
    words = "some words " * MOST_ATTRIBUTES
    page = parse_html(f"<script>if (a <b {words}) c;</script><p title='{words}'>It is.</p>")
    assert page.text().endswith("It is.")


def test_a_very_long_date_of_a_mail_is_no_date() -> None:
    assert from_mail("(" * 100_000) is None
    assert from_mail("Tue, 1 Jul 2003 10:52:37 +0200") == "2003-07-01T10:52:37+02:00"


def test_a_font_table_longer_than_any_leaves_the_text() -> None:
    fonts = "".join(f"{{\\f{k} F{k};}}" for k in range(20_000))
    data = ("{\\rtf1\\ansi{\\fonttbl" + fonts + "}\\pard It is here.\\par}").encode()
    assert parse(Source(data, "a.rtf", "/a.rtf")).text == "It is here."


@pytest.mark.parametrize(
    ("kind", "member", "element"),
    [("docx", "word/document.xml", "w:p"), ("pptx", "ppt/slides/slide1.xml", "p:sp")],
)
def test_deep_xml_is_called_nested_and_not_damaged(kind: str, member: str, element: str) -> None:
    name, make = MAKERS[kind]
    whole = make(PARAGRAPHS)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(out, "w") as new:
        for each in old.namelist():
            data = old.read(each)
            if each == member:
                opened, closed = f"<{element}>".encode(), f"</{element}>".encode()
                at = data.index(opened)
                data = data[:at] + opened * 400 + closed * 400 + data[at:]
            new.writestr(each, data)
    with pytest.raises(ParseError, match="nested too deeply"):
        parse(Source(out.getvalue(), name, f"/{name}"))


def test_pages_of_a_pdf_that_share_their_text_are_counted_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wherein.documents.pdf.pdf.MOST_PIECE_PAIRS", 3 * 50**2)
    whole = shared_content(pages=3, pieces=50)
    assert len(parse(Source(whole, "a.pdf", "/a.pdf")).pages) == 3
    with pytest.raises(SourceTooLarge, match="first 4 pages in too many pieces"):
        parse(Source(shared_content(pages=60, pieces=50), "a.pdf", "/a.pdf"))


_PARSED = """
import resource, sys
from wherein.core.errors import ParserKilled
from wherein.documents.isolation.isolated import parse_safely
from wherein.documents.source import Source
try:
    parse_safely(Source(sys.stdin.buffer.read(), "forms.pdf", "/forms.pdf"))
except ParserKilled as error:
    print(error.what)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def test_two_kilobytes_of_pdf_do_not_take_gigabytes() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _PARSED], input=nested_forms(6, 10), stdout=subprocess.PIPE
    )
    sentence, peak_kb = ended.stdout.decode().splitlines()
    assert sentence.startswith("The parser failed on forms.pdf: the file is damaged or needs too")
    assert int(peak_kb) < 700_000

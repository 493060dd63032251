"""Files that can't be read: each is refused with the error of its kind and a next step."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.clock import GIVE_UP_SECONDS
from tests.documents import made
from tests.documents.locked_pdf import locked_pdf
from tests.documents.pdf_writer import Text, pdf_bytes
from wherein.core.errors import (
    EncryptedDocument,
    NoText,
    ParseError,
    SourceError,
    SourceForbidden,
    SourceNotFound,
    SourceTooLarge,
    UnsupportedFormat,
    WhereinError,
)
from wherein.documents.isolation.isolated import parse_isolated
from wherein.documents.page_lines.recognition import how_to_install
from wherein.documents.parse import parse
from wherein.documents.plain.long_text import long_text
from wherein.documents.source import Source, document_id, read_source


def refused(data: bytes, name: str, error: type[WhereinError]) -> WhereinError:
    with pytest.raises(error) as caught:
        parse(Source(data, name, f"/tmp/{name}"))
    assert caught.value.what.endswith(".")
    # A command to copy has no full stop behind it.
    assert caught.value.next_step.endswith((".", how_to_install()))
    assert "\n" not in caught.value.what + caught.value.next_step
    return caught.value


def encrypted_pdf() -> bytes:
    """A PDF whose standard security handler accepts no empty password (its hashes are noise)."""
    data = pdf_bytes([[Text(72, 700, "Secret")]])
    encrypt = (
        b"<</Filter/Standard/V 1/R 2/Length 40/P -44/O<"
        + b"41" * 32
        + b">/U<"
        + b"42" * 32
        + b">>>"
    )
    return data.replace(b"/Root 1 0 R", b"/Root 1 0 R/ID[<00><00>]/Encrypt " + encrypt)


@pytest.mark.parametrize(
    ("data", "name", "error"),
    [
        (b"", "empty.pdf", NoText),
        (b"\xef\xbb\xbf", "mark.txt", NoText),
        ("\u200b \u00ad\n".encode(), "invisible.txt", NoText),
        (os.urandom(4096), "noise.bin", UnsupportedFormat),
        (os.urandom(4096), "noise.txt", UnsupportedFormat),
        (os.urandom(4096), "noise.docx", ParseError),
        (b"\x7fELF" + bytes(200), "a.out", UnsupportedFormat),
        (pdf_bytes([[]]), "scan.pdf", NoText),
        (encrypted_pdf(), "secret.pdf", EncryptedDocument),
        (made.pdf(["x y"])[:300], "cut.pdf", ParseError),
        (made.word(["x"])[:2000], "cut.docx", ParseError),
        (made.zipped({"a.txt": b"x"}), "a.zip", UnsupportedFormat),
        (made.zipped({"word/document.xml": b"<w"}), "broken.docx", ParseError),
        (made.zipped({"ppt/x.xml": b"<p/>"}), "broken.pptx", ParseError),
        (made.zipped({"xl/x.xml": b"<p/>"}), "broken.xlsx", ParseError),
        (made.zipped({"META-INF/container.xml": b"<x/>"}), "broken.epub", ParseError),
        (b"{\\rtf1 }", "nothing.rtf", NoText),
    ],
)
def test_refused(data: bytes, name: str, error: type[WhereinError]) -> None:
    assert name in refused(data, name, error).what


def test_a_password_opens_what_is_locked_by_it() -> None:
    data = locked_pdf("The vault holds 40 coins.", "sesame")
    opened = parse_isolated(Source(data, "v.pdf", "/tmp/v.pdf", password="sesame"))
    assert opened.text == "The vault holds 40 coins."
    assert "--password" in refused(data, "v.pdf", EncryptedDocument).next_step
    with pytest.raises(EncryptedDocument, match="not the password"):
        parse(Source(data, "v.pdf", "/tmp/v.pdf", password="Sesame"))


@pytest.mark.parametrize(
    ("data", "name", "word"),
    [
        (b"<html><title>T</title><img src=a.png>", "a.html", "OCR"),
        (b"<html><body><script>draw()</script>", "a.html", "script"),
        (b"<html><body><p> </p>", "a.html", "no text"),
    ],
)
def test_a_page_without_text_says_what_it_has_instead(data: bytes, name: str, word: str) -> None:
    assert word in str(refused(data, name, NoText))


def test_a_scan_says_that_it_needs_ocr() -> None:
    assert "OCR" in refused(pdf_bytes([[], []]), "scan.pdf", NoText).next_step


@pytest.mark.parametrize(("suffix", "stream", "word"), [
    (".doc", "WordDocument", "DOCX"), (".xls", "Workbook", "XLSX"),
    (".ppt", "PowerPoint Document", "PPTX"),
])  # fmt: skip
def test_old_office_files_say_what_to_convert_them_to(suffix: str, stream: str, word: str) -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + stream.encode("utf-16-le")
    for name in (f"old{suffix}", "misnamed.bin"):
        assert word in refused(data, name, UnsupportedFormat).next_step


def test_an_encrypted_office_file_is_not_taken_for_an_old_one() -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")
    refused(data, "secret.docx", EncryptedDocument)


def test_a_zip_bomb_is_not_unpacked() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", bytes(40_000_000))
    refused(buffer.getvalue(), "bomb.docx", SourceTooLarge)


def test_a_zip_that_lies_about_its_sizes_gives_no_more_than_it_says() -> None:
    data = bytearray(made.zipped({"word/document.xml": bytes(1_000_000)}))
    directory = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, directory + 24, 10)
    refused(bytes(data), "liar.docx", ParseError)


def test_a_book_whose_spine_names_a_page_a_thousand_times_has_it_once() -> None:
    page = b"<html><body><p>The ferry costs 240 kroner.</p></body></html>"
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine>'
        + '<itemref idref="a"/>' * 1_000
        + "</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="a.opf"/></rootfiles></container>'
    )
    data = made.zipped(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": container.encode(),
            "a.opf": package.encode(),
            "a.xhtml": page,
        }
    )
    assert parse(Source(data, "a.epub", "/tmp/a.epub")).text == "The ferry costs 240 kroner."


def test_too_many_members() -> None:
    members = {f"word/{index}": b"" for index in range(20_001)}
    refused(made.zipped(members), "many.docx", SourceTooLarge)


BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    b'<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>'
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    ("name", "member"),
    [("a.docx", "word/document.xml"), ("a.xlsx", "xl/workbook.xml"),
     ("a.pptx", "ppt/presentation.xml"), ("a.odt", "content.xml"),
     ("a.epub", "META-INF/container.xml")],
)  # fmt: skip
def test_xml_entities_are_refused(name: str, member: str, encoding: str) -> None:
    xml = BOMB.decode().encode(encoding)
    members = {member: xml}
    if name.endswith("odt"):
        members = {"mimetype": b"application/vnd.oasis.opendocument.text", **members}
    error = refused(made.zipped(members), name, ParseError)
    assert "entities" in error.what


def test_entities_far_down_are_refused_too() -> None:
    xml = BOMB.replace(b"<!DOCTYPE", b"<!-- " + b"x" * 70_000 + b" --><!DOCTYPE")
    refused(made.zipped({"word/document.xml": xml}), "a.docx", ParseError)


def test_external_entities_read_no_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("TOPSECRET")
    xml = f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{secret}">]><x>&e;</x>'.encode()
    refused(made.zipped({"word/document.xml": xml}), "a.docx", ParseError)


def test_deeply_nested_markup_is_read() -> None:
    page = b"<div>" * 20_000 + b"<p>Deep down.</p>"
    document = parse(Source(page, "deep.html", "/tmp/deep.html"))
    assert document.text == "Deep down."


def test_wrong_declarations_do_not_matter() -> None:
    page = "<meta charset=utf-8><p>Le café était fermé à l'été, hélas, et les élèves sont là.</p>"
    document = parse(Source(page.encode("cp1252"), "a.html", "/tmp/a.html"))
    assert "café était fermé à l'été" in document.text


# -- sources -------------------------------------------------------------------------------------


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound):
        read_source(tmp_path / "gone.txt")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="folder"):
        read_source(tmp_path)


def test_a_file_over_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_bytes(b"x" * 11)
    with pytest.raises(SourceTooLarge):
        read_source(path, largest_bytes=10)
    assert read_source(path, largest_bytes=11) == b"x" * 11


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "closed.txt"
    path.write_text("x")
    path.chmod(0)
    with pytest.raises(SourceForbidden):
        read_source(path)


def test_a_permission_error_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", closed)
    with pytest.raises(SourceForbidden):
        read_source(tmp_path / "closed.txt")


def test_a_file_that_vanishes_or_shrinks_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "shrinking.txt"
    path.write_bytes(b"x" * 100)
    whole = os.stat_result

    real = os.fstat

    def larger(descriptor: int) -> os.stat_result:
        status = list(real(descriptor))
        status[6] = 200
        return whole(status)

    monkeypatch.setattr(os, "fstat", larger)
    with pytest.raises(SourceError, match="cut short"):
        read_source(path)


def test_a_pipe_is_no_document(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="regular"):
        read_source(Path("/dev/null"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="This system has no named pipes.")
def test_a_named_pipe_is_refused_at_once(tmp_path: Path) -> None:
    """Nobody writes to it: to open it the ordinary way waits for ever."""
    os.mkfifo(tmp_path / "pipe.txt")
    code = "import sys; from pathlib import Path; from wherein.documents.source import read_source; read_source(Path(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "pipe.txt"],
        capture_output=True,
        text=True,
        timeout=GIVE_UP_SECONDS,
    )
    assert "is not a regular file" in done.stderr


def test_ids_follow_the_place_and_not_the_content(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("x")
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    assert document_id(str(path)) == document_id(str(link)) == document_id(f"{tmp_path}/./a.txt")
    assert document_id("https://example.org/a") != document_id("https://example.org/b")
    assert document_id("-", b"x") != document_id("-", b"y")
    with pytest.raises(ValueError, match="content"):
        document_id("-")


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="this system has no such opening")
@pytest.mark.parametrize("part", ["folder", "file"])
def test_a_link_put_in_the_way_is_not_followed(tmp_path: Path, part: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.txt").write_text("a secret")
    inside = tmp_path / "inside"
    if part == "folder":
        inside.symlink_to(outside)
    else:
        inside.mkdir()
        (inside / "a.txt").symlink_to(outside / "a.txt")
    assert read_source(inside / "a.txt") == b"a secret"
    with pytest.raises(SourceError):
        read_source(inside / "a.txt", links=False)
    assert long_text(str(inside / "a.txt"), shortest_bytes=1) is None
    assert read_source(outside / "a.txt", links=False) == b"a secret"

"""Detects the format of a file by content, then name, then media type. Parses nothing."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePath
from urllib.parse import urlsplit

from wherein.core.errors import EncryptedDocument, NoText, ParseError, UnsupportedFormat
from wherein.documents.building.decode import looks_binary
from wherein.documents.formats import FORMATS

_MEDIA_TYPES = {media: kind for kind, form in FORMATS.items() for media in form.media_types}
_SUFFIXES = {suffix: kind for kind, form in FORMATS.items() for suffix in form.suffixes}

_CONVERT = {
    ".doc": ("an old Word file", "Save it as DOCX in Word or LibreOffice and give that."),
    ".dot": ("an old Word file", "Save it as DOCX in Word or LibreOffice and give that."),
    ".xls": ("an old Excel file", "Save it as XLSX in Excel or LibreOffice and give that."),
    ".ppt": (
        "an old PowerPoint file",
        "Save it as PPTX in PowerPoint or LibreOffice and give that.",
    ),
    ".pages": ("a Pages file", "Export it as DOCX or PDF and give that."),
    ".numbers": ("a Numbers file", "Export it as XLSX or PDF and give that."),
    ".key": ("a Keynote file", "Export it as PPTX or PDF and give that."),
    ".odp": ("an OpenDocument presentation", "Save it as PPTX or PDF and give that."),
    ".mobi": ("a Kindle book", "Convert it to EPUB and give that."),
    ".azw3": ("a Kindle book", "Convert it to EPUB and give that."),
    ".djvu": ("a DjVu file", "Convert it to PDF with a text layer and give that."),
    ".ps": ("a PostScript file", "Convert it to PDF (ps2pdf) and give that."),
}
_OCR = "Run text recognition (OCR) on it and give the result as PDF or text."
_MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (b"\x89PNG\r\n", "a picture (PNG)", _OCR),
    (b"\xff\xd8\xff", "a picture (JPEG)", _OCR),
    (b"GIF8", "a picture (GIF)", _OCR),
    (b"II*\0", "a picture (TIFF)", _OCR),
    (b"MM\0*", "a picture (TIFF)", _OCR),
    (b"BM", "a picture (BMP)", _OCR),
    (b"\x1f\x8b", "a gzip archive", "Unpack it and give the files in it."),
    (b"BZh", "a bzip2 archive", "Unpack it and give the files in it."),
    (b"\xfd7zXZ\0", "an xz archive", "Unpack it and give the files in it."),
    (b"7z\xbc\xaf'\x1c", "a 7-Zip archive", "Unpack it and give the files in it."),
    (b"Rar!\x1a", "a RAR archive", "Unpack it and give the files in it."),
    (b"\x7fELF", "a program", "Give a document with text in it."),
    (b"SQLite format 3\0", "a database", "Export what you need as text and give that."),
    (b"ID3", "a sound file", "Give its transcript as text."),
    (b"OggS", "a sound file", "Give its transcript as text."),
    (b"AT&TFORM", *_CONVERT[".djvu"]),
    (b"%!PS", *_CONVERT[".ps"]),
)
_TEXT_STARTS = (
    (b"BEGIN:VCALENDAR", "calendar"), (b"BEGIN:VCARD", "contacts"), (b"WEBVTT", "subtitles"),
)  # fmt: skip
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Each comment ends at its first end, whatever follows: otherwise n comments could be divided in 2^n ways.
_HTML_START = re.compile(
    rb"(?:<\?xml[^>]{0,200}>\s*+)?(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype\s+html|html|head|body|title|meta)\b",
    re.IGNORECASE | re.DOTALL,
)
_MAIL_START = re.compile(
    rb"(?:[A-Za-z][A-Za-z0-9-]{1,60}:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2,}", re.ASCII
)
_MAILBOX_START = re.compile(rb"From [^\r\n]{1,500}\d\d:\d\d[^\r\n]{0,100}\r?\n")
"""The line before each mail of a mailbox (RFC 4155), with who sent it and when."""
_MAIL_FIELD = re.compile(
    rb"^(?:from|received|return-path|message-id|mime-version|subject|snapshot-content-location):",
    re.IGNORECASE | re.MULTILINE,
)

_ROFF_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*+(?:[.'][ \t]*[\\\"A-Za-z]|\.\r?\n|'\\\\\")")
_ROFF_TITLE = re.compile(rb"^[.'][ \t]*(?:TH|Dt|Dd)[ \t]+\S", re.MULTILINE)
_LATEX_START = re.compile(
    rb"^[ \t]*\\(?:documentclass[ \t]*[\[{]|begin[ \t]*\{document\})", re.MULTILINE
)
# The name stands on both sides of the first line, or a long one over the middle; then come a section and its text.
_PRINTED_MANUAL = re.compile(
    rb"[^\r\n]{0,400}\S\(\d[A-Za-z0-9]{0,8}\)[ \t]*\r?\n(?:[ \t]*+\r?\n)++\S[^\r\n]{0,40}\r?\n[ \t]+\S"
)


def kind_of(data: bytes, name: str, media_type: str | None = None) -> str:
    """A key of `FORMATS`. `name` is a file name or an address.

    Raises UnsupportedFormat, or EncryptedDocument for an Office file behind a password.
    """
    is_address = "://" in name
    suffix = PurePath(urlsplit(name).path if is_address else name).suffix.lower()
    media = (media_type or "").split(";")[0].strip().lower()
    head = data[:4096]
    # PDF 32000-1, H.3: readers accept the header anywhere in the first 1024 bytes.
    if b"%PDF-" in head[:1024] and head.lstrip()[:1] != b"<":
        return "pdf"
    if head.startswith(b"{\\rtf"):
        return "rtf"
    if head.startswith(_COMPOUND):
        _refuse_compound(data, name, suffix)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_kind(data, name, suffix)
    for magic, what, next_step in _MAGIC:
        if head.startswith(magic) and (len(magic) > 3 or looks_binary(data)):
            raise UnsupportedFormat(f"{name} is {what}.", next_step)
    if head[:4] == b"RIFF" or head[4:8] == b"ftyp":
        raise UnsupportedFormat(
            f"{name} is a picture, sound or film.", "Give its text or transcript."
        )
    if is_address and media in _MEDIA_TYPES:
        suffix = ""  # a server says what it sends; ".php" or ".org" in an address says nothing
    return _text_kind(data, name, suffix, media)


def _text_kind(data: bytes, name: str, suffix: str, media: str) -> str:
    by_name = _SUFFIXES.get(suffix) or _MEDIA_TYPES.get(media)
    if suffix in _CONVERT:
        what, next_step = _CONVERT[suffix]
        raise UnsupportedFormat(f"{name} is {what}.", next_step)
    if by_name in ("docx", "pptx", "xlsx", "odt", "ods", "epub", "pdf"):
        raise ParseError(
            f"{name} is not a readable {by_name.upper()} file, or only part of one.",
            "Get it again, or open it and save it again.",
        )
    if looks_binary(data):
        raise UnsupportedFormat(
            f"{name} has no format that wherein knows.",
            "Convert it to PDF, DOCX, HTML or text and give that.",
        )
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    mailbox = _MAILBOX_START.match(head)
    if mailbox and _MAIL_START.match(head, mailbox.end()) and by_name in ("text", None):
        raise UnsupportedFormat(
            f"{name} is a mailbox of several mails.", "Save its mails as EML files and give those."
        )
    if _MAIL_START.match(head) and _MAIL_FIELD.search(head):
        if by_name == "mhtml" or re.search(
            rb"^content-type:\s*multipart/related", head, re.IGNORECASE | re.MULTILINE
        ):
            return "mhtml"
        if by_name in (None, "eml") or (by_name == "text" and head.lower().startswith(b"received")):
            return "eml"
    if by_name in ("text", None):
        for start, kind in _TEXT_STARTS:
            if head.upper().startswith(start):
                return kind
        if _is_manual(data[:20_000]):
            return "manual"
        if _LATEX_START.search(data[:20_000]):
            return "latex"
    if by_name is None and head.startswith(b"#!") and b"/" in head[:20]:
        return "code"
    if by_name in ("mhtml", "eml", "rtf", None) and _HTML_START.match(head):
        return "html"
    if by_name == "rtf":
        return "text"
    return by_name or "text"


def _is_manual(head: bytes) -> bool:
    """Whether a text is a manual page: its source, or what `man` prints."""
    if _ROFF_START.match(head) and _ROFF_TITLE.search(head):
        return True
    printed = re.sub(rb"[^\n\x08]\x08", b"", head[:4096]).lstrip(b"\xef\xbb\xbf\r\n \t")
    return _PRINTED_MANUAL.match(printed) is not None


def _zip_kind(data: bytes, name: str, suffix: str) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = set(archive.namelist())
            media = b""
            if "mimetype" in members:
                with archive.open("mimetype") as file:
                    media = file.read(100).strip()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        kind = _SUFFIXES.get(suffix, "zip").upper()
        raise ParseError(
            f"{name} is not a readable {kind} file, or only part of one.",
            "Get it again, or open it and save it again.",
        ) from error
    if not members:
        raise NoText(f"{name} is an empty archive.", "Give a file with text in it.")
    if media == b"application/epub+zip" or "META-INF/container.xml" in members:
        return "epub"
    if media.startswith(b"application/vnd.oasis.opendocument.text"):
        return "odt"
    if media.startswith(b"application/vnd.oasis.opendocument.spreadsheet"):
        return "ods"
    for kind, part in (("docx", "word/"), ("pptx", "ppt/"), ("xlsx", "xl/")):
        if any(member.startswith(part) for member in members):
            return kind
    what, next_step = _CONVERT.get(suffix, ("an archive", "Unpack it and give the files in it."))
    raise UnsupportedFormat(f"{name} is {what}.", next_step)


def _refuse_compound(data: bytes, name: str, suffix: str) -> None:
    """The error for an OLE2 file: an old Office format, or an encrypted new one (MS-OFFCRYPTO 2.1)."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise EncryptedDocument(
            f"{name} is protected by a password.",
            "Open it, save it without the password and give that.",
        )
    for part, old in (("WordDocument", ".doc"), ("Workbook", ".xls"), ("Book", ".xls"),
                      ("PowerPoint Document", ".ppt")):  # fmt: skip
        if part.encode("utf-16-le") in data:
            suffix = old
            break
    what, next_step = _CONVERT.get(suffix, ("an old Office file", "Save it in a newer format."))
    raise UnsupportedFormat(f"{name} is {what}.", next_step)

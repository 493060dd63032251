"""Makes a `Document` of bytes: detects the format and calls that format's parser.

The parser runs in this process; `isolated` runs it in a child process.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import PurePath
from urllib.parse import unquote, urlsplit

from wherein.core.document import Document, main_text_of
from wherein.core.errors import NoText
from wherein.documents.building.canonical import clean, is_visible
from wherein.documents.building.language import detect
from wherein.documents.formats import FORMATS
from wherein.documents.kind import kind_of
from wherein.documents.source import STANDARD_INPUT, Source, document_id, normalised

# Elements of pages, and names of pictures among an archive's members.
_PICTURE = re.compile(
    rb"<(?:img|svg|canvas|picture)\b|\.(?:jpe?g|png|gif|tiff?|emf)", re.IGNORECASE
)
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ufffd]")


def parse(source: Source) -> Document:
    """The document in the source's bytes.

    Raises UnsupportedFormat, EncryptedDocument or NoText; a damaged file is a ParseError.
    """
    if not source.data:
        raise NoText(f"{source.name} is empty.", "Give a file with text in it.")
    kind = kind_of(source.data, source.address_or_name, source.media_type)
    parsed = FORMATS[kind].load()(source)
    if not is_visible(parsed.text):
        raise _no_text(source.data, kind, source.name)
    origin = normalised(source.origin)
    return Document(
        id=document_id(origin, source.data),
        source=origin,
        title=one_line(parsed.title) or title_from(source.name),
        kind=kind,
        text=parsed.text,
        content_hash=hashlib.sha256(source.data).hexdigest(),
        blocks=parsed.blocks,
        pages=parsed.pages,
        dates=parsed.dates,
        language=detect(main_text_of(parsed.text, parsed.blocks), declared=parsed.language),
        unread=parsed.unread,
        generated=parsed.generated,
    )


def _no_text(data: bytes, kind: str, name: str) -> NoText:
    """The error for a file of a known format without text, with the reason where its bytes show one."""
    if _PICTURE.search(data):
        return NoText(
            f"{name} has no text, only pictures.",
            "Run text recognition (OCR) on them and give the result.",
        )
    if kind in ("html", "mhtml") and b"<script" in data.lower():
        return NoText(
            f"{name} has no text of its own: a script makes it.",
            "Open the page in a browser, save what it shows and give that.",
        )
    return NoText(f"{name} has no text.", "Give a file with text in it.")


def one_line(title: str | None) -> str:
    title = " ".join(_CONTROLS.sub(" ", clean(title or "")).split())[:300]
    return title if is_visible(title) else ""


def title_from(name: str) -> str:
    """A title for a document that has none: its file name without folder and suffix."""
    if name == STANDARD_INPUT:
        return "Standard input"
    path = PurePath(unquote(urlsplit(name).path)) if "://" in name else PurePath(name)
    return path.stem or name

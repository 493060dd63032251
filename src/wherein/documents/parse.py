"""Bytes to a Document: says what kind a file is and hands it to that format's module.

Runs the parser where it is called; `isolated` runs it in a process of its own.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import PurePath
from typing import cast
from urllib.parse import unquote, urlsplit

from wherein.core.document import Document
from wherein.core.errors import NoText
from wherein.documents.canonical import clean, is_visible
from wherein.documents.kind import KINDS, kind_of, supported_suffixes
from wherein.documents.language import detect
from wherein.documents.parsed import Parsed
from wherein.documents.source import STANDARD_INPUT, document_id, normalised

# Elements of pages, and names of pictures among an archive's members.
_PICTURE = re.compile(rb"<(?:img|svg|canvas|picture)\b|\.(?:jpe?g|png|gif|tiff?|emf)", re.IGNORECASE)
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ufffd]")

__all__ = ["KINDS", "parse", "supported_suffixes"]


def parse(
    data: bytes,
    *,
    source: str,
    name: str,
    media_type: str | None = None,
    password: str | None = None,
) -> Document:
    """The document in `data`.

    `source` is its path or address (or `-`), `name` its file name, `media_type` what HTTP said,
    parameters included; `password` opens a PDF that has one. Raises UnsupportedFormat, EncryptedDocument or NoText; a damaged file is a
    ParseError.
    """
    if not data:
        raise NoText(f"{name} is empty.", "Give a file with text in it.")
    kind = kind_of(data, name, media_type)
    parsed = _parser(kind, password)(data, name, _charset(media_type))
    if not is_visible(parsed.text):
        raise _no_text(data, kind, name)
    source = normalised(source)
    return Document(
        id=document_id(source, data),
        source=source,
        title=one_line(parsed.title) or title_from(name),
        kind=kind,
        text=parsed.text,
        content_hash=hashlib.sha256(data).hexdigest(),
        blocks=parsed.blocks,
        pages=parsed.pages,
        dates=parsed.dates,
        language=detect(parsed.text, declared=parsed.language),
    )


def _parser(kind: str, password: str | None) -> Callable[[bytes, str, str | None], Parsed]:
    """The function that reads `kind`; each module is imported only when its format is met."""
    if kind in ("html", "markdown", "text"):
        module, function = {
            "html": ("html", "parse_html_document"),
            "markdown": ("markdown", "parse_markdown"),
            "text": ("text", "parse_text"),
        }[kind]
        parser = getattr(import_module(f"wherein.documents.{module}"), function)
        return lambda data, name, declared: cast(Parsed, parser(data, declared=declared))
    if kind == "eml":
        from wherein.documents.eml import parse_eml

        return lambda data, name, declared: parse_eml(data)
    if kind == "pdf":
        from wherein.documents.pdf import parse_pdf

        return lambda data, name, declared: parse_pdf(data, name, password)
    parser = getattr(import_module(f"wherein.documents.{kind}"), f"parse_{kind}")
    return lambda data, name, declared: cast(Parsed, parser(data, name))


def _no_text(data: bytes, kind: str, name: str) -> NoText:
    """Why a file of a known kind shows no text, as far as its bytes tell."""
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


def _charset(media_type: str | None) -> str | None:
    """The charset parameter of a media type (`text/html; charset=koi8-r`)."""
    for parameter in (media_type or "").split(";")[1:]:
        key, _, value = parameter.partition("=")
        if key.strip().lower() == "charset":
            return value.strip().strip('"') or None
    return None


def one_line(title: str | None) -> str:
    title = " ".join(_CONTROLS.sub(" ", clean(title or "")).split())[:300]
    return title if is_visible(title) else ""


def title_from(name: str) -> str:
    """A title for a document that has none: its file name without folder and suffix."""
    if name == STANDARD_INPUT:
        return "Standard input"
    path = PurePath(unquote(urlsplit(name).path)) if "://" in name else PurePath(name)
    return path.stem or name

"""Parses EPUB: all pages of the spine in order. Ignores styles and scripts."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

from wherein.core.document import BlockKind, Dates
from wherein.core.errors import EncryptedDocument, ParseError
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.archive import checked_archive, member_bytes, refuse_entities
from wherein.documents.building.canonical import CanonicalText, trimmed
from wherein.documents.building.dates import from_any
from wherein.documents.building.decode import declared_in_markup, decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.html.html_blocks import add_blocks
from wherein.documents.html.unseen import count_unseen, parse_marked
from wherein.documents.source import Source

_CONTAINER = "{urn:oasis:names:tc:opendocument:xmlns:container}"
_OPF = "{http://www.idpf.org/2007/opf}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_PAGE_TYPES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


def parse_epub(source: Source) -> Parsed:
    """All pages of the spine except the navigation page.

    Raises ParseError when the book names no readable page and EncryptedDocument when its pages are
    encrypted (fonts may be: they are not read).
    """
    data, name = source.data, source.name
    with checked_archive(data, name) as archive:
        package_path = _package_path(archive, name)
        package = _xml(archive, package_path, name)
        out = CanonicalText()
        tables = unseen = 0
        encrypted = _encrypted(archive, name)
        for path in _spine(package, package_path):
            if path in encrypted:
                raise EncryptedDocument(
                    f"{name} is protected by its seller.", "Give a copy without that protection."
                )
            page = member_bytes(archive, path, name)
            if page is None:
                continue  # a book may name a page that it has not
            html = parse_marked(decode(page, declared_in_markup(page) or "utf-8"))
            unseen += count_unseen(html)
            tables = add_blocks(out, [html.first("body") or html], tables_from=tables)
    metadata = package.find(f"{_OPF}metadata")
    texts = dict(_metadata(metadata)) if metadata is not None else {}
    heading = next((b.span.of(out.text) for b in out.blocks if b.kind is BlockKind.HEADING), None)
    language = texts.get("language", "").split("-")[0].lower()
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        generated=out.generated,
        title=texts.get("title") or heading,
        dates=Dates(
            created=from_any(texts.get("creation")),
            modified=from_any(texts.get("modification")),
            published=from_any(texts.get("publication") or texts.get("date")),
        ),
        language=language if re.fullmatch("[a-z]{2}", language) else None,
        unread=(Unread(UnreadKind.HIDDEN_TEXT, unseen),) if unseen else (),
    )


def page_paths(archive: zipfile.ZipFile, name: str) -> Iterator[str]:
    """The paths of the book's pages in reading order. Raises ParseError."""
    path = _package_path(archive, name)
    return _spine(_xml(archive, path, name), path)


def _package_path(archive: zipfile.ZipFile, name: str) -> str:
    container = _xml(archive, "META-INF/container.xml", name)
    root = container.find(f".//{_CONTAINER}rootfile")
    path = root.get("full-path", "") if root is not None else ""
    if not path:
        raise ParseError(f"{name} does not say where its book is.", "Get it again.")
    return path


def _xml(archive: zipfile.ZipFile, path: str, name: str) -> ElementTree.Element:
    data = member_bytes(archive, path, name)
    if data is None:
        raise ParseError(f"{name} is not a complete EPUB: {path} is missing.", "Get it again.")
    refuse_entities(data, name)
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise ParseError(f"{name} is damaged in {path}.", "Get it again.") from error


def _spine(package: ElementTree.Element, package_path: str) -> Iterator[str]:
    """The paths of the pages in reading order, as the archive names them.

    A page that the spine repeats, which EPUB 3.3 forbids (5.7.1), is read once.
    """
    folder = posixpath.dirname(package_path)
    items: dict[str, str] = {}
    for item in package.iterfind(f"{_OPF}manifest/{_OPF}item"):
        is_page = item.get("media-type", "") in _PAGE_TYPES
        if is_page and "nav" not in item.get("properties", "").split():
            path = unquote(item.get("href", "").split("#")[0])
            items[item.get("id", "")] = posixpath.normpath(posixpath.join(folder, path))
    for reference in package.iterfind(f"{_OPF}spine/{_OPF}itemref"):
        path = items.pop(reference.get("idref", ""), "")
        if path:
            yield path


def _metadata(metadata: ElementTree.Element) -> Iterator[tuple[str, str]]:
    """Title, language and dates; the first of repeated entries counts."""
    seen: set[str] = set()
    for element in metadata.iter():
        text = trimmed(element.text or "")
        key = element.tag.removeprefix(_DC) if element.tag.startswith(_DC) else ""
        if key == "date":
            key = element.get(f"{_OPF}event", "date")
        elif element.get("property") == "dcterms:modified":
            key = "modification"
        if key and text and key not in seen:
            seen.add(key)
            yield key, text


def _encrypted(archive: zipfile.ZipFile, name: str) -> set[str]:
    data = member_bytes(archive, "META-INF/encryption.xml", name)
    if data is None:
        return set()
    references = _xml(archive, "META-INF/encryption.xml", name).iter()
    return {unquote(element.get("URI", "")) for element in references if element.get("URI")}

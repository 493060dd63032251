"""Opens OpenDocument files and gives the shown text of their paragraphs (ODF 1.3). Adds no block."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree

from wherein.core.document import Dates
from wherein.core.errors import EncryptedDocument
from wherein.documents.building.archive import (
    checked_archive,
    damaged,
    member_bytes,
    refuse_entities,
)
from wherein.documents.building.canonical import clean, trimmed
from wherein.documents.building.dates import from_iso
from wherein.documents.building.whole_number import whole_number
from wherein.documents.source import Source

Element = ElementTree.Element

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_SVG = "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}"
_META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
_MANIFEST = "{urn:oasis:names:tc:opendocument:xmlns:manifest:1.0}"
_DC = "{http://purl.org/dc/elements/1.1/}"
NOT_SHOWN = frozenset(
    {f"{OFFICE}annotation", f"{TEXT}tracked-changes", f"{TEXT}ruby-text", f"{TEXT}note", f"{OFFICE}forms",
     f"{TEXT}sequence-decls", f"{_SVG}title", f"{_SVG}desc",
     f"{DRAW}object", f"{DRAW}image"}
)  # fmt: skip
_RAISED = re.compile(r"[0-9][0-9.,]*|[-−+][0-9]+|\*+")


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """The parts of a file: its content and its styles, its title, dates and language."""

    content: Element
    styles: Element | None
    title: str
    dates: Dates
    language: str | None


def open_document(source: Source) -> OpenDocument:
    """Raises ParseError for a damaged file, EncryptedDocument for one with a password."""
    data, name = source.data, source.name
    with checked_archive(data, name) as archive:
        manifest = _xml(member_bytes(archive, "META-INF/manifest.xml", name), name)
        if manifest is not None and manifest.find(f".//{_MANIFEST}encryption-data") is not None:
            raise EncryptedDocument(
                f"{name} is protected by a password.",
                "Open it, save it without the password and give that.",
            )
        content = _xml(member_bytes(archive, "content.xml", name), name)
        styles = _xml(member_bytes(archive, "styles.xml", name), name)
        meta = _xml(member_bytes(archive, "meta.xml", name), name)
    if content is None:
        raise damaged(name)
    return OpenDocument(
        content,
        styles,
        trimmed(_of(meta, f"{_DC}title")),
        Dates(
            created=from_iso(_of(meta, f"{_META}creation-date")),
            modified=from_iso(_of(meta, f"{_DC}date")),
        ),
        _of(meta, f"{_DC}language").split("-")[0].lower() or None,
    )


def _xml(data: bytes | None, name: str) -> Element | None:
    if data is None:
        return None
    refuse_entities(data, name)
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise damaged(name) from error


def _of(meta: Element | None, tag: str) -> str:
    return (meta.findtext(f".//{tag}") or "") if meta is not None else ""


@dataclass(slots=True)
class Shown:
    """The text of one paragraph and the places in it whose characters the file lacks."""

    text: str = ""
    generated: list[tuple[int, int]] = field(default_factory=list)


class Texts:
    """Gives the shown text of paragraphs; counts the hidden ones."""

    def __init__(self, document: OpenDocument) -> None:
        self.hidden = 0
        self._hidden_styles: set[str] = set()
        self._raised_styles: set[str] = set()
        for part in (document.content, document.styles):
            for style in part.iter(f"{STYLE}style") if part is not None else ():
                look = style.find(f"{STYLE}text-properties")
                if look is None:
                    continue
                if look.get(f"{TEXT}display") == "none":
                    self._hidden_styles.add(style.get(f"{STYLE}name", ""))
                if look.get(f"{STYLE}text-position", "").startswith("super"):
                    self._raised_styles.add(style.get(f"{STYLE}name", ""))

    def of(self, paragraph: Element) -> Shown:
        """The text with white space collapsed (6.1.2), without notes, frames, deletions and alternative texts."""
        shown = Shown()
        mark = paragraph.find(f"{TEXT}hidden-paragraph")
        if paragraph.get(f"{TEXT}style-name") in self._hidden_styles or (
            mark is not None and mark.get(f"{TEXT}is-hidden") != "false"
        ):
            self.hidden += 1
            return shown
        for text, generated in self._pieces(paragraph):
            text = clean(text)
            if generated:
                shown.generated.append((len(shown.text), len(shown.text) + len(text)))
            shown.text += text
        return shown

    def _pieces(self, element: Element) -> Iterator[tuple[str, bool]]:
        yield _collapsed(element.text), False
        before = (element.text or "")[-1:]
        for child in element:
            tag = child.tag
            if tag == f"{TEXT}s":
                yield " " * spaces(child), False
            elif tag == f"{TEXT}tab":
                yield "\t", False
            elif tag == f"{TEXT}line-break":
                yield "\n", False
            elif tag == f"{TEXT}hidden-text" and child.get(f"{TEXT}is-hidden") != "false":
                self.hidden += 1
            elif tag not in NOT_SHOWN and tag != f"{DRAW}text-box":
                yield from self._span(child, before)
            yield _collapsed(child.tail), False
            before = (child.tail or child.text or "")[-1:]

    def _span(self, child: Element, before: str) -> Iterator[tuple[str, bool]]:
        style = child.get(f"{TEXT}style-name", "")
        if child.tag == f"{TEXT}span" and style in self._hidden_styles:
            self.hidden += 1
            return
        raised = child.tag == f"{TEXT}span" and style in self._raised_styles and before.strip()
        if raised and len(child) == 0 and _RAISED.fullmatch((child.text or "").strip()):
            yield "^", True  # a raised digit is no digit of the number before it
        yield from self._pieces(child)


def spaces(element: Element) -> int:
    """How many spaces an element stands for."""
    return min(whole_number(element.get(f"{TEXT}c"), 1), 1000)


def _collapsed(text: str | None) -> str:
    if not text:
        return ""
    words = " ".join(part for part in text.replace("\t", " ").replace("\n", " ").split(" ") if part)
    before = " " if text[0] in " \t\n\r" else ""
    after = " " if text[-1] in " \t\n\r" and words else ""
    return f"{before}{words}{after}"

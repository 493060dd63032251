"""A MediaWiki XML export as a source: streamed, compressed or not. Leaves the wikitext to `wikitext`."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import quote

from wherein.core.errors import ParseError
from wherein.knowledge.importers.base import BaseImporter
from wherein.knowledge.importers.wikitext import is_disambiguation_page, reduce_wikitext
from wherein.knowledge.record import Origin, Record

_SUFFIX = re.compile(r"\.xml(?:\.(?:bz2|gz|xz))?\Z", re.IGNORECASE)
_SNAPSHOT = re.compile(r"(20\d\d)-?(\d\d)-?(\d\d)")
_UNSEEN_KEYS = frozenset({"6", "14"})  # namespaces of files and categories, in every language
_OPENERS: dict[str, Any] = {".bz2": bz2.open, ".gz": gzip.open, ".xz": lzma.open}


@dataclass(slots=True)
class _Site:
    """What the head of a dump says of its wiki."""

    base: str = ""
    unseen: list[str] = field(default_factory=lambda: ["File", "Image", "Category"])


@dataclass(frozen=True, slots=True)
class _Page:
    title: str
    redirect_to: str
    wikitext: str


class XmlDump(BaseImporter):
    """An `Importer` of `pages-articles` dumps (export schema 0.10 and 0.11): articles and redirects.

    Pages of other namespaces are passed over. The snapshot is the date in the file's name, else of
    the file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        dated = _SNAPSHOT.search(path.name)
        made = datetime.fromtimestamp(path.stat().st_mtime, UTC).date().isoformat()
        super().__init__(
            Origin(
                str(path),
                "-".join(dated.groups()) if dated else made,
                "CC BY-SA 4.0",
                f"the authors of the wiki of {path.name}",
            )
        )

    @staticmethod
    def reads(path: Path) -> bool:
        return path.is_file() and _SUFFIX.search(path.name) is not None

    def size(self) -> int | None:
        return None

    def records(self, skip: int = 0) -> Iterator[Record]:
        site = _Site()
        for number, page in enumerate(self._pages(site)):
            if number >= skip:
                yield _record(page, site)

    def _pages(self, site: _Site) -> Iterator[_Page]:
        from lxml import etree

        last = ""
        opener = _OPENERS.get(self._path.suffix.lower(), open)
        try:
            with cast(IO[bytes], opener(self._path, "rb")) as file:
                # No entities and nothing fetched; huge_tree, since one article may pass 10 MB.
                elements = etree.iterparse(
                    file, events=("end",), resolve_entities=False, no_network=True, huge_tree=True
                )
                for _, element in elements:
                    tag = etree.QName(element).localname
                    if tag == "siteinfo":
                        _read_site(element, site)
                    elif tag == "page":
                        page = _page(element)
                        # Freed at once, so that memory does not grow with the dump.
                        element.clear()
                        while element.getprevious() is not None:
                            del element.getparent()[0]
                        if page is not None:
                            last = page.title
                            yield page
        except (etree.XMLSyntaxError, EOFError, OSError, lzma.LZMAError, zlib.error) as error:
            after = f" after {last!r}" if last else ""
            raise ParseError(
                f"{self._path.name} is damaged or breaks off{after} ({error}).",
                "Fetch it again and repeat the command: what was read is kept.",
            ) from error


def _read_site(element: Any, site: _Site) -> None:
    for child in element.iter("{*}*"):
        name = child.tag.rsplit("}", 1)[-1]
        if name == "base" and child.text:
            site.base = child.text.rsplit("/", 1)[0] + "/"
        elif name == "namespace" and child.get("key") in _UNSEEN_KEYS and child.text:
            site.unseen.append(child.text)


def _page(element: Any) -> _Page | None:
    """The page in an element; None for other namespaces than that of articles."""
    found: dict[str, str] = {}
    redirect = ""
    for child in element.iter("{*}*"):
        name = child.tag.rsplit("}", 1)[-1]
        if name == "redirect":
            redirect = child.get("title") or ""
        elif name in ("title", "ns", "text"):
            found[name] = child.text or ""
    if found.get("ns", "0").strip() != "0" or not found.get("title", "").strip():
        return None
    return _Page(found["title"].strip(), redirect.strip(), found.get("text", ""))


def _record(page: _Page, site: _Site) -> Record:
    """An article's record; one without a title, which is passed over, when nothing is left of it."""
    if page.redirect_to:
        return Record(page.title, redirect_to=page.redirect_to.split("#", 1)[0])
    reduced = reduce_wikitext(page.wikitext, site.unseen)
    if not reduced.text:
        return Record("")
    return Record(
        page.title,
        reduced.text,
        names=tuple(reduced.names),
        sections=tuple(reduced.sections),
        source=site.base + quote(page.title.replace(" ", "_")) if site.base else "",
        disambiguation=is_disambiguation_page(page.wikitext),
    )

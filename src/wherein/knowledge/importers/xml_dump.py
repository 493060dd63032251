"""Imports a MediaWiki XML export as a stream, compressed or not. `wikitext` converts its pages."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, cast
from urllib.parse import quote, urlsplit

from wherein.core.errors import ParseError
from wherein.knowledge.importers.base import BaseImporter
from wherein.knowledge.importers.note import note_beside
from wherein.knowledge.importers.wikitext import is_disambiguation_page, reduce_wikitext
from wherein.knowledge.record import Origin, Record

_SUFFIX = re.compile(r"\.xml(?:\.(?:bz2|gz|xz))?\Z", re.IGNORECASE)
_SNAPSHOT = re.compile(r"(20\d\d)-?(\d\d)-?(\d\d)")
_UNSEEN_KEYS = frozenset({"6", "14"})  # namespaces of files and categories, in every language
_OPENERS: dict[str, Any] = {".bz2": bz2.open, ".gz": gzip.open, ".xz": lzma.open}


@dataclass(slots=True)
class _Site:
    """The header of a dump: facts on its wiki."""

    name: str = ""
    base: str = ""
    unseen: list[str] = field(default_factory=lambda: ["File", "Image", "Category"])


@dataclass(frozen=True, slots=True)
class _Page:
    title: str
    redirect_to: str
    wikitext: str


_SITES = re.compile(
    r"(?:.*\.)?(?:wikipedia|wiktionary|wikibooks|wikiquote|wikisource|wikiversity|wikivoyage|wikimedia)\.org"
)
_LICENCE_CHANGED = "2023-06-07"
"""The date when the Wikimedia sites changed from CC BY-SA 3.0 to 4.0 (terms of use)."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


class XmlDump(BaseImporter):
    """An `Importer` of `pages-articles` dumps (export schema 0.10 and 0.11): articles and redirects.

    Pages of other namespaces are skipped. The snapshot is the date in the file's name, else that of the newest
    revision, which is known only after reading. A dump states no licence: for Wikimedia sites it is known, for other
    sites it stays empty. A note beside the dump ("….origin.json") can state it for any site.
    """

    def __init__(self, path: Path) -> None:
        """Raises ParseError for an unreadable note beside the file."""
        self._path = path
        self._site = _head(path)
        self._given = note_beside(path)
        dated = _SNAPSHOT.search(path.name)
        self._dated = "-".join(dated.groups()) if dated else ""
        self._newest = ""
        super().__init__(Origin(str(path)))

    @property
    def origin(self) -> Origin:
        snapshot = self._given.get("snapshot") or self._dated or self._newest
        host = urlsplit(self._site.base).hostname or ""
        licence = ""
        if _SITES.fullmatch(host):
            licence = "CC BY-SA 3.0" if snapshot and snapshot < _LICENCE_CHANGED else "CC BY-SA 4.0"
        named = (
            f"{self._site.name} ({host})" if self._site.name and host else self._site.name or host
        )
        return Origin(
            str(self._path),
            snapshot,
            self._given.get("licence", licence),
            self._given.get("attribution", f"the authors of {named or self._path.name}"),
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
                yield self._record(page, site)

    def _record(self, page: _Page, site: _Site) -> Record:
        """An article's record; without a title, so that it is skipped, if it has no text."""
        if page.redirect_to:
            return Record(page.title, redirect_to=page.redirect_to.split("#", 1)[0])
        reduced = reduce_wikitext(page.wikitext, site.unseen, page.title)
        self._dropped.update(reduced.dropped)
        if not reduced.text:
            return Record("")
        return Record(
            page.title,
            reduced.text,
            names=tuple(reduced.names),
            sections=tuple(reduced.sections),
            source=site.base + quote(page.title.replace(" ", "_")) if site.base else "",
            disambiguation=is_disambiguation_page(page.wikitext),
            cells=tuple(reduced.cells),
        )

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
                        self._newest = max(self._newest, _changed(element))
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
                f"{self._path.name} is damaged or breaks off{after}.",
                "Fetch it again and repeat the command: what was read is kept.",
            ) from error


def _read_site(element: Any, site: _Site) -> None:
    for child in element.iter("{*}*"):
        name = child.tag.rsplit("}", 1)[-1]
        if name == "sitename" and child.text:
            site.name = " ".join(child.text.split())
        elif name == "base" and child.text:
            site.base = child.text.rsplit("/", 1)[0] + "/"
        elif name == "namespace" and child.get("key") in _UNSEEN_KEYS and child.text:
            site.unseen.append(child.text)


def _head(path: Path) -> _Site:
    """The facts on its wiki that a dump states before its first page; empty where they can't be read."""
    from lxml import etree

    site = _Site()
    try:
        with cast(IO[bytes], _OPENERS.get(path.suffix.lower(), open)(path, "rb")) as file:
            elements = etree.iterparse(
                file, events=("start", "end"), resolve_entities=False, no_network=True
            )
            for event, element in elements:
                tag = etree.QName(element).localname
                if tag == "page":
                    break
                if tag == "siteinfo" and event == "end":
                    _read_site(element, site)
                    break
    except (etree.XMLSyntaxError, EOFError, OSError, lzma.LZMAError, zlib.error):
        pass  # reading the pages meets it again and reports it
    return site


def _changed(element: Any) -> str:
    """The date of the page's newest revision; "" without one."""
    stamps = (child.text or "" for child in element.iter("{*}timestamp"))
    return max((stamp[:10] for stamp in stamps if _DATE.match(stamp)), default="")


def _page(element: Any) -> _Page | None:
    """The page in an element; None outside of the article namespace."""
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

"""Parses HTML: title, dates, language, and all visible text. `main_text` decides which of it is main text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from wherein.core.document import BlockKind, Dates
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.canonical import CanonicalText, trimmed
from wherein.documents.building.dates import from_any
from wherein.documents.building.decode import declared_in_markup, decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.html.html_blocks import add_blocks
from wherein.documents.html.html_tree import Element
from wherein.documents.html.main_text import main_elements
from wherein.documents.html.main_text_names import squeezed
from wherein.documents.html.page_tree import page_tree
from wherein.documents.html.unseen import count_unseen
from wherein.documents.source import Source

_PUBLISHED = frozenset(
    "article:published_time og:published_time datepublished date dc.date dc.date.issued "
    "dcterms.issued dcterms.date pubdate publish-date sailthru.date parsely-pub-date "
    "citation_publication_date citation_date".split()
)
_MODIFIED = frozenset(
    "article:modified_time og:updated_time og:modified_time datemodified last-modified "
    "dcterms.modified dc.date.modified".split()
)
_CREATED = frozenset(["datecreated", "dc.date.created", "dcterms.created", "created"])
_TITLE_SEPARATOR = re.compile(r"\s[|\-–—\\/>»·]\s")


def parse_html_document(source: Source) -> Parsed:
    """All visible text of one page. An encoding from the HTTP header takes precedence over the page's own."""
    markup = decode(source.data, source.charset or declared_in_markup(source.data))
    return parse_markup(markup)


def parse_markup(markup: str) -> Parsed:
    """As `parse_html_document`, for decoded markup. Where no block is main text, as on a page of links, all blocks are."""
    html = page_tree(markup)
    out = CanonicalText()
    add_blocks(out, [html.first("body") or html], main=main_elements(html))
    blocks = out.blocks
    if not any(block.main for block in blocks):
        blocks = tuple(replace(block, main=True) for block in blocks)
    metadata = dict(_metadata(html))
    heading = next(
        (b.span.of(out.text) for b in blocks if b.kind is BlockKind.HEADING and b.main), None
    )
    unseen = count_unseen(html)
    return Parsed(
        text=out.text,
        blocks=blocks,
        title=title_of(html, metadata) or heading,
        dates=_dates(html, metadata),
        language=language_of(html),
        generated=out.generated,
        unread=(Unread(UnreadKind.HIDDEN_TEXT, unseen),) if unseen else (),
    )


def title_of(html: Element, metadata: dict[str, str]) -> str | None:
    """The page's title without the site's name.

    `<title>` is cut at " | ", " - " and similar separators where an `h1` or `og:title` confirms the rest, or where the
    part cut off is the last and shorter one and the rest has at least four words.
    """
    element = html.first("title")
    title = squeezed(element.text()) if element else ""
    shared = squeezed(metadata.get("og:title", ""))
    if not title:
        return shared or None
    parts = _TITLE_SEPARATOR.split(title)
    if len(parts) == 1:
        return title
    for known in (shared, *(squeezed(h1.text()) for h1 in html.find("h1"))):
        if known and known != title and known in title and len(known.split()) > 1:
            return known
    first = title[: len(title) - len(parts[-1])].rstrip(" |-–—\\/>»·")
    if len(first.split()) >= 4 and len(parts[-1]) < len(first):
        return first
    return title


def language_of(html: Element) -> str | None:
    """The language the page declares, as a two-letter code, or None."""
    code = html.get("lang") or html.get("xml:lang")
    code = trimmed(code).split("-")[0].split("_")[0].lower()
    return code if re.fullmatch("[a-z]{2}", code) else None


def _metadata(html: Element) -> Iterator[tuple[str, str]]:
    """Names and contents of the page's meta elements; the first of repeated names counts."""
    seen: set[str] = set()
    for meta in html.find("meta"):
        name = meta.get("property") or meta.get("name") or meta.get("itemprop")
        name = trimmed(name).lower()
        content = trimmed(meta.get("content"))
        if name and content and name not in seen:
            seen.add(name)
            yield name, content


def _dates(html: Element, metadata: dict[str, str]) -> Dates:
    linked = dict(_linked_data_dates(html))

    def first(names: frozenset[str], key: str) -> str | None:
        candidates = [metadata[name] for name in metadata if name in names]
        candidates += [linked[key]] if key in linked else []
        return next((date for date in map(from_any, candidates) if date), None)

    published = first(_PUBLISHED, "datePublished")
    if published is None:
        for time in html.find("time"):
            if "pubdate" in time.attributes or time.get("itemprop") == "datePublished":
                published = from_any(time.get("datetime"))
                break
    return Dates(first(_CREATED, "dateCreated"), first(_MODIFIED, "dateModified"), published)


def _linked_data_dates(html: Element) -> Iterator[tuple[str, str]]:
    """datePublished and similar dates from JSON-LD; broken JSON is ignored, as in browsers."""
    for script in html.find("script"):
        if "ld+json" not in script.get("type"):
            continue
        try:
            loaded = json.loads(script.text())
        except (ValueError, RecursionError):
            continue
        items = loaded if isinstance(loaded, list) else [loaded]
        for item in items:
            graph = item.get("@graph") if isinstance(item, dict) else None
            for thing in [item, *(graph if isinstance(graph, list) else [])]:
                if isinstance(thing, dict):
                    for key in ("datePublished", "dateModified", "dateCreated"):
                        if isinstance(thing.get(key), str):
                            yield key, thing[key]

"""Writes the documents of answers as references in BibTeX and CSL JSON, from each document's own metadata. Reads no file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from wherein.answering.exporting.exchanges import Exchange
from wherein.core.document import Document
from wherein.core.errors import WhereinError
from wherein.documents.fetch import is_url

_FRONT = 3_000
"""Characters at the beginning of a document that are searched for its own authors and DOI; later ones belong to other
works."""
_YEAR = r"((?:18|19|20)\d\d)"
_PUBLISHED = re.compile(
    rf"\bpublished\b[^.\n]{{0,40}}?\b{_YEAR}\b|(?:©|\(c\)|copyright)\s*(?:by\s+)?{_YEAR}\b"
    rf"|\b\d{{1,4}}(?:\s*\(\d{{1,3}}\))?,?\s*\({_YEAR}\)|\barXiv:[^\n]{{1,40}}?\d{{1,2}} [A-Z][a-z]{{2}} {_YEAR}\b",
    re.I,
)
"""How the front of a paper dates it: "published 3 May 2023", "© 2023", a volume with "(2023)", arXiv's line."""
_DATED_BY_FILE = {"pdf", "docx", "pptx", "xlsx", "odt", "ods", "odp", "rtf"}
"""Formats whose dates of creation and change are the file's: printing or saving again renews them."""
_DOI = re.compile(r"\bdoi(?:\.org/|:|\s)\s*(10\.\d{4,9}/[^\s\"<>{}|\\^`]+)", re.I)
_BYLINE = re.compile(r"^(?:authors?\s*:|written by|by)\s+(.{3,300})$", re.I | re.M)
_NAMES = re.compile(r"\s*(?:,|;|&|\band\b)\s*")
# The marks of a name's affiliations, as superscript characters or signs.
_MARK = r"[\u00b2\u00b3\u00b9\u2070-\u207f\u1d43-\u1dbf*∗†‡§¶]"
_NOTE_MARKS = re.compile(rf"\s*{_MARK}+(?:,\s*{_MARK}+)*")
_NAME = re.compile(r"^[A-ZÀ-ÖØ-Þ][\w.'’-]*(?: (?:[a-z]{1,3} ){0,3}[A-ZÀ-ÖØ-Þ][\w.'’-]*){1,3}$")
# BibTeX counts braces whatever stands before them, so that a brace is written by its name.
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
}


@dataclass(frozen=True, slots=True)
class Citation:
    """The metadata that a document states; "" and () where it states none. `date` is ISO 8601, possibly only year or
    month."""

    title: str
    source: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    doi: str = ""

    @property
    def year(self) -> str:
        return self.date[:4]

    @classmethod
    def of(cls, document: Document) -> Citation:
        front = document.text[:_FRONT]
        doi = _DOI.search(front)
        byline = _BYLINE.search(front)
        parts = _NAMES.split(_NOTE_MARKS.sub("", byline[1]).strip(" .,")) if byline else []
        names = [name for name in parts if name]
        authors = tuple(names) if names and all(_NAME.match(name) for name in names) else ()
        return cls(
            " ".join(document.title.split()),
            document.source,
            authors,
            _date(document, front),
            doi[1].rstrip(".,;:)") if doi else "",
        )

    @classmethod
    def read(cls, load: Callable[[], Document], title: str, source: str) -> Citation:
        """The citation of the document that `load` returns; only `title` and `source` where it can't be read any more."""
        try:
            return cls.of(load())
        except WhereinError:
            return cls(title, source)


def _date(document: Document, front: str) -> str:
    """The date of publication that a document states, else the year on its front; "" where only its file has a date."""
    if document.dates.published or document.kind not in _DATED_BY_FILE:
        return (document.dates.stated or "")[:10]
    found = _PUBLISHED.search(front)
    return next(filter(None, found.groups()), "") if found else ""


def cited(
    exchanges: Iterable[Exchange], document_of: Callable[[str, str], Document]
) -> list[Citation]:
    """Cite the documents of the answers, each once, in the order of the answers; `document_of` finds one by id and source."""
    found: dict[str, Citation] = {}
    for answer in (answer for exchange in exchanges for answer in exchange.answers):
        if answer.document not in found:
            load = partial(document_of, answer.document, answer.source)
            found[answer.document] = Citation.read(load, answer.title, answer.source)
    return list(found.values())


def bibtex(citations: Iterable[Citation]) -> str:
    """One entry per document, of type `misc`, since documents seldom state their type."""
    entries = []
    keys: set[str] = set()
    for each in citations:
        fields = {
            "title": f"{{{_tex(each.title)}}}",
            "author": " and ".join(f"{{{_tex(name)}}}" for name in each.authors),
            "year": each.year,
            "doi": _tex(each.doi),
            "url": _url(each.source) if is_url(each.source) else "",
            "note": "" if is_url(each.source) else _tex(each.source),
        }
        lines = "".join(f",\n  {name} = {{{value}}}" for name, value in fields.items() if value)
        entries.append(f"@misc{{{_key(each, keys)}{lines}\n}}\n")
    return "\n".join(entries)


def csl_json(citations: Sequence[Citation]) -> str:
    """The references as CSL JSON (Citation Style Language 1.0.2), which reference managers import."""
    keys: set[str] = set()
    items = []
    for each in citations:
        date = [int(part) for part in each.date.split("-") if part.isdigit()]
        item = {
            "id": _key(each, keys),
            "type": "webpage" if is_url(each.source) else "document",
            "title": each.title,
            "author": [{"literal": name} for name in each.authors],
            "issued": {"date-parts": [date]} if date else None,
            "DOI": each.doi,
            "URL": each.source if is_url(each.source) else None,
        }
        items.append({name: value for name, value in item.items() if value})
    return json.dumps(items, ensure_ascii=False, indent=1) + "\n"


def _key(citation: Citation, taken: set[str]) -> str:
    """The first author's last name or the title's first word, and the year; made unique, and added to `taken`."""
    words = re.findall(r"[A-Za-z]+", citation.authors[0] if citation.authors else citation.title)
    word = (words[-1] if citation.authors else words[0]).lower() if words else "document"
    base = key = f"{word}{citation.year}"
    number = 1
    while key in taken:
        number += 1
        key = f"{base}-{number}"
    taken.add(key)
    return key


def _url(address: str) -> str:
    """The address with braces as an address writes them, since BibTeX counts them."""
    return address.replace("{", "%7B").replace("}", "%7D")


def _tex(text: str) -> str:
    """The text with TeX's special characters escaped."""
    return "".join(_SPECIAL.get(c, f"\\{c}" if c in "$&#_%" else c) for c in " ".join(text.split()))

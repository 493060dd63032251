"""Reads how a document's words look in its file (emphasis, code, links), the numbers of lists that the text lacks, and the
pictures that the file contains.

The canonical text has no such marks. The file is read again for them, and its text is aligned with the canonical text
letter by letter, ignoring white space; runs that do not align are left out. Fetches nothing.
"""

from __future__ import annotations

import base64
import binascii
import io
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from wherein.documents.building.archive import checked_archive, member_bytes
from wherein.documents.building.canonical import clean, without_mark
from wherein.documents.building.decode import declared_in_markup, decode
from wherein.documents.html.html_tree import Element, parse_html
from wherein.documents.html.page_tree import page_tree
from wherein.documents.html.shown import is_shown
from wherein.documents.html.unseen import parse_marked
from wherein.documents.source import Source

STRONG, EMPHASIS, CODE, LINK = "strong", "emphasis", "code", "link"
MOST_PICTURES = 500
LARGEST_PICTURE = 20_000_000
MOST_PICTURE_BYTES = 60_000_000
_KINDS = {
    **dict.fromkeys(("b", "strong", "th"), STRONG),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), EMPHASIS),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), CODE),
}
_SAFE_LINK = re.compile(r"(?:https?://|mailto:)[^\s<>\"]{1,2000}", re.IGNORECASE)
_DATA = re.compile(r"data:image/(?:png|jpe?g|gif|webp);base64,(.+)", re.IGNORECASE | re.DOTALL)
_SIGNS = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"),
          (b"GIF87a", "image/gif"), (b"GIF89a", "image/gif"))  # fmt: skip
_LOOK_AHEAD = 4000
"""The most letters to skip between two runs of a file's text; they belong to parts that were left out."""
_WHITE = re.compile(r"\s+")
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_OFF = frozenset({"0", "false", "off", "none"})


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a file's text with one look; `target` is the address of a link."""

    text: str
    kinds: tuple[str, ...] = ()
    target: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the file, with its description."""

    data: bytes
    alt: str = ""

    @property
    def media_type(self) -> str | None:
        """The media type, by the first bytes; None where they are no picture that the app shows, whatever the file's name."""
        if self.data[:4] == b"RIFF" and self.data[8:12] == b"WEBP":
            return "image/webp"
        return next((kind for sign, kind in _SIGNS if self.data.startswith(sign)), None)


@dataclass(frozen=True, slots=True)
class LookMark:
    """The look of the words from `start` to `end`, in code points of the canonical text."""

    start: int
    end: int
    kind: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Looks:
    """The marks of a canonical text in order, and its pictures, each with the place after which it is shown."""

    marks: tuple[LookMark, ...] = ()
    pictures: tuple[tuple[int, Picture], ...] = ()


def looks_of(source: Source, kind: str) -> Iterator[Run | Picture]:
    """The runs and pictures of a file in order; none for a format without looks. Raises the errors of its parser for a
    damaged file."""
    read = READ.get(kind)
    return iter(()) if read is None else _bounded(read(source))


def _bounded(found: Iterable[Run | Picture]) -> Iterator[Run | Picture]:
    pictures = size = 0
    for each in found:
        if isinstance(each, Picture):
            pictures, size = pictures + 1, size + len(each.data)
            too_many = pictures > MOST_PICTURES or size > MOST_PICTURE_BYTES
            if too_many or len(each.data) > LARGEST_PICTURE or each.media_type is None:
                continue
        yield each


def laid_upon(text: str, found: Iterable[Run | Picture]) -> Looks:
    """Align the runs of a file with its canonical text."""
    places = [place for place, letter in enumerate(text) if not letter.isspace()]
    dense = "".join(text[place] for place in places)
    marks: list[LookMark] = []
    pictures: list[tuple[int, Picture]] = []
    at = 0
    for each in found:
        if isinstance(each, Picture):
            pictures.append((places[at - 1] + 1 if at else 0, each))
            continue
        run = _WHITE.sub("", each.text)
        if not run:
            continue
        begins = at if dense.startswith(run, at) else -1
        if begins < 0 and len(run) > 2:
            begins = dense.find(run, at, at + _LOOK_AHEAD + len(run))
        if begins < 0:
            continue  # the canonical text leaves it out, or has other letters for it
        at = begins + len(run)
        start, end = places[begins], places[at - 1] + 1
        for kind in each.kinds:
            _add(marks, LookMark(start, end, kind, each.target if kind == LINK else ""), text)
    return Looks(tuple(sorted(marks, key=lambda mark: (mark.start, -mark.end))), tuple(pictures))


def _add(marks: list[LookMark], mark: LookMark, text: str) -> None:
    """Append a mark, or extend the last one of its kind."""
    for at in range(len(marks) - 1, max(-1, len(marks) - 5), -1):
        last = marks[at]
        same = (last.kind, last.target) == (mark.kind, mark.target)
        if (
            same
            and not text[last.end : mark.start].strip()
            and "\n" not in text[last.end : mark.start]
        ):
            marks[at] = LookMark(last.start, mark.end, mark.kind, mark.target)
            return
    marks.append(mark)


def _of_html(source: Source) -> Iterator[Run | Picture]:
    html = page_tree(decode(source.data, source.charset or declared_in_markup(source.data)))
    yield from _of_tree(html.first("body") or html, _in_address)


def _of_markdown(source: Source) -> Iterator[Run | Picture]:
    from markdown_it import MarkdownIt

    text = clean(without_mark(decode(source.data, source.charset)))
    text = re.sub(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", "", text, flags=re.DOTALL)
    html = parse_html(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text))
    # Markdown's canonical text has the descriptions of pictures and no numbers of lists; that of a page the reverse.
    yield from _of_tree(html.first("body") or html, _in_address, of_markdown=True)


def _of_epub(source: Source) -> Iterator[Run | Picture]:
    from wherein.documents.html.epub import page_paths

    with checked_archive(source.data, source.name) as archive:
        for path in page_paths(archive, source.name):
            page = member_bytes(archive, path, source.name)
            if page is None:
                continue

            def in_archive(address: str, path: str = path) -> bytes | None:
                if ":" in address:
                    return _in_address(address)
                wanted = posixpath.normpath(
                    posixpath.join(posixpath.dirname(path), unquote(address.split("#")[0]))
                )
                return member_bytes(archive, wanted, source.name)

            html = parse_marked(decode(page, declared_in_markup(page) or "utf-8"))
            yield from _of_tree(html.first("body") or html, in_archive)


def _in_address(address: str) -> bytes | None:
    """The bytes of a picture in a `data:` address; None for a picture that would have to be fetched."""
    match = _DATA.fullmatch(address.strip())
    if match is None:
        return None
    try:
        return base64.b64decode(unquote(match[1]), validate=False)
    except (binascii.Error, ValueError):
        return None


def _of_tree(
    root: Element, picture: Callable[[str], bytes | None], of_markdown: bool = False
) -> Iterator[Run | Picture]:
    stack: list[tuple[Element | str, tuple[str, ...], str]] = [(root, (), "")]
    while stack:
        node, kinds, target = stack.pop()
        if isinstance(node, str):
            yield Run(node, kinds, target)
            continue
        if node is not root and not is_shown(node):
            continue
        if node.tag in ("img", "image"):
            data = picture(node.get("src") or node.get("xlink:href") or node.get("href"))
            alt = " ".join(node.get("alt").split())
            if data:
                yield Picture(data, alt)
            if of_markdown:
                yield Run(alt, kinds, target)
            continue
        kind = _KINDS.get(node.tag)
        if kind is not None and kind not in kinds:
            kinds = (*kinds, kind)
        href = node.get("href").strip() if node.tag == "a" else ""
        if LINK not in kinds and _SAFE_LINK.fullmatch(href):
            kinds, target = (*kinds, LINK), href
        stack.extend((child, kinds, target) for child in reversed(node.children))


def _of_docx(source: Source) -> Iterator[Run | Picture]:
    with checked_archive(source.data, source.name):
        pass
    import docx

    part = docx.Document(io.BytesIO(source.data)).part
    for node in part.element.body.iter(f"{_W}t", f"{_A}blip"):
        if node.tag == f"{_A}blip":
            related = part.related_parts.get(node.get(f"{_R}embed", ""))
            if related is not None:
                yield Picture(related.blob, _described(node))
            continue
        run = node.getparent()
        kinds = [kind for tag, kind in (("b", STRONG), ("i", EMPHASIS)) if _is_on(run, tag)]
        target = ""
        for above in node.iterancestors(f"{_W}hyperlink"):
            relation = part.rels.get(above.get(f"{_R}id", ""))
            address = relation.target_ref if relation is not None and relation.is_external else ""
            if _SAFE_LINK.fullmatch(address):
                kinds.append(LINK)
                target = address
        yield Run(node.text or "", tuple(kinds), target)


def _is_on(run: Any, tag: str) -> bool:
    """Whether a run's own properties switch bold or italics on."""
    found = run.find(f"{_W}rPr/{_W}{tag}")
    return found is not None and found.get(f"{_W}val", "1") not in _OFF


def _described(blip: Any) -> str:
    for above in blip.iterancestors():
        for sign in above.iterchildren():
            if sign.tag.endswith("}docPr"):
                return str(sign.get("descr") or "")
    return ""


READ: dict[str, Callable[[Source], Iterator[Run | Picture]]] = {
    "html": _of_html,
    "markdown": _of_markdown,
    "epub": _of_epub,
    "docx": _of_docx,
}

"""Wikitext to plain text: headings, lists and tables kept as lines, everything else reduced. Knows no dump."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from wherein.documents.canonical import clean
from wherein.knowledge.record import Section

LONGEST_WIKITEXT = 2_097_152
"""Characters that are read of one page: MediaWiki's own limit ($wgMaxArticleSize, 2,048 KiB)."""

# Tags whose content is no prose, or belongs elsewhere.
_LEFT_OUT = frozenset(
    "ref gallery timeline score imagemap hiero graph mapframe maplink templatestyles math chem ce "
    "syntaxhighlight source pre code style script indicator".split()
)
# Templates that only set the words they are given; the number is the parameter that is shown.
_SHOWN = {
    **dict.fromkeys("nowrap nobold noitalic small big smaller larger abbr sic tooltip".split(), 1),
    **dict.fromkeys("lang transl transliteration langx".split(), 2),
    **dict.fromkeys("convert cvt".split(), 2),
}
_DISAMBIGUATION = re.compile(
    r"__DISAMBIG__|\{\{\s*(?:(?:[\w -]+ )?disambig(?:uation)?(?:[ |}-])|hndis|geodis|dab\s*[|}]|surname\s*[|}]"
    r"|begriffsklärung|homonymie|desambiguaci[oó]n|disambigua\s*[|}]|desambigua[cç][aã]o|неоднозначность"
    r"|doorverwijspagina|dp\s*[|}]|ujednoznacznienie|förgrening|曖昧さ回避|消歧义|disambig)",
    re.IGNORECASE,
)
_LANGUAGE_LINK = re.compile(r"[a-z]{2,3}(?:-[a-z]+)*\Z")
_EMPTY_BRACKETS = re.compile(r"[ \u00a0]?[(（][\s,;:–—-]*[)）]")
_OPENING_PUNCTUATION = re.compile(r"([(（])[\s,;:]+")
_SPACES = re.compile(r"[ \t\u00a0]{2,}")
_BEFORE_PUNCTUATION = re.compile(r" +([,.;:)])")


@dataclass(slots=True)
class Reduced:
    """A page's text, its headings where they stand in it, and the names in bold in its lead."""

    text: str = ""
    sections: list[Section] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


def is_disambiguation_page(wikitext: str) -> bool:
    """By its template or magic word, in the larger languages' names for it."""
    return _DISAMBIGUATION.search(wikitext) is not None


def reduce_wikitext(wikitext: str, namespaces: Iterable[str] = ("File", "Image", "Category")) -> Reduced:  # fmt: skip
    """The text a reader sees, without templates, notes, pictures and categories.

    Lines end in "\\n" alone; a table's row is a line with tabs between its cells. `namespaces` are
    the names, in the wiki's language too, of which a link shows no words. Longer text than
    LONGEST_WIKITEXT is cut there.
    """
    import mwparserfromhell

    writer = _Writer(frozenset(name.casefold() for name in namespaces))
    writer.nodes(mwparserfromhell.parse(wikitext[:LONGEST_WIKITEXT]).nodes)
    return writer.reduced()


class _Writer:
    """Walks the parsed nodes and writes down what is shown."""

    def __init__(self, unseen: frozenset[str]) -> None:
        self._unseen = unseen
        self._parts: list[str] = []
        self._headings: list[tuple[int, str, int]] = []  # place among the parts, heading, level
        self._names: list[str] = []

    def nodes(self, nodes: Iterable[Any]) -> None:
        for node in nodes:
            handler = getattr(self, f"_{type(node).__name__.lower()}", None)
            if handler is not None:
                handler(node)

    def _text(self, node: Any) -> None:
        self._parts.append(str(node.value))

    def _htmlentity(self, node: Any) -> None:
        self._parts.append(str(node.normalize()))

    def _wikilink(self, node: Any) -> None:
        title = str(node.title).strip()
        prefix, colon, _ = title.partition(":")
        if colon and (prefix.strip().casefold() in self._unseen or _LANGUAGE_LINK.match(prefix)):
            return
        if node.text is None:
            self._parts.append(title.lstrip(":").split("#", 1)[0])
        else:
            self.nodes(node.text.nodes)

    def _externallink(self, node: Any) -> None:
        if node.title is not None:
            self.nodes(node.title.nodes)
        elif not node.brackets:
            self._parts.append(str(node.url))

    def _heading(self, node: Any) -> None:
        title = _inline(node.title, self._unseen)
        if title:
            self._parts.append("\n\n")
            self._headings.append((len(self._parts), title, min(max(int(node.level) - 1, 1), 6)))
            self._parts.append(title + "\n\n")

    def _template(self, node: Any) -> None:
        shown = _SHOWN.get(str(node.name).strip().casefold())
        if shown is None:
            return
        values = [p.value for p in node.params if not p.showkey]
        name = str(node.name).strip().casefold()
        if name in ("convert", "cvt"):
            self._parts.append(" ".join(str(v).strip() for v in values[:2]))
        elif len(values) >= shown:
            self.nodes(values[shown - 1].nodes)

    def _tag(self, node: Any) -> None:
        tag = str(node.tag).strip().casefold()
        if tag in _LEFT_OUT:
            return
        if tag == "br":
            self._parts.append("\n")
        elif tag == "table":
            self._table(node)
        elif node.contents is not None:
            if tag == "b" and not self._headings:
                self._names.append(_inline(node.contents, self._unseen))
            self.nodes(node.contents.nodes)

    def _table(self, node: Any) -> None:
        """Rows as lines; tables that only set things out, or lead elsewhere, are left out."""
        attributes = " ".join(str(attribute) for attribute in node.attributes).casefold()
        if "wikitable" not in attributes:
            return
        rows: list[list[str]] = [[]]
        for part in node.contents.nodes if node.contents is not None else ():
            tag = str(getattr(part, "tag", "")).strip().casefold()
            if tag == "tr":
                rows.append([])
                cells = part.contents.nodes if part.contents is not None else ()
            else:
                cells = [part]
            for cell in cells:
                if str(getattr(cell, "tag", "")).strip().casefold() in ("td", "th"):
                    rows[-1].append(" ".join(_inline(cell.contents, self._unseen).split()))
        lines = ["\t".join(row) for row in rows if any(row)]
        if lines:
            self._parts.append("\n\n" + "\n".join(lines) + "\n\n")

    def reduced(self) -> Reduced:
        out = Reduced(names=[name for name in dict.fromkeys(self._names) if name])
        blocks: list[str] = []
        length = 0
        bounds = [place for place, _, _ in self._headings]
        pieces = [
            "".join(self._parts[start:end])
            for start, end in zip([0, *bounds], [*bounds, len(self._parts)], strict=True)
        ]
        for at, piece in enumerate(pieces):
            text = _tidy(piece)
            if at:
                _, heading, level = self._headings[at - 1]
                if text == heading and not (at < len(pieces) - 1 and self._headings[at][2] > level):
                    continue  # nothing stands under it
                out.sections.append(Section(heading, level, length))
            if text:
                blocks.append(text)
                length += len(text) + 2
        out.text = "\n\n".join(blocks)
        return out


def _inline(code: Any, unseen: frozenset[str]) -> str:
    """One line of what a piece of wikitext shows."""
    writer = _Writer(unseen)
    writer.nodes(code.nodes)
    return " ".join(_tidy("".join(writer._parts)).split())


def _tidy(text: str) -> str:
    """Canonical text without the traces of what was taken out."""
    text = clean(text)
    text = _EMPTY_BRACKETS.sub("", _OPENING_PUNCTUATION.sub(r"\1", text))
    lines = []
    for line in text.split("\n"):
        cells = (_BEFORE_PUNCTUATION.sub(r"\1", _SPACES.sub(" ", cell)).strip() for cell in line.split("\t"))  # fmt: skip
        lines.append("\t".join(cells).strip("\n"))
    joined = "\n".join(line if line.strip() else "" for line in lines)
    return re.sub(r"\n{3,}", "\n\n", joined).strip()

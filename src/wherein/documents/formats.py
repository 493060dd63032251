"""The registry of formats: one entry for each, with parser, suffixes and media types. Parses nothing.

A new format is one module and one entry here; the property tests run over this table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias, cast

from wherein.documents.building.parsed import Parsed
from wherein.documents.source import Source

Parser: TypeAlias = Callable[[Source], Parsed]
"""Raises NoText, EncryptedDocument, or ParseError for a damaged file."""


@dataclass(frozen=True, slots=True)
class Format:
    """An entry of the registry.

    parser: "module:function" below `wherein.documents`, imported at the first file of the format.
    suffixes: in lower case, with the dot.
    isolated: the parser runs in a process of its own. False only for a parser that is wherein's own, in time and
        memory proportional to the file.
    version: raised by one when the parser gives the same file another text or names more that was not read. The library keeps it with each document, so
        that those of an earlier version are read again.
    """

    parser: str
    suffixes: tuple[str, ...]
    media_types: tuple[str, ...] = ()
    isolated: bool = True
    version: int = 0

    def load(self) -> Parser:
        """The parser's function."""
        module, _, function = self.parser.partition(":")
        return cast(Parser, getattr(import_module(f"wherein.documents.{module}"), function))


FORMATS: Mapping[str, Format] = {
    "html": Format(
        "html.html:parse_html_document",
        (".html", ".htm", ".xhtml"),
        ("text/html", "application/xhtml+xml"),
        version=4,
    ),
    "mhtml": Format(
        "mail.mhtml:parse_mhtml",
        (".mhtml", ".mht"),
        ("multipart/related", "application/x-mimearchive"),
        version=4,
    ),
    "markdown": Format(
        "plain.markdown:parse_markdown",
        (".md", ".markdown", ".mdown", ".mkd"),
        ("text/markdown",),
        version=3,
    ),
    "text": Format(
        "plain.text:parse_text",
        (".txt", ".text"),
        isolated=False,
        version=1,
    ),
    "manual": Format("manual.manual:parse_manual", (".man", ".roff", ".mdoc"), ("text/troff",)),
    "rst": Format(
        "markup.rst:parse_rst", (".rst", ".rest"), ("text/x-rst", "text/prs.fallenstein.rst")
    ),
    "latex": Format(
        "markup.latex:parse_latex",
        (".tex", ".ltx", ".latex"),
        ("application/x-latex", "text/x-tex"),
    ),
    "org": Format("markup.org:parse_org", (".org",), ("text/org",)),
    "asciidoc": Format(
        "markup.asciidoc:parse_asciidoc", (".adoc", ".asciidoc"), ("text/asciidoc",)
    ),
    "code": Format(
        "code.source_code:parse_source_code",
        tuple(
            ".py .pyi .pyx .js .mjs .cjs .jsx .ts .mts .tsx .php .c .h .cc .cpp .cxx .hpp .hh .java .kt .cs .scala "
            ".swift .go .rs .sh .bash .zsh .rb .pl .pm .lua .sql .r".split()
        ),
        (
            "text/javascript",
            "application/javascript",
            "text/x-python",
            "text/x-c",
            "text/x-java-source",
            "application/x-sh",
        ),
        version=1,
    ),
    "log": Format("code.logs:parse_log", (".log",)),
    "csv": Format(
        "plain.delimited:parse_delimited",
        (".csv", ".tsv", ".tab"),
        ("text/csv", "text/tab-separated-values"),
        version=4,
    ),
    "subtitles": Format("plain.subtitles:parse_subtitles", (".srt", ".vtt"), ("text/vtt",)),
    "notebook": Format("plain.notebook:parse_notebook", (".ipynb",), ("application/x-ipynb+json",)),
    "calendar": Format("plain.cards:parse_cards", (".ics", ".ical"), ("text/calendar",), version=1),
    "contacts": Format(
        "plain.cards:parse_cards", (".vcf", ".vcard"), ("text/vcard", "text/x-vcard")
    ),
    "json": Format(
        "plain.keyed:parse_json",
        (".json", ".jsonl", ".ndjson", ".geojson"),
        ("application/json", "application/x-ndjson"),
    ),
    "yaml": Format("plain.keyed:parse_yaml", (".yaml", ".yml"), ("application/yaml",)),
    "toml": Format("plain.keyed:parse_toml", (".toml",), ("application/toml",)),
    "ini": Format(
        "plain.keyed:parse_ini",
        (".ini", ".cfg", ".conf", ".properties", ".desktop", ".service"),
        version=1,
    ),
    "pdf": Format("pdf.pdf:parse_pdf", (".pdf",), ("application/pdf",), version=8),
    "docx": Format("office.docx:parse_docx", (".docx", ".docm", ".dotx"), version=6),
    "epub": Format("html.epub:parse_epub", (".epub",), ("application/epub+zip",), version=4),
    "pptx": Format("office.pptx:parse_pptx", (".pptx", ".pptm", ".ppsx"), version=3),
    "xlsx": Format("office.xlsx:parse_xlsx", (".xlsx", ".xlsm"), version=6),
    "odt": Format("opendocument.odt:parse_odt", (".odt", ".ott"), version=5),
    "ods": Format("opendocument.ods:parse_ods", (".ods", ".ots"), version=4),
    "rtf": Format("office.rtf:parse_rtf", (".rtf",), ("application/rtf", "text/rtf"), version=3),
    "eml": Format("mail.eml:parse_eml", (".eml",), ("message/rfc822",), version=7),
}


def parser_version(kind: str) -> int:
    """The version of the parser of a format; 0 for what no parser of a file made."""
    form = FORMATS.get(kind)
    return 0 if form is None else form.version


ONCE_TEXT = ("rst", "latex", "org", "asciidoc", "code", "log", "manual", "ini")
"""Formats of files that earlier versions read as plain text."""
_ONCE_TEXT_SUFFIXES = frozenset(suffix for kind in ONCE_TEXT for suffix in FORMATS[kind].suffixes)


def is_outdated(kind: str, parser: int, source: str) -> bool:
    """Whether a document, read as this kind by this version of its parser, would be read otherwise now."""
    if (
        kind == "text"
        and "." in source
        and source[source.rindex(".") :].lower() in _ONCE_TEXT_SUFFIXES
    ):
        return True
    return parser < parser_version(kind)


def supported_suffixes() -> frozenset[str]:
    """Suffixes, with the dot and in lower case, of the files that can be read."""
    return frozenset(suffix for form in FORMATS.values() for suffix in form.suffixes)

"""From what a person names to a document: files, addresses, standard input, texts that are given. Keeps nothing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from wherein.core.closeable import Closeable
from wherein.core.document import Block, Document
from wherein.core.errors import SourceForbidden, UsageError
from wherein.documents.fetch import fetch, is_url
from wherein.documents.isolated import ParserProcess, parse_safely
from wherein.documents.source import Source, document_id, read_source

STDIN = "-"


@dataclass(frozen=True, slots=True)
class InlineText:
    """A text that comes with the question, as a browser or a program has it."""

    text: str
    title: str = ""
    url: str = ""
    blocks: tuple[Block, ...] = ()


class SourceParser(Closeable):
    """Loads and parses sources for one run; what is risky to parse goes to one child process."""

    def __init__(self, private: bool, addresses: bool, password: str | None = None) -> None:
        """`addresses`: web addresses may be fetched at all; `private`: inside this network too.
        `password` opens the PDFs that have one."""
        self._private = private
        self._addresses = addresses
        self._password = password
        self._process = ParserProcess()

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._process.close()

    def load(self, origin: str) -> Source:
        """Read a file or fetch an address. Raises SourceError, or SourceForbidden for an address."""
        if is_url(origin):
            if not self._addresses:
                raise SourceForbidden(
                    "The server does not fetch web addresses.",
                    "Allow it with fetch_urls = true in config.toml, or send the page's text.",
                )
            fetched = fetch(origin, private=self._private)
            return self.given(fetched.data, origin, fetched.media_type)
        return self.given(read_source(Path(origin)), origin)

    def given(self, data: bytes, origin: str, media_type: str | None = None) -> Source:
        """Bytes that are at hand, as the source they are of."""
        name = "" if origin == STDIN else origin.rsplit("/", 1)[-1]
        return Source(data, name or "The input", origin, media_type, self._password)

    def parse(self, source: Source) -> Document:
        """The document in a source. Raises ParseError and what else parsing raises."""
        return parse_safely(source, self._process)


def inline_document(given: InlineText) -> Document:
    """A document from a text that is taken as canonical. Raises UsageError when it is not."""
    if not given.text.strip():
        raise UsageError("The text is empty.", "Send the page's text.")
    if "\r" in given.text or "\0" in given.text:
        raise UsageError(
            "The text has carriage returns or NUL characters.", "Send lines that end in \\n alone."
        )
    digest = hashlib.sha256(given.text.encode("utf-8", "surrogatepass")).hexdigest()
    try:
        return Document(
            id=document_id(given.url) if given.url else digest[:16],
            source=given.url,
            title=given.title,
            kind="text",
            text=given.text,
            content_hash=digest,
            blocks=given.blocks,
        )
    except ValueError as error:
        raise UsageError(
            f"The blocks do not fit the text ({error}).", "Send them in order."
        ) from error

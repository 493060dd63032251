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
from wherein.documents.source import document_id, read_source

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Given:
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
        self._media_types: dict[str, str | None] = {}

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._process.close()

    def load(self, source: str) -> bytes:
        if is_url(source):
            if not self._addresses:
                raise SourceForbidden(
                    "The server does not fetch web addresses.",
                    "Allow it with fetch_urls = true in config.toml, or send the page's text.",
                )
            fetched = fetch(source, private=self._private)
            self._media_types[source] = fetched.media_type
            return fetched.data
        return read_source(Path(source))

    def parse(self, data: bytes, source: str) -> Document:
        name = "" if source == STDIN else source.rsplit("/", 1)[-1]
        return parse_safely(
            data,
            source=source,
            name=name or "The input",
            media_type=self._media_types.get(source),
            password=self._password,
            process=self._process,
        )


def document_given(given: Given) -> Document:
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

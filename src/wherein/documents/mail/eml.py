"""Parses e-mail: headers, body, mails within, and the names of attachments. Leaves out the attachments' content."""

from __future__ import annotations

import base64
import binascii
import email
import email.policy
import quopri
import re
from dataclasses import replace
from email.message import EmailMessage
from typing import Any, cast

from wherein.core.document import BlockKind, Dates
from wherein.core.unread import Unread, UnreadKind, counted
from wherein.documents.building.canonical import CanonicalText, is_visible
from wherein.documents.building.dates import from_mail
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.html.html_blocks import add_blocks
from wherein.documents.html.unseen import count_unseen, parse_marked
from wherein.documents.mail.mail_parts import (
    Attachment,
    Text,
    own_elements,
    parts_of,
    with_quotes_apart,
)
from wherein.documents.plain.text import placed_blocks
from wherein.documents.source import Source

# Longer headers are read without telling their parts apart.
_LONGEST_PARSED = 2_000
# RFC 2047, section 2: at most 75 characters; some writers make longer ones.
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\s]{0,2000})\?=")
_FORWARDED = re.compile(r"\s*(?:fwd?|wg|tr|rv|i)\s*:", re.IGNORECASE)
_MOST_FORWARDED = 20
_HEADERS = ("From", "To", "Cc", "Date", "Subject")


def parse_eml(source: Source) -> Parsed:
    """The visible headers, each as a paragraph, then what a mail program shows: of alternatives the richest one.

    Text that is quoted from an earlier mail is beside the main text. A mail that was forwarded within follows with its
    own headers; attachments are named and counted.
    """
    message = read_message(source.data)
    out = CanonicalText()
    reader = _Reader(out)
    reader.add(message)
    for name in reader.attachments:
        out.add(BlockKind.PARAGRAPH, f"Attachment: {name}")
    counts = (
        (UnreadKind.ATTACHMENT, len(reader.attachments)),
        (UnreadKind.HIDDEN_TEXT, reader.unseen),
    )
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        generated=out.generated,
        title=header(message, "Subject") or None,
        dates=Dates(created=from_mail(header(message, "Date"))),
        unread=counted(Unread(kind, count) for kind, count in counts if count),
    )


class _Reader:
    """Adds mails, one within the other."""

    def __init__(self, out: CanonicalText) -> None:
        self._out = out
        self._tables = 0
        self.attachments: list[str] = []
        self.unseen = 0

    def add(self, message: EmailMessage, depth: int = 0) -> None:
        """The headers and the parts of a mail. Of mails that are forwarded too often, one in the other, the name is kept."""
        for name in _HEADERS:
            if value := header(message, name):
                self._out.add(BlockKind.PARAGRAPH, f"{name}: {value}")
        texts = 0
        for part in parts_of(message):
            if isinstance(part, Attachment):
                self.attachments.append(part.name)
            elif isinstance(part, Text):
                # A mail that is forwarded as a whole quotes all that it has to say.
                is_forward = texts == 0 and _FORWARDED.match(header(message, "Subject")) is not None
                texts += 1
                self._add_text(part, quotes_apart=not is_forward)
            elif depth < _MOST_FORWARDED:
                self.add(part, depth + 1)
            else:
                self.attachments.append(header(part, "Subject") or "message/rfc822")

    def _add_text(self, part: Text, *, quotes_apart: bool) -> None:
        if part.is_html:
            html = parse_marked(part.text)
            self.unseen += count_unseen(html)
            body = html.first("body") or html
            own = own_elements(body) if quotes_apart else None
            self._tables = add_blocks(self._out, [body], main=own, tables_from=self._tables)
            return
        text = part.text.replace("\r\n", "\n").replace("\r", "\n")
        for stretch, is_quoted in with_quotes_apart(text):
            main = not (is_quoted and quotes_apart)
            before = self._tables
            for block, cell in placed_blocks(stretch):
                if cell is not None:
                    self._tables = before + cell.table
                    cell = replace(cell, table=self._tables)
                kind = BlockKind.PARAGRAPH if cell is None else BlockKind.CELL
                self._out.add(kind, block.span.of(stretch), cell=cell, main=main)


def read_message(data: bytes) -> EmailMessage:
    """The message, its headers decoded."""
    return email.message_from_bytes(data, policy=cast(Any, _Headers()))


class _Headers(email.policy.EmailPolicy):
    """The standard policy, but that it parses each header once, and of a long one only the encoded words.

    The parser of the standard library takes quadratic time for many parameters, addresses or quotation marks.
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        object.__setattr__(self, "_parsed", {})

    def header_fetch_parse(self, name: str, value: str) -> Any:
        known: dict[tuple[str, str], Any] = self._parsed  # type: ignore[attr-defined]
        if (name, value) not in known:
            known[name, value] = self._parse(name, value)
        return known[name, value]

    def _parse(self, name: str, value: str) -> Any:
        if name.lower().startswith("content-"):
            value = value[:_LONGEST_PARSED]
        if len(value) <= _LONGEST_PARSED:
            try:
                parsed = super().header_fetch_parse(name, value)
                str(parsed)
            except (ValueError, IndexError, AttributeError, TypeError, RecursionError):
                return decoded_words(value)  # the stdlib's header parser fails on some spam
            return parsed
        return decoded_words(value)


def decoded_words(value: str) -> str:
    """A header with its encoded words (RFC 2047) decoded, without distinguishing its parts."""
    pieces: list[str] = []
    at = 0
    for word in _ENCODED_WORD.finditer(value):
        between = value[at : word.start()]
        if not pieces or not between.isspace():
            pieces.append(between)
        pieces.append(_decoded(word[1], word[2].lower(), word[3]))
        at = word.end()
    return "".join((*pieces, value[at:]))


def _decoded(charset: str, form: str, text: str) -> str:
    raw = text.encode("ascii", "replace")
    if form == "q":
        return decode(quopri.decodestring(raw.replace(b"_", b"=20")), charset.split("*")[0])
    try:
        return decode(base64.b64decode(raw + b"=" * (-len(raw) % 4)), charset.split("*")[0])
    except (binascii.Error, ValueError):
        return text


def header(message: EmailMessage, name: str) -> str:
    """A header on one line; empty where it is missing."""
    value = str(message.get(name) or "")
    return " ".join(value.split()) if is_visible(value) else ""

"""Parses MHTML: the visible text of the saved page. Ignores pictures, styles and frames."""

from __future__ import annotations

from dataclasses import replace

from wherein.core.document import Dates
from wherein.core.errors import NoText
from wherein.documents.building.dates import from_mail
from wherein.documents.building.decode import declared_in_markup, decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.html.html import parse_markup
from wherein.documents.mail.eml import header, read_message
from wherein.documents.source import Source


def parse_mhtml(source: Source) -> Parsed:
    """The first HTML part, or the one that the message says it starts with (RFC 2557, section 9).

    The day on which the page was saved is its `created` when the page states no date.
    """
    data, name = source.data, source.name
    message = read_message(data)
    start = str(message.get_param("start") or "")
    pages = [
        part
        for part in message.walk()
        if part.get_content_type() in ("text/html", "application/xhtml+xml")
    ]
    if not pages:
        raise NoText(f"{name} holds no web page.", "Save the page again, or as HTML.")
    page = next((part for part in pages if start and part.get("Content-ID") == start), pages[0])
    payload = page.get_payload(decode=True)
    markup = payload if isinstance(payload, bytes) else b""
    declared = page.get_content_charset() or declared_in_markup(markup)
    parsed = parse_markup(decode(markup, declared))
    if parsed.dates == Dates():
        parsed = replace(parsed, dates=Dates(created=from_mail(header(message, "Date"))))
    if not parsed.title:
        parsed = replace(parsed, title=header(message, "Subject") or None)
    return parsed

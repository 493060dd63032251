"""Converts dates of files to ISO 8601. Guesses no ambiguous format."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_PDF = re.compile(
    r"^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:(Z)|([+-])(\d\d)'?:?(\d\d)?'?)?"
)
# The date parser of the standard library takes quadratic time, and no date of a mail is longer.
_LONGEST_MAIL_DATE = 200
_ISO_DATE = re.compile(r"^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$")


def from_iso(text: str | None) -> str | None:
    """An ISO 8601 date without fractions of a second; None for an unusable date."""
    text = (text or "").strip()
    if not text:
        return None
    if match := _ISO_DATE.match(text):
        year, month, day = (int(part) if part else None for part in match.groups())
        return text if _possible(year or 0, month or 1, day or 1) else None
    try:
        return iso(datetime.fromisoformat(text.replace(" UTC", "Z")))
    except ValueError:
        return None


def from_mail(text: str | None) -> str | None:
    """Converts RFC 5322 (`Tue, 1 Jul 2003 10:52:37 +0200`) to ISO 8601; None for any other text."""
    if len(text or "") > _LONGEST_MAIL_DATE:
        return None
    try:
        return iso(parsedate_to_datetime(text or ""))
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def from_pdf(text: str | None) -> str | None:
    """Converts PDF 32000-1, 7.9.4 (`D:20040229123456+02'00'`) to ISO 8601; None for any other text."""
    match = _PDF.match((text or "").strip())
    if match is None:
        return None
    year, month, day, hour, minute, second, utc, sign, zone_hour, zone_minute = match.groups()
    if not _possible(int(year), int(month or 1), int(day or 1)):
        return None
    if hour is None:
        return "-".join(part for part in (year, month, day) if part)
    zone = "+00:00" if utc else f"{sign}{zone_hour}:{zone_minute or '00'}" if sign else ""
    return from_iso(f"{year}-{month}-{day}T{hour}:{minute or '00'}:{second or '00'}{zone}")


def from_any(text: str | None) -> str | None:
    """Converts ISO 8601 or RFC 5322, the two forms that web pages and books use; None for any other text."""
    return from_iso(text) or from_mail(text)


def iso(moment: datetime) -> str:
    """The time to the second; in UTC it ends in Z."""
    text = moment.replace(microsecond=0).isoformat()
    return text.removesuffix("+00:00") + "Z" if moment.tzinfo in (UTC,) else text


def _possible(year: int, month: int, day: int) -> bool:
    try:
        datetime(year, month, day)
    except ValueError:
        return False
    return True

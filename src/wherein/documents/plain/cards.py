"""Parses calendars (iCalendar, RFC 5545) and contacts (vCard, RFC 6350): each entry under its name, with labels."""

from __future__ import annotations

import binascii
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

from wherein.core.document import BlockKind
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.canonical import CanonicalText, clean, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.sheets.sheet_tables import SheetTables
from wherein.documents.plain.text import parse_text
from wherein.documents.source import Source

_LINE = re.compile(
    r"(?:[\w-]{1,50}\.)?([A-Za-z][\w-]{0,50})((?:;[^:\"]*(?:\"[^\"]*\"[^:\"]*)*)?):(.*)", re.DOTALL
)
_PARAMETER = re.compile(r";([\w-]+)=?(\"[^\"]*\"|[^;]*)")
_MOMENT = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d))?(Z)?)?")
_ESCAPED = re.compile(r"\\([nN,;:\\])")
_PARTS = re.compile(r"(?<!\\);")
_ENTRIES = frozenset({"VEVENT", "VTODO", "VJOURNAL", "VCARD"})
_LABELS = {
    "DTSTART": "Start", "DTEND": "End", "DUE": "Due", "DURATION": "Duration", "LOCATION": "Location",
    "ORGANIZER": "Organizer", "ATTENDEE": "Attendee", "DESCRIPTION": "Description", "STATUS": "Status",
    "CATEGORIES": "Categories", "RRULE": "Repeats", "EXDATE": "Except", "COMMENT": "Comment", "CONTACT": "Contact",
    "ORG": "Organization", "TITLE": "Title", "ROLE": "Role", "TEL": "Phone", "EMAIL": "Email", "ADR": "Address",
    "BDAY": "Birthday", "ANNIVERSARY": "Anniversary", "NOTE": "Note", "URL": "Website", "NICKNAME": "Nickname",
}  # fmt: skip
_MOMENTS = frozenset({"DTSTART", "DTEND", "DUE", "BDAY", "ANNIVERSARY", "EXDATE"})
_PEOPLE = frozenset({"ORGANIZER", "ATTENDEE"})
_STRUCTURED = frozenset({"ADR", "ORG", "N"})
_TYPES = ("home", "work", "cell", "fax")


@dataclass(slots=True)
class _Property:
    name: str
    parameters: dict[str, list[str]]
    value: str


@dataclass(slots=True)
class _Entry:
    """An event, task, note or contact: its properties, without those of what it holds (an alarm)."""

    properties: list[_Property] = field(default_factory=list)

    @property
    def is_whole_days(self) -> bool:
        """Whether it begins on a day and not at a time: its end is then the day after its last one (RFC 5545, 3.6.1)."""
        return "T" not in self.first("DTSTART").upper()

    def first(self, *names: str) -> str:
        for name in names:
            for each in self.properties:
                if each.name == name and each.value.strip():
                    return _plain(each)
        return ""


def parse_cards(source: Source) -> Parsed:
    """Each entry is a heading with its title or name, and below it its properties, as labels with values.

    Labels, and dates in ISO 8601, are generated text. Pictures of contacts and attachments are counted. A file without
    an entry is read as plain text.
    """
    text = clean(without_mark(decode(source.data, source.charset)))
    entries = list(_entries(_unfolded(text)))
    if not entries:
        return parse_text(source)
    out = CanonicalText()
    tables = SheetTables(out)
    pictures = attachments = 0
    for entry in entries:
        name = " ".join(entry.first("SUMMARY", "FN", "N", "NICKNAME", "ORG").split())
        out.add(BlockKind.HEADING, name, level=1)
        for each in entry.properties:
            pictures += each.name in ("PHOTO", "LOGO")
            attachments += each.name == "ATTACH"
            if each.name in _LABELS:
                _add(tables, each, is_whole_days=entry.is_whole_days)
    counts = ((UnreadKind.PICTURE, pictures), (UnreadKind.ATTACHMENT, attachments))
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        title=_calendar_name(text),
        generated=out.generated,
        unread=tuple(Unread(kind, count) for kind, count in counts if count),
    )


def _calendar_name(text: str) -> str | None:
    match = re.search(r"^X-WR-CALNAME[^:\n]*:(.*)$", text, re.MULTILINE)
    return match.group(1).strip() or None if match else None


def _unfolded(text: str) -> Iterator[str]:
    """The content lines: one that begins with a space goes on, as does one of quoted-printable that ends in "="."""
    held: list[str] = []
    soft = False
    for line in text.split("\n"):
        if held and (line[:1] in (" ", "\t") or soft):
            held.append(line if soft else line[1:])
        else:
            if held:
                yield "".join(held)
            held = [line]
        is_quoted = "QUOTED-PRINTABLE" in held[0][:200].upper()
        soft = is_quoted and line.endswith("=")
        if soft:
            held[-1] = held[-1][:-1]
    if held:
        yield "".join(held)


def _entries(lines: Iterator[str]) -> Iterator[_Entry]:
    open_parts: list[str] = []
    entry: _Entry | None = None
    for line in lines:
        match = _LINE.fullmatch(line.rstrip("\r"))
        if match is None:
            continue
        name, parameters, value = match.group(1).upper(), match.group(2), match.group(3)
        if name == "BEGIN":
            open_parts.append(value.strip().upper())
            if open_parts[-1] in _ENTRIES:
                entry = _Entry()
        elif name == "END":
            if open_parts and open_parts.pop() in _ENTRIES and entry is not None:
                yield entry
                entry = None
        elif entry is not None and open_parts and open_parts[-1] in _ENTRIES:
            entry.properties.append(_Property(name, _parameters(parameters), value))


def _parameters(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in _PARAMETER.findall(text[:2_000]):
        # vCard 2.1 writes types without a name (";HOME").
        key, values = (name.upper(), value) if value else ("TYPE", name)
        found.setdefault(key, []).extend(values.strip('"').split(","))
    return found


def _plain(each: _Property) -> str:
    """A value without escapes, transfer encoding and the separators of its parts."""
    value = each.value
    encoding = "".join(each.parameters.get("ENCODING", each.parameters.get("TYPE", []))).upper()
    if "QUOTED-PRINTABLE" in encoding:
        charset = "".join(each.parameters.get("CHARSET", ["utf-8"]))
        try:
            value = clean(decode(quopri.decodestring(value.encode("utf-8")), charset))
        except (binascii.Error, ValueError):
            value = each.value
    if each.name in _STRUCTURED:
        parts = [_unescaped(part).strip() for part in _PARTS.split(value)]
        if each.name == "N":
            parts = [*parts[3:4], *parts[1:3], *parts[:1], *parts[4:]]
            return " ".join(part for part in parts if part)
        return ", ".join(part for part in parts if part)
    return _unescaped(value)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda m: "\n" if m.group(1) in "nN" else m.group(1), text)


def _add(tables: SheetTables, each: _Property, *, is_whole_days: bool) -> None:
    label, value = _LABELS[each.name], _plain(each).strip()
    if each.name in _PEOPLE:
        address = re.sub(r"^mailto:", "", value, flags=re.IGNORECASE)
        named = ",".join(each.parameters.get("CN", []))
        value = f"{named} <{address}>" if named and "@" in address else named or address
    if each.name in _MOMENTS and (moments := _moments(each, value)):
        if each.name == "DTEND" and is_whole_days:
            moments = [_day_before(moment) for moment in moments]
        tables.add_pair(label, moments, generated=True, generated_values=True)
        return
    types = [t.lower() for t in each.parameters.get("TYPE", [])]
    kind = next((t for t in _TYPES if t in types), "")
    tables.add_pair(f"{label} ({kind})" if kind else label, [value], generated=True)


def _moments(each: _Property, value: str) -> list[str]:
    """The moments of a property as they are shown; none where one of them has another form."""
    zone = "".join(each.parameters.get("TZID", []))[:100]
    found = [_MOMENT.fullmatch(part.strip()) for part in value.split(",")]
    return [_shown(moment, zone) for moment in found if moment] if all(found) else []


def _day_before(day: str) -> str:
    """The last day of what ends with a day; the day itself where no calendar has it."""
    try:
        return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return day


def _shown(moment: re.Match[str], zone: str) -> str:
    year, month, day, hour, minute, second, is_utc = moment.groups()
    text = f"{year}-{month}-{day}"
    if hour:
        text += f" {hour}:{minute}" + (f":{second}" if second and second != "00" else "")
        text += " UTC" if is_utc else f" ({zone})" if zone else ""
    return text

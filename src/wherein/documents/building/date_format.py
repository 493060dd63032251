"""Shows serial numbers of sheets as dates and times in a number format's letters. Knows no file and no sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

_LAST_DAY = 2_958_465  # 31 December 9999
_ENGLISH = (
    "January February March April May June July August September October November December",
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
)
# By the primary language of a locale's number (MS-LCID, the low ten bits).
_NAMES = {
    0x07: (
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    ),
    0x0A: (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "lunes martes miércoles jueves viernes sábado domingo",
    ),
    0x0C: (
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
    ),
    0x10: (
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    ),
    0x13: (
        "januari februari maart april mei juni juli augustus september oktober november december",
        "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    ),
    0x16: (
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
    ),
}
# The two formats that each country shows in its own way (14 and 22), as openpyxl writes them.
_OF_THE_READER = {"mm-dd-yy": "yyyy-mm-dd", "m/d/yy h:mm": "yyyy-mm-dd hh:mm"}
_LOCALE = re.compile(r"-([0-9A-Fa-f]{1,8})$")
_ELAPSED_MS = {"h": 3_600_000, "m": 60_000, "s": 1_000}

Pieces = Sequence[tuple[str, str]]


def is_moment(pieces: Pieces) -> bool:
    """Whether a section of a format shows dates or times: it has their letters and no General."""
    return any(
        kind == "code" and text.lower().strip("[]")[:1] in "ymdhs" for kind, text in pieces
    ) and not any(kind in ("general", "exponent") for kind, _ in pieces)


def moment_shown(value: float, pieces: Pieces, source: str, *, from_1904: bool) -> str | None:
    """A serial number (days) as a date, a time or a span of time; None for one that no sheet shows as such."""
    units = _units(pieces, source)
    decimals = next((len(text) - 1 for unit, text in units if unit == "fraction"), 0)
    elapsed = any(unit == "elapsed" for unit, _ in units)
    if abs(value) > _LAST_DAY or (value < 0 and not elapsed):
        return None
    step = 1_000 // 10 ** min(decimals, 3)
    shows_seconds = any(unit == "code" and text[0] == "s" for unit, text in units)
    total_ms = round(abs(value) * 86_400_000)
    if shows_seconds or decimals:
        total_ms = (total_ms + step // 2) // step * step
    moment = _date_of(total_ms, from_1904)
    names = _names(pieces)
    twelve = any(unit == "half" for unit, _ in units)
    largest = min((_ELAPSED_MS[text[1]] for unit, text in units if unit == "elapsed"), default=0)
    shown = []
    for unit, text in units:
        if unit == "elapsed":
            shown.append(str(total_ms // _ELAPSED_MS[text[1]]).zfill(len(text) - 2))
        elif unit == "half":
            half = "AM" if moment.hour < 12 else "PM"
            shown.append(half if len(text) > 3 else half[0])
        elif unit == "fraction":
            shown.append(f".{moment.microsecond // 1000:03d}"[: len(text)])
        elif unit == "code":
            shown.append(_code_shown(text, moment, names, twelve))
        else:
            shown.append(text)
    sign = "-" if value < 0 and largest else ""
    return sign + "".join(shown).strip()


def _date_of(total_ms: int, from_1904: bool) -> datetime:
    days, rest = divmod(total_ms, 86_400_000)
    if from_1904:
        start = datetime(1904, 1, 1)
    else:
        # The 1900 system counts a 29 February 1900 that never was.
        start = datetime(1899, 12, 31) if days < 60 else datetime(1899, 12, 30)
    try:
        return start + timedelta(days=days, milliseconds=rest)
    except OverflowError:
        return datetime(9999, 12, 31)


def _units(pieces: Pieces, source: str) -> list[tuple[str, str]]:
    """The letters of a format gathered: ("code", "mmmm"), ("minute" as "code", "nn"), ("half", "AM/PM")."""
    if source.strip().lower() in _OF_THE_READER:
        own = _OF_THE_READER[source.strip().lower()]
        pieces = [("code" if letter.isalpha() else "text", letter) for letter in own]
    units: list[tuple[str, str]] = []
    letters = [(kind, text.lower() if kind == "code" else text) for kind, text in pieces]
    index = 0
    while index < len(letters):
        kind, text = letters[index]
        rest = "".join(part for _, part in letters[index : index + 5]).lower()
        if rest.startswith(("am/pm", "a/p")):
            length = 5 if rest.startswith("am/pm") else 3
            units.append(("half", "AM/PM"[:length]))
            index += length
            continue
        if kind == "code" and text.startswith("["):
            units.append(("elapsed", text))
        elif kind == "code":
            run = 1
            while index + run < len(letters) and letters[index + run] == (kind, text):
                run += 1
            units.append(("code", text * run))
            index += run - 1
        elif kind == "point":
            run = 1
            while index + run < len(letters) and letters[index + run] == ("digit", "0"):
                run += 1
            units.append(("fraction", "." + "0" * (run - 1)) if run > 1 else ("text", "."))
            index += run - 1
        elif kind in ("text", "comma", "percent"):
            units.append(("text", text))
        index += 1
    return _with_minutes(units)


def _with_minutes(units: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The letters with "n" for minutes: an "m" right after hours or right before seconds."""
    codes = [index for index, (unit, _) in enumerate(units) if unit in ("code", "elapsed")]
    for order, index in enumerate(codes):
        unit, text = units[index]
        if unit != "code" or text not in ("m", "mm"):
            continue
        before = units[codes[order - 1]][1].strip("[") if order else ""
        after = units[codes[order + 1]][1].strip("[") if order + 1 < len(codes) else ""
        if before.startswith("h") or after.startswith("s"):
            units[index] = unit, text.replace("m", "n")
    return units


def _names(pieces: Pieces) -> tuple[list[str], list[str]]:
    """The months and days in the language of a format's locale; in English where it names another or none."""
    months, days = _ENGLISH
    for kind, text in pieces:
        if kind == "locale" and (match := _LOCALE.search(text)):
            months, days = _NAMES.get(int(match.group(1), 16) & 0x3FF, _ENGLISH)
    return months.split(), days.split()


def _code_shown(
    code: str, moment: datetime, names: tuple[list[str], list[str]], twelve: bool
) -> str:
    letter, length = code[0], len(code)
    months, days = names
    if letter == "y":
        return f"{moment.year:04d}" if length > 2 else f"{moment.year % 100:02d}"
    if letter in "md" and length > 2:
        name = months[moment.month - 1] if letter == "m" else days[moment.weekday()]
        return name[:1] if letter == "m" and length == 5 else name if length > 3 else name[:3]
    hour = (moment.hour % 12 or 12) if twelve else moment.hour
    number = {"m": moment.month, "d": moment.day, "h": hour, "n": moment.minute, "s": moment.second}
    return str(number[letter]).zfill(min(length, 2)) if letter in number else code

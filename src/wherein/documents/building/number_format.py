"""Shows a cell's number as its number format does (ECMA-376 part 1, 18.8.31). Knows no file and no sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from fractions import Fraction
from functools import lru_cache

from wherein.documents.building.date_format import is_moment, moment_shown

_LONGEST_FORMAT = 1_000
# What may stand in a section: a quoted text, an escaped character, a space as wide as the next character, a character
# that fills the cell, something in brackets, and then one character.
_TOKEN = re.compile(
    r'"([^"]*)"?|\\(.)|_(.)|\*(.)|\[([^\]]*)\]|(general)|(e[+-])(?=[0#?])|(.)',
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?[0-9]+(?:\.[0-9]+)?)")
_CURRENCY = re.compile(r"\$([^\-]*)(?:-[0-9A-Fa-f]*)?$")
_FRACTION = re.compile(r"([0#?]+\s+)?([0#?]+)\s?/\s?([0-9#?]+)")
_MOST_DECIMALS = 30


@dataclass(frozen=True, slots=True)
class Section:
    """One of a format's sections: its pieces as (kind, text).

    Kinds are "text" (shown as it is), "digit" (a place for one: 0, # or ?), "point", "comma", "percent", "exponent",
    "general", "@" and "code" (a letter of a date).
    """

    pieces: tuple[tuple[str, str], ...]
    condition: tuple[str, float] | None
    source: str

    def has(self, kind: str) -> bool:
        return any(piece == kind for piece, _ in self.pieces)

    def holds(self, number: float) -> bool:
        """Whether a number meets the section's own condition."""
        assert self.condition is not None
        sign, bound = self.condition
        return {
            "<": number < bound, "<=": number <= bound, ">": number > bound,
            ">=": number >= bound, "=": number == bound, "<>": number != bound,
        }[sign]  # fmt: skip


def shown(value: object, number_format: str, *, from_1904: bool = False) -> str:
    """A cell's value as the sheet shows it; empty where its format shows nothing (";;;").

    Dates in the format of the reader's country (format 14) are ISO 8601, since nobody knows that country.
    """
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    sections = _sections(number_format[:_LONGEST_FORMAT])
    if not isinstance(value, int | float):
        return _text_shown(str(value), sections)
    section, negative = _section_for(value, sections)
    if section is None:
        return ""
    if is_moment(section.pieces):
        moment = moment_shown(value, section.pieces, section.source, from_1904=from_1904)
        return general(value) if moment is None else moment
    return ("-" if negative else "") + _number_shown(abs(value), section)


def shows_moment(number_format: str) -> bool:
    """Whether a format shows numbers as dates or times."""
    sections = _sections(number_format[:_LONGEST_FORMAT])
    return bool(sections) and is_moment(sections[0].pieces)


def general(value: float) -> str:
    """A number as a cell without a format shows it, to ten digits."""
    if abs(value) < 10**15 and value == int(value):
        return str(int(value))
    return f"{value:.10G}"


def _text_shown(text: str, sections: tuple[Section, ...]) -> str:
    """A text in the fourth section, or in one that holds "@"; elsewhere unchanged."""
    if len(sections) > 3:
        section = sections[3]
    elif sections and sections[-1].has("@"):
        section = sections[-1]
    else:
        return text
    return "".join(text if kind == "@" else piece for kind, piece in section.pieces).strip() or ""


def _section_for(value: float, sections: tuple[Section, ...]) -> tuple[Section | None, bool]:
    """The section that shows a number, and whether it puts the minus sign itself; None for an empty section."""
    numbers = (
        sections[:3]
        if not (len(sections) < 4 and sections and sections[-1].has("@") and len(sections) > 1)
        else sections[:-1]
    )
    if not numbers:
        return Section((("general", ""),), None, ""), value < 0
    own_sign = value < 0
    if any(section.condition for section in numbers):
        chosen = next((s for s in numbers if s.condition and s.holds(value)), None)
        chosen = chosen or next((s for s in numbers if s.condition is None), numbers[-1])
    elif len(numbers) > 1 and value < 0:
        chosen, own_sign = numbers[1], False
    elif len(numbers) > 2 and value == 0:
        chosen = numbers[2]
    else:
        chosen = numbers[0]
    return (chosen if chosen.pieces else None), own_sign


@lru_cache(maxsize=1_000)
def _sections(number_format: str) -> tuple[Section, ...]:
    """The sections of a format, which semicolons part."""
    sections: list[Section] = []
    pieces: list[tuple[str, str]] = []
    condition: tuple[str, float] | None = None
    start = 0
    for token in _TOKEN.finditer(number_format):
        quoted, escaped, _, _, bracket, is_general, exponent, character = token.groups()
        if character == ";":
            sections.append(Section(tuple(pieces), condition, number_format[start : token.start()]))
            pieces, condition, start = [], None, token.end()
        elif quoted is not None or escaped is not None:
            pieces.append(("text", quoted if escaped is None else escaped))
        elif bracket is not None:
            if match := _CONDITION.fullmatch(bracket.strip()):
                condition = match.group(1), float(match.group(2))
            else:
                pieces += _bracketed(bracket)
        elif is_general:
            pieces.append(("general", ""))
        elif exponent:
            pieces.append(("exponent", exponent.upper()))
        elif character is not None:
            pieces.append((_kind_of(character), character))
    sections.append(Section(tuple(pieces), condition, number_format[start:]))
    return tuple(sections)


def _bracketed(bracket: str) -> list[tuple[str, str]]:
    """A currency's sign, hours past 24, or nothing: a colour, a locale."""
    if match := _CURRENCY.match(bracket):
        locale = [("locale", bracket)] if "-" in bracket else []
        return [*locale, *([("text", match.group(1))] if match.group(1) else [])]
    if re.fullmatch(r"h+|m+|s+", bracket, re.IGNORECASE):
        return [("code", f"[{bracket.lower()}]")]
    return []


def _kind_of(character: str) -> str:
    if character in "0#?":
        return "digit"
    if character.lower() in "ymdhsapbge":
        return "code"
    return {".": "point", ",": "comma", "%": "percent", "@": "@"}.get(character, "text")


def _without_places(number: float, section: Section) -> str:
    """A number in a format that says nothing of its digits."""
    own = general(number) if section.has("general") or section.has("@") else ""
    shown_at = "general" if section.has("general") else "@"
    return "".join(
        own if kind == shown_at else text
        for kind, text in section.pieces
        if kind in ("text", "percent", "general", "@")
    ).strip()


def _number_shown(number: float, section: Section) -> str:
    pieces = section.pieces
    if section.has("general") or not section.has("digit"):
        return _without_places(number, section)
    if match := _FRACTION.search(section.source):
        return _fraction_shown(number, match)
    last_digit = max(index for index, (kind, _) in enumerate(pieces) if kind == "digit")
    exponent_at = next((i for i, (kind, _) in enumerate(pieces) if kind == "exponent"), None)
    point = next((i for i, (kind, _) in enumerate(pieces) if kind == "point"), None)
    end = exponent_at if exponent_at is not None else len(pieces)
    whole = [
        i
        for i, (kind, _) in enumerate(pieces[: end if point is None else point])
        if kind == "digit"
    ]
    part = (
        [i for i in range(point + 1, end) if pieces[i][0] == "digit"] if point is not None else []
    )
    commas = [i for i, (kind, _) in enumerate(pieces) if kind == "comma"]
    grouped = any(whole and whole[0] < i < whole[-1] for i in commas)
    last_place = (part or whole or [end])[-1]
    scale = next(
        (n for n, piece in enumerate(pieces[last_place + 1 :]) if piece[0] != "comma"),
        len(pieces[last_place + 1 :]),
    )
    value = _decimal(number) * Decimal(100) ** sum(kind == "percent" for kind, _ in pieces)
    value = value.scaleb(-3 * scale)
    power = 0
    if exponent_at is not None and value:
        power = value.adjusted() - (max(len(whole), 1) - 1)
        value = value.scaleb(-power)
    digits = _rounded(value, min(len(part), _MOST_DECIMALS))
    before, _, after = digits.partition(".")
    texts = _placed(pieces, whole, "" if before == "0" else before, grouped)
    texts |= _decimals_placed(pieces, part, after)
    if exponent_at is not None:
        places = [i for i in range(exponent_at + 1, last_digit + 1) if pieces[i][0] == "digit"]
        sign = "-" if power < 0 else "+" if pieces[exponent_at][1] == "E+" else ""
        texts |= _placed(pieces, places, str(abs(power)), False)
        texts[exponent_at] = "E" + sign
    if point is not None and not whole and before != "0":
        texts[point] = before + "."
    kept = ("text", "point", "percent", "code")
    return "".join(
        texts.get(index, text if kind in kept else "") for index, (kind, text) in enumerate(pieces)
    ).strip()


def _placed(
    pieces: tuple[tuple[str, str], ...], places: list[int], digits: str, grouped: bool
) -> dict[int, str]:
    """The digits of a whole number at the places for them, from the right; what is left over goes to the first place."""
    texts: dict[int, str] = {}
    left = len(digits)
    for count, place in enumerate(reversed(places)):
        is_first = count == len(places) - 1
        take = digits[:left] if is_first else digits[max(left - 1, 0) : left]
        left -= len(take)
        if not take:
            take = {"0": "0", "?": " ", "#": ""}[pieces[place][1]]
        if grouped:
            shown_digits = []
            for offset, digit in enumerate(reversed(take)):
                behind = count + offset
                shown_digits.append(
                    digit + ("," if behind and behind % 3 == 0 and digit.isdigit() else "")
                )
            take = "".join(reversed(shown_digits))
        texts[place] = take
    return texts


def _decimals_placed(
    pieces: tuple[tuple[str, str], ...], places: list[int], digits: str
) -> dict[int, str]:
    """The digits behind the point; zeros at the end show only where the format asks for them."""
    texts: dict[int, str] = {}
    for index, place in reversed(list(enumerate(places))):
        digit = digits[index] if index < len(digits) else "0"
        is_end = all(not text.strip() for text in texts.values())
        if digit == "0" and is_end and pieces[place][1] != "0":
            digit = " " if pieces[place][1] == "?" else ""
        texts[place] = digit
    return texts


def _decimal(number: float) -> Decimal:
    try:
        return Decimal(repr(number) if isinstance(number, float) else number)
    except InvalidOperation:
        return Decimal(0)


def _rounded(value: Decimal, decimals: int) -> str:
    """Half away from zero, as sheets round what they show."""
    if not value.is_finite() or value.adjusted() > 300:
        return "0"
    places = max(0, min(decimals, _MOST_DECIMALS))
    scaled = value.scaleb(places).to_integral_value(ROUND_HALF_UP)
    digits = str(int(scaled)).rjust(places + 1, "0")
    return (
        f"{digits[: len(digits) - places]}.{digits[len(digits) - places :]}" if places else digits
    )


def _fraction_shown(number: float, match: re.Match[str]) -> str:
    """A number as "1 1/2"."""
    stated = match.group(3)
    exact = Fraction(number).limit_denominator(10**12)
    if stated.isdecimal() and int(stated) > 0:
        below = int(stated[:9])
        above = int(exact * below + Fraction(1, 2))
    else:
        near = exact.limit_denominator(10 ** min(len(stated), 6) - 1)
        above, below = near.numerator, near.denominator
    if match.group(1) is None:
        return f"{above}/{below}"
    whole, rest = divmod(above, below)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/{below}" if whole else f"{rest}/{below}"

"""Writes out each thing that `said.py` finds in a text. A function gets its pattern's match: the whole, then the groups.

`web/speech/src/saying/saying.ts` is the twin.
"""

from __future__ import annotations

import re

from wherein.lexicon import lexicon
from wherein.speech.saying.numerals import (
    cardinal,
    decimal,
    digits,
    fraction,
    ordinal,
    quantity,
    year,
)

_LEXICON = lexicon("said")


def rows(name: str) -> dict[str, tuple[str, ...]]:
    """The lines of a list: what is written, then how it is said."""
    parted = (line.split(" > ") for line in _LEXICON.lines(name))
    return {written: tuple(said) for written, *said in parted}


def sayings(name: str) -> dict[str, str]:
    """The lines of a list that has one way to say each."""
    return {written: said for written, (said,) in rows(name).items()}


ABBREVIATIONS = sayings("abbreviations")
NUMBERED = sayings("numbered")
SIGNS = sayings("signs")
UNITS = rows("units")
_MONEY = rows("money")
_SHORT_SCALES = sayings("short_scales")
_FRACTIONS = sayings("fractions")
_SLASHED = sayings("slashed")
_NEAR = sayings("near") | sayings("compared")
_SUPERSCRIPTS = str.maketrans(sayings("superscripts"))
_DECIMAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_MONTHS = _LEXICON.words("months")
_DENOMINATORS = _LEXICON.words("denominators")


def amount(text: str) -> str:
    """ "3.5", "1,000", "2½" and "2 1/2"."""
    part = _FRACTIONS.get(text[-1])
    whole = text[:-1].rstrip() if part else text
    if "/" in text:
        whole, part = text.split(" ")
    if part:
        return f"{quantity(whole)} and {_fraction(part, 'a')}"
    whole, _, decimals = text.partition(".")
    return decimal(whole, decimals) if decimals else quantity(whole)


def _fraction(text: str, one: str) -> str:
    above, _, below = text.partition("/")
    return fraction(int(above), int(below), one)


def address(found: str) -> str:
    text = found.rstrip(".,;:!?)")
    rest = found[len(text) :]
    for start in ("http://", "https://", "www."):
        text = text.removeprefix(start)
    host, _, path = text.split("?")[0].partition("/")
    parts = [part.replace("-", " ").replace("_", " ") for part in path.split("/") if part]
    return " slash ".join([host.replace(".", " dot "), *parts]) + rest


def email(found: str) -> str:
    return found.replace("@", " at ").replace(".", " dot ")


def by_digits(number: str) -> str:
    """A telephone number and its like: each digit by itself, a comma where the groups are parted."""
    groups = re.findall("[0-9X]+", number)
    ends = (" X" if group.endswith("X") else "" for group in groups)
    return ", ".join(digits(group.rstrip("X")) + end for group, end in zip(groups, ends, strict=True))  # fmt: skip


def hyphened(number: str) -> str:
    """Digits joined by hyphens, such as a telephone number. With fewer than seven digits, as in "2-3-1", it stays as it is."""
    return by_digits(number) if len(number.replace("-", "")) >= 7 else number


def money(found: str, sign: str, low: str, high: str, scale: str, short: str) -> str:
    one, many, small, smalls = _MONEY[sign]
    scale = scale or _SHORT_SCALES.get(short, "")
    many_of_it = f"{scale} {many}" if scale else many
    if high:
        return f"{amount(low)} to {amount(high)} {many_of_it}"
    if scale:
        return f"{amount(low)} {many_of_it}"
    whole, _, decimals = low.partition(".")
    if len(decimals) != 2 or decimals == "00":
        coins = whole if decimals == "00" else low
        return f"{amount(coins)} {one if coins == '1' else many}"
    cents = f"{cardinal(int(decimals))} {small if decimals == '01' else smalls}"
    if whole == "0":
        return cents
    return f"{amount(whole)} {one if whole == '1' else many} and {cents}"


def iso_date(found: str, years: str, month: str, day: str) -> str:
    if not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):
        return found
    return f"{_MONTHS[int(month) - 1]} {ordinal(int(day))}, {year(int(years))}"


def day_month(found: str, day: str, month: str, years: str) -> str:
    if not 1 <= int(day) <= 31:
        return found
    return f"the {ordinal(int(day))} of {month}" + (f" {year(int(years))}" if years else "")


def month_day(found: str, month: str, day: str, years: str) -> str:
    if not 1 <= int(day) <= 31:
        return found
    return f"{month} {ordinal(int(day))}" + (f", {year(int(years))}" if years else "")


def parted_date(mark: str, _: str, first: str, second: str, third: str) -> str:
    """A date in numbers. Day and month can't be distinguished, so the numbers are said in the order in which they are written."""
    parts = (year(int(part)) if len(part) == 4 else cardinal(int(part)) for part in (first, second, third))  # fmt: skip
    return f" {mark} ".join(parts)


def years_range(found: str, first: str, last: str) -> str:
    """Two years joined by a dash. If the second is not later than the first, it is no range of years and stays as it is."""
    is_short = len(last) == 2
    if int(last) <= (int(first) % 100 if is_short else int(first)):
        return found
    return f"{year(int(first))} to {two_digits(last) if is_short else year(int(last))}"


def two_digits(text: str) -> str:
    """Two digits as minutes and the last half of a year are said: "05" is "oh five"."""
    return ("oh " if text[0] == "0" else "") + cardinal(int(text))


def rising(found: str, low: str, high: str) -> str:
    """A range of numbers. If the second is not larger, it is more likely a score or a name and stays as it is."""
    return f"{low} to {high}" if _size(low) < _size(high) else found


def _size(text: str) -> float:
    """The number that the text begins with, as a float; the fraction of "2½" is ignored."""
    return float(_DECIMAL.match(text.replace(",", ""))[0])  # type: ignore[index]


def clock(found: str, hour: str, minute: str) -> str:
    if minute == "00":
        return cardinal(int(hour)) + (" o'clock" if 1 <= int(hour) <= 12 else " hundred")
    return f"{cardinal(int(hour))} {two_digits(minute)}"


def seconds_clock(found: str, hour: str, minute: str, second: str) -> str:
    said = clock(found, hour, minute)
    if second == "00":
        return said
    return f"{said} and {cardinal(int(second))} second{'' if second == '01' else 's'}"


def half_day(found: str, hour: str, minute: str, half: str, stop: str) -> str:
    minutes = f" {two_digits(minute)}" if minute not in ("", "00") else ""
    return f"{cardinal(int(hour))}{minutes} {half.upper()} M{stop}"


def decade(found: str, first: str) -> str:
    return _plural(year(int(first)))


def short_decade(found: str, tens: str) -> str:
    return "noughties" if tens == "00" else _plural(cardinal(int(tens)))


def _plural(words: str) -> str:
    return words[:-1] + "ies" if words.endswith("y") else words + "s"


def season(found: str, first: str, second: str) -> str:
    return f"{year(int(first))} {two_digits(second)}"


def slashed(found: str, above: str, below: str) -> str:
    if found in _SLASHED:
        return _SLASHED[found]
    if _is_fraction(above, below):
        return fraction(int(above), int(below), "one")
    return f"{quantity(above)} slash {quantity(below)}"


def _is_fraction(above: str, below: str) -> bool:
    return above[0] != "0" and below in _DENOMINATORS and (int(above) < int(below) or below == "2")


def part_measure(found: str, above: str, below: str, vulgar: str, unit: str) -> str:
    """ "half a kilometre", "three quarters of an hour"."""
    if vulgar:
        above, _, below = _FRACTIONS[vulgar].partition("/")
    if not _is_fraction(above, below):
        return found
    one = unit_of(unit)[0]
    a_unit = f"an {one}" if one[0] in "aeio" or one.startswith("hour") else f"a {one}"
    if (above, below) == ("1", "2"):
        return f"half {a_unit}"
    return f"{fraction(int(above), int(below), 'a')} of {a_unit}"


def measure(found: str, text: str, unit: str) -> str:
    one, many = unit_of(unit)
    return f"{amount(text)} {one if text == '1' else many}"


def measure_before(found: str, text: str, unit: str) -> str:
    """ "a five-kilometre run"."""
    return f"{amount(text)}-{unit_of(unit)[0]}"


def unit_of(written: str) -> tuple[str, ...]:
    """Micro is written with the Greek letter or with its own sign."""
    return UNITS[written.replace("μ", "µ")]


def scientific(found: str, text: str, exponent: str) -> str:
    return f"{amount(text)} times ten to the power of {_signed(exponent)}"


def power(found: str, base: str, exponent: str) -> str:
    raised = exponent.removeprefix("^").translate(_SUPERSCRIPTS)
    known = {"2": "squared", "3": "cubed"}.get(raised)
    return f"{base} {known or 'to the power of ' + _signed(raised)}"


def _signed(text: str) -> str:
    said = quantity(text.lstrip("+-−"))
    return said if text[0] not in "-−" else f"minus {said}"


def scaled(found: str, text: str, short: str) -> str:
    return f"{amount(text)} {_SHORT_SCALES[short]}"


def ordinal_of(found: str, number: str) -> str:
    plain = number.replace(",", "")
    return ordinal(int(plain)) if len(plain) <= 15 else found


def version(found: str, numbers: str) -> str:
    return " point ".join(quantity(part) for part in numbers.split("."))


def year_or_number(found: str, number: str) -> str:
    # 1066 is more often a quantity, but after "in".
    is_year = len(number) == 4 and 1100 <= int(number) < 2100
    return year(int(number)) if is_year else quantity(number)


def near(found: str, sign: str) -> str:
    return f"{_NEAR[sign]} "

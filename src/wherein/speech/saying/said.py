"""Writes an English text out as a person would say it: numbers, dates, units, abbreviations, addresses. Makes no sound.

`web/speech/src/saying/said.ts` is the twin; `contracts/lexicon/said.json` has the words and the patterns,
`contracts/speech-said.json` the cases. The time is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from wherein.lexicon import Lexicon, lexicon
from wherein.speech.saying import saying
from wherein.speech.saying.numerals import digits, year

_Instead = Callable[..., str]


def _any_of(written: Iterable[str]) -> str:
    """A pattern for any of these texts. Longer ones are tried first, so that "p.m." is not read as "p."."""
    return "|".join(re.escape(each) for each in sorted(written, key=len, reverse=True))


def _with_lists(entries: Lexicon) -> Lexicon:
    """The lexicon with patterns for its units, abbreviations and signs, which other patterns refer to by name."""
    # "in" is a word far more often than inches.
    units = _any_of(unit for unit in saying.UNITS if unit != "in").replace("µ", "[µμ]")
    lists = {
        "unit": f"(?:{units})",
        "short": f"(?:{_any_of(saying.ABBREVIATIONS)})",
        "numbered": f"({_any_of(saying.NUMBERED)})",
        "signs": "".join(saying.SIGNS),
    }
    return Lexicon({**entries.entries, "patterns": {**entries.entries["patterns"], **lists}})


_LEXICON = _with_lists(lexicon("said"))


def _rules(*named: tuple[str, _Instead]) -> tuple[tuple[re.Pattern[str], _Instead], ...]:
    return tuple((_LEXICON.pattern(name), instead) for name, instead in named)


# Later rules read what earlier ones write.
_FIRST = _rules(
    ("controls", lambda found: " "),
    ("unseen", lambda found: ""),
    ("note_mark", lambda found: ""),
    ("email", saying.email),
    ("address", saying.address),
    ("per_unit", lambda found, per, unit: per + saying.unit_of(unit)[0]),
)
_NUMBERS = _rules(
    ("numbered_before", lambda found, short: f"{saying.NUMBERED[short]} "),
    ("isbn", lambda found, before, number: before + saying.by_digits(number)),
    ("iso_date", saying.iso_date),
    ("times_range", lambda found, first: f"{first} to "),
    ("seconds_clock", saying.seconds_clock),
    ("half_day", saying.half_day),
    ("clock", saying.clock),
    ("decade", saying.decade),
    ("short_decade", saying.short_decade),
    ("known_decade", lambda found, before, tens: before + saying.short_decade(found, tens)),
    ("pages_range", lambda found, first: f"{first} to "),
    ("years", saying.years_range),
    ("abroad", lambda found, number: f"plus {saying.by_digits(number)}"),
    ("dialled", saying.by_digits),
    ("hyphened", saying.hyphened),
    ("card", saying.by_digits),
    ("apart", lambda found: " "),
    ("near_number", saying.near),
    ("compared_number", saying.near),
    ("minus", lambda found: "minus "),
    ("plus", lambda found: " plus "),
    ("money", saying.money),
    ("money_after", lambda found, text, sign: saying.money(found, sign, text, "", "", "")),
    ("range", lambda found, first: f"{first} to "),
    ("rising", saying.rising),
    ("day_month", saying.day_month),
    ("month_day", saying.month_day),
    ("slashed_date", partial(saying.parted_date, "slash")),
    ("season", saying.season),
    ("zero_led", saying.by_digits),
    ("part_measure", saying.part_measure),
    ("fraction", saying.slashed),
    ("percent", lambda found, text: f"{saying.amount(text)} percent"),
    ("scientific", saying.scientific),
    ("measure_before", saying.measure_before),
    ("measure", saying.measure),
    ("scaled", saying.scaled),
    ("power", saying.power),
    ("ordinal", saying.ordinal_of),
    ("dotted_date", partial(saying.parted_date, "dot")),
    ("version", saying.version),
    ("old_year", lambda found, before, number: before + year(int(number))),
    ("mixed_number", saying.amount),
    ("bare_decimal", lambda found, decimals: f"point {digits(decimals)}"),
    ("decimal", saying.amount),
    ("whole", saying.year_or_number),
)
_LAST = _rules(
    ("last_abbreviation", lambda short: f"{saying.ABBREVIATIONS[short]}."),
    ("abbreviation", lambda short: saying.ABBREVIATIONS[short]),
    ("sign", lambda sign: f" {saying.SIGNS[sign]} "),
)
_COUNTABLE = _LEXICON.pattern("countable")
_SPACES = _LEXICON.pattern("spaces")


def as_said(text: str) -> str:
    """The text with numbers, units and the like written out as they are pronounced; other text stays."""
    said = text
    for rules in (_FIRST, _NUMBERS, _LAST):
        if rules is _NUMBERS and not _COUNTABLE.search(said):
            continue
        for pattern, instead in rules:
            said = pattern.sub(partial(_replaced, instead), said)
    return _SPACES.sub(" ", said).strip() if said != text else text


def _replaced(instead: _Instead, found: re.Match[str]) -> str:
    return instead(found.group(), *found.groups(""))

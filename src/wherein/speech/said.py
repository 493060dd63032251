"""A written English text as a person would say it: numbers, dates, units, abbreviations, addresses. Makes no sound.

`web/speech/src/said.ts` is the twin; `contracts/lexicon/said.json` has the words, `contracts/speech-said.json` the cases.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from wherein.lexicon import lexicon
from wherein.speech.numerals import cardinal, decimal, digits, ordinal, year

_LEXICON = lexicon("said")


def _rows(name: str) -> dict[str, tuple[str, ...]]:
    """The lines of a list: what is written, then how it is said."""
    parted = (line.split(" > ") for line in _LEXICON.lines(name))
    return {written: tuple(said) for written, *said in parted}


_MONTHS = _LEXICON.words("months")
_MONTH = "|".join(_MONTHS)
_NUMBER = r"\d{1,3}(?:,\d{3})+|\d+"
_DASH = "[-–—]"

_ABBREVIATIONS = {short: said for short, (said,) in _rows("abbreviations").items()}
_UNITS = _rows("units")
# "in" is a word far more often than inches: only before a stop or the end.
_UNIT = "|".join(re.escape(unit) for unit in sorted(_UNITS, key=len, reverse=True) if unit != "in")
_MONEY = _rows("money")
_SCALES = "|".join(_LEXICON.words("scales"))
_SIGNS = {sign: said for sign, (said,) in _rows("signs").items()}


def _number(text: str) -> str:
    whole, _, fraction = text.partition(".")
    return decimal(whole, fraction) if fraction else cardinal(int(whole.replace(",", "")))


def _year_or_number(text: str) -> str:
    return year(int(text)) if re.fullmatch(r"1[1-9]\d\d|20\d\d", text) else _number(text)


def _address(found: re.Match[str]) -> str:
    text = found.group()
    rest = text[len(text.rstrip(".,;:!?)")) :]
    text = re.sub(r"^(?:https?://)?(?:www\.)?", "", text[: len(text) - len(rest)]).split("?")[0]
    host, _, path = text.rstrip("/").partition("/")
    said = host.replace(".", " dot ")
    parts = [re.sub(r"[-_]+", " ", part) for part in path.split("/") if part]
    return " slash ".join([said, *parts]) + rest


def _email(found: re.Match[str]) -> str:
    return found.group().replace("@", " at ").replace(".", " dot ")


def _money(found: re.Match[str]) -> str:
    sign, amount, scale = found["sign"], found["amount"], found["scale"]
    one, many, small, smalls = _MONEY[sign]
    whole, _, fraction = amount.partition(".")
    if scale:
        return f"{_number(amount)} {scale} {many}"
    count = int(whole.replace(",", ""))
    said = f"{cardinal(count)} {one if count == 1 else many}"
    if len(fraction) == 2 and int(fraction):
        return f"{said} and {cardinal(int(fraction))} {small if int(fraction) == 1 else smalls}"
    return said


def _iso_date(found: re.Match[str]) -> str:
    month, day = int(found[2]), int(found[3])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return found.group()
    return f"{_MONTHS[month - 1]} {ordinal(day)}, {year(int(found[1]))}"


def _clock(found: re.Match[str]) -> str:
    hour, minute = int(found[1]), int(found[2])
    if minute == 0:
        return f"{cardinal(hour)} o'clock" if 1 <= hour <= 12 else f"{cardinal(hour)} hundred"
    return f"{cardinal(hour)} {'oh ' if minute < 10 else ''}{cardinal(minute)}"


def _measure(found: re.Match[str]) -> str:
    one, many = _UNITS[found[2]]
    return f"{_number(found[1])} {one if found[1] == '1' else many}"


def _decade(found: re.Match[str]) -> str:
    head, mark, last = _split_last(year(int(found[1])))
    return head + mark + (last[:-1] + "ies" if last.endswith("y") else last + "s")


def _split_last(words: str) -> tuple[str, str, str]:
    head, mark, last = words.rpartition(" ")
    return head, mark, last


_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    # Marks of notes, as in an encyclopedia.
    (re.compile(r"\[(?:\d+|[a-z]|note \d+|citation needed)\]"), lambda found: ""),
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), _email),
    (re.compile(r"(?:https?://|www\.)[^\s<>\"]+"), _address),
    (re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b"), _iso_date),
    (
        re.compile(rf"\b(\d\d?)(?:st|nd|rd|th)? ({_MONTH})\b(?:,? (\d{{4}})\b)?"),
        lambda found: f"the {ordinal(int(found[1]))} of {found[2]}"
        + (f" {year(int(found[3]))}" if found[3] else ""),
    ),
    (
        re.compile(rf"\b({_MONTH}) (\d\d?)(?:st|nd|rd|th)?\b(?!\.\d|\d)(?:,? (\d{{4}})\b)?"),
        lambda found: f"{found[1]} {ordinal(int(found[2]))}"
        + (f", {year(int(found[3]))}" if found[3] else ""),
    ),
    (re.compile(r"\b(\d\d?):(\d\d)\b(?!:)"), _clock),
    (re.compile(rf"(?P<sign>[$€£¥]) ?(?P<amount>(?:{_NUMBER})(?:\.\d+)?)(?: (?P<scale>{_SCALES})\b)?"), _money),
    (re.compile(r"\b(1[1-9]\d0|20\d0)s\b"), _decade),
    (
        re.compile(rf"\b(1[1-9]\d\d|20\d\d) ?{_DASH} ?(\d\d)\b(?!\d)"),
        lambda found: f"{year(int(found[1]))} to {cardinal(int(found[2]))}",
    ),
    (
        re.compile(rf"\b({_NUMBER}) ?[–—] ?(?={_NUMBER})"),
        lambda found: f"{found[1]} to ",
    ),
    (
        re.compile(rf"\b((?:{_NUMBER})(?:\.\d+)?) ?%"),
        lambda found: f"{_number(found[1])} percent",
    ),
    (re.compile(rf"\b((?:{_NUMBER})(?:\.\d+)?) ?({_UNIT})(?![\w²/°])"), _measure),
    (re.compile(r"\b(\d+)(?:st|nd|rd|th)\b"), lambda found: ordinal(int(found[1]))),
    (re.compile(r"\bv?(\d+(?:\.\d+){2,})\b"), lambda found: " point ".join(cardinal(int(n)) for n in found[1].split("."))),
    (re.compile(r"(?<![\w.])0\d{4,}\b"), lambda found: digits(found.group())),
    (re.compile(r"(?<![\w.])[-−](?=\d)"), lambda found: "minus "),
    (re.compile(rf"(?<![\w.,])((?:{_NUMBER})\.\d+)\b"), lambda found: _number(found[1])),
    (re.compile(rf"(?<![\w.,])({_NUMBER})(?![\w]|[.,]\d)"), lambda found: _year_or_number(found[1])),
    (
        re.compile("(?<![\\w.])(?:" + "|".join(re.escape(short) for short in _ABBREVIATIONS) + ")"),
        lambda found: _ABBREVIATIONS[found.group()],
    ),
    (re.compile("[" + "".join(_SIGNS) + "]"), lambda found: f" {_SIGNS[found.group()]} "),
)  # fmt: skip
_SPACES = re.compile(r"[ \t\u00a0]{2,}|\u00a0")


def as_said(text: str) -> str:
    """The text with what is not spelt as it is said written out; a text without such things stays as it is."""
    said = text
    for pattern, instead in _RULES:
        said = pattern.sub(instead, said)
    return _SPACES.sub(" ", said).strip() if said != text else text

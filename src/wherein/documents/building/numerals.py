"""Writes numbers as lists count them: Roman numerals, letters, leading zeros. Knows no format."""

from __future__ import annotations

_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_LARGEST = 999_999
_LARGEST_ROMAN = 4_999
_LARGEST_LETTERS = 26 * 30


def roman(number: int) -> str:
    """A number of at least 1 in capitals: 1994 is "MCMXCIV"."""
    letters = ""
    for value, sign in _ROMAN:
        letters += sign * (number // value)
        number %= value
    return letters


def numeral(number: int, form: str) -> str:
    """A number as Word names its form: decimal, decimalZero, lowerLetter, upperRoman and so on; others are decimal.

    Letters go on with "aa" after "z", as browsers count; numbers without letters or Roman numerals are decimal.
    """
    if form in ("lowerLetter", "upperLetter") and 0 < number <= _LARGEST:
        letters = ""
        rest = number
        while rest > 0:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(ord("a") + letter) + letters
        return letters if form == "lowerLetter" else letters.upper()
    if form in ("lowerRoman", "upperRoman") and 0 < number < 4000:
        return roman(number).lower() if form == "lowerRoman" else roman(number)
    return f"{number:02d}" if form == "decimalZero" else str(number)


def office_numeral(count: int, number_format: str) -> str:
    """A number as `numeral` writes it, with letters doubled after "z", as Word counts ("aa", "bb"), and with ordinals."""
    if number_format in ("upperRoman", "lowerRoman") and 0 < count <= _LARGEST_ROMAN:
        return roman(count) if number_format == "upperRoman" else roman(count).lower()
    if number_format in ("upperLetter", "lowerLetter") and 0 < count <= _LARGEST_LETTERS:
        letter = chr(ord("A") + (count - 1) % 26) * (1 + (count - 1) // 26)
        return letter if number_format == "upperLetter" else letter.lower()
    if number_format == "decimalZero":
        return f"{count:02d}"
    if number_format == "ordinal":
        last = count % 100
        return (
            f"{count}{'th' if 10 < last < 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(last % 10, 'th')}"
        )
    return "" if number_format == "none" else str(count)

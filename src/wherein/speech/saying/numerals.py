"""English number words. Knows no notation but digits. `web/speech/src/saying/numerals.ts` is the twin."""

from __future__ import annotations

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_POWERS = ("", " thousand", " million", " billion", " trillion", " quadrillion")
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip
MOST = 10 ** (3 * len(_POWERS)) - 1


def cardinal(number: int) -> str:
    """ "one hundred and five"; digit by digit beyond MOST."""
    if number < 0:
        return "minus " + cardinal(-number)
    if number > MOST:
        return digits(str(number))
    if number == 0:
        return _ONES[0]
    parts = []
    for power, name in enumerate(_POWERS):
        three = number // 1000**power % 1000
        if three:
            parts.append((_below_thousand(three) + name, three))
    words = [text for text, _ in reversed(parts)]
    # "two thousand and five", but "two thousand one hundred".
    if len(words) > 1 and 0 < number % 1000 < 100:
        words[-1] = "and " + words[-1]
    return " ".join(words)


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    said = [f"{_ONES[hundreds]} hundred"] if hundreds else []
    if rest:
        said.append(("and " if hundreds else "") + _below_hundred(rest))
    return " ".join(said)


def _below_hundred(number: int) -> str:
    if number < 20:
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")


def ordinal(number: int) -> str:
    """ "twenty-first"."""
    head, mark, last = _parted(cardinal(number))
    if last in _ORDINALS:
        last = _ORDINALS[last]
    elif last.endswith("y"):
        last = last[:-1] + "ieth"
    else:
        last += "th"
    return head + mark + last


def _parted(words: str) -> tuple[str, str, str]:
    at = max(words.rfind(" "), words.rfind("-"))
    return (words[:at], words[at], words[at + 1 :]) if at >= 0 else ("", "", words)


def year(number: int) -> str:
    """ "nineteen oh five", "nineteen hundred", "two thousand and five", "twenty twenty-four"."""
    first, last = divmod(number, 100)
    if number < 1000 or (first % 10 == 0 and last < 10):
        return cardinal(number)
    if last == 0:
        return f"{_below_hundred(first)} hundred"
    return _below_hundred(first) + (
        f" oh {_ONES[last]}" if last < 10 else f" {_below_hundred(last)}"
    )


def fraction(above: int, below: int, one: str) -> str:
    """ "one half", "three quarters", "five eighths"; `one` is said for 1."""
    name = "quarter" if below == 4 else ordinal(below)
    if above != 1:
        return f"{cardinal(above)} {'halves' if below == 2 else name + 's'}"
    single = "half" if below == 2 else name
    return f"{'an' if one == 'a' and single.startswith('e') else one} {single}"


def quantity(text: str) -> str:
    """A run of digits as a number; digit by digit where a zero leads or it is too large. Commas may part thousands."""
    plain = text.replace(",", "")
    is_counted = len(plain) <= len(str(MOST)) and (plain[0] != "0" or len(plain) == 1)
    return cardinal(int(plain)) if is_counted else digits(plain)


def digits(text: str) -> str:
    """Each digit by itself."""
    return " ".join(_ONES[int(digit)] for digit in text)


def decimal(whole: str, fraction: str) -> str:
    """ "three point one four"; thousands may be parted by commas."""
    return f"{quantity(whole)} point {digits(fraction)}"

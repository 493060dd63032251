"""Renders numbers, measures, money, fractions and formulas as the page shows them, without conversions."""

from __future__ import annotations

import re

from wherein.knowledge.importers.templates.call import Call, Rule, same

_NUMBER = re.compile(r"[-+−]?\d[\d,]*(?:\.\d+)?")
_RANGES = {"-": "–", "–": "–", "to": " to ", "to(-)": " to ", "and": " and ", "and(-)": " and ", "or": " or ", "by": " by ", "x": " × ",
           "×": " × ", "*": " × ", "xx": " × ", "+/-": " ± ", "±": " ± ", "+": " + ", ",": ", ", "to about": " to about "}  # fmt: skip
_UNITS = {
    "km2": "km²", "m2": "m²", "cm2": "cm²", "mm2": "mm²", "sqmi": "sq mi", "sqft": "sq ft", "sqyd": "sq yd", "sqin": "sq in", "m3": "m³",
    "cm3": "cm³", "km3": "km³", "cuft": "cu ft", "cuin": "cu in", "cuyd": "cu yd", "cumi": "cu mi", "c": "°C", "f": "°F", "k": "K", "km/h": "km/h",
    "kph": "km/h", "impgal": "imp gal", "usgal": "US gal", "u.s.gal": "US gal", "nmi": "nautical miles", "/km2": "per km²", "/sqmi": "per square mile",
    "pd/km2": "per km²", "pd/sqmi": "per square mile", "psi": "psi", "longton": "long tons", "shortton": "short tons", "lt": "long tons", "st": "stone",
    "tonne": "tonnes", "oz": "oz", "ozt": "troy oz", "hp": "hp", "bhp": "bhp", "kw": "kW", "mw": "MW", "v": "V", "nm": "nm", "m/s": "m/s", "ft/s": "ft/s",
    "mpg": "mpg", "l": "L", "ml": "mL", "ft.lbf": "ft⋅lbf", "n.m": "N⋅m", "lbft": "lb⋅ft", "acre": "acres", "mile": "miles", "foot": "feet",
    "inch": "inches", "metre": "metres", "meter": "meters", "kilometre": "kilometres", "kilometer": "kilometers", "pound": "pounds", "hand": "hands",
}  # fmt: skip
_MONEY = {
    "US$": "us$|usd|us dollar|u.s. dollar|usdollar", "A$": "a$|aud|au$|aus$", "C$": "c$|cad|can$|ca$|cad$", "NZ$": "nz$|nzd", "HK$": "hk$|hkd", "S$": "s$|sgd",
    "NT$": "nt$|ntd|twd", "MX$": "mxn|mex$|mx$", "R$": "brl|r$", "$": "$|dollar", "£": "£|gbp|pounds|uk£", "€": "€|eur|euro|euros",
    "¥": "¥|jpy|jp¥|japanese yen", "CN¥": "cny|rmb|cn¥|yuan|renminbi|chinese yuan", "₹": "inr|₹|indian rupee|indian rupees|rupee|rupees|rs",
    "₩": "krw|₩|won text|south korean won", "₽": "rub|₽|ruble|rur", "₪": "ils|₪|nis|shekel", "₱": "php|₱|philippine peso|peso", "₫": "vnd|₫",
    "₺": "try|₺|turkish lira", "₴": "uah|₴", "₦": "ngn|₦|naira", "฿": "thb|฿|baht", "Rp": "idr|rp.", "RM": "myr|rm", "CHF ": "chf|sfr", "kr ": "sek|nok|dkk|isk|kr",
    "zł": "pln|zloty", "Kč": "czk", "Ft": "huf", "R": "zar", "₨": "pkr|npr|lkr|nprs|pkrs", "৳": "bdt|৳|taka", "₵": "ghs", "E£": "egp", "AR$": "ars", "CL$": "clp",
    "COL$": "cop", "S/": "pen", "₸": "kzt", "IR£": "iep", "DM ": "dem|deutsche mark", "₤": "itl|lira", "₣": "frf|french franc|franc", "₡": "crc",
}  # fmt: skip
_WORDS = {
    "k": " thousand",
    "m": " million",
    "b": " billion",
    "t": " trillion",
    "l": " lakh",
    "c": " crore",
    "lc": " lakh crore",
}
_SUPERSCRIPT = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_SUBSCRIPT = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")
_ENDINGS = {"1": "st", "2": "nd", "3": "rd"}


def raised(text: str) -> str:
    """The text in superscript characters where all of it has such, else after a caret."""
    return text.translate(_SUPERSCRIPT) if re.fullmatch(r"[\d+−-]+", text) else f"^{text}"


def lowered(text: str) -> str:
    return text.translate(_SUBSCRIPT) if re.fullmatch(r"[\d+−-]+", text) else f"_{text}"


def grouped(number: str) -> str:
    """12044 as 12,044; a text that is no plain number stays unchanged."""
    match = re.fullmatch(r"([-−]?)(\d{4,})(\.\d+)?", number)
    return f"{match[1]}{int(match[2]):,}{match[3] or ''}" if match else number


def _convert(call: Call) -> str | None:
    """The given number and unit, including ranges and "5 ft 10 in"; the converted value is left out."""
    values = call.numbered()
    if not values or not values[0]:
        return None
    said = grouped(values[0])
    at = 1
    while at + 1 < len(values):
        joined, following = _RANGES.get(values[at].casefold()), values[at + 1]
        if joined is None or not _NUMBER.match(following):
            break
        said += joined + grouped(following)
        at += 2
    unit = values[at] if at < len(values) else ""
    said = f"{said} {_unit(unit)}".strip()
    if (
        unit in ("ft", "st", "lb", "mi", "yd", "foot")
        and at + 2 < len(values)
        and _NUMBER.fullmatch(values[at + 1])
    ):
        said += f" {values[at + 1]} {_unit(values[at + 2])}"
    return said


def _unit(code: str) -> str:
    return _UNITS.get(code.casefold(), code)


def _value(call: Call) -> str | None:
    number, error, below = call.get(1), call.get(2), call.get(3)
    if not number:
        return None
    said = call.get("p", "pre") + grouped(number)
    if error and below:
        said += f" (+{error.lstrip('+')}, −{below.lstrip('-−')})"
    elif error:
        said += f" ± {error}"
    power = call.get("e")
    said += f" × 10{raised(power)}" if power else ""
    unit = call.get("u", "ul", "up", "upl")
    per = call.get("upu", "up") if call.get("u", "ul") else ""
    return said + call.get("s", "suf") + (f" {unit}" if unit else "") + (f"/{per}" if per else "")


def _fraction(call: Call) -> str | None:
    values = call.items()
    if len(values) >= 3:
        return f"{values[0]} {values[1]}⁄{values[2]}"
    if len(values) == 2:
        return f"{values[0]}⁄{values[1]}"
    return f"1⁄{values[0]}" if values else "⁄"


def _formatted(call: Call) -> str | None:
    return grouped(call.get(1).replace(",", "")) or None


def _money(sign: str) -> Rule:
    def rule(call: Call) -> str | None:
        return f"{sign}{grouped(call.get(1))}"

    return rule


def _currency(call: Call) -> str | None:
    amount, code = call.get("amount", 1), call.get("code", "type", 2).casefold()
    sign = next((s for s, codes in _MONEY.items() if code in codes.split("|")), code.upper() + " ")
    return f"{sign if code else '$'}{grouped(amount)}" if amount else None


def _rupees(call: Call) -> str | None:
    return (
        f"₹{grouped(call.get(1))}{_WORDS.get(call.get(2).casefold(), '')}" if call.get(1) else None
    )


def _raised(call: Call) -> str | None:
    return raised(call.get(1)) if call.get(1) else None


def _lowered(call: Call) -> str | None:
    return lowered(call.get(1)) if call.get(1) else None


def _raised_and_lowered(call: Call) -> str | None:
    above, below = call.get(1, "p"), call.get(2, "b")
    return (raised(above) if above else "") + (lowered(below) if below else "") or None


def _power_of_ten(call: Call) -> str | None:
    return f" × 10{raised(call.get(1))}" if call.get(1) else None


def _chemical(call: Call) -> str | None:
    """`{{chem|H|2|O}}`: letters unchanged, numbers as subscripts."""
    return "".join(lowered(p) if p.isdecimal() else p for p in call.items()) or None


def _chemical_line(call: Call) -> str | None:
    """`{{chem2|H2O}}`: a number after a letter or a bracket becomes a subscript."""
    text = call.get(1)
    return (
        re.sub(r"(?<=[A-Za-z)\]])\d+", lambda m: lowered(m.group()), text)
        .replace("_", "")
        .replace("^", "")
        or None
    )


def _isotope(call: Call) -> str | None:
    values = call.items()
    return f"{values[0]}-{values[1]}" if len(values) > 1 else (values[0] if values else None)


def _element(call: Call) -> str | None:
    return call.get(2, 1) or None


def _root(call: Call) -> str | None:
    inner, degree = call.get(1), call.get(2)
    return (raised(degree) if degree else "") + f"√{inner}" if inner else None


def _around(before: str, after: str) -> Rule:
    return lambda call: f"{before}{call.get(1)}{after}" if call.get(1) else None


def _first(call: Call) -> str | None:
    return call.get(1, "sortable") or None


def _ordinal(call: Call) -> str | None:
    number = call.get(1)
    if not number.lstrip("-").isdecimal():
        return number or None
    teen = number[-2:] in ("11", "12", "13")
    return number + ("th" if teen else _ENDINGS.get(number[-1], "th"))


def _numbers(call: Call) -> list[float] | None:
    try:
        return [float(value.replace(",", "").replace("−", "-")) for value in call.items()]
    except ValueError:
        return None


def _percentage(call: Call) -> str | None:
    values = _numbers(call)
    if not values or len(values) < 2 or not values[1]:
        return None
    digits = int(values[2]) if len(values) > 2 and 0 <= values[2] < 10 else 0
    return f"{100 * values[0] / values[1]:.{digits}f}%"


def _winning(call: Call) -> str | None:
    values = _numbers(call)
    if not values or len(values) < 2:
        return None
    ties = values[2] if len(values) > 2 else 0.0
    games = values[0] + values[1] + ties
    return f"{(values[0] + ties / 2) / games:.3f}".lstrip("0") if games > 0 else None


def _density(call: Call) -> str | None:
    values = call.numbered()
    try:
        people, area = (float(value.replace(",", "")) for value in values[:2])
        each = people / area
    except (ValueError, ZeroDivisionError):
        return None
    unit = _unit(values[2]) if len(values) > 2 else ""
    return f"{each:,.{0 if each >= 10 else 1}f}" + (f" per {unit}" if unit else "")


def _height(call: Call) -> str | None:
    said = [f"{text} {unit}" for unit in ("m", "cm", "ft", "in") if (text := call.get(unit))]
    return " ".join(said) or None


def _duration(call: Call) -> str | None:
    values = [call.get(1, "h"), call.get(2, "m"), call.get(3, "s")]
    if not any(values):
        return None
    while values and not values[0]:
        values.pop(0)
    return ":".join([values[0], *(value.zfill(2) for value in values[1:] if value)])


def _angle(call: Call) -> str | None:
    values = call.items()
    marks = "hms" if call.name == "ra" else "°′″"
    return " ".join(value + mark for value, mark in zip(values, marks, strict=False)) or None


RULES: dict[str, Rule] = {
    **same(_convert, "convert|cvt|convert/spell|conv|cv|convinfobox|convertabbr|convert/3|convert2"),
    **same(_value, "val|value|valu|ordmag text"),
    **same(_fraction, "frac|fraction|sfrac|vulgar fraction|frac2|fract|tfrac|dfrac|mfrac|diagonal split header|over|fracslash"),
    **same(_formatted, "formatnum|number|num|nts|number table sorting|formatnumber|gaps number|nformat|fnum|comma"),
    **{name.strip(): _money(sign) for sign, names in _MONEY.items() for name in names.split("|")},
    **same(_currency, "currency|money|iso4217|monnaie|currency/intl"),
    **same(_rupees, "inrconvert|inr convert|indian currency"),
    **same(_raised, "sup|superscript|^|sup1"),
    **same(_lowered, "sub|subscript|sb"),
    **same(_raised_and_lowered, "su|sup sub|subsup|sub sup|isotope su"),
    **same(_power_of_ten, "e|x10^|×10^|esp|e-sp|10^|x10"),
    **same(_chemical, "chem|simple chem|chemf|formula"),
    **same(_chemical_line, "chem2|chemical formula"),
    **same(_isotope, "nuclide|isotope|nuclide2|nuclide link"),
    **same(_element, "element|chemical element|element link|particle"),
    **same(_root, "radic|sqrt|square root|root"),
    **same(_around("|", "|"), "abs|mabs|norm|absolute value"),
    **same(_around("⌊", "⌋"), "floor"),
    **same(_around("⌈", "⌉"), "ceil"),
    **same(_around("{", "}"), "mset|brace|braces|set"),
    **same(_around("(", ")"), "paren|parentheses|round brackets"),
    **same(_around("[", "]"), "bracket|brackets|square brackets|interp|sqbrackets"),
    **same(_around("⟨", "⟩"), "angle brackets|bra-ket|angbracket"),
    **same(_first, "math|mvar|tmath|intmath|bigmath|mathcal|overline|overbar|vec|mathbf|mathrm|gaps|digits|rnd|round|significant figures|sigfig|roundto|decimals|dec|hexadecimal|ntsc|rank|sbase|nx|num format|spell number|spellnum|numtext|#expr text|bigger math|itl|math text"),
    **same(_ordinal, "ordinal|ord|ordinal to word|nth|th"),
    **same(_percentage, "percentage|pct|percent|percent and number|percentof"),
    **same(_winning, "winning percentage|winpct|winperc|win-loss pct|win%"),
    **same(_density, "pop density|population density|density"),
    **same(_height, "height|hgt"),
    **same(_duration, "duration|run time|running time|length"),
    **same(_angle, "ra|dec text|deg2dms|dms|degree minute second|sky"),
}  # fmt: skip

"""Turns the escape sequences of roff into the characters that a page shows. Knows no requests."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

_NAME = r"(?:\[(?P<{0}long>[^\]\n]{{0,100}})\]|\((?P<{0}two>[^\n]{{2}})|(?P<{0}one>[^\n]))"
_ESCAPE = re.compile(
    r"\\(?:"
    r"(?P<comment>[\"#].*)|"
    r"\*" + _NAME.format("s") + r"|"
    r"(?:[fFkmMgnVY]|n[+-])(?:\[[^\]\n]{0,100}\]|\([^\n]{2}|[^\n])|"
    r"s(?:[+-]?(?:\[[^\]\n]{0,20}\]|'[^'\n]{0,20}'|\([^\n]{2}|[0-3]?\d)|[+-]?\d)|"
    r"[hvwlLDXbRxSHZoB]'[^'\n]{0,200}'|"
    r"z(?=[^\n])|"
    r"C'(?P<quoted>[^'\n]{0,100})'|"
    r"N'(?P<code>\d{1,7})'|"
    r"\[(?P<long>[^\]\n]{0,100})\]|"
    r"\((?P<two>[^\n]{2})|"
    r"(?P<one>[^\n]|$))"
)
_ONE = {
    "-": "-", " ": " ", "~": "\u00a0", "0": " ", "e": "\\", "E": "\\", "\\": "\\", "'": "\u00b4", "`": "`", ".": ".",
    "t": "\t", "_": "_", "": "",
}  # fmt: skip
_NOTHING = frozenset("&|^/,:%cpdur!?)aAa{}")
_GLYPHS = {
    "hy": "-", "en": "–", "em": "—", "bu": "•", "ci": "○", "sq": "□", "lq": "“", "rq": "”", "Lq": "“", "Rq": "”", "oq": "‘",
    "cq": "’", "aq": "'", "dq": '"', "Bq": "„", "bq": "‚", "Fo": "«", "Fc": "»", "fo": "‹", "fc": "›", "co": "©", "rg": "®",
    "tm": "™", "de": "°", "dg": "†", "dd": "‡", "sc": "§", "ps": "¶", "mu": "×", "di": "÷", "+-": "±", "mi": "−", "pl": "+",
    "eq": "=", "!=": "≠", "<=": "≤", ">=": "≥", "~~": "≈", "~=": "≅", "==": "≡", "if": "∞", "->": "→", "<-": "←", "<>": "↔",
    "ua": "↑", "da": "↓", "rA": "⇒", "lA": "⇐", "hA": "⇔", "rs": "\\", "sl": "/", "ba": "|", "br": "│", "bv": "|", "or": "|",
    "ha": "^", "ti": "~", "aa": "´", "ga": "`", "at": "@", "sh": "#", "Do": "$", "ct": "¢", "eu": "€", "Eu": "€", "Po": "£",
    "Ye": "¥", "lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "⟨", "ra": "⟩", "ul": "_", "ru": "_", "rn": "‾", "12": "½",
    "14": "¼", "34": "¾", "S1": "¹", "S2": "²", "S3": "³", "*a": "α", "*b": "β", "*g": "γ", "*d": "δ", "*l": "λ", "*m": "μ",
    "*p": "π", "*s": "σ", "*w": "ω", "*D": "Δ", "*S": "Σ", "*W": "Ω", "fm": "′", "sd": "″", "ss": "ß", "AE": "Æ", "ae": "æ",
    "OE": "Œ", "oe": "œ", "/O": "Ø", "/o": "ø", "oA": "\u00c5", "oa": "å", "r!": "¡", "r?": "¿", "Of": "ª", "Om": "º", "no": "¬",
    "sr": "√", "is": "∫", "pd": "∂", "in": "∈", "mo": "∈", "es": "∅", "AN": "∧", "OR": "∨", "fa": "∀", "te": "∃", "lh": "☜",
    "rh": "☞", "OK": "✓", "ff": "ff", "fi": "fi", "fl": "fl", "Fi": "ffi", "Fl": "ffl", ".i": "ı", "-D": "Ð", "Sd": "ð",
    "TP": "Þ", "Tp": "þ", "vS": "Š", "vs": "š", "vZ": "Ž", "vz": "ž", "Bu": "•", "pc": "·", "md": "⋅", "c*": "⊗", "c+": "⊕",
}  # fmt: skip
_ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    ":": "\u0308",
    "~": "\u0303",
    ",": "\u0327",
}
STRINGS: Mapping[str, str] = {
    "R": "®", "S": "", "Tm": "™", "lq": "“", "rq": "”", "Aq": "'", "L\"": "“", "R\"": "”", "C`": '"', "C'": '"', "-": "-",
    "--": "—", "PI": "π", "Lq": "“", "Rq": "”", "Am": "&", "Ba": "|", "Ge": ">=", "Gt": ">", "Le": "<=", "Lt": "<", "Ne": "!=",
    "Pm": "±", "If": "∞", "Pi": "π", "Na": "NaN", "q": '"', "ua": "↑", "aa": "´", "ga": "`",
}  # fmt: skip
"""Strings that the macro packages define, by name."""
_LONGEST_STRING = 100


def shown(text: str, strings: Mapping[str, str] = STRINGS) -> str:
    """`text` without escape sequences: fonts, sizes and movements go, named characters and strings are what they show."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: _of_escape(match, strings), text)


def _of_escape(match: re.Match[str], strings: Mapping[str, str]) -> str:
    named = match["slong"] or match["stwo"] or match["sone"]
    if named is not None:
        found = strings.get(named.split(" ", 1)[0], "")[:_LONGEST_STRING]
        # A string may hold escape sequences of its own, and those no strings.
        return _ESCAPE.sub(lambda inner: _of_escape(inner, {}), found)
    if match["code"] is not None:
        return _character(int(match["code"]))
    glyph = match["long"] or match["two"] or match["quoted"]
    if glyph is not None:
        return _of_glyph(glyph)
    one = match["one"]
    if one is None or one in _NOTHING:
        return ""
    return _ONE.get(one, one)


def _of_glyph(name: str) -> str:
    if (found := _GLYPHS.get(name)) is not None:
        return found
    if re.fullmatch(r"u[0-9A-F]{4,6}(?:_[0-9A-F]{4,6}){0,4}", name):
        return "".join(_character(int(code, 16)) for code in name[1:].split("_"))
    if match := re.fullmatch(r"char(\d{1,3})", name):
        return _character(int(match[1]))
    if len(name) == 2 and name[0] in _ACCENTS and name[1].isalpha():
        return unicodedata.normalize("NFC", name[1] + _ACCENTS[name[0]])
    return ""


def _character(code: int) -> str:
    return chr(code) if 0 < code < 0x110000 else "\ufffd"


def arguments(text: str) -> list[str]:
    """The arguments of a request: words, or what stands between quotation marks, in which two are one."""
    found: list[str] = []
    at, end = 0, len(text)
    while at < end:
        if text[at] in " \t":
            at += 1
            continue
        if text.startswith('\\"', at):
            break
        if text[at] == '"':
            stop = at + 1
            parts: list[str] = []
            while stop < end:
                close = text.find('"', stop)
                close = end if close < 0 else close
                parts.append(text[stop:close])
                if text.startswith('""', close):
                    parts.append('"')
                    stop = close + 2
                    continue
                stop = close + 1
                break
            found.append("".join(parts))
            at = stop
            continue
        stop = at
        while stop < end and text[stop] not in " \t":
            stop += 2 if text[stop] == "\\" else 1
        found.append(text[at : min(stop, end)])
        at = stop
    return found

"""Writes raised and lowered characters of a line so that they join no number or word. Knows texts and places, no PDF.

A raised digit becomes a superscript character: "10⁻⁹", "m²". Where it is the mark of a note, a space comes before it,
so that "1,204 ³" reads as the number 1,204. Ordinals and abbreviations ("21st", "Mme") stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.documents.page_lines.rectangles import MADE_SPACE, MadeBox, Rectangle

Range = tuple[int, int]

_RAISED = str.maketrans(
    "0123456789+-\u2212\u2013=()abcdefghijklmnoprstuvwxyz",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
)
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_LONGEST = 16
# Note marks: numbers or single letters, several of them with commas between, perhaps with other signs.
_MARK = re.compile(r"(?:\d{1,3}|[a-z])(?:[,;–\-\u2212 ]+(?:\d{1,3}|[a-z]))*[,;]?[*∗†‡§¶]*$")
_POWER = re.compile(r"[+\-\u2212–]?(?:\d{1,3}|[a-z])[+\-\u2212–]?$|[+\-\u2212–]$")
# What a power stands on: a unit, a variable, ten, one digit, a closed bracket; a charge stands on an element too.
_BASE = re.compile(r"(?:(?<![^\W_])(?:[^\W\d_]|10|\d)|[)\]])$")
_ELEMENT = re.compile(r"(?:(?<![^\W\d_])|[₀-₉\d)])[A-Z][a-z]?\d?$")
_UNITS = frozenset("cm mm km nm µm μm dm hm ft yd mi kg mg sec min rad mol bar kPa hPa MPa".split())
_WORD_BEFORE = re.compile(r"[^\W\d_]+$")


def as_seen(
    text: str, boxes: Sequence[Rectangle], raised: Sequence[Range], lowered: Sequence[Range]
) -> tuple[str, list[Rectangle]]:
    """The text with its raised and lowered ranges rewritten, and the boxes of its characters.

    `raised` and `lowered` are in order and share no character. A range that is neither a power nor a mark stays as it is.
    """
    parts: list[str] = []
    out: list[Rectangle] = []
    at = 0
    for start, end, up in sorted(
        [(start, end, True) for start, end in raised]
        + [(start, end, False) for start, end in lowered]
    ):
        parts.append(text[at:start])
        out += boxes[at:start]
        before = "".join(parts)[-_LONGEST:]
        piece = text[start:end]
        written, apart = _raised(before, piece, text[end:]) if up else _lowered(before, piece)
        if apart:
            parts.append(" ")
            out.append(MADE_SPACE)
        parts.append(written)
        out += [
            box if new == old else MadeBox(box)
            for new, old, box in zip(written, piece, boxes[start:end], strict=True)
        ]
        at = end
        if up and not before.strip() and text[end : end + 1].isalpha() and _MARK.match(piece):
            parts.append(" ")  # the mark at the beginning of a note
            out.append(MADE_SPACE)
    parts.append(text[at:])
    out += boxes[at:]
    return "".join(parts), out


def _raised(before: str, piece: str, after: str) -> tuple[str, bool]:
    """What a raised piece is written as, and whether a space comes before it."""
    bare = piece.strip()
    base = before[-1:]
    if not bare or len(bare) > _LONGEST or not any(map(str.isalnum, bare)):
        if bare and all(sign in "+-\u2212–" for sign in bare):
            return piece.translate(_RAISED), False
        return piece, False
    fraction = after[:1] in ("/", "\u2044") and bare.isdigit()
    if fraction:
        return piece, base.isdigit()
    attached = bool(base) and not base.isspace()
    if _POWER.match(bare) and (not attached or _stands_on_base(before, bare)):
        letter = bare.isalpha() and not _MARK.match(bare)
        return (piece if letter else piece.translate(_RAISED)), False
    if _MARK.match(bare):
        if bare.isalpha() and base.isdigit():
            return piece, False  # an ordinal of one letter: "1e", "2o"
        return piece.translate(_RAISED), attached and base not in "([{"
    if any(map(str.isdigit, bare)) and re.fullmatch(r"[\d+\-\u2212–=(). ,/a-z]+", bare):
        return piece.translate(_RAISED), False
    return piece, False


def _stands_on_base(before: str, piece: str) -> bool:
    if _BASE.search(before):
        return True
    if not piece.isalnum() and _ELEMENT.search(before):
        return True
    word = _WORD_BEFORE.search(before)
    return word is not None and word.group() in _UNITS


def _lowered(before: str, piece: str) -> tuple[str, bool]:
    """A lowered number after a digit becomes subscript characters ("101₂"); "CO2" and "x1" stay as they are written."""
    return (piece.translate(_LOWERED), False) if before[-1:].isdigit() else (piece, False)

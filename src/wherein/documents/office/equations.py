"""Writes an Office equation (OMML, ECMA-376 part 1, 22.1) on one line: "Q = a/b", "x^2". Knows no document."""

from __future__ import annotations

from typing import Any

_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
EQUATIONS = frozenset({_M + "oMath", _M + "oMathPara"})
_SKIPPED = frozenset({
    _M + name for name in (
        "rPr", "ctrlPr", "fPr", "sSupPr", "sSubPr", "sSubSupPr", "radPr", "naryPr", "dPr", "funcPr", "accPr", "barPr",
        "mPr", "eqArrPr", "oMathParaPr", "boxPr", "borderBoxPr", "groupChrPr", "limLowPr", "limUppPr", "phantPr", "sPrePr",
    )
})  # fmt: skip

Pieces = list[tuple[str, bool]]
"""Texts in order, each with whether the file lacks it as characters: a bar of a fraction, a sign of a root."""


def equation_pieces(element: Any) -> Pieces:
    """The pieces of an equation, with what its layout says written as signs: /, ^, _, √, brackets."""
    pieces: Pieces = []
    for child in element.iterchildren():
        tag = child.tag
        if not isinstance(tag, str) or tag in _SKIPPED:
            continue
        name = tag.removeprefix(_M)
        if tag == _M + "t":
            pieces.append((child.text or "", False))
        elif tag.startswith(_M) and name in _WRITERS:
            pieces += _WRITERS[name](child)
        else:
            pieces += equation_pieces(child)
    return pieces


def _part(element: Any, name: str) -> Pieces:
    child = element.find(_M + name)
    return equation_pieces(child) if child is not None else []


def _in_brackets(pieces: Pieces) -> Pieces:
    """A part in brackets, unless it is one number or letter."""
    text = "".join(part for part, _ in pieces).strip()
    if len(text) < 2 or text.replace(".", "").replace(",", "").isalnum():
        return pieces
    if text.startswith("(") and text.endswith(")"):
        return pieces
    return [("(", True), *pieces, (")", True)]


def _fraction(element: Any) -> Pieces:
    return [*_in_brackets(_part(element, "num")), ("/", True), *_in_brackets(_part(element, "den"))]


def _scripts(element: Any) -> Pieces:
    sub, sup = _part(element, "sub"), _part(element, "sup")
    pieces = _part(element, "e")
    if sub:
        pieces += [("_", True), *_in_brackets(sub)]
    if sup:
        pieces += [("^", True), *_in_brackets(sup)]
    return pieces


def _root(element: Any) -> Pieces:
    return [*_part(element, "deg"), ("√", True), *_in_brackets(_part(element, "e"))]


def _sum(element: Any) -> Pieces:
    properties = element.find(_M + "naryPr")
    sign = properties.find(_M + "chr") if properties is not None else None
    pieces: Pieces = [(sign.get(_M + "val", "∫") if sign is not None else "∫", True)]
    if sub := _part(element, "sub"):
        pieces += [("_", True), *_in_brackets(sub)]
    if sup := _part(element, "sup"):
        pieces += [("^", True), *_in_brackets(sup)]
    return [*pieces, (" ", True), *_part(element, "e")]


def _delimited(element: Any) -> Pieces:
    properties = element.find(_M + "dPr")

    def sign(name: str, usual: str) -> str:
        own = properties.find(_M + name) if properties is not None else None
        return str(own.get(_M + "val", "")) if own is not None else usual

    parts = [equation_pieces(part) for part in element.iterchildren(_M + "e")]
    return [
        (sign("begChr", "("), True),
        *_joined(parts, sign("sepChr", "|")),
        (sign("endChr", ")"), True),
    ]


def _joined(parts: list[Pieces], joint: str) -> Pieces:
    pieces: Pieces = []
    for index, part in enumerate(parts):
        pieces += [(joint, True), *part] if index else part
    return pieces


def _function(element: Any) -> Pieces:
    return [*_part(element, "fName"), (" ", True), *_part(element, "e")]


def _matrix(element: Any) -> Pieces:
    rows = [_joined([equation_pieces(e) for e in row.iterchildren(_M + "e")], ", ") for row in element.iterchildren(_M + "mr")]  # fmt: skip
    return _joined(rows, "; ")


def _lines(element: Any) -> Pieces:
    return _joined([equation_pieces(part) for part in element.iterchildren(_M + "e")], "; ")


def _limit(element: Any) -> Pieces:
    return [*_part(element, "e"), ("_", True), *_in_brackets(_part(element, "lim"))]


_WRITERS = {
    "f": _fraction, "sSup": _scripts, "sSub": _scripts, "sSubSup": _scripts, "rad": _root, "nary": _sum, "d": _delimited,
    "func": _function, "m": _matrix, "eqArr": _lines, "limLow": _limit, "limUpp": _limit,
}  # fmt: skip

"""Writes formulas in a line: what MathML shows by place stands between its parts as text that is put in ("10^−3", "a/b",
"√(x + 1)"). Says which copy of a formula is read where a page has it twice.

The TypeScript twin is `web/anchoring/src/page/formulas.ts`.
"""

from __future__ import annotations

from wherein.documents.html.html_tree import Element
from wherein.documents.html.shown import is_formula_copy
from wherein.documents.html.words.run_text import Put

_TOKENS = frozenset("mi mn mo mtext ms".split())
_ROWS = frozenset("math mrow mstyle mpadded semantics".split())
_SCRIPTS = {
    "msup": ("^",),
    "mover": ("^",),
    "msub": ("_",),
    "munder": ("_",),
    "msubsup": ("_", "^"),
    "munderover": ("_", "^"),
}
_STRUCTURES = _ROWS | _SCRIPTS.keys() | frozenset("mfrac msqrt mroot mfenced mtable mtr".split())
_SIGNS = frozenset("+-−±")
_PRIMES = frozenset("′″‴'*")
_SPACE = " \t\n\f\r"
_DEEPEST = 8
_DOUBLED = frozenset("katex MathJax mjx-container mwe-math-element".split())

Part = Element | str | Put


def parts_of(element: Element) -> list[Part]:
    """The children of an element, with what is put in between them; of a formula that is there twice one copy."""
    if element.tag in _STRUCTURES:
        return _of_structure(element)
    if element.tag in _TOKENS:
        # White space at the ends of a token shows nowhere (MathML Core, 2.1.7).
        return [c if isinstance(c, Element) else c.strip(_SPACE) for c in element.children]
    if element.tag == "mphantom":
        return []
    if element.tag in _DOUBLED or not _DOUBLED.isdisjoint(element.get("class").split()):
        children = element.children
        if any(isinstance(child, Element) and is_formula_copy(child) for child in children):
            return [c for c in children if not isinstance(c, Element) or is_formula_copy(c)]
    return list(element.children)


def _of_structure(element: Element) -> list[Part]:
    tag = element.tag
    below = [child for child in element.children if isinstance(child, Element)]
    if tag in _ROWS:
        return [c for c in element.children if isinstance(c, Element) or c.strip()]
    if tag in _SCRIPTS and below:
        return _scripted(tag, below)
    if tag == "mfrac" and len(below) == 2:
        if element.get("linethickness").startswith("0"):
            return [Put("("), below[0], Put(", "), below[1], Put(")")]
        return [*_group(below[0]), Put("/"), *_group(below[1])]
    if tag == "msqrt":
        bare = len(below) == 1 and _is_simple(below[0])
        return [Put("√"), *below] if bare else [Put("√("), *below, Put(")")]
    if tag == "mroot" and len(below) == 2:
        return [*_group(below[0]), Put("^(1/"), below[1], Put(")")]
    if tag == "mfenced":
        inner = _joined(below, ",")
        return [Put(element.get("open") or "("), *inner, Put(element.get("close") or ")")]
    return _joined(below, "; " if tag == "mtable" else " ")


def _scripted(tag: str, below: list[Element]) -> list[Part]:
    parts: list[Part] = [below[0]]
    for mark, child in zip(_SCRIPTS[tag], below[1:], strict=False):
        # An accent or a prime is a sign of its own.
        sign = child.text().strip() if child.tag == "mo" else ""
        if sign and (tag == "mover" or sign in _PRIMES):
            parts.append(child)
        else:
            parts += (Put(mark), *_group(child))
    return parts


def _group(child: Element) -> list[Part]:
    return [child] if _is_simple(child) else [Put("("), child, Put(")")]


def _is_simple(element: Element) -> bool:
    """Whether a part is one token, perhaps with a sign before it."""
    for _ in range(_DEEPEST):
        if element.tag in _TOKENS:
            return True
        below = [child for child in element.children if isinstance(child, Element)]
        if element.tag not in _ROWS or not below:
            return not below
        signed = (
            len(below) == 2 and below[0].tag == "mo" and below[0].text().strip() in _SIGNS
        )  # fmt: skip
        if len(below) != 1 and not signed:
            return False
        element = below[-1]
    return False


def _joined(below: list[Element], by: str) -> list[Part]:
    parts: list[Part] = []
    for child in below:
        parts += (Put(by), child) if parts else (child,)
    return parts

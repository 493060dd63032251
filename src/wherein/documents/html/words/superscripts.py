"""Sets superscripts and subscripts apart where they would change a word or a number: "1,204³" is not "1,2043".

A note's mark stands in brackets ("1,204[3]"), a power follows "^" ("10^-3", "km^2"), a digit below a digit follows "_";
ordinals, formulas and trademarks stay as they are ("19th", "H2O"). What is put in is generated text. The TypeScript twin is
`web/anchoring/src/page/superscripts.ts`; `docs/canonical-text.md` has the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from wherein.documents.html.html_tree import Element

CONTEXT = 24
"""The characters before and after a superscript that decide what it is."""
_LONGEST = 16
_NOTED = re.compile(
    r"foot-?note|end-?note|note-?ref|reference|(?:^|[\s_-])(?:fn|cite|ref)(?:$|[\s_\d-])", re.I
)
_NOTE_LINK = re.compile(r"note-?ref|foot-?note-?ref|fn-?ref", re.I)
_RAISED = re.compile(r"vertical-align\s*:\s*(super|sub)\b", re.I)

_LETTER = r"[^\W\d_]"
_WORD = re.compile(rf"{_LETTER}\Z")
_WORD_START = re.compile(_LETTER)
_DIGIT_END = re.compile(r"[0-9]\Z")
_BASE_END = re.compile(rf"(?:{_LETTER}|[0-9)])\Z")
_SPACE_END = re.compile("[ \\n\u00a0\u2009\u202f]\\Z")
_MARK = re.compile(
    r"(?:[A-Za-z]{1,2} ?)?[0-9]{1,3}(?: ?[,;–-] ?[0-9]{1,3}){0,4}|[A-Za-z]|[ivx]{2,5}"
)
_DIGITS = re.compile(r"[0-9]{1,3}(?: ?[,;–-] ?[0-9]{1,3}){0,4}")
_NUMBER = re.compile(r"[0-9]{1,4}")
_SIGNED = re.compile(r"[+−–-] ?[A-Za-z0-9]{1,6}(?:[.,/][0-9]{1,4})?|[0-9][+−–-]")
_TERM = re.compile(r"[A-Za-z0-9.]{1,6}(?: ?[+−–*/·-] ?[A-Za-z0-9.]{1,6})+|[0-9]{1,2}[a-z]")
_OPERATOR_INSIDE = re.compile(r".[+−–*/·-].")
_TEN = re.compile(r"(?<![0-9.,])10\Z")
_UNIT = re.compile(
    r"(?:^|[\s/·⋅*(0-9])(?:[kcdmµμn]?m|km|dam|hm|ft|yd|mi|miles?|feet|s|sec|Å|px|pc)\Z|[0-9][\s-]?in\Z"
)
_UNIT_POWER = re.compile(r"[2-4]")
_VARIABLE = re.compile(rf"(?:^|[^\w]|[0-9]){_LETTER}\Z|=\s?{_LETTER}{{1,2}}\Z")
_BRACKETED = re.compile(r"\((?:[^()\s]{1,8}|[^()]{0,20}[=+−*/·-][^()]{0,20})\)\Z")
_OPERATOR_BEFORE = re.compile(r"[=×·⋅*≈^]\s?[0-9][0-9.,]{0,20}\Z")
_OPERATOR_AFTER = re.compile(r"\s?[=×·⋅*≈^+−]")
_LONG_NUMBER = re.compile(r"[0-9]{3}\Z|[0-9][.,'’][0-9]{1,3}\Z")
_LOWER_WORD_OR_END = re.compile(r"[a-zß-öø-ÿ]{3}\Z|[).,”\"]\Z")
_FRACTION = re.compile(r"\s?[/⁄]\s?[0-9]")
_ELEMENT = re.compile(r"[A-Z][a-z]?(?![A-Za-z])")
_POWER_LETTERS = frozenset("nkxymp")

_NONE, _NOTE, _POWER = ("", ""), ("[", "]"), ("^", "")


@dataclass(frozen=True, slots=True)
class Script:
    """A superscript or subscript of a page.

    number: tells it from others of its page.
    raised: above the line; else below it.
    noted: the page says that it is the mark of a note, or links it.
    """

    number: int
    raised: bool
    noted: bool


@dataclass(frozen=True, slots=True)
class ScriptPlace:
    """Where a run has a part of a superscript or subscript."""

    start: int
    end: int
    script: Script


def script_of(element: Element, number: int) -> Script | None:
    """The superscript or subscript that begins with an element, by its tag, its role and its own style."""
    if element.tag in ("sup", "sub"):
        raised = element.tag == "sup"
        return Script(number, raised, raised and (_says_note(element) or _is_linked(element)))
    if not element.attributes:
        return None
    if element.tag == "a":
        names = (element.get(name) for name in ("role", "epub:type", "class"))
        return Script(number, True, True) if _NOTE_LINK.search(" ".join(names)) else None
    style = element.get("style")
    shifted = _RAISED.search(style) if style else None
    if shifted is None or element.tag not in ("span", "small", "font"):
        return None
    raised = shifted[1].lower() == "super"
    return Script(number, raised, raised and (_says_note(element) or _is_linked(element)))


def script_below(script: Script, element: Element) -> Script:
    """The same superscript below an element inside it, which may link it to its note."""
    if script.noted or not script.raised or not (element.tag == "a" or _says_note(element)):
        return script
    return Script(script.number, True, True)


def _says_note(element: Element) -> bool:
    if not element.attributes:
        return False
    names = (element.get(name) for name in ("class", "id", "role", "epub:type"))
    return _NOTED.search(" ".join(names)) is not None


def _is_linked(element: Element) -> bool:
    """Whether a link is around this element alone."""
    link = element.parent
    if link is None or link.tag != "a" or "href" not in link.attributes or len(link.children) > 3:
        return False
    return all(
        child is element or (isinstance(child, str) and not child.strip())
        for child in link.children
    )


def set_apart(text: str, places: Iterable[ScriptPlace]) -> list[tuple[int, str]]:
    """What to put into a run's text, and where, so that its superscripts and subscripts are set apart."""
    insertions: list[tuple[int, str]] = []
    for start, end, script in _whole(places):
        shown = text[start:end]
        inner = shown.strip(" \n")
        if not inner or len(inner) > _LONGEST:
            continue
        start += shown.index(inner)
        end = start + len(inner)
        before, after = text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT]
        made = (
            _above(script.noted, before, inner, after) if script.raised else _below(before, inner)
        )
        insertions += [(place, put) for place, put in zip((start, end), made, strict=True) if put]
    return insertions


def _whole(places: Iterable[ScriptPlace]) -> list[tuple[int, int, Script]]:
    """Each superscript as one place, though its text has several parts."""
    found: list[tuple[int, int, Script]] = []
    for place in places:
        if found and found[-1][2].number == place.script.number:
            start, _, script = found[-1]
            noted = script.noted or place.script.noted
            found[-1] = (start, place.end, Script(script.number, script.raised, noted))
        else:
            found.append((place.start, place.end, place.script))
    return found


def _above(noted: bool, before: str, text: str, after: str) -> tuple[str, str]:
    """What stands before and after a superscript."""
    if noted and _MARK.fullmatch(text):
        return _NOTE
    if _DIGITS.fullmatch(text):
        return _of_digits(before, text, after)
    if _SIGNED.fullmatch(text):
        return _POWER if _BASE_END.search(before) else _NONE
    if _TERM.fullmatch(text) and _BASE_END.search(before):
        return ("^(", ")") if _OPERATOR_INSIDE.search(text) else _POWER
    if len(text) == 1 and "a" <= text <= "z":
        return _of_letter(before, text, after)
    return _NONE


def _of_digits(before: str, text: str, after: str) -> tuple[str, str]:
    if _FRACTION.match(after) and len(text) < 3:
        return (" ", "") if _DIGIT_END.search(before) else _NONE
    if not before or before.endswith("(") or _SPACE_END.search(before):
        # Carbon-14 is written with the number before its letter; a note's own text begins with its mark.
        return _NONE if before.endswith("(") or _ELEMENT.match(after) else _NOTE
    return _POWER if _NUMBER.fullmatch(text) and _is_base(before, text, after) else _NOTE


def _is_base(before: str, text: str, after: str) -> bool:
    """Whether what stands before some raised digits is raised to a power, and has no note."""
    if _WORD.search(before):
        if _UNIT.search(before) and _UNIT_POWER.fullmatch(text):
            return True
        by_itself = _OPERATOR_AFTER.match(after) or _UNIT_POWER.fullmatch(text)
        return _VARIABLE.search(before) is not None and by_itself is not None
    if before.endswith(")"):
        return _BRACKETED.search(before) is not None
    if not _DIGIT_END.search(before):
        return False
    if _TEN.search(before):
        return True
    return bool(_OPERATOR_BEFORE.search(before) or _OPERATOR_AFTER.match(after))


def _of_letter(before: str, text: str, after: str) -> tuple[str, str]:
    if _WORD_START.match(after):
        return _NONE
    if _LONG_NUMBER.search(before):
        return _NOTE
    if text <= "h" and _LOWER_WORD_OR_END.search(before):
        return _NOTE
    is_base = _DIGIT_END.search(before) is not None or _VARIABLE.search(before) is not None
    return _POWER if text in _POWER_LETTERS and is_base else _NONE


def _below(before: str, text: str) -> tuple[str, str]:
    apart = "0" <= text[0] <= "9" and _DIGIT_END.search(before)
    return ("_", "") if apart else _NONE

"""Numbers of clauses, at the beginning of a line ("4.2", "Article IV", "(b)") and where a text names them ("Section 4.2(b)").

A number is a chain of parts in lower case: ("4", "2", "b"), ("schedule b", "3"). Roman numbers of articles become digits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from wherein.core.span import Span
from wherein.lexicon import lexicon

Chain: TypeAlias = tuple[str, ...]
"""The parts of a clause's number, outermost first."""

_LEXICON = lexicon("clauses")
NAMED_PARTS = _LEXICON.map("named_parts")
"""Words before a number that begin a numbering of their own; "Schedule 2" is not Section 2."""
_KIND, _NUMBER_SIGN = _LEXICON.pattern("own_kind"), _LEXICON.pattern("number_sign")
_REFERENCE = _LEXICON.pattern("reference")
_MORE = _LEXICON.pattern("reference_more")
_OUTER = _LEXICON.pattern("reference_outer")
_ORDINAL_PART = _LEXICON.pattern("ordinal_part")
_TITLED = _LEXICON.pattern("titled_reference")
_SECTION_NAME = _LEXICON.pattern("named_section")
_AT_LINE = _LEXICON.pattern("label")
_WORDS = {word: str(number) for number, word in enumerate(_LEXICON.words("numerals"), start=1)}
_ORDINALS = {word: str(number) for number, word in enumerate(_LEXICON.words("ordinals"), start=1)}
_SINGULAR = _LEXICON.map("singular")
_ROMAN_KINDS = frozenset(_LEXICON.words("roman_kinds"))
_INNER_KINDS = _LEXICON.words("inner_kinds")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ROMAN_WHOLE = _LEXICON.pattern("roman")


class Label(NamedTuple):
    """The number at the beginning of a line. `chain` is as written, without what stands above it.

    end: where the text after it begins, in the line.
    inner: it counts within the clause above it, as "(b)" does.
    kind: the word before it in lower case, as "section"; "" without one.
    """

    chain: Chain
    end: int
    inner: bool
    kind: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A clause that a text names: by its number, or by its heading where `chain` is empty.

    kind: the word before the number in lower case and singular, as "section".
    last: for "4.2 to 4.5", the last number; else None.
    """

    span: Span
    chain: Chain
    kind: str = ""
    heading: str = ""
    last: Chain | None = None


def label_of(line: str) -> Label | None:
    """The number at the beginning of a line; None without one. Its chain is never empty."""
    found = _AT_LINE.match(line, 0, 120)
    label = None if found is None else _label(line, found)
    return label if label is not None and label.chain else None


def _label(line: str, found: re.Match[str]) -> Label:
    end = found.end()
    while end < len(line) and line[end] in " \t\u00a0":
        end += 1
    if (named := found["named"]) is not None:
        word, number = named.split(None, 1)  # at any white space: "Schedule\u00a0B"
        return Label((_part(word, number),), end, False, word.casefold())
    if (word := found["word"]) is not None:
        kind, number = _split_kind(word)
        return Label(chain_of(number, kind), end, kind.startswith(_INNER_KINDS), kind)
    if (written := found["dotted"] or found["single"]) is not None:
        return Label(chain_of(written), end, False, "")
    if (roman := found["roman"]) is not None:
        return Label(chain_of(roman, "article"), end, False, "")
    return Label((found["bracketed"].strip("().").casefold(),), end, True, "")


def chain_of(number: str, kind: str = "") -> Chain:
    """The chain of a written number: "4.2(b)" is ("4", "2", "b"); "IV" of an article is ("4",)."""
    number = _NUMBER_SIGN.sub("", number.strip())
    parts = [part for part in re.split(r"[.()\s]+", number) if part]
    if not parts:
        return ()
    first = parts[0]
    if first.casefold() in _WORDS:
        parts[0] = _WORDS[first.casefold()]
    elif _is_roman(first, kind):
        parts[0] = str(_roman(first))
    return tuple(part.casefold() for part in parts)


def references(text: str) -> list[Reference]:
    """The clauses that a text names, in reading order."""
    found: list[Reference] = []
    for match in _REFERENCE.finditer(text):
        found += _listed(text, match)
    found += [
        Reference(
            Span(*match.span()),
            (_part(match["kind"], _ORDINALS[match["order"].casefold()]),),
            match["kind"].casefold(),
        )
        for match in _ORDINAL_PART.finditer(text)
    ]
    found += [
        Reference(
            Span(*match.span()), (), "heading", match["after"] or match["before"] or match["under"]
        )
        for match in _TITLED.finditer(text)
    ]
    found += [
        Reference(Span(*match.span()), (), "heading", match["name"])
        for match in _SECTION_NAME.finditer(text)
        if match["name"][:1].isupper()
    ]
    kept: list[Reference] = []
    for one in sorted(found, key=lambda one: (one.span.start, -one.span.end)):
        if not kept or one.span.end > kept[-1].span.end:
            kept.append(one)
    return kept


def _listed(text: str, match: re.Match[str]) -> list[Reference]:
    """The references of "Sections 4.2, 4.3 and 5 of Schedule B"."""
    kind = _plain_kind(match["kind"])
    end = match.end()
    rows: list[tuple[str, str, str, Span]] = [("", kind, match["first"], Span(match.start(), match.end("first")))]  # fmt: skip
    for more in _MORE.finditer(text, match.start("more"), match.end("more")):
        own = _plain_kind(more["kind"]) if more["kind"] else kind
        rows.append((more["by"] or "", own, more["number"], Span(*more.span())))
    outer: Chain = ()
    over = _OUTER.match(text, end)
    if over is not None:
        outer = _whole(_plain_kind(over["kind"]), over["number"])
        rows[-1] = (*rows[-1][:3], Span(rows[-1][3].start, over.end()))
    found: list[Reference] = []
    for place, (by, own, number, span) in enumerate(rows):
        chain = _whole(own, number)
        before = found[-1] if found else None
        if before is not None and by in ("to", "through", "–", "-"):
            found[-1] = Reference(before.span, before.chain, before.kind, last=chain)
            continue
        if (
            before is not None
            and by == ","
            and own != kind
            and own not in NAMED_PARTS
            and place == 1
        ):
            # "Article IV, Section 2", "Schedule B, item 3"
            found[-1] = Reference(Span(before.span.start, span.end), _joined(before.chain, chain), own)  # fmt: skip
            continue
        if chain and chain[0] != "" and number.startswith("(") and before is not None and len(before.chain) > 1:  # fmt: skip
            chain = (*before.chain[:-1], *chain)  # "4.2(a) and (b)"
        found.append(Reference(span, _joined(outer, chain), own))
    return found


def _joined(outer: Chain, inner: Chain) -> Chain:
    """The chain of an inner number within an outer one: Section 4.2 of Article IV is ("4", "2"), Section 2 of Article II is
    ("2", "2")."""
    if outer and len(inner) > len(outer) and inner[: len(outer)] == outer:
        return inner
    return (*outer, *inner)


def _whole(kind: str, number: str) -> Chain:
    if kind in NAMED_PARTS:
        first, *rest = chain_of(number) or ("",)
        return (_part(kind, first), *rest)
    return chain_of(number, kind)


def _part(word: str, number: str) -> str:
    number = _NUMBER_SIGN.sub("", number.strip())
    if len(number) > 1 and _ROMAN_WHOLE.fullmatch(number):
        number = str(_roman(number))
    return f"{NAMED_PARTS[word.casefold()]} {number.casefold()}"


def _plain_kind(kind: str) -> str:
    """A kind in the singular: "Sections" and "sec." are "section", "§§" is "section"."""
    low = kind.casefold().rstrip(".")
    if low.startswith("§"):
        return "section"
    if low in _SINGULAR:
        return _SINGULAR[low]
    if low in NAMED_PARTS:
        return NAMED_PARTS[low]
    return low.removesuffix("s")


def _split_kind(word: str) -> tuple[str, str]:
    found = _KIND.match(word)
    kind = found.group() if found else ""
    return _plain_kind(kind), word[len(kind) :]


def _is_roman(part: str, kind: str) -> bool:
    """Whether letters are a Roman number: two or more always, one only of an article, a part or a section."""
    if not part.isupper() or not _ROMAN_WHOLE.fullmatch(part):
        return False
    return len(part) > 1 or kind in _ROMAN_KINDS


def _roman(part: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in part.casefold()]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))  # fmt: skip

"""Numbers of clauses, at the beginning of a line ("4.2", "Article IV", "(b)") and where a text names them ("Section 4.2(b)").

A number is a chain of parts in lower case: ("4", "2", "b"), ("schedule b", "3"). Roman numbers of articles become digits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from wherein.core.span import Span

Chain: TypeAlias = tuple[str, ...]
"""The parts of a clause's number, outermost first."""

NAMED_PARTS = {
    "schedule": "schedule", "schedules": "schedule", "annex": "annex", "annexes": "annex",
    "appendix": "appendix", "appendices": "appendix", "exhibit": "exhibit", "exhibits": "exhibit",
    "attachment": "attachment", "amendment": "amendment", "addendum": "addendum", "rider": "rider",
    "table": "table",
}  # fmt: skip
"""Words before a number that begin a numbering of their own; "Schedule 2" is not Section 2."""
_KIND = (
    r"(?:sections?|secs?\.|clauses?|cl\.|articles?|art\.|paragraphs?|paras?\.?|sub-?(?:section|clause|paragraph)s?"
    r"|schedules?|annex(?:es)?|appendix|appendices|exhibits?|attachment|amendment|addendum|rider|table|rules?|items?"
    r"|points?|conditions?|terms?|parts?|chapters?|provisions?|numbers?|nos?\.|§{1,2})"
)
_ROMAN = r"(?:X{0,3}(?:IX|IV|V?I{1,3}|V)|X{1,3})"
_PARTS = r"(?:\.\d{1,3}){0,5}[A-Za-z]?(?:\([A-Za-z0-9]{1,5}\)){0,4}(?![\w%])"
_NUMBER = rf"(?:[A-Z]{{0,2}}[-.]?\d{{1,4}}{_PARTS}|{_ROMAN}{_PARTS}|[A-Z]{_PARTS}|(?:\([A-Za-z0-9]{{1,5}}\)){{1,4}})"
_PLACE = rf"(?:No\.?\s?)?{_NUMBER}"
_REFERENCE = re.compile(
    rf"(?i:\b|(?<!\w)(?=§))(?P<kind>(?i:{_KIND}))\s?(?P<first>{_PLACE})"
    rf"(?P<more>(?:(?:\s?,\s?(?:and\s|or\s)?|\s?(?:and|or|to|through|–|-|&)\s?)(?:(?i:{_KIND})\s?)?{_PLACE}){{0,12}})"
)
_MORE = re.compile(
    rf"(?P<by>,|and|or|to|through|–|-|&)?[\s,]*(?:(?P<kind>(?i:{_KIND}))\s?)?(?P<number>{_PLACE})"
)
_OUTER = re.compile(
    rf"\s?(?:,\s?)?(?:of|in|to|under|from)\s(?:the\s)?(?P<kind>(?i:{_KIND}))\s?(?P<number>{_PLACE})"
)
_ORDINAL_PART = re.compile(
    r"(?i)\b(?P<order>first|second|third|fourth|fifth|sixth)\s(?P<kind>amendment|addendum|rider)\b"
)
_TITLED = re.compile(
    r"""(?ix)\b(?:section|clause|article|paragraph|part|provision|heading|schedule|rule|item|condition)s?\s
    (?:that\sis\s|which\sis\s)?(?:headed|titled|entitled|called|named|under\sthe\sheading|on)\s["“‘'](?P<after>[^"”’'\n]{2,80})["”’']
    |["“‘'](?P<before>[^"”\n]{2,80})["”’']\s(?:section|clause|article|paragraph|provision|heading|schedule|rule)\b
    |\b(?:under|heading|headed|in)\s["“](?P<under>[^"”\n]{2,80})["”]"""
)
_SECTION_NAME = re.compile(
    r"\b[Tt]he\s(?P<name>(?:[A-Z][\w'’&-]*|and|of|or|the)(?:\s(?:[A-Z][\w'’&-]*|and|of|or|the)){0,5})\s(?:[Ss]ection|[Cc]lause|[Aa]rticle|[Pp]aragraph|[Pp]rovision)s?\b"
)
_AT_LINE = re.compile(
    rf"""(?x)[\s"“‘'*_]*(?:
      (?P<named>(?i:schedule|annex|appendix|exhibit|attachment|amendment|addendum|rider)\s(?:(?i:no)\.?\s?)?(?:\d{{1,3}}|{_ROMAN}|[A-Z])(?![\w]))
      |(?P<word>(?i:section|sec\.|clause|article|art\.|paragraph|para\.?|part|chapter|rule|item|point|condition|term|§{{1,2}})\s?(?:(?i:no)\.?\s?)?(?:\d{{1,4}}|{_ROMAN}|[A-Z]\d{{0,3}}|(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)){_PARTS})[.:)]?
      |(?P<dotted>[A-Z]{{0,2}}\d{{1,4}}(?:\.\d{{1,3}}){{1,5}}[A-Za-z]?(?:\([A-Za-z0-9]{{1,5}}\)){{0,3}})(?:[.):](?=\s)|(?=\s))
      |(?P<single>\d{{1,3}}[A-Za-z]?(?:\([A-Za-z0-9]{{1,5}}\)){{0,3}}|[A-Z]\d{{1,3}})(?:[.):](?=\s)|(?=\s+[A-Z"“*]))
      |(?P<roman>{_ROMAN})[.):](?=\s)
      |(?P<bracketed>\([a-z]{{1,5}}\)|\(\d{{1,2}}\)|\([A-Z]\)|[a-z]\)|[A-Z]\.(?=\s))
    )[*_]*(?:\s*[-–—:](?=\s))?"""
)
_WORDS = {
    word: str(number)
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1
    )
}
_ORDINALS = {
    word: str(number)
    for number, word in enumerate("first second third fourth fifth sixth".split(), start=1)
}
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ROMAN_WHOLE = re.compile(_ROMAN)


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
        word, _, number = named.partition(" ")
        return Label((_part(word, number),), end, False, word.casefold())
    if (word := found["word"]) is not None:
        kind, number = _split_kind(word)
        return Label(chain_of(number, kind), end, kind.startswith(("paragraph", "para", "item", "point", "rule")), kind)  # fmt: skip
    if (written := found["dotted"] or found["single"]) is not None:
        return Label(chain_of(written), end, False, "")
    if (roman := found["roman"]) is not None:
        return Label(chain_of(roman, "article"), end, False, "")
    return Label((found["bracketed"].strip("().").casefold(),), end, True, "")


def chain_of(number: str, kind: str = "") -> Chain:
    """The chain of a written number: "4.2(b)" is ("4", "2", "b"); "IV" of an article is ("4",)."""
    number = re.sub(r"(?i)^no\.?\s?", "", number.strip())
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
    """The chain of an inner number within an outer one: Section 4.2 of Article IV is ("4", "2")."""
    if outer and inner[: len(outer)] == outer:
        return inner
    return (*outer, *inner)


def _whole(kind: str, number: str) -> Chain:
    if kind in NAMED_PARTS:
        first, *rest = chain_of(number) or ("",)
        return (_part(kind, first), *rest)
    return chain_of(number, kind)


def _part(word: str, number: str) -> str:
    number = re.sub(r"(?i)^no\.?\s?", "", number.strip())
    if len(number) > 1 and _ROMAN_WHOLE.fullmatch(number):
        number = str(_roman(number))
    return f"{NAMED_PARTS[word.casefold()]} {number.casefold()}"


def _plain_kind(kind: str) -> str:
    """A kind in the singular: "Sections" and "sec." are "section", "§§" is "section"."""
    low = kind.casefold().rstrip(".")
    if low.startswith("§"):
        return "section"
    short = {"sec": "section", "secs": "section", "cl": "clause", "art": "article", "para": "paragraph", "paras": "paragraph"}  # fmt: skip
    if low in short:
        return short[low]
    if low in NAMED_PARTS:
        return NAMED_PARTS[low]
    return low.removesuffix("s")


def _split_kind(word: str) -> tuple[str, str]:
    found = re.match(rf"(?i){_KIND}", word)
    kind = found.group() if found else ""
    return _plain_kind(kind), word[len(kind) :]


def _is_roman(part: str, kind: str) -> bool:
    """Whether letters are a Roman number: two or more always, one only of an article, a part or a section."""
    if not part.isupper() or not _ROMAN_WHOLE.fullmatch(part):
        return False
    return len(part) > 1 or kind in ("article", "part", "chapter", "section", "clause")


def _roman(part: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in part.casefold()]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))  # fmt: skip

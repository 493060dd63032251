"""Puts a party's name in place of the first person: "Can I sublet?" asks "Can the Tenant sublet?". Knows no document."""

from __future__ import annotations

import re

_FIRST = re.compile(
    r"(?i)(?<![\w'’])(?:i|me|my|mine|myself|we|us|our|ours)(?:['’](?:m|ve|d|ll|re))?(?![\w'’])"
)
_BEFORE_NUMERALS = frozenset(
    "article part section schedule annex appendix chapter exhibit book type world".split()
)
_NUMERAL = re.compile(rf"(?i)\b(?:{'|'.join(sorted(_BEFORE_NUMERALS))})\s+i\b")
_TOKEN = re.compile(r"\w+(?:['’]\w+)?|\s+|.", re.DOTALL)
_INVERTED = {"am": "is", "are": "is", "do": "does", "have": "has", "was": "was", "were": "was", "don't": "doesn't", "haven't": "hasn't"}  # fmt: skip
_CONTRACTED = {"m": "is", "ve": "has", "d": "would", "ll": "will", "re": "is"}
_MODALS = frozenset(
    "can could may might must shall should will would do does did am is are was were have has had need".split()
)
_NO_VERB = frozenset("also always ever never not still just only already really both all".split())


def in_role(question: str, party: str) -> str | None:
    """The question with `party` ("the Tenant") in place of the first person; None where it has none.

    A verb that follows takes the third person's form, unless a modal verb or "do" stands before.
    """
    if not _FIRST.search(_NUMERAL.sub(" ", question)):
        return None
    out: list[str] = []
    tokens = _TOKEN.findall(question)
    for place, token in enumerate(tokens):
        if not _FIRST.fullmatch(token) or _word(tokens, place, -1) in _BEFORE_NUMERALS:
            out.append(_verb(tokens, place) or token)
            continue
        pronoun, _, ending = re.sub("’", "'", token.casefold()).partition("'")
        if pronoun in ("my", "our", "mine", "ours"):
            out.append(f"{party}'s")
        else:
            out.append(party if not ending else f"{party} {_CONTRACTED[ending]}")
    written = "".join(out)
    return written[:1].upper() + written[1:] if question[:1].isupper() else written


def _verb(tokens: list[str], place: int) -> str | None:
    """A verb beside a first person in the third person's form; None for every other word."""
    word = tokens[place].casefold().replace("’", "'")
    following = _word(tokens, place, 1)
    if following in ("i", "we") and word in _INVERTED:
        return _as(tokens[place], _INVERTED[word])
    before, earlier = _word(tokens, place, -1), _word(tokens, place, -2)
    if before not in ("i", "we") or earlier in _MODALS or word in _NO_VERB or not word.isalpha():
        return None
    if word in _INVERTED:
        return _INVERTED[word]
    if (
        word in _MODALS
        or word.endswith(("ed", "ing", "s"))
        or word in ("got", "lost", "left", "paid", "made", "gave")
    ):
        return None
    return tokens[place] + ("es" if word.endswith(("ch", "sh", "x", "o", "z")) else "s")


def _word(tokens: list[str], place: int, step: int) -> str:
    """The next word in a direction, in lower case; "" without one."""
    at, left = place, abs(step)
    while left:
        at += 1 if step > 0 else -1
        if not 0 <= at < len(tokens):
            return ""
        if not tokens[at].isspace():
            left -= 1
    return tokens[at].casefold().replace("’", "'")


def _as(written: str, word: str) -> str:
    return word[:1].upper() + word[1:] if written[:1].isupper() else word

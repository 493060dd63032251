"""Who asks: the party of a contract or policy whose part a reader of it takes, as the text names it. Reads words alone."""

from __future__ import annotations

import re
from collections import Counter

from wherein.core.document import Document
from wherein.lexicon import lexicon

_LEXICON = lexicon("clauses")
ASKERS = _LEXICON.words("askers")
"""Parties in the order in which they are taken to ask: a tenant asks of a lease, a client only where no contractor does."""
_TERM = _LEXICON.pattern("party")
_OBLIGES = _LEXICON.pattern("party_obliges")
_CONTRACT = _LEXICON.pattern("of_contract")
LEAST_DUTIES = 3
"""Sentences that oblige or allow a party before it is taken for the one who asks."""
LONGEST_LOOK = 400_000


def asking_party(document: Document) -> str | None:
    """The party that asks, with its article as the text writes it ("the Tenant", "Contractor"); None where none is told.

    A party is one that the text obliges or allows in at least LEAST_DUTIES sentences and that it defines, or writes with a
    capital letter.
    """
    text = document.text[:LONGEST_LOOK]
    if not _CONTRACT.search(text[:3_000]):
        return None
    duties: Counter[str] = Counter()
    defined: set[str] = set()
    written: dict[str, Counter[str]] = {}
    for found in _TERM.finditer(text):
        role = found["role"].casefold()
        if found["quote"] and found["closing"]:
            defined.add(role)
        if _OBLIGES.match(text, found.end()):
            duties[role] += 1
            written.setdefault(role, Counter())[_as_written(text, found)] += 1
    for role in ASKERS:
        enough = duties[role] >= LEAST_DUTIES and 5 * duties[role] >= max(
            duties.values(), default=0
        )
        if enough:
            name = written[role].most_common(1)[0][0]
            if role in defined or name.removeprefix("the ")[:1].isupper():
                return name
    return None


def _as_written(text: str, found: re.Match[str]) -> str:
    word = found["role"]
    before = text[max(0, found.start("role") - 4) : found.start("role")].casefold()
    return (
        f"the {word}" if before.endswith(("the ", "a ", "an ")) or not word[0].isupper() else word
    )

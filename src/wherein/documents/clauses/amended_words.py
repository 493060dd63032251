"""Amendments of words and amounts within a clause: "in Clause 9, “30 days” is replaced by “45 days”"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wherein.core.span import Span
from wherein.documents.clauses.amending_text import (
    LONGEST_HEDGE,
    group,
    inside,
    is_hedged,
    new_of,
    value_in,
)
from wherein.documents.clauses.amending_words import (
    BEGINS_WITH_CONDITION,
    EVERYWHERE,
    FIGURE_REPLACED,
    FROM_TO,
    INSTEAD_OF_OLD,
    QUOTED_NEW_FOR_OLD,
    QUOTED_NEW_INSTEAD_OF_OLD,
    QUOTED_OLD_BY_NEW,
    QUOTED_OLD_DELETED,
    REPLACE_QUOTED_OLD_BY_NEW,
)
from wherein.documents.clauses.amendment import AmendingSentence, Amendment, Effect, may_amend
from wherein.documents.clauses.contract_text import MOST_PLACES, ContractText
from wherein.documents.clauses.outline import Clause
from wherein.documents.clauses.quoting import HIDDEN
from wherein.documents.clauses.values import values


def amended_words(
    contract: ContractText, sentence: AmendingSentence, targets: Sequence[Clause]
) -> Iterator[Amendment]:
    """The amendments of words: each pair of old and new ones."""
    shown, text = sentence.shown.text, sentence.text
    if not sentence.part and not targets and not EVERYWHERE.search(shown):
        return  # Elsewhere no words are meant; an article's sentences are not looked through for pairs.
    pairs: list[tuple[Span, Span | None, bool]] = []
    at = 0
    while at < len(shown) and len(pairs) < 20:
        match = min(
            (m for p in (QUOTED_OLD_BY_NEW, QUOTED_NEW_FOR_OLD, REPLACE_QUOTED_OLD_BY_NEW, QUOTED_NEW_INSTEAD_OF_OLD, QUOTED_OLD_DELETED) if (m := p.search(shown, at))),
            key=lambda m: (m.start(), -m.end()),
            default=None,
        )  # fmt: skip
        if match is None:
            break
        old, new = group(match, "old"), group(match, "new")
        assert old is not None
        hedged = is_hedged(shown, match.start(), match.end())
        pairs.append((inside(old), inside(new) if new is not None else None, hedged))
        at = match.end()
    quoted = bool(pairs)
    if not pairs and not BEGINS_WITH_CONDITION.match(text) and may_amend(sentence):
        for pattern in (FROM_TO, FIGURE_REPLACED, INSTEAD_OF_OLD):
            for match in pattern.finditer(shown):
                old = Span(*match.span("old"))
                new = new_of(match, text)
                if new is not None and HIDDEN not in old.of(shown) and values(old.of(text)):
                    verb = max(0, match.start() - LONGEST_HEDGE), old.start if pattern is FROM_TO else match.end()  # fmt: skip
                    pairs.append((value_in(text, old), new, is_hedged(shown, *verb)))
            if pairs:
                break
    for old, new, hedged in pairs:
        if quoted and contract.is_a_heading(old.of(text)) and new is None:
            continue
        one = _amended(contract, sentence, targets, old, new, quoted)
        if one is not None:
            yield replace(one, effect=Effect.LIMITED) if hedged else one


def _amended(
    contract: ContractText,
    sentence: AmendingSentence,
    targets: Sequence[Clause],
    old: Span,
    new: Span | None,
    quoted: bool,
) -> Amendment | None:
    """The amendment of one pair of old and new words; None where the old ones stand nowhere that is meant."""
    words = old.of(sentence.text)
    everywhere = bool(EVERYWHERE.search(sentence.shown.text))
    places: list[Span] = []
    if targets and not everywhere:
        for clause in targets[:12]:
            places += contract.occurrences(words, contract.stretches(clause))
        row = contract.row(sentence)
        if row:
            places = [p for p in places if any(cell.contains(p) for cell in row)] or places
        if len(places) > 1 and not quoted:
            places = contract.nearest(sentence, places) or places
    elif sentence.part or everywhere:
        base = contract.base()
        places = contract.occurrences(words, base)
        if not everywhere and len(places) > 1:
            places = contract.nearest(sentence, places)
    if not places and not (quoted and targets and sentence.part):
        return None
    at_once = [sentence.place(old)] if quoted or new is not None else []
    return Amendment(
        Effect.REPLACED if new is not None else Effect.DELETED,
        sentence.span,
        tuple(sorted({*places, *at_once}))[:MOST_PLACES],
        sentence.place(new) if new is not None else None,
        False,
    )

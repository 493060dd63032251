"""Amendments of words and amounts within a clause: "in Clause 9, “30 days” is replaced by “45 days”"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from wherein.core.span import Span
from wherein.documents.clauses.amending_text import (
    LONGEST_HEDGE,
    content,
    group,
    inside,
    is_hedged,
    new_of,
    value_in,
)
from wherein.documents.clauses.amending_words import (
    BEGINS_WITH_CONDITION,
    EVERYWHERE,
    FIGURE_FOR_OLD,
    FIGURE_REPLACED,
    FROM_TO,
    INSTEAD_OF_OLD,
    NOT_AGREED,
    OLD_COLUMN,
    QUOTED_NEW_FOR_OLD,
    QUOTED_NEW_INSTEAD_OF_OLD,
    QUOTED_OLD_BY_NEW,
    QUOTED_OLD_DELETED,
    REPLACE_QUOTED_OLD_BY_NEW,
)
from wherein.documents.clauses.amendment import AmendingSentence, Amendment, Effect, may_amend
from wherein.documents.clauses.contract_text import MOST_PLACES, MOST_TARGETS, ContractText
from wherein.documents.clauses.outline import Clause
from wherein.documents.clauses.quoting import HIDDEN
from wherein.documents.clauses.values import values

MOST_WORDS_OFF = 6
"""Words of a cell that only tells that its row was not agreed."""
_PIECE = re.compile(r"[^\s…](?:(?!…|\.{3})[\s\S])*[^\s….]|[^\s….]")


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
        for pattern in (FROM_TO, FIGURE_REPLACED, FIGURE_FOR_OLD, INSTEAD_OF_OLD):
            for match in pattern.finditer(shown):
                old = group(match, "old")
                assert old is not None
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


def amended_row(
    contract: ContractText, sentence: AmendingSentence, targets: Sequence[Clause]
) -> Iterator[Amendment]:
    """What a row of a table of changes amends; `sentence` is its cell that tells what holds now."""
    row = contract.cells_of_row(sentence.block)
    now = contract.blocks[sentence.block].span
    old = next((one for one in row if OLD_COLUMN.search(one.column or "")), None)
    if old is None or any(_is_off(one.span.of(contract.text)) for one in row if one is not old):
        return
    quote = Span(row[0].span.start, row[-1].span.end)
    pieces, news = (_between_dots(contract.text, one) for one in (old.span, now))
    if len(pieces) != len(news):
        pieces, news = [old.span], [now]
    about = content(contract.blocks[sentence.block].row or "")
    stretches = contract.stretches_of(targets)
    for said, new in zip(pieces, news, strict=True):
        words = said.of(contract.text)
        places = contract.occurrences(words, stretches) or contract.in_rows(words, about)
        if places and words != new.of(contract.text):
            struck = tuple(sorted({*places, said}))[:MOST_PLACES]
            yield Amendment(Effect.REPLACED, quote, struck, new, False)


def _is_off(said: str) -> bool:
    """Whether a cell says that its row changes nothing: "Not agreed"."""
    return len(said.split()) <= MOST_WORDS_OFF and NOT_AGREED.search(said) is not None


def _between_dots(text: str, span: Span) -> list[Span]:
    """The pieces of a cell that leaves words out: "four weeks … next four"."""
    found = [Span(*one.span()).shifted(span.start) for one in _PIECE.finditer(span.of(text))]
    return found or [span]


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
        for clause in targets[:MOST_TARGETS]:
            places += contract.occurrences(words, contract.stretches(clause))
        row = contract.row(sentence)
        if row:
            places = [p for p in places if any(cell.contains(p) for cell in row)] or places
        if len(places) > 1 and not quoted:
            places = contract.nearest(sentence, places) or places
    elif sentence.part or everywhere:
        base = contract.base()
        places = contract.occurrences(words, base)
        if not everywhere and len({contract.sentence_at(one) for one in places[:20]}) > 1:
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

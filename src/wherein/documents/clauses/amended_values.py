"""Amendments of a value or a name that a clause gives: "the fee in Schedule B is reduced to $40"."""

from __future__ import annotations

from collections.abc import Sequence

from wherein.core.span import Span
from wherein.documents.clauses.amending_text import content, is_hedged, is_of, phrase_in
from wherein.documents.clauses.amending_words import (
    ADDS_TEXT,
    ALSO_DELETES,
    BEGINS_WITH_CONDITION,
    CHANGES_TO,
    DEFINES,
    ENDS_WITH_MAY,
    KINDS_OF_TIME,
    NAME_REPLACED,
    OPENING_REFERENCE,
    PROPER_NAME,
    RESTATES,
)
from wherein.documents.clauses.amendment import AmendingSentence, Amendment, Effect, may_amend
from wherein.documents.clauses.contract_text import ContractText
from wherein.documents.clauses.outline import Clause
from wherein.documents.clauses.values import values


def amended_value(
    contract: ContractText, sentence: AmendingSentence, targets: Sequence[Clause]
) -> Amendment | None:
    """ "The fee in Section 21.2 is reduced to one month's Rent": what the clause says of the fee no longer holds."""
    shown = sentence.shown.text
    if BEGINS_WITH_CONDITION.match(sentence.text) or (
        ADDS_TEXT.search(shown) and not ALSO_DELETES.search(shown)
    ):
        return None
    if not may_amend(sentence):
        return None
    begins = 0
    if (
        sentence.named
        and (leads := OPENING_REFERENCE.match(shown)) is not None
        and sentence.named[0][0].span.end <= leads.end()
    ):
        begins = leads.end()
    match = CHANGES_TO.search(shown, begins)
    if match is None or ENDS_WITH_MAY.search(shown[: match.start("new")]):
        return None
    new = Span(*match.span("new"))
    got = values(new.of(sentence.text))[:1]
    about = content(sentence.text[begins : match.start("new")])
    kinds = frozenset(value.kind for value in got)
    places: list[Span] = []
    for clause in targets[:12]:
        for stretch in (Span(clause.body, clause.end), *contract.stretches(clause)[1:]):
            found = _old_values(contract, stretch, kinds, about, is_named=True)
            if not found and kinds & KINDS_OF_TIME:
                found = _old_values(contract, stretch, KINDS_OF_TIME, about, is_named=True)
            places += found
    if not places and sentence.part:
        for stretch in contract.base():
            places += _old_values(contract, stretch, kinds, about, is_named=False)
    if not places:
        return None
    narrow = phrase_in(sentence.text, new, bool(got))
    hedged = is_hedged(shown, match.start(), match.start("new"))
    return Amendment(
        Effect.LIMITED if hedged else Effect.REPLACED,
        sentence.span,
        tuple(sorted(set(places))),
        sentence.place(narrow),
        False,
    )


def restated_value(contract: ContractText, sentence: AmendingSentence) -> Amendment | None:
    """ "The Principal Rent is £19,800 a year": what the row or the definition of that very term in the base text gives no
    longer holds."""
    match = RESTATES.search(sentence.shown.text) if sentence.part else None
    if match is None or BEGINS_WITH_CONDITION.match(sentence.text):
        return None
    new = Span(*match.span("new"))
    kinds = frozenset(value.kind for value in values(new.of(sentence.text))[:1])
    term = content(match["what"])
    if not kinds or not term:
        return None
    places: list[Span] = []
    for stretch in contract.base():
        for place, beside in contract.each_sentence(stretch):
            text = place.of(contract.text)
            said = beside or (d["what"] if (d := DEFINES.match(text)) is not None else "")
            if said and content(said) == term:
                places += [v.span.shifted(place.start) for v in values(text) if v.kind in kinds][:1]
    if not places:
        return None
    narrow = phrase_in(sentence.text, new, has_value=True)
    return Amendment(
        Effect.REPLACED, sentence.span, tuple(sorted(set(places))), sentence.place(narrow), False
    )


def amended_name(
    contract: ContractText, sentence: AmendingSentence, targets: Sequence[Clause]
) -> Amendment | None:
    """ "In Schedule 4 his name is replaced by that of Annelies Brouwer": a name of this item that the clause has."""
    found = NAME_REPLACED.search(sentence.shown.text)
    new = (
        PROPER_NAME.search(sentence.text, found.end())
        if found is not None and sentence.part
        else None
    )
    if found is None or new is None or is_hedged(sentence.shown.text, *found.span()):
        return None
    block = contract.blocks[sentence.block].span
    said = contract.text[block.start : sentence.span.start + found.start()]
    stretches = [s for clause in targets[:12] for s in contract.stretches(clause)]
    for name in reversed(PROPER_NAME.findall(said)):
        places = contract.occurrences(name, stretches)
        if places:
            return Amendment(
                Effect.REPLACED,
                sentence.span,
                tuple(places),
                sentence.place(Span(*new.span())),
                False,
            )
    return None


def _old_values(
    contract: ContractText,
    stretch: Span,
    kinds: frozenset[str],
    about: frozenset[str],
    *,
    is_named: bool,
) -> list[Span]:
    """The places of what a value replaces in a stretch: of its kind, where most words of the amendment's subject stand.

    In a named clause one word is enough, or none where only one amount is of the kind.
    """
    best: tuple[int, list[Span]] = (0, [])
    every: list[Span] = []
    for number, (sentence, beside) in enumerate(contract.each_sentence(stretch)):
        if number > 5_000:
            break
        text = sentence.of(contract.text)
        same = [v.span.shifted(sentence.start) for v in values(text) if is_of(v, kinds, about)]
        if kinds and not same:
            continue
        every += same or [sentence]
        shared = len(about & (content(text) | content(beside)))
        if shared > best[0]:
            best = shared, same or [sentence]
    if (
        is_named
        and len(every) == 1
        and kinds
        and not kinds & {"money", "percent", "date", "time", ""}
    ):
        return every
    return best[1] if best[0] >= (1 if is_named else 2) else []

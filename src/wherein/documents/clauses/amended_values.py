"""Amendments of a value or a name that a clause gives: "the fee in Schedule B is reduced to $40"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from wherein.core.span import Span
from wherein.documents.clauses.amending_text import content, is_hedged, is_of, phrase_in
from wherein.documents.clauses.amending_words import (
    ADDS_TEXT,
    ALSO_DELETES,
    BEFORE_END,
    BEGINS_WITH_CONDITION,
    CHANGES_TO,
    DEFINED_BEHIND,
    DEFINES,
    ENDS_WITH_MAY,
    EVERYWHERE,
    IS_CHANGED,
    KINDS_OF_TIME,
    NAME_COMES_IN,
    NAME_GIVES_WAY,
    NAME_REPLACED,
    OPENING_REFERENCE,
    PROPER_NAME,
    RESTATES,
    RESTATES_FROM,
    STATES,
)
from wherein.documents.clauses.amendment import AmendingSentence, Amendment, Effect, may_amend
from wherein.documents.clauses.contract_text import MOST_PLACES, MOST_TARGETS, ContractText
from wherein.documents.clauses.outline import Clause
from wherein.documents.clauses.values import values

_CURRENCY = re.compile(r"[$€£]")
_ARTICLE = re.compile(r"(?i)(?:the|an?|our|your|his|her|their)\s")


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
    is_changed = IS_CHANGED.match(match.group()) is not None
    for clause in targets[:MOST_TARGETS]:
        for stretch in (Span(clause.body, clause.end), *contract.stretches(clause)[1:]):
            found = _old_values(
                contract, stretch, kinds, about, is_named=True, is_changed=is_changed
            )
            if not found and kinds & KINDS_OF_TIME:
                found = _old_values(contract, stretch, KINDS_OF_TIME, about, is_named=True)
            places += found
    places = _at_same_end(contract, places, shown[: new.start])
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


def restates(shown: str) -> re.Match[str] | None:
    """What says a term with its value again, by its name or in common words from a day on."""
    return RESTATES.search(shown) or RESTATES_FROM.search(shown)


def restated_value(contract: ContractText, sentence: AmendingSentence) -> Amendment | None:
    """ "The Principal Rent is £19,800 a year": what the row or the definition of that very term in the base text gives no
    longer holds."""
    shown = sentence.shown.text
    match = restates(shown) if sentence.part else None
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
            places += [v.shifted(place.start) for v in _stated(text, beside, term, kinds)]
    if not places or (match.re is not RESTATES and len(places) > 1):
        return None  # common words may mean another thing in each place
    narrow = phrase_in(sentence.text, new, has_value=True)
    return Amendment(
        Effect.REPLACED, sentence.span, tuple(sorted(set(places))), sentence.place(narrow), False
    )


def _stated(text: str, beside: str, term: frozenset[str], kinds: frozenset[str]) -> list[Span]:
    """The amount that a cell or a sentence gives of a term: "the Deposit is £50", "20 chairs (the “Minimum Order”)"."""
    found = DEFINES.match(text) or STATES.match(text)
    if content(beside or (found["what"] if found is not None else "")) == term:
        return [one.span for one in values(text) if one.kind in kinds][:1]
    for behind in DEFINED_BEHIND.finditer(text):
        if content(behind["what"]) == term:
            before = values(text[: behind.start()])
            return [one.span for one in before if one.kind in kinds][-1:]
    return []


def amended_name(
    contract: ContractText, sentence: AmendingSentence, targets: Sequence[Clause]
) -> Amendment | None:
    """ "In Schedule 4 his name is replaced by that of Annelies Brouwer": a name of this item that the clause has."""
    if (one := _name_for_name(contract, sentence, targets)) is not None:
        return one
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
    stretches = contract.stretches_of(targets)
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


def _name_for_name(
    contract: ContractText, sentence: AmendingSentence, targets: Sequence[Clause]
) -> Amendment | None:
    """ "Upper Labs having ceased business, the referee is River Labs": of two names, the one that the text to be amended has
    gives way to the one that it lacks."""
    found = NAME_GIVES_WAY.search(sentence.shown.text)
    if found is None or not sentence.part or is_hedged(sentence.shown.text, *found.span()):
        return None
    base = contract.base()
    stretches = contract.stretches_of(targets)
    everywhere = EVERYWHERE.search(sentence.shown.text) is not None
    old: dict[str, list[Span]] = {}
    new: dict[str, Span] = {}
    for name in itertools.islice(PROPER_NAME.finditer(sentence.text), 6):
        place = Span(*name.span())
        if (article := _ARTICLE.match(name.group())) is not None:
            place = Span(place.start + article.end(), place.end)
        words = place.of(sentence.text)
        if " " not in words:
            continue
        if not (places := contract.occurrences(words, base)):
            if NAME_COMES_IN.search(sentence.text[max(0, place.start - 40) : place.start]):
                new[words] = place
            continue
        within = contract.occurrences(words, stretches)
        old[words] = within or (
            places if everywhere else contract.in_rows(words, content(sentence.text))
        )
    if len(old) != 1 or len(new) != 1 or not (places := next(iter(old.values()))):
        return None
    at = sentence.place(next(iter(new.values())))
    return Amendment(Effect.REPLACED, sentence.span, tuple(places)[:MOST_PLACES], at, False)


def _at_same_end(contract: ContractText, places: list[Span], before: str) -> list[Span]:
    """Only the places at the end of a period, where the new date is an end too ("through 31 January 2024"); else all places."""
    if len(places) < 2 or BEFORE_END.search(before) is None:
        return places
    text = contract.text
    ends = [p for p in places if BEFORE_END.search(text[max(0, p.start - 24) : p.start])]
    return ends or places


def _old_values(
    contract: ContractText,
    stretch: Span,
    kinds: frozenset[str],
    about: frozenset[str],
    *,
    is_named: bool,
    is_changed: bool = False,
) -> list[Span]:
    """The places of what a value replaces in a stretch: of its kind, where most words of the amendment's subject stand.

    In a named clause one word is enough, or none where only one amount is of the kind; of money and dates only where the
    amendment says that what the clause has is changed (`is_changed`), in words that the clause lacks: "The rate in Section
    4.03 is increased to $110".
    """
    best: tuple[int, list[Span]] = (0, [])
    every: list[Span] = []
    for number, (sentence, beside) in enumerate(contract.each_sentence(stretch)):
        if number > 5_000:
            break
        text = sentence.of(contract.text)
        same = [
            v.span.shifted(sentence.start)
            for v in values(text)
            if is_of(v, kinds, about)
            or ("money" in kinds and not v.kind and _CURRENCY.search(beside) is not None)
        ]
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
        and (
            not kinds & {"money", "percent", "date", "time", ""}
            or (is_changed and about.isdisjoint(content(stretch.of(contract.text))))
        )
    ):
        return every
    return best[1] if best[0] >= (1 if is_named else 2) else []

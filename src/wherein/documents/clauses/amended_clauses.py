"""Amendments of whole clauses: "Section 4.2 is deleted and replaced by the following: …"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.documents.clauses.amended_values import amended_value
from wherein.documents.clauses.amending_text import (
    after_label,
    inside,
    is_hedged,
    is_strong,
    is_the_document,
    is_unsure,
    may_before,
    quoted_end,
    unquoted,
    verb_at,
)
from wherein.documents.clauses.amending_words import (
    ADDS_TEXT,
    ALSO_DELETES,
    AMENDING_WORD,
    BEGINS_WITH_CONDITION,
    CLAUSE_DELETED,
    CLAUSE_REPLACED,
    CLAUSE_RESTORED,
    DEFINITION_OF,
    ENDS_BEFORE_A_PLACE,
    ENDS_WITH_MAY,
    NOTWITHSTANDING,
    NUMBERED_PART,
    ORDINALS,
    QUALIFICATION,
)
from wherein.documents.clauses.amendment import (
    AmendingSentence,
    Amendment,
    Effect,
    is_part_named,
    with_targets,
)
from wherein.documents.clauses.contract_text import MOST_PLACES, MOST_TARGETS, ContractText
from wherein.documents.clauses.labels import label_of, references
from wherein.documents.clauses.outline import Clause
from wherein.documents.clauses.quoting import sentences

MOST_BLOCKS = 30
"""Blocks after an amendment's colon that its replacing text may have."""
MOST_RESTORED_CLAUSES = 12
"""Clauses that one sentence puts back in force."""


def amended_clause(
    contract: ContractText, sentence: AmendingSentence, targets: Sequence[Clause]
) -> Amendment | None:
    """The amendment of the clauses that the sentence names as wholes; None where it makes none."""
    marked = with_targets(sentence)
    conditional = BEGINS_WITH_CONDITION.match(sentence.text) is not None
    if conditional and not sentence.part and not is_unsure(sentence.shown.text):
        return None
    if ADDS_TEXT.search(marked) and not ALSO_DELETES.search(marked):
        return None
    if (
        sentence.named
        and all(ENDS_BEFORE_A_PLACE.search(marked[: one.span.start]) for one, _ in sentence.named)
        and not is_part_named(sentence)
    ):
        return None
    replaces = CLAUSE_REPLACED.search(marked)
    if (
        replaces is not None
        and not ENDS_WITH_MAY.search(marked[: replaces.start() + verb_at(replaces)])
        and not is_hedged(marked, *replaces.span())
    ):
        new = _replacing_text(contract, sentence, replaces)
        if new is not None:
            new = after_label(contract.text, new)
            return struck(contract, sentence, targets, Effect.REPLACED, new)
    if conditional and not sentence.part:
        return None
    gone = CLAUSE_DELETED.search(marked)
    if gone is not None and not may_before(marked, gone) and not is_hedged(marked, *gone.span()):
        rest = marked[gone.end() :]
        limited = bool(QUALIFICATION.match(rest)) or conditional or not (sentence.part or is_strong(gone.group()))  # fmt: skip
        return struck(
            contract, sentence, targets, Effect.LIMITED if limited else Effect.DELETED, None
        )
    if NOTWITHSTANDING.search(marked) and sentence.part:
        one = amended_value(contract, sentence, targets)
        return one or struck(contract, sentence, targets, Effect.OVERRIDDEN, None)
    return None


def restored_clauses(sentence: AmendingSentence, targets: Sequence[Clause]) -> Sequence[Clause]:
    """The clauses that a sentence puts back in force, as wholes or for some of their words: "Section 3 is reinstated"."""
    marked = with_targets(sentence)
    found = CLAUSE_RESTORED.search(marked) if sentence.part else None
    if found is None or is_hedged(marked, *found.span()):
        return ()
    place = Span(*found.span())
    return [
        c for one, clauses in sentence.named if place.overlaps(one.span) for c in clauses
    ] or targets


def without(place: Span, clauses: Sequence[Clause]) -> list[Span]:
    """What of a struck place is in none of these clauses."""
    left = [place]
    for clause in clauses[:MOST_RESTORED_CLAUSES]:
        left = [rest for one in left for rest in _cut(one, clause.span)]
    return left


def _cut(one: Span, other: Span) -> list[Span]:
    if not one.overlaps(other):
        return [one]
    edges = ((one.start, other.start), (other.end, one.end))
    return [Span(start, end) for start, end in edges if end > start]


def struck(
    contract: ContractText,
    sentence: AmendingSentence,
    targets: Sequence[Clause],
    effect: Effect,
    new: Span | None,
) -> Amendment:
    """The amendment that strikes what the sentence means of these clauses; `new`, if any, stands there afterwards."""
    places: list[Span] = []
    for clause in targets[:MOST_TARGETS]:
        places += _part_of(contract, sentence, clause)
    quote = sentence.span if new is None else Span(sentence.span.start, max(sentence.span.end, min(new.end + 1, len(contract.text))))  # fmt: skip
    if new is not None:
        for clause in targets[:MOST_TARGETS]:
            contract.put_in_place_of(clause, new)
        if quote.end > sentence.span.end and contract.text[quote.end - 1 : quote.end].isspace():
            quote = Span(quote.start, quote.end - 1)
    whole = not NUMBERED_PART.search(sentence.shown.text)
    return Amendment(effect, quote, tuple(sorted(set(places)))[:MOST_PLACES], new, whole)


def _part_of(contract: ContractText, sentence: AmendingSentence, clause: Clause) -> list[Span]:
    """What of a clause is meant: "the second sentence of", "the definition of “Rent” in", a row, or the whole of it."""
    stretches = contract.stretches(clause)
    if (defined := DEFINITION_OF.search(sentence.shown.text)) is not None:
        term = inside(Span(*defined.span("term"))).of(sentence.text)
        places = [
            contract.sentence_at(place) for place in contract.occurrences(term, stretches)[:1]
        ]
        if places:
            return places
    ordinal = NUMBERED_PART.search(sentence.shown.text)
    if ordinal is not None and ordinal["what"] == "sentence":
        body = Span(clause.body, clause.end).of(contract.text)
        every = [one.shifted(clause.body) for one in sentences(body)]
        at = ORDINALS[ordinal["order"].casefold()]
        if -len(every) <= at < len(every):
            return [every[at]]
    row = contract.row(sentence)
    if row and any(clause.span.contains(cell) for cell in row):
        return [cell for cell in row if clause.span.contains(cell)]
    return stretches


def _replacing_text(
    contract: ContractText, sentence: AmendingSentence, verb: re.Match[str]
) -> Span | None:
    """The text that stands in place of a clause: quoted in the sentence, after its colon, or in the blocks below."""
    after = [
        q
        for q in sentence.shown.quotes
        if q.start > verb.start() and len(q) > 3 and not contract.is_a_heading(q.of(sentence.text))
    ]
    if after:
        longest = max(after, key=len)
        return sentence.place(longest)
    text = sentence.text
    colon = text.find(":", max(0, verb.end() - 1))
    rest = text[colon + 1 :].strip() if colon >= 0 else ""
    if rest:
        start = text.index(rest, colon)
        return sentence.place(Span(start, start + len(rest)))
    if colon >= 0 or text.rstrip().endswith(("following", "follows")):
        return _text_below(contract, sentence)
    said = text[verb.end() :].strip(" .,;")
    if len(said.split()) >= 2 and not is_the_document(said):
        start = text.index(said, verb.end())
        return sentence.place(Span(start, start + len(said)))
    return None


def _text_below(contract: ContractText, sentence: AmendingSentence) -> Span | None:
    """The rest of the block after the sentence, or the blocks after it that are its replacing text."""
    block = contract.blocks[sentence.block].span
    rest = contract.text[sentence.span.end : block.end]
    if rest.strip():
        start = sentence.span.end + len(rest) - len(rest.lstrip())
        return unquoted(contract.text, Span(start, block.end))
    first = sentence.block + 1
    if first >= len(contract.blocks):
        return None
    start = contract.blocks[first].span.start
    own = label_of(contract.text[contract.blocks[sentence.block].span.start : block.end])
    if contract.text[start] in "“\"‘'«„":
        closing = quoted_end(
            contract.text,
            start,
            contract.blocks[min(len(contract.blocks), first + MOST_BLOCKS) - 1].span.end,
        )
        if closing is not None:
            return Span(start + 1, closing)
    end = contract.blocks[first].span.end
    for block_below in contract.blocks[first + 1 : first + MOST_BLOCKS]:
        if not _goes_on(contract, block_below, own is not None and own.inner):
            break
        end = block_below.span.end
    return unquoted(contract.text, Span(start, end))


def _goes_on(contract: ContractText, block: Block, own_is_inner: bool) -> bool:
    """Whether a block goes on with the replacing text: a cell, a list item or an inner item."""
    if block.kind is BlockKind.HEADING or _amends_anew(contract, block):
        return False
    if block.kind is BlockKind.CELL:
        return True
    label = label_of(block.span.of(contract.text)[:200])
    if label is None:
        return block.kind is BlockKind.LIST_ITEM
    if label.inner:
        return not own_is_inner
    return False


def _amends_anew(contract: ContractText, block: Block) -> bool:
    text = block.span.of(contract.text)[:400]
    return bool(AMENDING_WORD.search(text)) and any(
        contract.outline.find(one) for one in references(text)[:4]
    )

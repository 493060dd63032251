"""An amendment, and the sentence of a document that makes it. Finds none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from wherein.core.span import Span
from wherein.documents.clauses.amending_words import (
    AMENDING_WORD,
    DEFINITION_OF,
    NUMBERED_PART,
    TARGET,
    WHOLE_OF,
)
from wherein.documents.clauses.labels import Reference
from wherein.documents.clauses.outline import Clause
from wherein.documents.clauses.quoting import Masked, masked


class Effect(StrEnum):
    """What an amendment does to the places that it strikes."""

    REPLACED = "replaced"
    DELETED = "deleted"
    LIMITED = "limited"  # "Section 5 does not apply to children": the clause holds otherwise
    OVERRIDDEN = "overridden"  # "Notwithstanding Section 5, …": the sentence comes first, the clause holds otherwise


@dataclass(frozen=True, slots=True)
class Amendment:
    """One amending sentence.

    quote: the sentence, with the replacing text where that is in it.
    struck: the places that no longer hold, in reading order; of a LIMITED clause, the places that it limits.
    new: what holds instead; None where nothing does.
    whole: a clause is deleted or replaced, not words in it.
    """

    effect: Effect
    quote: Span
    struck: tuple[Span, ...]
    new: Span | None
    whole: bool


@dataclass(frozen=True, slots=True)
class AmendingSentence:
    """A sentence that may amend.

    span, text: its place in the document and its words.
    shown: the words with their quotations hidden.
    named: the references in it, each with the clauses that it means.
    clause: the clause that it stands in; None outside of any.
    part: the number of the amending part that it stands in, from 1; 0 in the text that may be amended.
    block: the number of its block in the document.
    """

    span: Span
    text: str
    shown: Masked
    named: Sequence[tuple[Reference, Sequence[Clause]]]
    clause: Clause | None
    part: int
    block: int

    def place(self, span: Span) -> Span:
        """The place in the document of a stretch of the sentence."""
        return span.shifted(self.span.start)


_CUTS = re.compile(
    r""";\s|,\s(?=and\s(?:in\s)?the\s(?:words?|figures?|number|amount|phrase)\s["“‘'«„])"""
)


def parts_of(sentence: AmendingSentence) -> list[AmendingSentence]:
    """The parts of a sentence, cut at semicolons and before "and the words “…”", if more than one part amends something; otherwise
    the sentence alone."""
    shown = sentence.shown.text
    cuts = [m.end() for m in _CUTS.finditer(shown)]
    if not cuts:
        return [sentence]
    edges = [0, *cuts, len(shown)]
    pieces = [Span(a, b) for a, b in pairwise(edges) if AMENDING_WORD.search(shown[a:b])]
    if len(pieces) < 2:
        return [sentence]
    found = []
    for piece in pieces:
        text = piece.of(sentence.text)
        named = [
            (replace(one, span=one.span.shifted(-piece.start)), clauses)
            for one, clauses in sentence.named
            if piece.contains(one.span)
        ]
        found.append(
            replace(
                sentence,
                span=piece.shifted(sentence.span.start),
                text=text,
                shown=masked(text),
                named=named,
            )
        )
    return found


def is_part_named(sentence: AmendingSentence) -> bool:
    """Whether it speaks of a part of a clause ("the second sentence of", "the definition of “Rent”") or of "the whole of" it."""
    return bool(
        NUMBERED_PART.search(sentence.shown.text)
        or DEFINITION_OF.search(sentence.shown.text)
        or WHOLE_OF.search(sentence.shown.text)
    )


def may_amend(sentence: AmendingSentence) -> bool:
    """Whether a sentence without quoted words may amend: in an amending part, or with "hereby"."""
    return bool(sentence.part) or "hereby" in sentence.text


def with_targets(sentence: AmendingSentence) -> str:
    """The masked text with a mark in place of each clause that it names, in the same length; of "The second sentence" at the
    beginning of a sentence that goes on about a clause, too."""
    out = list(sentence.shown.text)
    part = NUMBERED_PART.match(sentence.shown.text)
    if sentence.part and not sentence.named and part is not None:
        out[part.start() : part.end()] = [*"_" * (part.end() - part.start() - 1), TARGET]
    for one, _ in sentence.named:
        out[one.span.start : one.span.end] = [*" " * (len(one.span) - 1), TARGET]
        out[one.span.start : one.span.end - 1] = ["_"] * (len(one.span) - 1)
    return "".join(out).replace("\n", " ")

"""Free text checked against what it cites: each sentence must name a shown sentence that has its words.

A check of words, not of meaning: it catches what is cited to nothing, numbers and names that the cited
sentence lacks, and sentences that share little with it. It cannot tell a denial from its contrary; so
every sentence is shown with the place it comes from.
"""

from __future__ import annotations

import re

from wherein.core.answer import Candidate
from wherein.passages.sentences import sentence_spans
from wherein.reading.calibration import content
from wherein.reading.choices import Choices
from wherein.reading.grammar import MOST_SENTENCES, is_refusal

# The share of a sentence's content words that must stand in what it cites.
SUPPORT = 0.6
_CITED = re.compile(r"\s*\[(\d{1,4})\]")
_TOLD = re.compile(r"\d+(?:[.,]\d+)*|(?<![.!?]\s)(?<!^)\b[A-Z]\w+")
_NOT = re.compile(r"\b(?:not|no|never|none|nor|without|cannot|\w+n['’]t)\b", re.IGNORECASE)


def supported(text: str, choices: Choices) -> list[Candidate] | None:
    """The sentences that hold, each at the place of the sentence it cites; None for a refusal.

    Empty when nothing holds. A sentence citing several places stands at the first that supports it.
    """
    if is_refusal(text):
        return None
    # The number goes before the stop, so that it stays with its sentence whichever way it is written.
    moved = re.sub(r"([.!?])((?:\s*\[\d{1,4}\])+)", r"\2\1 ", text.strip())
    kept: list[Candidate] = []
    for span in sentence_spans(moved):
        cited = [int(number) for number in _CITED.findall(span.of(moved))]
        said = _CITED.sub("", span.of(moved)).strip()
        for number in cited:
            if not 1 <= number <= len(choices.sentences):
                break  # one wrong number, and the others are not to be trusted
            choice = choices.sentences[number - 1]
            if holds(said, " ".join((choice.shown, choices.heads(choice.passage)))):
                kept.append(Candidate(choice.passage, choice.span, 0.0, 0.0, said))
                break
    return kept[:MOST_SENTENCES]


def holds(said: str, source: str) -> bool:
    """Whether a sentence says nothing that its source does not: numbers, names, most words, denials."""
    words = content(said)
    figures = {match.group() for match in _TOLD.finditer(said)}
    has = source.casefold()
    return (
        bool(words)
        and all(re.search(rf"(?<!\w){re.escape(one.casefold())}(?!\w)", has) for one in figures)
        and len(words & content(source)) >= SUPPORT * len(words)
        and bool(_NOT.search(said)) == bool(_NOT.search(source))
    )

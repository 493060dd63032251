"""Checks a language model's sentences against the sentences they cite, by their words.

A sentence fails without a citation, with a number or name that the cited sentence lacks, or with too few words in
common. The check compares words, not meaning, so that it can miss a wrong claim in the right words. So every sentence
is shown with the place that it cites.
"""

from __future__ import annotations

import re

from wherein.core.answer import Candidate
from wherein.passages.sentences import sentence_spans
from wherein.reading.calibration import content
from wherein.reading.generative.choices import Choices
from wherein.reading.generative.grammar import MOST_SENTENCES, is_refusal

# The share of a sentence's content words that its sources must have.
SUPPORT = 0.6
_CITED = re.compile(r"\s*\[(\d{1,4})\]")
_TOLD = re.compile(r"\d+(?:[.,]\d+)*|(?<![.!?]\s)(?<!^)\b[A-Z]\w+")
_NOT = re.compile(r"\b(?:not|no|never|none|nor|without|cannot|\w+n['’]t)\b", re.IGNORECASE)


def supported(text: str, choices: Choices) -> list[Candidate] | None:
    """The sentences that pass, each at the place of the sentence it cites; None for a refusal.

    Empty where no sentence passes. A sentence with several citations gets the first place that supports it.
    """
    if is_refusal(text):
        return None
    kept: list[Candidate] = []
    for said, cited in cited_sentences(text):
        for number in cited:
            if not 1 <= number <= len(choices.sentences):
                break  # one wrong number, and the others are not to be trusted
            choice = choices.sentences[number - 1]
            if holds(said, " ".join((choice.shown, choices.heads(choice.passage)))):
                kept.append(Candidate(choice.passage, choice.span, 0.0, 0.0, said))
                break
    return kept[:MOST_SENTENCES]


def cited_sentences(text: str) -> list[tuple[str, list[int]]]:
    """The sentences of a reply without the numbers that they cite, each with these numbers."""
    # The number goes before the stop, so that it stays with its sentence whichever way it is written.
    moved = re.sub(r"([.!?])((?:\s*\[\d{1,4}\])+)", r"\2\1 ", text.strip())
    found = [span.of(moved) for span in sentence_spans(moved)]
    return [(_CITED.sub("", one).strip(), list(map(int, _CITED.findall(one)))) for one in found]


def holds(said: str, source: str) -> bool:
    """Whether the source has the sentence's numbers, names, denials and most of its words."""
    words = content(said)
    figures = {match.group() for match in _TOLD.finditer(said)}
    has = source.casefold()
    return (
        bool(words)
        and all(re.search(rf"(?<!\w){re.escape(one.casefold())}(?!\w)", has) for one in figures)
        and len(words & content(source)) >= SUPPORT * len(words)
        and bool(_NOT.search(said)) == bool(_NOT.search(source))
    )

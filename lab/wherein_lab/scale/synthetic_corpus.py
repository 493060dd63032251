"""Generates any number of passages from the sentences of real ones, for measuring the effect of size only.

A passage has sentences of different articles, as many as a real passage has; where a sentence names its own article,
the name is replaced by an unused title. So no passage is a copy, and new names keep occurring as in real text. `Growth`
shows how similar vocabulary and posting lists are to real ones.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.passages.sentences import sentence_spans
from wherein.retrieval.by_words.words import index_terms

FEWEST_SENTENCES = 2


@dataclass(frozen=True, slots=True)
class Growth:
    """Of a number of passages: the terms, the distinct terms, and quantiles of the number of passages per term."""

    passages: int
    terms: int
    vocabulary: int
    once: float
    """Share of the vocabulary that occurs in only one passage."""
    postings: dict[str, int]
    """Passages with the 1st, 10th, 100th, 1,000th and 10,000th most frequent term."""


def synthetic_passages(
    real: Sequence[Passage], names: Sequence[str], seed: int
) -> Iterator[Passage]:
    """Endless synthetic passages. `real`: whole short articles, `section[0]` their title; `names`: the names that
    replace the articles' own."""
    draw = random.Random(seed)
    sentences: list[tuple[int, str, str]] = []
    lengths: list[int] = []
    for number, passage in enumerate(real):
        title = passage.section[0] if passage.section else ""
        found = [span.of(passage.text).strip() for span in sentence_spans(passage.text)]
        kept = [sentence for sentence in found if len(sentence.split()) > 2]
        lengths.append(max(FEWEST_SENTENCES, len(kept)))
        sentences.extend((number, s, title if title and title in s else "") for s in kept)
    made = 0
    while True:
        texts: list[str] = []
        used: set[int] = set()
        name = draw.choice(names)
        wanted = draw.choice(lengths)
        while len(texts) < wanted:
            article, sentence, title = draw.choice(sentences)
            if article not in used:
                used.add(article)
                texts.append(sentence.replace(title, draw.choice(names)) if title else sentence)
        text = " ".join(texts)
        yield Passage(f"made-{made}", 0, Span(0, len(text)), text, (name,))
        made += 1


def growth(passages: Iterable[Passage], count: int) -> Growth:
    """Measure the first `count` passages."""
    found: Counter[str] = Counter()
    terms = seen = 0
    for passage in islice(passages, count):
        these = index_terms(passage.text)
        terms += len(these)
        seen += 1
        found.update(set(these))
    ordered = sorted(found.values(), reverse=True)
    places = (1, 10, 100, 1_000, 10_000)
    return Growth(
        seen,
        terms,
        len(found),
        round(sum(count == 1 for count in ordered) / max(1, len(ordered)), 4),
        {str(place): ordered[place - 1] for place in places if place <= len(ordered)},
    )

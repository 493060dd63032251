"""Compares entity retrieval with BM25 and dense retrieval on one corpus, by title and by answer. Fits nothing.

The corpus is a small version of the paper's: whole articles, where available, in disjoint blocks of 100 words, and the
first 100 words of every other article. By title, a run is the list of distinct titles it found. By answer, a passage is
relevant if it has a normalised answer, and nDCG is computed over the relevant passages that were found (Shavarani &
Sarkar, 2024).
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wherein.core.link import Link, LinkCandidate
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span
from wherein.knowledge.base import KnowledgeBase
from wherein.knowledge.importers import importer_for
from wherein.retrieval.by_words.entity import (
    LINK_POWER,
    LINK_WEIGHT,
    EntityRetriever,
    FusedRetriever,
    OpeningRetriever,
)
from wherein.retrieval.retriever import Retriever
from wherein_lab.metrics.measures import Kind, Measure
from wherein_lab.metrics.squad_measures import normalised
from wherein_lab.metrics.uncertainty import interval

BLOCK_WORDS = 100
DEPTH = 100
TITLE_MEASURES = (Measure(Kind.NDCG, 5), Measure(Kind.SUCCESS, 1), Measure(Kind.SUCCESS, 20), Measure(Kind.RR))  # fmt: skip
CURVE = (1, 2, 3, 4, 5, 20, 100)
YES_NO = ("yes", "no")
SPLITS = {"sqa_train": ("sqa", "train"), "sqa_train_filtered": ("sqa", "train_filtered")}
"""Sets that are one split of a file, as the paper separates them."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A question with its answers, its gold titles, and the links of the paper's linker where they are recorded."""

    id: str
    question: str
    answers: tuple[str, ...]
    titles: tuple[str, ...]
    spel: tuple[str, ...] | None = None

    @property
    def yes_no(self) -> bool:
        return any(normalised(answer).split()[:1] in (["yes"], ["no"]) for answer in self.answers)


def read_posed(folder: Path, name: str) -> list[Posed]:
    """A set of the shared data by its short name (`eq`, `fqa`, …), or one split of a set (`sqa_train`)."""
    file, split = SPLITS.get(name, (name, None))
    recorded = {
        key: tuple(row.get("spel") or ()) for key, row in recorded_rows(folder, name).items()
    }
    return [
        Posed(
            row["id"],
            row["question"],
            tuple(row.get("answers") or ()),
            tuple(entity["title"] for entity in row["entities"]),
            recorded.get(row["id"]) if recorded else None,
        )
        for row in _rows(folder / f"{file}_questions.jsonl.gz")
        if split is None or row["split"] == split
    ]


def recorded_rows(folder: Path, name: str) -> dict[str, dict[str, Any]]:
    """The rows of the paper's own run for a set, by the question's id; empty where none are recorded."""
    path = folder / f"{SPLITS.get(name, (name, None))[0]}_recorded.jsonl.gz"
    return {row["id"]: row for row in _rows(path)} if path.exists() else {}


def _rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@dataclass
class Corpus:
    """Passages; each document is listed under its title."""

    by_title: dict[str, list[Passage]] = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)

    @property
    def passages(self) -> list[Passage]:
        return [passage for group in self.by_title.values() for passage in group]

    def passages_of(self, document: str) -> Sequence[Passage]:
        return self.by_title.get(document, ())


def read_corpus(openings: Sequence[Path], whole: Sequence[Path], base: KnowledgeBase) -> Corpus:
    """The blocks of the whole articles and the first block of every other article; titles as in the base."""
    corpus = Corpus()
    for file in whole:
        for record in importer_for(file).records():
            title = next(
                (
                    base.title(number)
                    for name in (record.title, record.title[:1].upper() + record.title[1:])
                    if (number := base.number(name.replace("_", " "))) is not None
                ),
                record.title,
            )
            corpus.by_title[title] = list(blocks(title, record.text))
            corpus.whole.add(title)
    for file in openings:
        for record in importer_for(file).records():
            if record.text and record.title not in corpus.by_title:
                corpus.by_title[record.title] = list(blocks(record.title, record.text))[:1]
    return corpus


def blocks(title: str, text: str) -> list[Passage]:
    """Split a text into runs of 100 words, with their spans; the title is a heading above each."""
    found: list[Passage] = []
    start, count, end = 0, 0, 0
    words = text.split(" ")
    place = 0
    for word in words:
        count += bool(word.strip())
        end = place + len(word)
        if count == BLOCK_WORDS:
            found.append(_block(title, len(found), text, start, end))
            start, count = end, 0
        place = end + 1
    if count:
        found.append(_block(title, len(found), text, start, end))
    return found


def _block(title: str, index: int, text: str, start: int, end: int) -> Passage:
    return Passage(title, index, Span(start, end), text[start:end], (title,))


Answering = Callable[[Posed], list[Hit]]


@dataclass(frozen=True, slots=True)
class Row:
    """One method on one set: each question's score, by measure."""

    name: str
    scores: Mapping[str, list[float]]
    milliseconds: float

    def means(self) -> dict[str, float]:
        return {
            key: round(sum(values) / max(1, len(values)), 4) for key, values in self.scores.items()
        }


def given_links(titles: Sequence[str]) -> tuple[Link, ...]:
    """Links made by another linker, all with probability 1."""
    return tuple(Link(Span(0, 0), "", (LinkCandidate(title, title, 1.0, 1.0),)) for title in titles)


def bare(links: Sequence[Link]) -> tuple[Link, ...]:
    """The same links by title only, as the corpus names its documents."""
    return tuple(
        Link(
            link.span,
            link.surface,
            tuple(LinkCandidate(c.title, c.title, c.score, c.prior) for c in link.candidates),
        )
        for link in links
    )


LinksOf = Callable[[Posed], tuple[Link, ...]]


def links_of(base: KnowledgeBase, link: Callable[[str], Sequence[Link]]) -> dict[str, LinksOf]:
    """Links by linker: the gold links, the shipped linker's, and those that the paper recorded of SpEL."""

    def known(titles: Sequence[str]) -> tuple[Link, ...]:
        numbers = [base.number(title) for title in titles]
        return given_links([base.title(number) for number in numbers if number is not None])

    return {
        "oracle": lambda posed: known(posed.titles),
        "linked": lambda posed: bare(link(posed.question)),
        "SpEL": lambda posed: known(posed.spel or ()),
    }


def methods(
    corpus: Corpus,
    base: KnowledgeBase,
    link: Callable[[str], Sequence[Link]],
    words: Retriever,
    others: Mapping[str, Retriever],
    weight: float = LINK_WEIGHT,
    power: float = LINK_POWER,
) -> dict[str, Answering]:
    """Every method over one corpus. `link` is the shipped linker."""

    links = links_of(base, link)
    linked, gold = links["linked"], links["oracle"]

    def by(retriever: Retriever) -> Answering:
        return lambda posed: retriever.search(posed.question, DEPTH)

    def opening(given: LinksOf, count: int) -> Answering:
        return lambda posed: OpeningRetriever(lambda _: given(posed), corpus, count).search(
            posed.question, DEPTH
        )

    return {
        "bm25": by(words),
        **{name: by(retriever) for name, retriever in others.items()},
        "entity oracle 100w": opening(gold, 100),
        "entity linked 100w": opening(linked, 100),
        "entity SpEL 100w": opening(links["SpEL"], 100),
        "entity linked": lambda posed: EntityRetriever(lambda _: linked(posed), corpus).search(
            posed.question, DEPTH
        ),
        "fused": lambda posed: FusedRetriever(
            words, lambda _: linked(posed), corpus, weight, power
        ).search(posed.question, DEPTH),
        "fused oracle": lambda posed: FusedRetriever(
            words, lambda _: gold(posed), corpus, weight, power
        ).search(posed.question, DEPTH),
    }


Judged = tuple[list[str], dict[str, int]]
"""Retrieved units, best first, and which of them are relevant."""


def by_title(name: str, answering: Answering, asked: Sequence[Posed], base: KnowledgeBase) -> Row:
    """nDCG@5, Success and MRR over distinct titles. `asked` should have only questions with a gold title in the base; any other scores 0."""

    def judged(posed: Posed, hits: Sequence[Hit]) -> Judged:
        run = list(dict.fromkeys(hit.passage.document for hit in hits))
        numbers = (base.number(title) for title in posed.titles)
        return run, {base.title(number): 1 for number in numbers if number is not None}

    return _measured(name, answering, asked, TITLE_MEASURES, judged)


def holds_answer(posed: Posed, hits: Sequence[Hit]) -> list[int]:
    """The ranks, from 0, of the passages that contain a normalised answer."""
    wanted = [f" {normalised(answer)} " for answer in posed.answers if normalised(answer)]
    texts = (f" {normalised(hit.passage.text)} " for hit in hits)
    return [rank for rank, text in enumerate(texts) if any(answer in text for answer in wanted)]


def by_answer(name: str, answering: Answering, asked: Sequence[Posed]) -> Row:
    """The paper's measures: nDCG over the retrieved passages, Success at k and MRR. A passage with an answer is relevant."""
    measures = [Measure(Kind.RR)]
    measures += [Measure(kind, k) for k in CURVE for kind in (Kind.NDCG_RETRIEVED, Kind.SUCCESS)]

    def judged(posed: Posed, hits: Sequence[Hit]) -> Judged:
        relevant = {str(rank): 1 for rank in holds_answer(posed, hits)}
        return [str(number) for number in range(len(hits))], relevant

    return _measured(name, answering, asked, measures, judged)


def _measured(
    name: str,
    answering: Answering,
    asked: Sequence[Posed],
    measures: Sequence[Measure],
    judged: Callable[[Posed, Sequence[Hit]], Judged],
) -> Row:
    """One method on all questions; only retrieval is timed."""
    scores: dict[str, list[float]] = {str(measure): [] for measure in measures}
    seconds = 0.0
    for posed in asked:
        began = time.perf_counter()
        hits = answering(posed)
        seconds += time.perf_counter() - began
        run, grades = judged(posed, hits)
        for measure in measures:
            scores[str(measure)].append(measure.of(run, grades))
    return Row(name, scores, round(1000 * seconds / max(1, len(asked)), 2))


def difference(
    one: Row, other: Row, measure: str, level: float = 0.95
) -> tuple[float, float, float]:
    """(mean, low, high) of the paired difference between two methods, by bootstrap over questions."""
    pairs = [a - b for a, b in zip(one.scores[measure], other.scores[measure], strict=True)]
    low, high = interval(pairs, level)
    mean = sum(pairs) / max(1, len(pairs))
    return round(mean, 4), round(low, 4), round(high, 4)

"""Combines sets, corpus and methods of the entity benchmark into rows of figures. Knows files; measures elsewhere."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from wherein.core.errors import UsageError
from wherein.core.link import Link
from wherein.knowledge.store import InstalledBase
from wherein.linking.logit import UNCERTAIN_BOUND, LogitLinker
from wherein.retrieval.by_words.entity import LINK_POWER, LINK_WEIGHT
from wherein.retrieval.passage_source import PassageTable
from wherein.retrieval.retriever import Retriever
from wherein_lab.linking.entity import (
    SPLITS,
    Answering,
    Corpus,
    Posed,
    Row,
    by_answer,
    by_title,
    difference,
    methods,
    read_corpus,
    read_posed,
)
from wherein_lab.linking.entity_reading import measure_reading
from wherein_lab.linking.linking import LinkingQuestion, base_of_files, part_of
from wherein_lab.linking.linking_details import is_named
from wherein_lab.metrics.measures import Kind, Measure
from wherein_lab.registry.readers import open_reader
from wherein_lab.registry.retrievers import built

SETS = ("eq", "eq_tail", "fqa", "sqa", "simpledbpediaqa", "lcquad", *SPLITS)
OPENINGS = tuple(f"kb_openings-{number}.jsonl.gz" for number in range(5))
WHOLE = ("kb_fulltext_factoidqa.jsonl.gz", "kb_fulltext_enwiki2015.jsonl.gz")
ABSENT_MEASURE = str(Measure(Kind.NDCG_RETRIEVED, 5))


@dataclass(frozen=True, slots=True)
class Bench:
    """The corpus with its indexes, and the knowledge base that links point to."""

    base: InstalledBase
    corpus: Corpus
    words: Retriever
    dense: Mapping[str, Retriever]
    """By the name of a row: one for each encoder, and for each retriever that was added."""

    def methods(
        self,
        link: Callable[[str], Sequence[Link]],
        weight: float = LINK_WEIGHT,
        power: float = LINK_POWER,
    ) -> dict[str, Answering]:
        """Every method over this corpus, with a linker's links."""
        return methods(self.corpus, self.base, link, self.words, self.dense, weight, power)


def soft_linker(base: InstalledBase) -> Callable[[str], Sequence[Link]]:
    """The shipped linker with the bound for rank fusion; it caches its links."""
    return lru_cache(maxsize=None)(LogitLinker([base], least=UNCERTAIN_BOUND).link)


def open_bench(
    folder: Path,
    cache: Path,
    encoders: Sequence[str],
    whole: bool,
    on_progress: Callable[[int, int | None, str], None],
    thin: Thinned | None = None,
) -> Bench:
    """Open the bench over the shared data in `folder`; results that take long to compute are kept in `cache`.

    `encoders` are names in the registry of encoders; `thin` keeps only a part of the corpus.
    """
    openings = [folder / name for name in OPENINGS]
    base = base_of_files(openings, cache, on_progress)
    corpus = read_corpus(openings, [folder / name for name in WHOLE] if whole else [], base)
    if thin is not None:
        corpus = thinned(corpus, thin)
    passages = corpus.passages
    made_of = (len(passages), whole, base.name, *([thin] if thin else []))
    digest = hashlib.sha256(repr(made_of).encode()).hexdigest()[:12]
    kept = cache / f"entity-{digest}"
    dense = {f"dense {name}": _dense(name, passages, kept) for name in encoders}
    return Bench(base, corpus, _words(passages, kept), dense)


def with_retrievers(bench: Bench, names: Sequence[str], folder: Path) -> Bench:
    """The bench with more retrievers of the registry as methods. They are built again, in the folder."""
    more = {name: built(name, bench.corpus.passages, folder / name) for name in names}
    return replace(bench, dense={**bench.dense, **more})


@dataclass(frozen=True, slots=True)
class Thinned:
    """A reduced corpus: the articles with these titles, and randomly drawn ones, up to a number of passages."""

    titles: tuple[str, ...]
    passages: int
    seed: int


def thinned(corpus: Corpus, to: Thinned) -> Corpus:
    """A part of the corpus in its order; it always includes the articles with the titles."""
    kept = {title for title in to.titles if title in corpus.by_title}
    count = sum(len(corpus.by_title[title]) for title in kept)
    others = [title for title in corpus.by_title if title not in kept]
    random.Random(to.seed).shuffle(others)
    for title in others:
        if count >= to.passages:
            break
        kept.add(title)
        count += len(corpus.by_title[title])
    left = {title: group for title, group in corpus.by_title.items() if title in kept}
    return Corpus(left, corpus.whole & kept)


def _words(passages: Sequence[Any], kept: Path) -> Retriever:
    """BM25 over the passages, loaded from `kept` when it was built before."""
    from wherein.retrieval.by_words.bm25 import Bm25Index

    index = Bm25Index.open(kept / "bm25", PassageTable(passages))
    if index.generation == 1:
        return index
    index.close()
    return built("bm25", passages, kept)


BENCHED_AS = {"static": "dense", "minilm-l6": "dense-minilm"}
"""Dense retrieval with an encoder, by the encoder's name in the registry."""


def _dense(encoder: str, passages: Sequence[Any], kept: Path) -> Retriever:
    """Vectors of the passages, loaded from `kept` when they were computed before."""
    from wherein.retrieval.by_vectors.dense import DenseIndex
    from wherein_lab.registry.encoders import ENCODERS

    if encoder not in BENCHED_AS:
        raise UsageError(
            f"There is no encoder {encoder!r}.", f"Choose among {', '.join(BENCHED_AS)}."
        )
    folder = kept / encoder
    index = DenseIndex.open(folder / "dense", PassageTable(passages), ENCODERS[encoder]())
    if index.generation == 1:
        return index
    index.close()
    return built(BENCHED_AS[encoder], passages, folder)


def chosen(folder: Path, name: str, part: str, limit: int | None, seed: int) -> list[Posed]:
    posed = [one for one in read_posed(folder, name) if part in ("all", part_of(one.id))]
    if limit is not None and limit < len(posed):
        posed = [posed[at] for at in sorted(random.Random(seed).sample(range(len(posed)), limit))]
    return posed


def gained(rows: Mapping[str, Row], named: Sequence[bool]) -> dict[str, float]:
    """nDCG@5 by title of the questions that name their article, and the share of the gain of perfect links over
    BM25 that the linker's links reach.
    """

    def mean(name: str) -> float:
        scores = [s for s, is_one in zip(rows[name].scores["nDCG@5"], named, strict=True) if is_one]
        return round(sum(scores) / max(1, len(scores)), 4)

    words, fused, perfect = mean("bm25"), mean("fused"), mean("fused oracle")
    share = round((fused - words) / (perfect - words), 4) if perfect > words else 1.0
    return {
        "n": sum(named), "bm25": words, "fused": fused, "fused oracle": perfect, "share_of_gain": share,
    }  # fmt: skip


def measure_set(
    bench: Bench,
    posed: Sequence[Posed],
    names: Sequence[str] | None = None,
    weight: float = LINK_WEIGHT,
    power: float = LINK_POWER,
    answers: bool = True,
    read: int = 0,
    seed: int = 0,
) -> dict[str, Any]:
    """One set: by title where a gold title is in the base, by answer where answers are spans.

    `read`: the shipped reader also reads for a sample of this size.
    """
    every = bench.methods(soft_linker(bench.base), weight, power)
    within = [p for p in posed if any(bench.base.number(t) is not None for t in p.titles)]
    spans = [one for one in posed if one.answers and not one.yes_no]
    report: dict[str, Any] = {"n": len(posed), "in_base": len(within), "spans": len(spans)}
    rows: dict[str, Row] = {}
    for name, answering in every.items():
        if (names and name not in names) or ("SpEL" in name and posed and posed[0].spel is None):
            continue
        rows[name] = by_title(name, answering, within, bench.base)
        report.setdefault("by_title", {})[name] = {
            **rows[name].means(),
            "milliseconds": rows[name].milliseconds,
        }
        if answers and spans:
            report.setdefault("by_answer", {})[name] = by_answer(name, answering, spans).means()
    if read:
        found = {name: every[name] for name in rows}
        report["read"] = measure_reading(open_reader("small"), found, within, read, seed)
    if {"bm25", "fused", "fused oracle"} <= rows.keys():
        report["named"] = gained(
            rows,
            [is_named(LinkingQuestion(p.id, p.question, p.titles), bench.base) for p in within],
        )
    absent = [one for one in spans if one not in within]
    if "fused" in rows and "bm25" in rows and absent:
        # Where the article is not in the base no title can be right, but a passage may contain the answer.
        fused, words = (by_answer(name, every[name], absent) for name in ("fused", "bm25"))
        report["absent"] = {
            "n": len(absent),
            "fused_minus_bm25": difference(fused, words, ABSENT_MEASURE),
            "bm25": words.means()[ABSENT_MEASURE],
        }
    if "fused" in rows and "bm25" in rows:
        report["fused_minus_bm25"] = difference(rows["fused"], rows["bm25"], "nDCG@5")
    return report

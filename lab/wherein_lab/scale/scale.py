"""Measures the cost of the word index by size, against bm25s over the same terms, each in its own process."""

from __future__ import annotations

import gzip
import multiprocessing
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from wherein.core.errors import ExtraMissing, WhereinError
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.retrieval.passage_source import Key
from wherein_lab.data.corpora import read_corpus, read_questions
from wherein_lab.data.datasets import data_set
from wherein_lab.data.shared_data import shared_path
from wherein_lab.retrieval.retrieval import one_thread, peak_memory_bytes
from wherein_lab.scale.synthetic_corpus import growth, synthetic_passages

TITLES = "data/entity/titles_only.txt.gz"
DEPTH = 10
UPDATES = 100
ENGINES = ("bm25", "bm25s")


class KeysOnly:
    """A `PassageSource` without texts, since only the index is measured."""

    def __init__(self) -> None:
        self._made: dict[Key, Passage] = {}

    def passages(self, keys: Sequence[Key]) -> list[Passage]:
        for key in keys:
            if key not in self._made:
                self._made[key] = Passage(key[0], key[1], Span(0, 0), "")
        return [self._made[key] for key in keys]


def measure_scale(
    sizes: Sequence[int], engines: Sequence[str], questions: int, seed: int
) -> dict[str, Any]:
    """Figures by size and engine, and how realistic the synthetic passages are."""
    one_thread()
    report: dict[str, Any] = {"sizes": {}, "growth": _how_real(seed)}
    for size in sizes:
        row = report["sizes"][str(size)] = {}
        for engine in engines:
            with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
                outcome = pool.submit(_try, engine, size, questions, seed).result()
            if isinstance(outcome, tuple):
                raise ExtraMissing(*outcome)
            row[engine] = outcome
    return report


def _try(engine: str, size: int, questions: int, seed: int) -> dict[str, Any] | tuple[str, str]:
    # Pickling an exception drops the second argument of our errors.
    try:
        return {"bm25": _tantivy, "bm25s": _bm25s}[engine](size, questions, seed)
    except WhereinError as error:
        return error.what, error.next_step


def real_openings() -> tuple[Passage, ...]:
    """The openings from which synthetic passages are made, `section[0]` their title."""
    corpus, _ = data_set("entity-openings").paths()
    return read_corpus(*corpus).passages


def material() -> tuple[tuple[Passage, ...], list[str]]:
    with gzip.open(shared_path(TITLES), "rt", encoding="utf-8") as file:
        names = [line.strip() for line in file if line.strip()]
    return real_openings(), names


def questions_of_openings(count: int) -> list[str]:
    """The first questions about those openings."""
    _, path = data_set("entity-openings").paths()
    return [question.text for question in read_questions(path)][:count]


def _how_real(seed: int) -> list[dict[str, Any]]:
    real, names = material()
    rows = []
    for count in (10_000, len(real)):
        made = asdict(growth(synthetic_passages(real, names, seed), count))
        rows.append({"real": asdict(growth(iter(real), count)), "made": made})
    return rows


def _tantivy(size: int, questions: int, seed: int) -> dict[str, Any]:
    from wherein.retrieval.by_words.bm25 import Bm25Index

    real, names = material()
    made = synthetic_passages(real, names, seed)
    before = peak_memory_bytes()
    with tempfile.TemporaryDirectory(prefix="wherein-scale-") as folder:
        index = Bm25Index.open(Path(folder), KeysOnly())
        started, cpu = time.perf_counter(), time.process_time()
        for passage in islice(made, size):
            index.replace(passage.document, [passage])
        index.commit(1)
        seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - cpu
        peak = peak_memory_bytes()
        kept = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        started = time.perf_counter()
        for passage in islice(made, UPDATES):
            index.replace(f"made-{int(passage.document[5:]) % size}", [passage])
        index.commit(2)
        update_seconds = time.perf_counter() - started
        row = _timed(
            lambda question: index.search(question, DEPTH), questions_of_openings(questions)
        )
        index.close()
    return {
        "index_seconds": round(seconds, 2),
        "index_cpu_seconds": round(cpu_seconds, 2),
        "index_bytes": kept,
        "peak_memory_bytes": peak,
        "material_memory_bytes": before,
        "update_100_seconds": round(update_seconds, 3),
        **row,
    }


def bm25s_search(passages: Iterable[Passage], depth: int = DEPTH) -> Callable[[str], Any]:
    """A search function over bm25s, with its numba backend and the terms of our index. Raises ExtraMissing."""
    from wherein.retrieval.by_words.words import index_terms, question_terms

    try:
        import bm25s
        import numba  # noqa: F401  its fastest backend
    except ImportError as error:
        raise ExtraMissing(
            "The comparison needs bm25s and numba.", "Run: pip install bm25s numba"
        ) from error
    vocabulary: dict[str, int] = {}
    tokens = []
    for passage in passages:
        terms = index_terms(passage.section[0] + "\n" + passage.text)
        tokens.append([vocabulary.setdefault(term, len(vocabulary)) for term in terms])
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75, backend="numba")
    index.index((tokens, vocabulary), show_progress=False)
    depth = min(depth, len(tokens))

    def search(question: str) -> Any:
        known = [[vocabulary[t] for t in question_terms(question) if t in vocabulary]]
        return index.retrieve(known, k=depth, show_progress=False) if known[0] else None

    return search


def _bm25s(size: int, questions: int, seed: int) -> dict[str, Any]:
    real, names = material()
    before = peak_memory_bytes()
    started, cpu = time.perf_counter(), time.process_time()
    search = bm25s_search(islice(synthetic_passages(real, names, seed), size))
    seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - cpu
    peak = peak_memory_bytes()
    search("warm up the compiler")
    return {
        "index_seconds": round(seconds, 2),
        "index_cpu_seconds": round(cpu_seconds, 2),
        "peak_memory_bytes": peak,
        "material_memory_bytes": before,
        **_timed(search, questions_of_openings(questions)),
    }


def _timed(search: Any, questions: Sequence[str]) -> dict[str, float]:
    for question in questions[:20]:
        search(question)
    times = []
    cpu = time.process_time()
    for question in questions:
        started = time.perf_counter()
        search(question)
        times.append((time.perf_counter() - started) * 1000)
    spent = time.process_time() - cpu
    times.sort()
    return {
        "milliseconds": round(times[len(times) // 2], 4),
        "milliseconds_p99": round(times[int(len(times) * 0.99)], 4),
        "queries_per_cpu_second": round(len(questions) / spent, 1),
    }

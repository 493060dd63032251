"""Compares our word index with bm25s over the same real openings, alternating in one process, so that other load
affects both."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from wherein_lab.retrieval.retrieval import one_thread
from wherein_lab.scale.scale import (
    DEPTH,
    KeysOnly,
    bm25s_search,
    questions_of_openings,
    real_openings,
)


def measure_by_turns(rounds: int, questions: int) -> dict[str, Any]:
    """Questions per CPU second of each engine, by round; each round asks both engines all questions."""
    from wherein.retrieval.by_words.bm25 import Bm25Index

    one_thread()
    real, asked = real_openings(), questions_of_openings(questions)
    with tempfile.TemporaryDirectory(prefix="wherein-scale-") as folder:
        ours = Bm25Index.open(Path(folder), KeysOnly())
        for passage in real:
            ours.replace(passage.document, [passage])
        ours.commit(1)
        engines: dict[str, Callable[[str], Any]] = {
            "bm25s": bm25s_search(real),
            "bm25": lambda question: ours.search(question, DEPTH),
        }
        for search in engines.values():
            _rate(search, asked)
        rates: dict[str, list[float]] = {name: [] for name in engines}
        for _ in range(rounds):
            for name, search in engines.items():
                rates[name].append(_rate(search, asked))
        ours.close()
    middle = {name: median(some) for name, some in rates.items()}
    return {
        "passages": len(real),
        "questions": len(asked),
        "queries_per_cpu_second": rates,
        "median": middle,
        "ratio": round(middle["bm25"] / middle["bm25s"], 3),
    }


def _rate(search: Callable[[str], Any], questions: Sequence[str]) -> float:
    began = time.process_time()
    for question in questions:
        search(question)
    return round(len(questions) / (time.process_time() - began), 1)

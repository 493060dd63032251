"""Measures the time, disk and memory of the contexts of questions, as in the paper's table 5. Judges no link."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from wherein.linking.linker import Linker
from wherein.retrieval.by_words.entity import OpeningRetriever
from wherein_lab.retrieval.retrieval import one_thread, peak_memory_bytes

WORDS = 100
_CHUNKS = 8
"""Chunks of work for each process."""

_retriever: OpeningRetriever | None = None


def measure_cost(folder: Path, questions: Sequence[str], processes: int) -> dict[str, Any]:
    """Link each question, read its article and take the first 100 words, in the given number of processes.

    Loading is timed separately, as in the paper. Bytes are of the base on disk, and of the largest process.
    """
    size = max(1, -(-len(questions) // (processes * _CHUNKS)))
    pieces = [questions[at : at + size] for at in range(0, len(questions), size)]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, _load, (str(folder),)) as pool:
        loaded = time.perf_counter()
        list(pool.map(_contexts, [["warm"]] * processes))
        began = time.perf_counter()
        found = list(pool.map(_contexts, pieces))
        seconds = time.perf_counter() - began
    files = {path.name: path.stat().st_size for path in folder.iterdir() if path.is_file()}
    return {
        "questions": len(questions),
        "with_context": sum(count for count, _, _ in found),
        "processes": processes,
        "seconds": round(seconds, 2),
        "processor_seconds": round(sum(spent for _, spent, _ in found), 2),
        "loading_seconds": round(began - loaded, 2),
        "disk_bytes": sum(files.values()),
        "index_bytes": sum(size for name, size in files.items() if "base.sqlite" not in name),
        "peak_memory_bytes": max(peak for _, _, peak in found),
    }


def _load(folder: str) -> None:
    """Open the base and the linker in a process of the pool."""
    from wherein.knowledge.document import article_document
    from wherein.knowledge.store import InstalledBase
    from wherein.linking.logit import LogitLinker
    from wherein.passages.split import split

    global _retriever
    one_thread()
    base = InstalledBase(Path(folder))
    linker: Linker = LogitLinker([base])

    class Articles:
        def passages_of(self, document: str) -> Any:
            number = base.number(document.partition(":")[2])
            return (
                [] if number is None else split(article_document(base.info, base.article(number)))
            )

    _retriever = OpeningRetriever(linker.link, Articles(), WORDS)


def _contexts(questions: Sequence[str]) -> tuple[int, float, int]:
    """(questions with a context, CPU seconds, peak bytes of this process)."""
    assert _retriever is not None
    began = time.process_time()
    found = sum(bool(_retriever.search(question, 4)) for question in questions)
    return found, time.process_time() - began, peak_memory_bytes()

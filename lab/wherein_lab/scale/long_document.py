"""Measures adding one enormous document to an empty library: seconds and peak memory, for parsing and indexing
separately.

The text consists of recombined real sentences with heading lines; the PDF repeats the pages of real ones. Each is added
in a process of its own.
"""

from __future__ import annotations

import multiprocessing
import resource
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from wherein_lab.data.shared_data import shared_path
from wherein_lab.retrieval.retrieval import one_thread, peak_memory_bytes
from wherein_lab.scale.scale import material
from wherein_lab.scale.synthetic_corpus import synthetic_passages

PDFS = ("data/docs/pdf/freeculture.pdf", "data/docs/pdf/federal-register-2020-17221.pdf")
PASSAGES_A_CHAPTER = 40
LAST_WORDS = 12
_CLEAR = Path("/proc/self/clear_refs")


def measure_long(megabytes: int, pages: int, seed: int, retriever: str) -> dict[str, Any]:
    """Figures of a text with the given number of megabytes and of a PDF with the given number of pages; 0 leaves one out."""
    one_thread()
    report: dict[str, Any] = {"retriever": retriever}
    with tempfile.TemporaryDirectory(prefix="wherein-long-") as folder:
        made = []
        if megabytes:
            made.append(("text", _fresh(_write_text, Path(folder) / "long.txt", megabytes, seed)))
        if pages:
            made.append(("pdf", _fresh(_write_pdf, Path(folder) / "long.pdf", pages)))
        for name, path in made:
            report[name] = _fresh(_added, path, retriever)
    return report


def _fresh(work: Any, *arguments: Any) -> Any:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def _write_text(path: Path, megabytes: int, seed: int) -> Path:
    real, names = material()
    written, number = 0, 0
    with path.open("w", encoding="utf-8") as file:
        for passage in synthetic_passages(real, names, seed):
            if number % PASSAGES_A_CHAPTER == 0:
                chapter = number // PASSAGES_A_CHAPTER + 1
                written += file.write(f"CHAPTER {chapter}: {passage.section[0].upper()}\n\n")
            written += file.write(passage.text + "\n\n")
            number += 1
            if written >= megabytes * 1_000_000:
                file.write("What stands last here is zanzibarwort.\n")
                break
    return path


def _write_pdf(path: Path, pages: int) -> Path:
    """Write a PDF of this many pages, those of real ones over and over; returns its path."""
    import pypdfium2

    made = pypdfium2.PdfDocument.new()
    while len(made) < pages:
        for name in PDFS:
            source = pypdfium2.PdfDocument(shared_path(name))
            wanted = min(len(source), pages - len(made))
            made.import_pages(source, list(range(wanted)))
            source.close()
    made.save(path)
    made.close()
    return path


def _added(path: Path, retriever: str) -> dict[str, Any]:
    """Add the file to an empty library and build every index of the retriever."""
    from wherein import Engine

    began = time.perf_counter()
    seen: dict[str, float] = {}
    tellings = 0

    def on_progress(done: int, of: int, what: str) -> None:
        nonlocal tellings
        tellings += 1
        if what.startswith("indexing") and "reading_seconds" not in seen:
            seen["reading_seconds"] = round(time.perf_counter() - began, 1)
            seen["reading_peak_bytes"] = _peak()
            _forget_peak()

    with tempfile.TemporaryDirectory(prefix="wherein-long-") as folder:
        (Path(folder) / "config.toml").write_text(f'retriever = "{retriever}"\n', "utf-8")
        with Engine.open(folder) as engine:
            start_bytes = _peak()
            summary = engine.add(path, on_progress=on_progress)
            seconds = time.perf_counter() - began
            if not summary.added:
                raise RuntimeError(summary.failed[0].reason)
            entry = summary.added[0]
            indexing_bytes = _peak()
            last = engine.kept(str(path)).text.split()[-LAST_WORDS:]
            hits = engine.search(" ".join(last), limit=5)
    return {
        "megabytes": round(path.stat().st_size / 1e6, 1),
        "words": entry.words,
        "start_bytes": start_bytes,
        **seen,
        "indexing_peak_bytes": indexing_bytes,
        "parser_peak_bytes": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024,
        "seconds": round(seconds, 1),
        "tellings": tellings,
        "last_words_found": any(last[-1] in hit.passage.text.split()[-1:] for hit in hits),
    }


def _peak() -> int:
    """The peak memory since `_forget_peak` where the system reports it, else since the start."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text("ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return peak_memory_bytes()


def _forget_peak() -> None:
    if _CLEAR.exists():
        _CLEAR.write_text("5")

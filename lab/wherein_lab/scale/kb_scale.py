"""Measures the cost of a knowledge base by size: disk, memory, time to build, to open and to look up names.

The articles are synthetic: their titles are real ones, then combinations of halves of two; their texts are recombined
sentences (`synthetic_passages`); redirects have the same proportion as in the English Wikipedia.
"""

from __future__ import annotations

import gzip
import multiprocessing
import random
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from wherein.knowledge.record import LeftOut, Origin, Record
from wherein_lab.data.shared_data import shared_path
from wherein_lab.retrieval.retrieval import one_thread, peak_memory_bytes
from wherein_lab.scale.scale import TITLES, questions_of_openings, real_openings
from wherein_lab.scale.synthetic_corpus import synthetic_passages

WIKIPEDIA_TITLES = 7_000_000
WIKIPEDIA_REDIRECTS = 11_000_000
TEXTS = ("base.sqlite", "base.sqlite-wal", "base.sqlite-shm")
"""The files with texts and titles; all other files of a base are its index of names."""


class Made:
    """An `Importer` of a number of synthetic articles, each followed by its redirects."""

    def __init__(self, articles: int, seed: int) -> None:
        self._articles = articles
        self._seed = seed

    @property
    def origin(self) -> Origin:
        return Origin(f"made-{self._articles}-{self._seed}")

    @property
    def dropped(self) -> Mapping[str, int]:
        return {}

    @property
    def left_out(self) -> Sequence[LeftOut]:
        return ()

    def size(self) -> int | None:
        return None

    def records(self, skip: int = 0) -> Iterator[Record]:
        return islice(self._records(), skip, None)

    def _records(self) -> Iterator[Record]:
        draw = random.Random(self._seed)
        real = real_openings()
        with gzip.open(shared_path(TITLES), "rt", encoding="utf-8") as file:
            titles = [line.strip() for line in file if line.strip()]
        titles += [passage.section[0] for passage in real]
        made = synthetic_passages(real, titles, self._seed)
        redirects = 0.0
        for title, passage in zip(
            islice(made_titles(titles, draw), self._articles), made, strict=False
        ):
            yield Record(title, f"{title} is {passage.text}")
            redirects += WIKIPEDIA_REDIRECTS / WIKIPEDIA_TITLES
            while redirects >= 1:
                redirects -= 1
                yield Record(other_name(title, draw), redirect_to=title)


def made_titles(titles: Sequence[str], draw: random.Random) -> Iterator[str]:
    """The real titles in random order, then endlessly the first half of one combined with the second half of another."""
    order = list(titles)
    draw.shuffle(order)
    yield from order
    seen = set(order)
    long = [title.split() for title in order if " " in title and "(" not in title]
    while True:
        one, other = draw.choice(long), draw.choice(long)
        title = " ".join([*one[: -(-len(one) // 2)], *other[len(other) // 2 :]])
        if title not in seen:
            seen.add(title)
            yield title


def other_name(title: str, draw: random.Random) -> str:
    """A name like those of redirects: without a part, with an initial, reordered, or with a typo."""
    words = title.split()
    kind = draw.randrange(4)
    if kind == 0 and len(words) > 1:
        return " ".join([words[0][0] + ".", *words[1:]])
    if kind == 1 and len(words) > 2:
        return " ".join([words[0], words[-1]])
    if kind == 2 and len(words) > 1:
        return f"{words[-1]}, {' '.join(words[:-1])}"
    place = draw.randrange(len(title))
    return title[:place] + draw.choice("aeinrst") + title[place:]


def measure_kb_scale(sizes: Sequence[int], questions: int, seed: int) -> dict[str, Any]:
    """Figures by number of articles, each size in processes of its own, and an extrapolation from the two largest to
    the English Wikipedia.
    """
    rows: dict[str, dict[str, Any]] = {}
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="wherein-kb-") as folder:
            built = _apart(_build, folder, size, seed)
            rows[str(size)] = {**built, **_apart(_look_up, folder, questions)}
    report: dict[str, Any] = {"sizes": rows}
    if len(sizes) > 1:
        small, large = sorted(sizes)[-2:]
        keys = ("index_bytes", "text_bytes", "build_seconds", "look_up_memory_bytes", "build_memory_bytes")  # fmt: skip
        report["extrapolated_to"] = WIKIPEDIA_TITLES
        report["extrapolated"] = {
            key: extrapolated(small, rows[str(small)][key], large, rows[str(large)][key])
            for key in keys
        }
    return report


def extrapolated(x0: int, y0: float, x1: int, y1: float) -> int:
    """The value at Wikipedia's size of the straight line through both points."""
    return round(y1 + (y1 - y0) / (x1 - x0) * (WIKIPEDIA_TITLES - x1))


def _apart(function: Any, *arguments: Any) -> Any:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def _build(folder: str, size: int, seed: int) -> dict[str, Any]:
    from wherein.knowledge.building import build_base

    one_thread()
    importer = Made(size, seed)
    next(importer.records())
    before = peak_memory_bytes()
    started, cpu = time.perf_counter(), time.process_time()
    base = build_base(Path(folder), "made", [importer])
    info = base.info
    base.close()
    files = {path.name: path.stat().st_size for path in (Path(folder) / "made").iterdir()}
    texts = sum(bytes_ for name, bytes_ in files.items() if name in TEXTS)
    return {
        "articles": info.articles,
        "redirects": info.aliases,
        "build_seconds": round(time.perf_counter() - started, 1),
        "build_cpu_seconds": round(time.process_time() - cpu, 1),
        "build_memory_bytes": peak_memory_bytes(),
        "material_memory_bytes": before,
        "text_bytes": texts,
        "index_bytes": sum(files.values()) - texts,
        "index_files": {name: bytes_ for name, bytes_ in files.items() if name not in TEXTS},
    }


def _look_up(folder: str, questions: int) -> dict[str, Any]:
    from wherein.knowledge.names import words_of
    from wherein.knowledge.store import InstalledBase

    asked = questions_of_openings(questions)
    # Imported first, so that only opening the base is timed.
    import marisa_trie  # noqa: F401

    before = peak_memory_bytes()
    started = time.perf_counter()
    base = InstalledBase(Path(folder) / "made")
    opened = (time.perf_counter() - started) * 1000
    times, found = [], 0
    for question in asked:
        started = time.perf_counter()
        words = [word.norm for word in words_of(question)]
        for at in range(len(words)):
            for _, key in base.names.starting(words, at):
                found += len(base.names.postings(key))
        times.append((time.perf_counter() - started) * 1000)
    times.sort()
    memory = peak_memory_bytes() - before
    base.close()
    return {
        "open_milliseconds": round(opened, 1),
        "look_up_milliseconds": round(times[len(times) // 2], 4),
        "look_up_milliseconds_p99": round(times[int(len(times) * 0.99)], 4),
        "look_up_memory_bytes": memory,
        "candidates_a_question": round(found / len(asked), 1),
    }

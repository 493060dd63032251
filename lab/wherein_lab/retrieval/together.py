"""Measures whether a library and a knowledge base in one home change each other's answers.

The base has the openings of articles of `data/entity`; its questions name one of them. The library is that of
`retrieval.library`, with self-contained questions. The collection that a question is not about should change nothing:
the first answer to each question is compared with and without it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wherein.answering.articles.article_words import index_articles
from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.knowledge.building import build_base, remove_base
from wherein.knowledge.importers import importer_for
from wherein.samples import sample_files
from wherein_lab.data.datasets import data_set
from wherein_lab.data.shared_data import shared_path
from wherein_lab.metrics.uncertainty import wilson
from wherein_lab.retrieval.library import fill, stand_alone, unpack

ENTITY_QUESTIONS = "data/entity/eq_questions.jsonl.gz"
BASE = "openings"

OnProgress = Callable[[int, int | None, str], None]
First = tuple[str, str] | None
"""The document and the text of the first answer; None for a refusal."""


def base_questions(count: int) -> list[str]:
    """Questions that name one article each, sampled evenly from the whole set."""
    with gzip.open(shared_path(ENTITY_QUESTIONS), "rt", encoding="utf-8") as file:
        every = [json.loads(line)["question"] for line in file]
    return [every[number * len(every) // count] for number in range(min(count, len(every)))]


def build_openings(home: Path, on_progress: OnProgress) -> None:
    """Build the base of article openings in a home."""
    corpus, _ = data_set("entity-openings").paths()
    importers = [importer_for(str(path)) for path in corpus]
    build_base(home / "knowledge", BASE, importers, on_progress, index_articles).close()


def first_answers(
    engine: Engine, questions: Sequence[str], on_progress: OnProgress, what: str
) -> dict[str, First]:
    """The first answer to each question, asked of everything in the home, without memory."""
    found: dict[str, First] = {}
    for number, question in enumerate(questions):
        answers = engine.ask(question, options=Options(memory=False)).answers
        found[question] = (answers[0].document, answers[0].text) if answers else None
        on_progress(number + 1, len(questions), what)
    return found


def measure(folder: Path, questions: int, on_progress: OnProgress) -> dict[str, Any]:
    """Ask the base alone, with 5 and with some 500 documents beside it, then the library without the base.

    `folder` gets the home and, beside it, the documents: what lies in a home is never added to it.
    """
    home = folder / "home"
    of_base = base_questions(questions)
    of_library = [asked.text for asked in stand_alone()][:questions]
    build_openings(home, on_progress)
    with Engine.open(home) as engine:
        alone = first_answers(engine, of_base, on_progress, "the base alone")
        engine.add(*sample_files())
        beside_5 = first_answers(engine, of_base, on_progress, "beside 5 documents")
        fill(engine, unpack(folder / "documents"))
        many = len(engine.documents())
        beside_many = first_answers(engine, of_base, on_progress, f"beside {many} documents")
        with_base = first_answers(engine, of_library, on_progress, "the library with the base")
    remove_base(home / "knowledge", BASE)
    with Engine.open(home) as engine:
        library = first_answers(engine, of_library, on_progress, "the library alone")
    return {
        "documents": many,
        "base": {
            "n": len(of_base),
            "answered": sum(answer is not None for answer in alone.values()),
            "changed_by_5": changed(alone, beside_5),
            "changed_by_many": changed(alone, beside_many),
        },
        "library": {
            "n": len(of_library),
            "answered": sum(answer is not None for answer in library.values()),
            "changed_by_base": changed(library, with_base),
        },
    }


def changed(before: Mapping[str, First], after: Mapping[str, First]) -> dict[str, Any]:
    """The number of first answers that differ: replaced by another answer, or new where there was none."""
    rows = [(question, before[question], after[question]) for question in before]
    replaced = [row for row in rows if row[1] is not None and row[2] != row[1]]
    came = [row for row in rows if row[1] is None and row[2] is not None]
    answered = sum(answer is not None for answer in before.values())
    low, high = wilson(len(replaced), answered)
    return {
        "replaced": len(replaced),
        "share": round(len(replaced) / answered, 4) if answered else 0.0,
        "interval": [round(low, 4), round(high, 4)],
        "came": len(came),
        "examples": [*_examples(replaced[:20]), *_examples(came[:10])],
    }


def _examples(rows: Iterable[tuple[str, First, First]]) -> list[dict[str, Any]]:
    return [{"question": q, "before": before, "after": after} for q, before, after in rows]

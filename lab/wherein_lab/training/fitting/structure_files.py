"""Reads the questions that the weights of document structure are fitted on with their documents, parts them by document, and
writes the weights for both languages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from wherein.core.document import Document
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein_lab.answering.strangers import Asked, read_asked
from wherein_lab.pages.questions import PageQuestion, read_questions, saved_pages

E = TypeVar("E")
K = TypeVar("K", str, tuple[str, str])
QUESTIONS, PAGES = "questions.jsonl", "pages.tar.xz"
"""The files of a folder of page questions."""
FOLDS = 10


def asked_documents(folder: Path) -> Iterator[tuple[Asked, Document]]:
    """The questions of a folder of `wherein eval strangers`, each with its document. Raises what reading the questions or a
    document raises."""
    parsed: dict[str, Document] = {}
    for one in read_asked(folder):
        if one.file not in parsed:
            path = folder / one.file
            parsed[one.file] = parse(Source(path.read_bytes(), path.name, str(path)))
        yield one, parsed[one.file]


def asked_pages(folder: Path) -> Iterator[tuple[PageQuestion, Document]]:
    """The questions of a folder of page questions, each with its page."""
    questions = read_questions(folder / QUESTIONS)
    saved = saved_pages(folder / PAGES, {one.page for one in questions})
    parsed = {name: parse(Source(data, name, name)) for name, data in saved.items()}
    for one in questions:
        yield one, parsed[one.page]


def folds(documents: Sequence[K], seed: int) -> NDArray[np.int64]:
    """(n,) the part, below `FOLDS`, that each of n examples is in, by its document: those of one document are in one part."""
    every = sorted(set(documents))
    order = np.random.default_rng(seed).permutation(len(every))
    fold = {every[at]: n % FOLDS for n, at in enumerate(order)}
    return np.array([fold[document] for document in documents], dtype=np.int64)


def examples_of(
    folders: Sequence[Path],
    pages: Sequence[Path],
    of_documents: Callable[[Path], Iterable[E]],
    of_pages: Callable[[Path], Iterable[E]],
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
) -> list[E]:
    """The examples of all folders, in order: those of documents, then those of web pages."""
    examples: list[E] = []
    every = [(of_documents, folder) for folder in folders] + [
        (of_pages, folder) for folder in pages
    ]
    for number, (read, folder) in enumerate(every):
        on_progress(number, len(every), folder.name)
        examples += read(folder)
    return examples


def write_fitted(path: Path, fitted: dict[str, Any]) -> None:
    """Put the fitted weights into a lexicon's file, and leave its other entries as they are."""
    entries = json.loads(path.read_text("utf-8"))
    entries["fitted"] = {**entries["fitted"], **fitted}
    path.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", "utf-8")

"""Reads the questions that the weights of document structure are fitted on, and writes the weights for both languages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

E = TypeVar("E")


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

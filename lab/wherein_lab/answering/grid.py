"""A table of many questions to many documents against answers that were found by reading. Asks as `ask --questions --each` does."""

from __future__ import annotations

import tarfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from wherein import Engine, Options
from wherein.answering.tables.grid import Cell, Row, Status, read_questions
from wherein.core.errors import DataMissing, UsageError
from wherein_lab.data.corpora import json_lines
from wherein_lab.metrics.squad_measures import is_right, normalised
from wherein_lab.metrics.uncertainty import clustered_interval

_HOW = 'Write each line like {"document": "a.md", "question": "Who?", "answers": ["Ann"]}'
Golds = Mapping[tuple[str, str], tuple[str, ...]]
"""The answers by document and question; none where the document does not say."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A cell of the table and the accepted answers from its document; no accepted answer where the document has none."""

    document: str
    question: str
    golds: tuple[str, ...]
    cell: Cell

    @property
    def status(self) -> Status:
        return self.cell.status

    @property
    def answered(self) -> bool:
        return self.cell.status is Status.ANSWERED

    @property
    def right(self) -> bool:
        """The answer shares enough words with a gold one, or has it within."""
        return is_right(self.cell.answer, self.golds) or _holds(self.cell.answer, self.golds)

    @property
    def right_sentence(self) -> bool:
        """The answer is right, or its sentence has a gold one."""
        return self.right or _holds(self.cell.quote, self.golds)


def read_golds(path: Path) -> Golds:
    """The judged cells of a file of JSON lines. Raises UsageError with the line's number, DataMissing."""
    golds: dict[tuple[str, str], tuple[str, ...]] = {}
    for number, row in json_lines(path, _HOW):
        try:
            key = (str(row["document"]), str(row["question"]))
            answers = tuple(map(str, row["answers"]))
        except (KeyError, TypeError) as error:
            raise UsageError(f"Line {number} of {path} is no judged cell.", _HOW) from error
        if key in golds or not all(map(normalised, answers)):
            raise UsageError(f"Line {number} of {path} repeats a cell or has a blank answer.", _HOW)
        golds[key] = answers
    return golds


def measure(
    archive: Path,
    questions: Path,
    answers: Path,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, Any]:
    """Ask each question of each judged document of a packed folder; see `figures` for what comes back.

    Raises UsageError where a document is not in the archive, or a cell is not judged.
    """
    asked = read_questions(questions)
    golds = read_golds(answers)
    documents = sorted({document for document, _ in golds})
    if lacking := [(d, q) for d in documents for q in asked if (d, q) not in golds]:
        raise UsageError(
            f"{len(lacking)} cells of {answers} are not judged, first {lacking[0]}.", _HOW
        )
    with TemporaryDirectory() as folder, Engine.open(Path(folder) / "home") as engine:
        root = Path(folder) / "documents"
        _unpack(archive, root, documents)
        engine.warm()
        began = time.perf_counter()
        rows = list(
            engine.ask_each(
                engine.grid_sources([str(root / name) for name in documents]),
                asked,
                Options(memory=False),
                on_progress=lambda done, source: on_progress(done, len(documents) * len(asked)),
            )
        )
        seconds = time.perf_counter() - began
        by_name = {Path(row.source).relative_to(root.resolve()).as_posix(): row for row in rows}
        verbatim = sum(_is_verbatim(engine, row) for row in rows)
    judged = [
        Judged(name, question, golds[name, question], cell)
        for name, row in sorted(by_name.items())
        for question, cell in zip(asked, row.cells, strict=True)
    ]
    return {
        **figures(judged),
        "documents": len(documents),
        "verbatim": verbatim,
        "seconds_a_cell": round(seconds / max(1, len(judged)), 3),
    }


def figures(judged: Sequence[Judged]) -> dict[str, Any]:
    """Shares with 95 % intervals. The bootstrap resamples whole documents, because cells of one document are alike.

    Of the cells whose document holds the answer: *right*: the answer is right; *right_sentence*: the sentence around it
    holds an accepted answer; *right_or_perhaps*: the same, counting a perhaps as an answer; *wrong*: answered, but not
    right. Of the cells whose document holds none: *refused_rightly*: not answered; *refused_outright*: also no perhaps.
    """
    says = [one for one in judged if one.golds]
    silent = [one for one in judged if not one.golds]
    answered = [one for one in judged if one.status is Status.ANSWERED]
    return {
        "n": len(judged),
        "said": len(says),
        "not_said": len(silent),
        "right": _share(says, lambda one: one.answered and one.right),
        "right_sentence": _share(says, lambda one: one.answered and one.right_sentence),
        "right_or_perhaps": _share(says, lambda one: one.right_sentence),
        "wrong": _share(says, lambda one: one.answered and not one.right_sentence),
        "refused_rightly": _share(silent, lambda one: not one.answered),
        "refused_outright": _share(silent, lambda one: one.status is Status.REFUSED),
        "right_of_answered": _share(answered, lambda one: one.right_sentence),
        "by_question": {
            question: _counts([one for one in judged if one.question == question])
            for question in dict.fromkeys(one.question for one in judged)
        },
    }


def _counts(judged: Sequence[Judged]) -> dict[str, int]:
    answered = [one for one in judged if one.answered]
    return {
        "said": sum(bool(one.golds) for one in judged),
        "answered": len(answered),
        "right_sentence": sum(one.right_sentence for one in answered),
    }


def _share(judged: Sequence[Judged], is_good: Callable[[Judged], bool]) -> dict[str, Any]:
    groups: dict[str, tuple[int, int]] = {}
    for one in judged:
        good, of = groups.get(one.document, (0, 0))
        groups[one.document] = (good + is_good(one), of + 1)
    good = sum(good for good, _ in groups.values())
    return {
        "share": round(good / len(judged), 4) if judged else None,
        "n": good,
        "interval": list(clustered_interval(list(groups.values()))),
    }


def _holds(text: str, golds: Sequence[str]) -> bool:
    words = f" {normalised(text)} "
    return any(f" {normalised(gold)} " in words for gold in golds)


def _is_verbatim(engine: Engine, row: Row) -> bool:
    """Whether each answer of a row is the slice of its document's text."""
    text = engine.read(row.source).text
    return all(
        cell.start is None or " ".join(text[cell.start : cell.end].split()) == cell.answer
        for cell in row.cells
    )


def _unpack(archive: Path, root: Path, documents: Sequence[str]) -> None:
    """Unpack these documents alone. Raises DataMissing or UsageError."""
    try:
        with tarfile.open(archive) as packed:
            for name in documents:
                packed.extract(name, root, filter="data")
    except FileNotFoundError as error:
        raise DataMissing(f"{archive} does not exist.", "Check the path.") from error
    except KeyError as error:
        raise UsageError(f"{archive} has no {error.args[0]}.", "Check the judged cells.") from error

"""Writes and reads runs and judgements in TREC's text formats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote, unquote

from wherein.core.errors import UsageError
from wherein_lab.data.corpora import text_lines

RUN_FORM = "QUESTION Q0 DOCUMENT RANK SCORE NAME"
QRELS_FORM = "QUESTION 0 DOCUMENT GRADE"


def write_run(
    path: Path,
    tag: str,
    found: Iterable[tuple[str, Sequence[tuple[str, float]]]],
) -> None:
    """Write a `question Q0 document rank score tag` line for each hit; white space in names is percent-encoded."""
    with path.open("w", encoding="utf-8") as file:
        for question, ranked in found:
            for rank, (document, score) in enumerate(ranked, 1):
                names = f"{_safe(question)} Q0 {_safe(document)}"
                file.write(f"{names} {rank} {score:.6g} {_safe(tag)}\n")


def read_run(path: Path) -> dict[str, list[tuple[str, float]]]:
    """Map each question to its (document, score), by rank. Raises UsageError with the line's number, DataMissing."""
    ranked: dict[str, list[tuple[int, str, float]]] = {}
    for number, line in text_lines(path):
        try:
            question, _, document, rank, score, _ = line.split()
            ranked.setdefault(unquote(question), []).append(
                (int(rank), unquote(document), float(score))
            )
        except ValueError as error:
            raise UsageError(
                f"Line {number} of {path} is not a TREC run line.",
                f"Write each line as {RUN_FORM}.",
            ) from error
    return {q: [(d, s) for _, d, s in sorted(lines)] for q, lines in ranked.items()}


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """Map each question to the positive grades of its documents. Raises UsageError with the line's number, DataMissing."""
    grades: dict[str, dict[str, int]] = {}
    for number, line in text_lines(path):
        try:
            question, _, document, grade = line.split()
            if int(grade) > 0:
                grades.setdefault(unquote(question), {})[unquote(document)] = int(grade)
        except ValueError as error:
            raise UsageError(
                f"Line {number} of {path} is not a TREC qrels line.",
                f"Write each line as {QRELS_FORM}.",
            ) from error
    return grades


def write_qrels(path: Path, grades: Mapping[str, Mapping[str, int]]) -> None:
    """Write a `question 0 document grade` line for each judgement."""
    with path.open("w", encoding="utf-8") as file:
        for question, graded in grades.items():
            for document, grade in graded.items():
                file.write(f"{_safe(question)} 0 {_safe(document)} {grade}\n")


def _safe(name: str) -> str:
    return quote(name, safe="/#:,;()'\"!?@&=+$*-_.~[]") or "-"

"""Measures questions over two versions of documents: whether the newer answer comes first, and whether --since and
--until hold.

The material is one file (its form is described in `benchmarks/questions/versions.txt`): texts with {first|second} in
them, each with two dates.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.answering.options import Options
from wherein.core.answer import Answer
from wherein.core.errors import UsageError
from wherein_lab.data.relevance import normalised_words

_CHOICE = re.compile(r"\{([^|{}]*)\|([^|{}]*)\}")


@dataclass(frozen=True, slots=True)
class Versions:
    """Two versions of a document; `questions` are (question, first answer, second answer)."""

    title: str
    dates: tuple[str, str]
    texts: tuple[str, str]
    questions: tuple[tuple[str, str, str], ...]


def read_versions(path: Path) -> list[Versions]:
    """Parse the file of versions. Raises UsageError with the line's number."""
    found: list[Versions] = []
    title, dates = "", ("", "")
    paragraphs: list[str] = []
    questions: list[tuple[str, str, str]] = []

    def close() -> None:
        if title:
            text = "\n\n".join(paragraphs)
            both = (_CHOICE.sub(r"\1", text), _CHOICE.sub(r"\2", text))
            found.append(Versions(title, dates, both, tuple(questions)))
        paragraphs.clear()
        questions.clear()

    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        parts = [part.strip() for part in line.lstrip("=? ").split("|")]
        if line.startswith(("==", "?")):
            if len(parts) != 3:
                raise UsageError(
                    f"Line {number} of {path} does not have three parts.", "Correct the line."
                )
            if line.startswith("?"):
                questions.append((parts[0], parts[1], parts[2]))
            else:
                close()
                title, dates = parts[0], (parts[1], parts[2])
        elif line.strip() and not line.startswith("#"):
            paragraphs.append(line)
    close()
    return found


def write_versions(versions: Sequence[Versions], folder: Path) -> None:
    """Write two dated Markdown files for each document."""
    for number, one in enumerate(versions):
        for which in (0, 1):
            head = f"---\ntitle: {one.title}\ndate: {one.dates[which]}\n---\n\n# {one.title}\n\n"
            path = folder / f"{number}-{one.dates[which]}.md"
            path.write_text(head + one.texts[which] + "\n", "utf-8")


def measure(path: Path) -> dict[str, Any]:
    """Ask a library that holds both versions, with and without a period."""
    from wherein.answering.engine import Engine

    versions = read_versions(path)
    changed: list[dict[str, bool]] = []
    same: list[dict[str, bool]] = []
    with tempfile.TemporaryDirectory(prefix="wherein-versions-") as folder:
        documents = Path(folder) / "documents"
        documents.mkdir()
        write_versions(versions, documents)
        with Engine.open(Path(folder) / "home") as engine:
            engine.add(documents)
            for one, question, first, second in _questions(versions):
                asked = f"{question[:-1]} ({one.title})?"
                plain = engine.ask(asked, options=Options(limit=3))
                before = engine.ask(asked, options=Options(limit=3, until=one.dates[0])).answers
                after = engine.ask(asked, options=Options(limit=3, since=one.dates[1])).answers
                row = {
                    "answered": plain.answered,
                    "newer_first": says(plain.answers[:1], second),
                    "older_first": says(plain.answers[:1], first) and first != second,
                    "both": says(plain.answers, first) and says(plain.answers, second),
                    "all_dated": all(answer.date for answer in plain.answers),
                    "noted": any("differ" in note for note in plain.notes),
                    "until": says(before[:1], first),
                    "since": says(after[:1], second),
                    "in_period": all((a.date or "") <= one.dates[0] for a in before)
                    and all((a.date or "") >= one.dates[1] for a in after),
                }
                (same if first == second else changed).append(row)
    return {"n": len(changed) + len(same), "changed": _shares(changed), "same": _shares(same)}


def _questions(versions: Sequence[Versions]) -> Iterator[tuple[Versions, str, str, str]]:
    for one in versions:
        for question, first, second in one.questions:
            yield one, question, first, second


def says(answers: Sequence[Answer], expected: str) -> bool:
    """Whether some answer contains the expected words or is contained in them."""
    wanted = " ".join(normalised_words(expected))
    for answer in answers:
        said = " ".join(normalised_words(answer.text))
        if said and (f" {wanted} " in f" {said} " or f" {said} " in f" {wanted} "):
            return True
    return False


def _shares(rows: Sequence[dict[str, bool]]) -> dict[str, float]:
    counts = {key: round(sum(row[key] for row in rows) / len(rows), 4) for key in rows[0]}
    return {"n": len(rows), **counts}

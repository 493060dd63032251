"""Asks the same questions at several doors and counts identical first three answers. Judges no answer.

Two doors agree on a question if their first three answers have the same text and place in the same document, or if both
refuse.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

import anyio

from wherein import Engine
from wherein_lab.answering.door_clients import SERVED, Asked, opened
from wherein_lab.data.squad_file import read_squad

WHOLE_LIBRARY_EVERY = 10
"""One question in this many asks the whole library, the others their own paragraph."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One question at all doors: what was shown, whether each place is verbatim, and the doors that differ from Python."""

    question: str
    document: str | None
    answered: bool
    shown: int
    verbatim: bool
    unequal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parity:
    """The outcomes of the questions at all doors."""

    doors: tuple[str, ...]
    rows: tuple[Compared, ...]

    def differing(self, door: str) -> list[str]:
        """The questions that this door answers otherwise than Python."""
        return [row.question for row in self.rows if door in row.unequal]

    def figures(self) -> dict[str, Any]:
        differing = [row.question for row in self.rows if row.unequal]
        return {
            "n": len(self.rows),
            "of_the_library": sum(row.document is None for row in self.rows),
            "answered": sum(row.answered for row in self.rows),
            "shown": sum(row.shown for row in self.rows),
            "identical": {door: len(self.rows) - len(self.differing(door)) for door in self.doors},
            "not_verbatim": sum(not row.verbatim for row in self.rows),
            **({"differing": differing} if differing else {}),
        }


def without_memory(home: Path) -> Engine:
    """An engine over a new home that does not remember questions."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text("memory = false\n", "utf-8")
    return Engine.open(home)


def compare(
    engine: Engine,
    questions: Sequence[Asked],
    on_progress: Callable[[int, int], None] = lambda done, of: None,
    doors: Collection[str] = SERVED,
    journal: Path | None = None,
) -> Parity:
    """Ask every question in Python and at these doors. Needs the packages `openai` and `mcp` for theirs.

    With a `journal` each outcome is appended to this file, and questions that are in it are not asked again.
    """
    return anyio.run(partial(_compare, engine, questions, on_progress, doors, journal))


def measure(
    data: Sequence[Path],
    limit: int,
    seed: int,
    doors: Collection[str],
    on_progress: Callable[[int, int], None],
    journal: Path | None = None,
) -> dict[str, Any]:
    """Draw questions from SQuAD files, keep their paragraphs as documents, and count at which doors answers differ.

    One question in ten asks the whole library of these paragraphs, the others their own.
    """
    pairs = drawn(data, limit, seed)
    folder = Path(gettempdir()) / f"wherein-doors-{seed}"  # the same ids in every run
    folder.mkdir(exist_ok=True)
    with TemporaryDirectory() as home, without_memory(Path(home) / "home") as engine:
        files: dict[str, Path] = {}
        for _, paragraph in pairs:
            if paragraph not in files:
                files[paragraph] = folder / f"{len(files):05}.txt"
                files[paragraph].write_text(paragraph, "utf-8")
        ids = {entry.source: entry.document for entry in engine.add(*files.values()).added}
        questions = [
            Asked(question, None if number % WHOLE_LIBRARY_EVERY == 0 else ids[str(files[text])])
            for number, (question, text) in enumerate(pairs)
        ]
        figures = compare(engine, questions, on_progress, doors, journal).figures()
    shutil.rmtree(folder)
    return {**figures, "documents": len(files)}


def drawn(data: Sequence[Path], limit: int, seed: int) -> list[tuple[str, str]]:
    """Questions of all the files together with their paragraphs, each pair once.

    The same seed gives the same questions, and a smaller limit the first of those of a larger one.
    """
    every = list(
        dict.fromkeys(
            (row.question, squad.paragraphs[row.article][row.paragraph])
            for squad in map(read_squad, data)
            for row in squad.asked
        )
    )
    random.Random(seed).shuffle(every)
    return every[:limit]


async def _compare(
    engine: Engine,
    questions: Sequence[Asked],
    on_progress: Callable[[int, int], None],
    names: Collection[str],
    journal: Path | None,
) -> Parity:
    text = cache(lambda document: engine.kept(document).text)
    rows = _kept(journal)
    async with opened(engine, names) as doors:
        for number, asked in enumerate(questions, 1):
            if asked not in rows:
                said = {door: await ask(asked) for door, ask in doors.items()}
                every = [one for _, answers, more in said.values() for one in (*answers, *more)]
                rows[asked] = row = Compared(
                    asked.question,
                    asked.document,
                    said["python"][0],
                    len(every),
                    all(text(one.document)[one.start : one.end] == one.text for one in every),
                    tuple(door for door in names if said[door] != said["python"]),
                )
                if journal is not None:
                    with journal.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(row)) + "\n")
            on_progress(number, len(questions))
    return Parity(tuple(names), tuple(rows[asked] for asked in questions))


def _kept(journal: Path | None) -> dict[Asked, Compared]:
    if journal is None or not journal.exists():
        return {}
    lines = map(json.loads, journal.read_text("utf-8").splitlines())
    rows = [Compared(**{**line, "unequal": tuple(line["unequal"])}) for line in lines]
    return {Asked(row.question, row.document): row for row in rows}

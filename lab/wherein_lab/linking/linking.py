"""Measures linking: questions with gold titles against one or several bases. Fits nothing.

Only the best link of a question counts (top 1); it is right if it leads to a gold title. A question is in the base if
one of its gold titles is, by title or redirect.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from wherein import knowledge
from wherein.core.errors import DataMissing, UsageError
from wherein.core.link import Link
from wherein.knowledge.base import KnowledgeBase
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.knowledge.store import InstalledBase
from wherein.linking.linker import Linker


@dataclass(frozen=True, slots=True)
class LinkingQuestion:
    """A question with the titles of the entities that it names."""

    id: str
    question: str
    titles: tuple[str, ...]


def read_questions(path: Path) -> list[LinkingQuestion]:
    """JSON lines with `question` and `entities` (titles, or objects with `title`) or `entity`.

    Raises DataMissing or UsageError.
    """
    if not path.exists():
        raise DataMissing(
            f"There is no {path}.", "Name a file of questions, one JSON object a line."
        )
    asked = []
    with _open(path) as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                given = row["entities"] if "entities" in row else row.get("entity") or []
                entities = [given] if isinstance(given, str | dict) else given
                titles = tuple(
                    entity if isinstance(entity, str) else entity["title"] for entity in entities
                )
                asked.append(LinkingQuestion(str(row.get("id", number)), row["question"], titles))
            except (ValueError, KeyError, TypeError) as error:
                raise UsageError(
                    f"Line {number} of {path.name} is not a question ({error!r}).",
                    "Each line has question, and entities or entity.",
                ) from error
    return asked


def _open(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def part_of(id_: str) -> str:
    """`tuning` or `test`: the half of the development questions that a question belongs to.

    The second byte of the id's MD5 decides; the first byte decides what is held out.
    """
    return "test" if hashlib.md5(id_.encode()).digest()[1] % 2 else "tuning"


def sampled(
    asked: Sequence[LinkingQuestion], limit: int | None, seed: int
) -> list[LinkingQuestion]:
    """At most `limit` of them, drawn with the seed, in their order."""
    if limit is None or limit >= len(asked):
        return list(asked)
    chosen = sorted(random.Random(seed).sample(range(len(asked)), limit))
    return [asked[at] for at in chosen]


def base_of_files(
    files: Sequence[Path], cache: Path, on_progress: Callable[[int, int | None, str], None]
) -> InstalledBase:
    """A base built from these files, kept in `cache` under the hash of their contents."""
    digest = hashlib.sha256()
    for file in files:
        if not file.exists():
            raise DataMissing(
                f"There is no {file}.", "Name a knowledge base or a file to build one from."
            )
        with file.open("rb") as data:
            digest.update(hashlib.file_digest(data, "sha256").digest())
    for code in sorted((Path(knowledge.__file__).parent).rglob("*.py")):
        digest.update(code.read_bytes())
    name = "files-" + digest.hexdigest()[:16]
    if (cache / name / "base.sqlite").exists():
        return InstalledBase(cache / name)
    return build_base(cache, name, [importer_for(file) for file in files], on_progress)


@dataclass(frozen=True, slots=True)
class Judged:
    """One question with its links; `in_base` says that a gold title is in the base."""

    asked: LinkingQuestion
    links: tuple[Link, ...]
    in_base: bool
    right: bool


def judge(
    asked: Sequence[LinkingQuestion], linker: Linker, bases: Sequence[KnowledgeBase]
) -> Iterator[Judged]:
    """Link every question and compare with its gold titles."""
    for one in asked:
        gold = {
            resolved
            for title in one.titles
            for base in bases
            if (resolved := _resolved(base, title))
        }
        links = linker.link(one.question)
        yield Judged(one, links, bool(gold), bool(links) and links[0].title in gold)


def _resolved(base: KnowledgeBase, title: str) -> str | None:
    number = base.number(title)
    return None if number is None else base.title(number)


def measure_linking(
    asked: Sequence[LinkingQuestion], linker: Linker, bases: Sequence[KnowledgeBase]
) -> dict[str, float]:
    """The figures of `eval linking`; shares are 0 to 1, and 0 where there is nothing to divide by.

    `linked`: questions with a link. `precision`: the right ones of those. `recall`: the right ones of all
    questions whose entity is in the base, by the best link; `f1` combines both. `accuracy_in_kb` is the same
    as `recall`. `milliseconds`: mean per question.
    """
    began = time.perf_counter()
    links = [linker.link(one.question) for one in asked]
    seconds = time.perf_counter() - began
    known = iter(links)
    judged = list(judge(asked, _Recorded(known), bases))
    linked = sum(bool(one.links) for one in judged)
    right = sum(one.right for one in judged)
    within = sum(one.in_base for one in judged)
    absent = [one for one in judged if not one.in_base]
    precision, recall = _share(right, linked), _share(right, within)
    return {
        "n": len(judged),
        "linked": _share(linked, len(judged)),
        "precision": precision,
        "recall": recall,
        "f1": _share(2 * precision * recall, precision + recall),
        "accuracy_in_kb": recall,
        "false_links_when_absent": _share(sum(bool(one.links) for one in absent), len(absent)),
        "milliseconds": round(1000 * seconds / max(1, len(judged)), 3),
    }


class _Recorded:
    """A `Linker` that returns earlier links."""

    def __init__(self, links: Iterator[tuple[Link, ...]]) -> None:
        self._links = links

    def link(self, question: str) -> tuple[Link, ...]:
        return next(self._links)


def _share(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0

"""A set of questions on saved pages: reads the questions and the pages. Asks and judges nothing."""

from __future__ import annotations

import json
import random
import tarfile
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from wherein.core.errors import DataMissing, UsageError

ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """One question about one page.

    `accepted` are exact pieces of the page, the shortest full answer first; none where the page does not
    answer the question. `context` is a longer piece that contains `accepted[0]` and occurs once.
    """

    id: str
    page: str
    kind: str
    question: str
    accepted: tuple[str, ...]
    context: str = ""

    @property
    def answerable(self) -> bool:
        return bool(self.accepted)


def read_questions(path: Path, split: str | None = None) -> tuple[PageQuestion, ...]:
    """The questions of a JSON-lines file, or those of one of its splits.

    Raises UsageError where the file is not such a set or no question is left.
    """
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        questions = tuple(
            PageQuestion(
                row["id"],
                row["page"],
                row["kind"],
                row["question"],
                tuple(row["accepted"]),
                row.get("context") or "",
            )
            for row in rows
            if split is None or row.get("split") == split
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"{path} is not a set of questions ({error!r}).", "Name another."
        ) from error
    if not questions:
        raise UsageError(f"{path} has no questions of the split {split!r}.", "Name another split.")
    return questions


def sampled_pages(
    questions: Sequence[PageQuestion], limit: int | None, seed: int
) -> tuple[PageQuestion, ...]:
    """Whole pages with all their questions, until there are `limit` questions, in the set's order.

    Each step adds the page that keeps the mix of kinds closest to the whole set's (least sum of squares),
    from pages in a random order of `seed`. A limit of None takes all pages.
    """
    if limit is None or limit >= len(questions):
        return tuple(questions)
    by_page: dict[str, Counter[str]] = {}
    for one in questions:
        by_page.setdefault(one.page, Counter())[one.kind] += 1
    left = sorted(by_page)
    random.Random(seed).shuffle(left)
    shares = {kind: n / len(questions) for kind, n in Counter(q.kind for q in questions).items()}
    chosen: set[str] = set()
    counts: Counter[str] = Counter()

    def distance(page: str) -> float:
        together = counts + by_page[page]
        return sum(
            (together[kind] / together.total() - share) ** 2 for kind, share in shares.items()
        )

    while counts.total() < limit:
        # The best of a few candidates, so that the mix of kinds does not determine the pages completely.
        page = min(left[:8], key=distance)
        left.remove(page)
        chosen.add(page)
        counts += by_page[page]
    return tuple(one for one in questions if one.page in chosen)


def saved_pages(source: Path, names: Collection[str]) -> dict[str, bytes]:
    """The contents of the named pages in a folder or a tar archive, by file name.

    Raises UsageError where the source is neither, DataMissing where it lacks a page.
    """
    found: dict[str, bytes] = {}
    if source.is_dir():
        found = {name: path.read_bytes() for name in names if (path := source / name).is_file()}
    else:
        try:
            with tarfile.open(source) as archive:
                for member in archive:
                    name = PurePosixPath(member.name).name
                    file = (
                        archive.extractfile(member) if name in names and member.isfile() else None
                    )
                    if file is not None:
                        found[name] = file.read()
        except (OSError, tarfile.TarError) as error:
            raise UsageError(
                f"{source} is not a folder or archive of pages ({error}).", "Name another."
            ) from error
    missing = sorted(set(names) - set(found))
    if missing:
        raise DataMissing(f"The page {missing[0]} is not in {source}.", "Name where the pages are.")
    return found

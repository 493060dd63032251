"""Converts questions that were written for whole pages to SQuAD-format articles: one article per page, one paragraph
per passage.

Reads only the split `train`; the other splits are for measuring. Knows the folder's files and
how the product extracts and splits a page; knows nothing of tokens or windows.
"""

from __future__ import annotations

import hashlib
import json
import tarfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.errors import DataMissing
from wherein.core.passage import Passage
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.heading_prefix import headings_above
from wherein.passages.split import split
from wherein_lab.training.examples.negatives import nearest_without_answer

SPLIT = "train"
ABSENT_PASSAGES = 3  # passages of its page that an absent question is paired with
QUESTIONS, PAGES = "questions.jsonl", "pages.jsonl"
ARCHIVE, FOLDER = "pages.tar.xz", "pages"  # one of the two has the pages

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PageArticles:
    """SQuAD-format articles, and how many questions were refused, by reason.

    A question is refused when its context does not occur exactly once in the page's text, when its answer is
    not within one passage, or when it is absent and no passage of the page shares a word with it.
    """

    articles: list[dict[str, Any]]
    refused: dict[str, int]
    sha256: str


def read_page_questions(folder: Path, questions: Path | None = None) -> PageArticles:
    """Read a folder of pages and their questions as articles.

    With `questions`, the questions are those of this file instead of the folder's own, and the pages are those it asks.
    Raises DataMissing, and ParseError for a damaged page.
    """
    plain = sorted((folder / FOLDER).glob("*")) if (folder / FOLDER).is_dir() else []
    paths = [questions or folder / QUESTIONS, folder / PAGES, *(plain or [folder / ARCHIVE])]
    for path in paths:
        if not path.is_file():
            raise DataMissing(
                f"There is no {path.name} in {folder}.", "Give the folder of page questions."
            )
    asked: dict[str, list[Row]] = defaultdict(list)
    for row in _rows(paths[0]):
        if row["split"] == SPLIT:
            asked[row["page"]].append(row)
    licences = {row["page"]: row["licence"] for row in _rows(paths[1])}
    data = _plain(plain, asked.keys()) if plain else _pages(paths[2], asked.keys())
    articles, refused = [], Counter[str]()
    for name, rows in asked.items():
        article, reasons = page_article(name, data[name], licences[name], rows)
        articles.append(article)
        refused.update(reasons)
    sha256 = hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
    return PageArticles(articles, dict(refused), sha256)


def page_article(
    name: str, data: bytes, licence: str, rows: Sequence[Row]
) -> tuple[dict[str, Any], list[str]]:
    """One page as an article, with its passages in reading order, and a reason for each refused question.

    A paragraph's `section` has the headings above it. Further accepted answers are listed after the first,
    without a position, so that no passage that contains one of them counts as a near miss.
    """
    page = parse(Source(data, name, name))
    passages = split(page)
    questions: list[list[dict[str, Any]]] = [[] for _ in passages]
    refused = []
    for row in rows:
        if not row["accepted"]:
            near = _nearest(passages, row["question"])
            for place in near:
                questions[place].append(_absent(row, place))
            refused += [] if near else ["absent, and no passage shares a word"]
            continue
        if page.text.count(row["context"]) != 1:
            refused.append("context not once")
            continue
        start = page.text.index(row["context"]) + row["context"].index(row["accepted"][0])
        end = start + len(row["accepted"][0])
        within = [n for n, p in enumerate(passages) if p.span.start <= start and end <= p.span.end]
        if not within:
            refused.append("answer across passages")
            continue
        questions[within[0]].append(_present(row, start - passages[within[0]].span.start))
    paragraphs = [
        {"context": passage.text, "section": list(headings_above(passage)), "qas": qas}
        for passage, qas in zip(passages, questions, strict=True)
    ]
    return {"title": page.title, "licence": licence, "paragraphs": paragraphs}, refused


def _nearest(passages: Sequence[Passage], question: str) -> list[int]:
    texts = [passage.text for passage in passages]
    return nearest_without_answer(texts, [(question, ())])[0][:ABSENT_PASSAGES]


def _present(row: Row, start: int) -> dict[str, Any]:
    first, *others = row["accepted"]
    answers = [{"text": first, "answer_start": start}, *({"text": other} for other in others)]
    return {
        "id": row["id"],
        "question": row["question"],
        "is_impossible": False,
        "answers": answers,
    }


def _absent(row: Row, place: int) -> dict[str, Any]:
    key = f"{row['id']}@{place}"
    return {"id": key, "question": row["question"], "is_impossible": True, "answers": []}


def _rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _plain(paths: Sequence[Path], names: Any) -> dict[str, bytes]:
    """The bytes of the named pages in a folder. Raises DataMissing when it lacks one."""
    found = {path.name: path.read_bytes() for path in paths if path.name in names}
    _none_missing(set(names) - found.keys(), paths[0].parent.name)
    return found


def _pages(archive: Path, names: Any) -> dict[str, bytes]:
    """The bytes of the named pages. Raises DataMissing when the archive lacks one."""
    found: dict[str, bytes] = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            name = Path(member.name).name
            if name in names and (file := tar.extractfile(member)) is not None:
                found[name] = file.read()
    _none_missing(set(names) - found.keys(), archive.name)
    return found


def _none_missing(missing: Set[str], where: str) -> None:
    if missing:
        raise DataMissing(
            f"{where} lacks {len(missing)} pages, {min(missing)} among them.",
            "Get the pages again.",
        )

"""Measures earlier answers served for paraphrases: how many are served, and how many wrongly. Also fits the bound.

The paraphrases are of page questions and of SQuAD's questions; near misses and reworded questions have paragraphs of
their own. All were written from the texts, without knowledge of the rules.
"""

from __future__ import annotations

import gzip
import json
import re
import tarfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.answering.paraphrase_verification import evidence_of
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.encoding.encoder import Encoder
from wherein.memory.verification import Bound, Evidence
from wherein.questions.normalisation import question_key
from wherein.questions.paraphrase import LEAST_SIMILARITY, difference
from wherein_lab.data.shared_data import shared_path
from wherein_lab.memory.memory import upper_bound
from wherein_lab.metrics.uncertainty import wilson
from wherein_lab.registry.readers import OpenReader

FOLDER = Path("benchmarks/questions/near")
PARAPHRASE = "paraphrase"
RIDGE = 1.0
SLACK = 0.5
"""Distance in log odds between the bound and the surest wrong hit of the fit."""


@dataclass(frozen=True, slots=True)
class Case:
    """A remembered answer to `earlier`, and a later question. `half` is the writer of the paraphrase, one of
    three; `same` says whether the answer is right for the later question as well.
    """

    half: int
    kind: str
    question: str
    earlier: str
    document: Document
    answer: Span
    same: bool


@dataclass(frozen=True, slots=True)
class Tried:
    """A case with the results of rules and reader; no evidence where the rules forbid it."""

    case: Case
    evidence: Evidence | None


def cases(folder: Path = FOLDER) -> Iterator[Case]:
    """All cases. Raises DataMissing where the pages or SQuAD are missing."""
    places = {**_page_places(), **_squad_places()}
    for row in _rows(folder / "paraphrases.jsonl"):
        question, document, answer = places[row["id"]]()
        yield Case(row["half"], PARAPHRASE, row["paraphrase"], question, document, answer, True)
    for row in _rows(folder / "misses.jsonl"):
        yield from _both_ways(row)
    for row in _rows(folder / "reworded.jsonl"):
        if row["kind"] == "reworded":
            yield from _both_ways(row)
            continue
        same = row["kind"] == "same"
        kind = "reworded, the same" if same else row["kind"]
        document, answer = _paragraph(row, row["first_answer"])
        yield Case(row["half"], kind, row["second"], row["first"], document, answer, same)


def unseen_cases(folder: Path = FOLDER / "unseen") -> Iterator[Case]:
    """Cases of a third writer, which no fit reads: near misses both ways, and paraphrases."""
    for row in _rows(folder / "misses.jsonl"):
        yield from _both_ways({**row, "half": 2})
    for row in _rows(folder / "paraphrases.jsonl"):
        document, answer = _paragraph(row, row["first_answer"])
        yield Case(2, PARAPHRASE, row["second"], row["first"], document, answer, True)


def _both_ways(row: dict[str, Any]) -> Iterator[Case]:
    for one, other in (("first", "second"), ("second", "first")):
        document, answer = _paragraph(row, row[f"{one}_answer"])
        yield Case(row["half"], row["kind"], row[other], row[one], document, answer, False)


def _paragraph(row: dict[str, Any], answer: str) -> tuple[Document, Span]:
    text = row["text"]
    at = text.index(answer)
    block = Block(BlockKind.PARAGRAPH, Span(0, len(text)))
    document = Document("near", "near", row["title"], "text", text, "", (block,))
    return document, Span(at, at + len(answer))


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


_Place = Callable[[], tuple[str, Document, Span]]


def _page_places() -> dict[str, _Place]:
    archive = shared_path("data/pagequestions/pages.tar.xz")
    data: dict[str, bytes] = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and (file := tar.extractfile(member)) is not None:
                data[Path(member.name).name] = file.read()
    document = cache(lambda name: parse(Source(data[name], name, name)))

    def place(row: dict[str, Any]) -> tuple[str, Document, Span]:
        page = document(row["page"])
        around = _flexible(row["context"]).search(page.text)
        assert around is not None, row["id"]
        found = _flexible(row["accepted"][0]).search(page.text, around.start(), around.end())
        assert found is not None, row["id"]
        return row["question"], page, Span(*found.span())

    rows = _rows(shared_path("data/pagequestions/questions.jsonl"))
    return {row["id"]: lambda row=row: place(row) for row in rows if row["accepted"]}  # type: ignore[misc]


def _squad_places() -> dict[str, _Place]:
    data = json.loads(gzip.decompress(shared_path("data/squad/devset-A.json.gz").read_bytes()))
    places: dict[str, _Place] = {}
    for article in data["data"]:
        for paragraph in article["paragraphs"]:
            for asked in paragraph["qas"]:
                if asked.get("is_impossible") or not asked["answers"]:
                    continue
                row = {
                    "text": paragraph["context"],
                    "title": article["title"],
                    "answer": asked["answers"][0]["text"],
                }
                start = asked["answers"][0]["answer_start"]
                span = Span(start, start + len(row["answer"]))
                places[asked["id"]] = lambda asked=asked, row=row, span=span: (  # type: ignore[misc]
                    asked["question"],
                    _paragraph(row, row["answer"])[0],
                    span,
                )
    return places


def _flexible(piece: str) -> re.Pattern[str]:
    """A pattern for the piece with any white space between its words."""
    return re.compile(r"\s+".join(map(re.escape, piece.split())))


def tried(
    every: Sequence[Case], opened: OpenReader, encoder: Encoder,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Tried]:  # fmt: skip
    """The cases as memory would meet them, without exact repetitions."""
    out = []
    for number, case in enumerate(every):
        if question_key(case.question) == question_key(case.earlier):
            continue
        evidence = None
        vectors = encoder.encode([case.question, case.earlier])
        similarity = float(vectors[0] @ vectors[1])
        if similarity >= LEAST_SIMILARITY and difference(case.question, case.earlier) is None:
            opened.titles[case.document.id] = case.document.title
            evidence = evidence_of(
                opened.reader, case.question, case.earlier, case.document, case.answer, similarity
            )
        out.append(Tried(case, evidence))
        on_progress(number + 1, len(every))
    return out


def fit(tries: Sequence[Tried], wrong_allowed: int = 0) -> Bound:
    """A logistic regression over the evidence, and the lowest log odds at which at most `wrong_allowed` of the cases
    that ask something else are served; both over all of `tries`.
    """
    known = [t for t in tries if t.evidence is not None and t.evidence.margin is not None]
    names = list(known[0].evidence.features()) if known and known[0].evidence else []
    values = np.array([list(t.evidence.features().values()) for t in known if t.evidence])
    same = np.array([t.case.same for t in known], np.float64)
    weights, intercept = _regression(values, same)
    bound = Bound(dict(zip(names, weights.tolist(), strict=True)), intercept, 0.0)
    wrong = sorted((_log_odds(bound, t) for t in known if not t.case.same), reverse=True)
    least = wrong[wrong_allowed] if len(wrong) > wrong_allowed else 0.0
    return Bound(bound.weights, intercept, round(least + SLACK, 3))


def _log_odds(bound: Bound, one: Tried) -> float:
    assert one.evidence is not None
    return bound.log_odds(one.evidence)


def _regression(
    values: NDArray[np.float64], same: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """Ridge logistic regression by Newton's method; returns weights of the raw values."""
    mean, spread = values.mean(0), values.std(0) + 1e-9
    table = np.c_[(values - mean) / spread, np.ones(len(values))]
    ridge = np.diag([RIDGE] * values.shape[1] + [0.0])
    w = np.zeros(table.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-table @ w))
        step = np.linalg.solve(
            (table * (p * (1 - p))[:, None]).T @ table + ridge, table.T @ (p - same) + ridge @ w
        )
        w -= step
        if np.abs(step).max() < 1e-8:
            break
    weights = w[:-1] / spread
    return weights, float(w[-1] - weights @ mean)


def figures(tries: Sequence[Tried], bound: Bound) -> dict[str, Any]:
    """Cases served and served wrongly, by kind, with 95 % bounds."""
    by_kind: dict[str, list[Tried]] = defaultdict(list)
    for one in tries:
        by_kind[one.case.kind].append(one)
    out: dict[str, Any] = {}
    for kind, some in sorted(by_kind.items()):
        served = [t for t in some if t.evidence is not None and bound.is_enough(t.evidence)]
        row: dict[str, Any] = {"n": len(some), "served": len(served)}
        if some[0].case.same:
            row |= {
                "share": round(len(served) / len(some), 4),
                "interval": wilson(len(served), len(some)),
            }
        else:
            row["upper_bound"] = round(upper_bound(len(served), len(some)), 5)
        row["words_allow"] = sum(t.evidence is not None for t in some)
        out[kind] = row
    different = [t for t in tries if not t.case.same]
    wrong = [t for t in different if t.evidence is not None and bound.is_enough(t.evidence)]
    return {
        "paraphrases_served": out.get(PARAPHRASE, {}).get("share"),
        "n_different": len(different),
        "wrong": len(wrong),
        "wrong_upper_bound": round(upper_bound(len(wrong), len(different)), 5),
        "least": bound.least,
        "by_kind": out,
        "wrongly_served": [{"question": t.case.question, "earlier": t.case.earlier} for t in wrong],
    }

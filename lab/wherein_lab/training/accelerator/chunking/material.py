"""The questions and passages of a bundle, as text when they arrive and as word pieces once they are read.

The text is two files of JSON lines, compressed: `passages.jsonl.xz` ([article, headings, text]) and
`questions.jsonl.xz` ([source, passage, question, start, end, twin, near misses]; positions in code points).
"""

from __future__ import annotations

import json
import lzma
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

PASSAGES, QUESTIONS = "passages.jsonl.xz", "questions.jsonl.xz"
NONE = -1
_CHUNK = 400  # passages that one process reads at a time

Ids = NDArray[np.uint16]
Numbers = NDArray[np.int32]
Marks = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Texts:
    """Token ids of many texts, one after the other; text n is `ids[starts[n]:starts[n + 1]]`."""

    ids: Ids
    starts: Numbers

    def __getitem__(self, number: int) -> Ids:
        return self.ids[self.starts[number] : self.starts[number + 1]]

    def __len__(self) -> int:
        return len(self.starts) - 1

    @staticmethod
    def of(arrays: Sequence[Ids]) -> Texts:
        starts = np.concatenate([[0], np.cumsum([len(array) for array in arrays])])
        ids = np.concatenate(arrays) if arrays else np.zeros(0, np.uint16)
        return Texts(ids.astype(np.uint16), starts.astype(np.int32))


@dataclass(frozen=True, slots=True)
class Material:
    """Passages and questions by number. `first` and `last` are the answer's first and last token in its passage, NONE
    without an answer; `twin` is the answerable question that an unanswerable one is paired with, or NONE.
    """

    passages: Texts
    headings: Texts
    article: Numbers
    questions: Sequence[str]
    source: Sequence[str]
    passage: Numbers
    first: Numbers
    last: Numbers
    twin: Numbers
    misses: Sequence[Sequence[int]]


def compressed(rows: Sequence[Any]) -> bytes:
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    return lzma.compress(lines.encode(), preset=6)


def read_rows(data: bytes) -> list[Any]:
    return [json.loads(line) for line in lzma.decompress(data).decode().splitlines()]


_tokenizer: Tokenizer | None = None  # of a process that reads


def use_tokenizer(path: str) -> None:
    """Set the tokenizer of this process."""
    global _tokenizer
    _tokenizer = open_tokenizer(path)


def open_tokenizer(path: str) -> Tokenizer:
    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def read_some(rows: Sequence[tuple[str, str, Marks]]) -> list[tuple[Ids, Ids, Marks]]:
    """For each (text, headings, marked spans): the ids of both, and each span's first and last token."""
    assert _tokenizer is not None
    out = []
    for text, headings, marks in rows:
        encoding = _tokenizer.encode(text, add_special_tokens=False)
        offsets = np.array(encoding.offsets, np.int32).reshape(-1, 2)
        places = []
        for start, end in marks:
            inside = np.flatnonzero((offsets[:, 0] < end) & (offsets[:, 1] > start))
            places.append((int(inside[0]), int(inside[-1])) if len(inside) else (NONE, NONE))
        above = _tokenizer.encode(headings, add_special_tokens=False).ids
        out.append((np.array(encoding.ids, np.uint16), np.array(above, np.uint16), places))
    return out


Mapper = Callable[[Callable[[Any], Any], Sequence[Any]], Any]


def tokenised(passages: Sequence[Any], questions: Sequence[Any], mapped: Mapper) -> Material:
    """Read the rows of both files; `mapped(read_some, parts)` gives the results in order, from whichever processes."""
    marks: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for number, row in enumerate(questions):
        if row[3] is not None:
            marks[row[1]].append((number, row[3], row[4]))
    asked = [
        (text, headings, [(start, end) for _, start, end in marks[number]])
        for number, (_, headings, text) in enumerate(passages)
    ]
    parts = [asked[begin : begin + _CHUNK] for begin in range(0, len(asked), _CHUNK)]
    read = [one for part in mapped(read_some, parts) for one in part]
    first = np.full(len(questions), NONE, np.int32)
    last = np.full(len(questions), NONE, np.int32)
    for number, (_, _, places) in enumerate(read):
        for (question, _, _), (low, high) in zip(marks[number], places, strict=True):
            first[question], last[question] = low, high
    return Material(
        Texts.of([ids for ids, _, _ in read]),
        Texts.of([above for _, above, _ in read]),
        np.array([row[0] for row in passages], np.int32),
        [row[2] for row in questions],
        [row[0] for row in questions],
        np.array([row[1] for row in questions], np.int32),
        first,
        last,
        np.array([NONE if row[5] is None else row[5] for row in questions], np.int32),
        [row[6] for row in questions],
    )


def keep(material: Material, path: Path) -> None:
    """Keep what was read, so that a later run need not read it again."""
    partial = path.with_suffix(".partial.npz")
    np.savez(
        partial, ids=material.passages.ids, starts=material.passages.starts, above=material.headings.ids,
        above_starts=material.headings.starts, first=material.first, last=material.last,
    )  # fmt: skip
    partial.replace(path)


def kept(path: Path, passages: Sequence[Any], questions: Sequence[Any]) -> Material:
    """The readings of the same rows by an earlier run."""
    with np.load(path) as stored:
        return Material(
            Texts(stored["ids"], stored["starts"]),
            Texts(stored["above"], stored["above_starts"]),
            np.array([row[0] for row in passages], np.int32),
            [row[2] for row in questions],
            [row[0] for row in questions],
            np.array([row[1] for row in questions], np.int32),
            stored["first"],
            stored["last"],
            np.array([NONE if row[5] is None else row[5] for row in questions], np.int32),
            [row[6] for row in questions],
        )

"""Writes what the small reader finds in passages, for the browser's reader to be compared with.

From the repository root: `python web/tools/reader_pairs.py contracts/reader.json` asks the file's own
questions again; `... OUT --data FILE.json.gz --limit 200` draws questions from a SQuAD-format file.
Then `WHEREIN_PAIRS=OUT npm --prefix web test` compares.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from pathlib import Path
from typing import Any

from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.extractive import ExtractiveReader, ReaderFiles

ROOT = Path(__file__).resolve().parents[2]


def sampled(data: Path, limit: int, seed: int) -> list[dict[str, Any]]:
    """Questions with their paragraphs, drawn at random."""
    raw = data.read_bytes()
    articles = json.loads(gzip.decompress(raw) if data.suffix == ".gz" else raw)["data"]
    cases = [
        {"title": article["title"], "text": paragraph["context"], "question": question["question"]}
        for article in articles
        for paragraph in article["paragraphs"]
        for question in paragraph["qas"]
    ]
    return random.Random(seed).sample(cases, min(limit, len(cases)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--limit", type=int, default=200)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    about = "What the small reader finds: [start, end, margin] of its candidates, best first."
    cases = (
        sampled(given.data, given.limit, given.seed)
        if given.data
        else json.loads(given.out.read_text("utf-8"))["cases"]
    )
    titles = {str(number): case["title"] for number, case in enumerate(cases)}
    files = ReaderFiles.of(ROOT / "models/small", ROOT / "models/wordpiece/tokenizer.json")
    reader = ExtractiveReader(files, titles.__getitem__)
    for number, case in enumerate(cases):
        text = case["text"]
        passage = Passage(str(number), 0, Span(0, len(text)), text, ())
        case["candidates"] = [
            [candidate.span.start, candidate.span.end, round(candidate.margin, 4)]
            for reading in reader.read(case["question"], [passage])
            for candidate in reading.candidates
        ]
    rows = ",\n".join("  " + json.dumps(case) for case in cases)
    given.out.write_text(f'{{"about": {json.dumps(about)}, "cases": [\n{rows}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main()

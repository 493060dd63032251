"""Writes what the sentence reader finds into contracts/sentence-reader.json, for its own questions and passages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.encoding.static import StaticEncoder
from wherein.reading.sentence import SENTENCE_CALIBRATION, SentenceReader

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "contracts/sentence-reader.json"


def found(case: dict[str, Any], encoder: StaticEncoder) -> list[list[float]]:
    """[passage, start, end, margin, probability] of each sentence, best first."""
    passages: list[Passage] = []
    for text, section in case["passages"]:
        start = passages[-1].span.end + 2 if passages else 0
        place = Span(start, start + len(text))
        passages.append(Passage("page", len(passages), place, text, tuple(section)))
    reader = SentenceReader(lambda: encoder)
    candidates = [
        c for reading in reader.read(case["question"], passages) for c in reading.candidates
    ]
    sure = SENTENCE_CALIBRATION.probabilities(case["question"], candidates, len(passages))
    return [
        [c.passage.index, c.span.start, c.span.end, round(c.margin, 5), round(p, 5)]
        for c, p in zip(candidates, sure, strict=True)
    ]


if __name__ == "__main__":
    encoder = StaticEncoder.load(ROOT / "models/static", ROOT / "models/wordpiece/tokenizer.json")
    contract = json.loads(FILE.read_text("utf-8"))
    for case in contract["cases"]:
        case["sentences"] = found(case, encoder)
    rows = ",\n".join("  " + json.dumps(case) for case in contract["cases"])
    about = json.dumps(contract["about"])
    FILE.write_text(f'{{"about": {about}, "cases": [\n{rows}\n]}}\n', "utf-8")

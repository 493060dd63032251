"""What a recogniser makes of each recording: its text without names, and every mend that is tried. Kept in a file, since it takes
a second a recording; when a name is put in is computed from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wherein.speech.mending import Evidence, Mend
from wherein.speech.moonshine import Moonshine
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.speech.clips import Page, cache_folder, recording
from wherein_lab.speech.questions import Spoken


@dataclass(frozen=True, slots=True)
class Tried:
    """One recording, with the corrections that are possible in its text and the features of each for the regression."""

    row: Spoken
    said: str
    heard: str
    mends: tuple[tuple[Mend, Evidence], ...]


def try_all(
    recogniser: Moonshine,
    rows: Sequence[Spoken],
    questions: Mapping[str, PageQuestion],
    pages: Mapping[str, Page],
    kept: Path,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Tried]:
    """The candidate mends of each recording; those in the file `kept` are not computed again."""
    found: dict[str, dict[str, Any]] = {}
    if kept.is_file():
        for line in kept.read_text("utf-8").splitlines():
            entry = json.loads(line)
            found[entry["key"]] = entry
    kept.parent.mkdir(parents=True, exist_ok=True)
    tried = []
    with kept.open("a", encoding="utf-8") as file:
        for at, row in enumerate(rows):
            key = f"{row.half} {row.id} {row.noise} {row.beside}"
            if key not in found:
                names = pages[row.beside or row.page].names
                text, pairs = recogniser.candidates(recording(row, questions), names)
                found[key] = {
                    "key": key,
                    "heard": text,
                    "mends": [[asdict(one), asdict(evidence)] for one, evidence in pairs],
                }
                file.write(json.dumps(found[key], ensure_ascii=False) + "\n")
                file.flush()
            entry = found[key]
            pairs_ = tuple((Mend(**one), Evidence(**evidence)) for one, evidence in entry["mends"])
            tried.append(Tried(row, questions[row.id].question, entry["heard"], pairs_))
            on_progress(at + 1, len(rows))
    return tried


def default_file() -> Path:
    return cache_folder() / "recognised.jsonl"

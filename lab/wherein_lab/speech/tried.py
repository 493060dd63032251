"""What a recogniser makes of each recording: its text without names, and every mend that is tried. Kept in a file, since it takes
a second a recording; when a name is put in is computed from it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wherein.speech.hearing.mending import Evidence, Mend
from wherein.speech.hearing.moonshine import Moonshine
from wherein_lab.checkout import CHECKOUT
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.speech.recordings.clips import Page, cache_folder, recording
from wherein_lab.speech.recordings.questions import Spoken

_HEARING = (
    "moonshine", "decoding", "name_search", "mending", "rescoring", "sounding", "vocabulary", "said", "numerals", "guards",
)  # fmt: skip
_SAYING = ("clips", "noise", "voices")


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
            names = pages[row.beside or row.page].names
            expected = hashlib.sha256("\n".join(names).encode()).hexdigest()[:8]
            key = f"{row.half} {row.id} {row.noise} {row.beside} {expected}"
            if key not in found:
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


def default_file(model: Path) -> Path:
    """The file in the cache folder for this model and the code as it is: what older code made of a recording is not read."""
    sources = [
        file
        for name in _HEARING
        for file in (CHECKOUT / "src" / "wherein" / "speech").rglob(f"{name}.py")
    ]
    recordings = CHECKOUT / "lab" / "wherein_lab" / "speech" / "recordings"
    sources += [recordings / f"{name}.py" for name in _SAYING]
    sources += sorted(model.iterdir())
    digest = hashlib.sha256()
    for source in sources:
        digest.update(hashlib.sha256(source.read_bytes()).digest())
    constants = json.loads((CHECKOUT / "contracts" / "lexicon" / "speech.json").read_text("utf-8"))
    # When a name is put in is computed from the file, and not kept in it.
    del constants["fitted"]
    digest.update(json.dumps(constants, sort_keys=True).encode())
    return cache_folder() / f"recognised-{digest.hexdigest()[:12]}.jsonl"

"""The real recordings of the shared data with their words."""

from __future__ import annotations

import json

from wherein.speech.hearing.containers_child import decoded
from wherein.speech.recogniser import Samples
from wherein_lab.data.shared_data import shared_path

INDEX = "data/speech/INDEX.jsonl"


def real_recordings() -> list[tuple[str, Samples]]:
    """The spoken text and its recording. Raises DataMissing."""
    index = shared_path(INDEX)
    rows = [json.loads(line) for line in index.read_text("utf-8").splitlines()]
    return [(row["text"], decoded((index.parent / row["file"]).read_bytes(), 60)) for row in rows]

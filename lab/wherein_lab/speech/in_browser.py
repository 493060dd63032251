"""Times of speech in the extension: makes the recordings, and has `web/tools/measure-voice.mjs` time them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wherein.speech.recogniser import RATE
from wherein.speech.wav import write_wav
from wherein_lab.browser.in_browser import run_tool
from wherein_lab.speech.recordings.clips import spoken
from wherein_lab.speech.times import LENGTHS, question_of_five_seconds, said

QUESTION = "Who designed the lighthouse of Skarholm?"
"""The same number as in `web/tools/made-page.mjs`."""


def measure(names: Sequence[str], runs: int) -> dict[str, Any]:
    """The tool's report. `names` are expected in every second row. Raises ExtraMissing without the built extension."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sounds = {"question-of-5-s.wav": question_of_five_seconds()}
        sounds |= {f"{count}-sentences.wav": said(count) for count in LENGTHS}
        clips = []
        for file, samples in sounds.items():
            (folder / file).write_bytes(write_wav(samples, RATE))
            seconds = round(len(samples) / RATE, 2)
            clips += [
                {"file": file, "seconds": seconds, "names": list(some)} for some in ((), names)
            ]
        (folder / "clips.json").write_text(json.dumps(clips), "utf-8")
        (folder / "question.wav").write_bytes(write_wav(spoken(QUESTION, "hibari"), RATE))
        report: dict[str, Any]
        *_, report = run_tool("measure-voice.mjs", [str(folder), str(runs)])
        return report

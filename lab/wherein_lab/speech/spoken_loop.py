"""From a spoken question to a spoken answer: the seconds of each part, as Keyword Augmented Retrieval was timed."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wherein.answering.options import Options
from wherein.core.document import BlockKind
from wherein.speech.expected import expected_names
from wherein.speech.hearing.hearing import hear
from wherein.speech.recogniser import RATE, Recogniser
from wherein.speech.registry import synthesiser
from wherein.speech.saying.said import as_said
from wherein_lab.checkout import CHECKOUT
from wherein_lab.fresh_home import open_with
from wherein_lab.speech.recordings.clips import spoken
from wherein_lab.speech.word_errors import word_errors

FOLDER = CHECKOUT / "benchmarks" / "questions" / "keywords"
PAGE = FOLDER / "page" / "keywords.docx"
QUESTIONS = FOLDER / "questions.jsonl"
PUBLISHED = {
    "kar-1": (1.291, 1.569, 1.157), "kar-2": (1.108, 1.682, 2.656), "kar-3": (0.669, 1.696, 1.675),
    "kar-4": (0.650, 2.005, 2.830), "kar-5": (0.876, 2.583, 2.104), "kar-6": (1.009, 1.352, 1.218),
}  # fmt: skip
"""Seconds of the paper's table: speech to text, retrieval and generation (KAR), text to speech."""


def measure(
    recogniser: Recogniser, voice: str, repeat: int, on_progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Medians of `repeat` rounds after one that warms up, for the paper's six questions."""
    asked = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    speaker = synthesiser(voice)
    rows: dict[str, list[dict[str, Any]]] = {row["id"]: [] for row in asked}
    with tempfile.TemporaryDirectory() as home, open_with(Path(home), ()) as engine:
        document = engine.read(str(PAGE))
        headings = [
            block.span.of(document.text)
            for block in document.blocks
            if block.kind is BlockKind.HEADING
        ]
        names = expected_names(document.text, [document.title or "", *headings])
        for turn in range(repeat + 1):
            for at, row in enumerate(asked):
                samples = spoken(row["question"], "hibari")
                began = time.perf_counter()
                heard = hear(recogniser, samples, names)
                known = time.perf_counter()
                result = engine.ask(heard.text, document, Options(memory=False))
                found = time.perf_counter()
                answers = result.answers
                text = answers[0].quote if answers else "There is no answer here."
                sounds = speaker.speak(as_said(text))
                first = next(sounds)
                first_at = time.perf_counter()
                speech = len(first.samples) / first.rate
                speech += sum(len(sound.samples) / sound.rate for sound in sounds)
                done = time.perf_counter()
                if turn:
                    rows[row["id"]].append(
                        {
                            "heard": heard.text,
                            "answers": len(answers),
                            "speech_seconds": len(samples) / RATE,
                            "stt": known - began,
                            "answer": found - known,
                            "tts_first": first_at - found,
                            "tts": done - found,
                            "said_seconds": speech,
                        }
                    )
                on_progress(turn * len(asked) + at + 1, (repeat + 1) * len(asked))
    return {
        "recogniser": recogniser.name,
        "voice": voice,
        "rounds": repeat,
        "questions": [_row(row["id"], row["question"], rows[row["id"]]) for row in asked],
    }


def _row(name: str, question: str, rounds: list[dict[str, Any]]) -> dict[str, Any]:
    times = {
        part: round(statistics.median(one[part] for one in rounds), 3)
        for part in ("speech_seconds", "stt", "answer", "tts_first", "tts", "said_seconds")
    }
    heard = rounds[0]["heard"]
    row: dict[str, Any] = {
        "id": name, "question": question, "heard": heard,
        "word_errors": word_errors(question, heard).errors, "answers": rounds[0]["answers"],
        **times,
        "until_first_sound": round(times["stt"] + times["answer"] + times["tts_first"], 3),
        "sum": round(times["stt"] + times["answer"] + times["tts"], 3),
    }  # fmt: skip
    if name in PUBLISHED:
        stt, kar, tts = PUBLISHED[name]
        row["published"] = {"stt": stt, "answer": kar, "tts": tts, "sum": round(stt + kar + tts, 3)}
    return row

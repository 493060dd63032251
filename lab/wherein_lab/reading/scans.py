"""Measures answers on scanned pages: how many answers of a page's text are also found in scans of it. Makes no scans
itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from wherein import Engine, InlineText, Options
from wherein.core.answer import Answer
from wherein.core.errors import ExtraMissing
from wherein.documents.page_lines.recognition import how_to_install, program
from wherein_lab.data.scans import QUALITIES, scan
from wherein_lab.data.squad_file import SquadFile, read_squad
from wherein_lab.metrics.squad_measures import is_right
from wherein_lab.metrics.uncertainty import wilson

PARAGRAPHS = 2
"""Paragraphs on a page."""
QUESTIONS = 4
"""Questions of each page."""
_FIRST = 3


def measure(
    data: Path, pages: int, seed: int, on_progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Ask questions of pages of a SQuAD file, as text and as scans in three qualities.

    *found_again*: the share of the questions with a gold answer among the first three on the text that also have one on
    the scan. *letters*: the share of the text's words that the recognised text has.
    """
    if program() is None:
        raise ExtraMissing("tesseract is not installed.", f"Get it: {how_to_install()}")
    squad = read_squad(data)
    drawn = _pages(squad, pages, seed)
    rows: dict[str, list[tuple[bool, bool]]] = {quality: [] for quality in QUALITIES}
    words: dict[str, list[float]] = {quality: [] for quality in QUALITIES}
    recognised = 0
    with TemporaryDirectory() as folder, Engine.open(Path(folder) / "home") as engine:
        options = Options(memory=False)
        for number, (text, questions) in enumerate(drawn):
            of_text = [
                _is_right(engine.ask(question, InlineText(text), options).answers, golds)
                for question, golds in questions
            ]
            for step, (quality, how) in enumerate(QUALITIES.items()):
                path = Path(folder) / f"{number}-{quality}.pdf"
                path.write_bytes(scan([text], how, seed=seed + number))
                document = engine.read(str(path))
                recognised += all(page.recognised for page in document.pages)
                words[quality].append(_share_of_words(text, document.text))
                for was_right, (question, golds) in zip(of_text, questions, strict=True):
                    answers = engine.ask(question, document, options).answers
                    rows[quality].append((was_right, _is_right(answers, golds)))
                on_progress(number * len(QUALITIES) + step + 1, len(drawn) * len(QUALITIES))
    return {
        "pages": len(drawn),
        "scans": len(drawn) * len(QUALITIES),
        "recognised": recognised,
        "questions": sum(len(questions) for _, questions in drawn),
        **{quality: _figures(rows[quality], words[quality]) for quality in QUALITIES},
    }


def _figures(rows: Sequence[tuple[bool, bool]], words: Sequence[float]) -> dict[str, Any]:
    again = [scanned for was_right, scanned in rows if was_right]
    return {
        "n": len(again),
        "found_again": round(sum(again) / len(again), 4) if again else None,
        "interval": wilson(sum(again), len(again)),
        "right": round(sum(scanned for _, scanned in rows) / len(rows), 4),
        "words": round(sum(words) / len(words), 4),
    }


def _pages(
    squad: SquadFile, pages: int, seed: int
) -> list[tuple[str, list[tuple[str, tuple[str, ...]]]]]:
    """Pages of neighbouring paragraphs, each with answerable questions about them."""
    draw = random.Random(seed)
    starts = [
        (article, first)
        for article, paragraphs in enumerate(squad.paragraphs)
        for first in range(0, len(paragraphs) - PARAGRAPHS + 1, PARAGRAPHS)
    ]
    draw.shuffle(starts)
    found = []
    for article, first in starts:
        text = "\n\n".join(squad.paragraphs[article][first : first + PARAGRAPHS])
        questions = [
            (row.question, row.golds)
            for row in squad.asked
            if row.article == article and first <= row.paragraph < first + PARAGRAPHS and row.golds
        ]
        if len(questions) >= QUESTIONS and len(text) < 3000 and text.isascii():
            found.append((text, draw.sample(questions, QUESTIONS)))
        if len(found) == pages:
            break
    return found


def _is_right(answers: Sequence[Answer], golds: Sequence[str]) -> bool:
    return any(is_right(answer.text, golds) for answer in answers[:_FIRST])


def _share_of_words(text: str, read: str) -> float:
    wanted = text.split()
    have = set(read.split())
    return sum(word in have for word in wanted) / len(wanted)

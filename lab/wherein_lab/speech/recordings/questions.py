"""The questions to be spoken: those of the page questions that say a rare name of their page. Makes no sound."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from wherein.assets.store import shipped_folder
from wherein.core.errors import UsageError
from wherein.questions.completing.names import NO_NAMES
from wherein_lab.checkout import CHECKOUT
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.speech.recordings.noise import LEVELS
from wherein_lab.speech.recordings.voices import TEST_VOICES, TUNING_VOICES

SPOKEN = CHECKOUT / "benchmarks" / "questions" / "spoken.jsonl"
"""The questions that are spoken, by their ids in the set of page questions."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LEAST_LETTERS = 4
_LONGEST = 20
"""The most words of a question that is spoken."""
_MOST_OF_A_PAGE = 4
TUNING, TEST, CONTROL = "tuning", "test", "control"


@dataclass(frozen=True, slots=True)
class Spoken:
    """One recording: a question of a page, who says it and over which noise, and the rare names in it.

    `half`: constants are fitted on *tuning* and *tuning-control*; figures are reported on *test* and *control*. A
    control's question is recognised with the names of another page, `beside`, which does not hold them.
    """

    id: str
    page: str
    half: str
    voice: str
    noise: str
    names: tuple[str, ...] = ()
    beside: str = ""


def read_spoken(path: Path = SPOKEN) -> tuple[Spoken, ...]:
    """The recordings of a file. Raises UsageError for another file."""
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        return tuple(Spoken(**{**row, "names": tuple(row.get("names", ()))}) for row in rows)
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(
            f"{path} is no list of spoken questions ({error!r}).",
            "Draw one: wherein eval speech draw",
        ) from error


def write_spoken(path: Path, rows: Sequence[Spoken]) -> None:
    lines = (
        json.dumps({key: value for key, value in asdict(row).items() if value}, ensure_ascii=False)
        for row in rows
    )
    path.write_text("\n".join(lines) + "\n", "utf-8")


def common_words() -> frozenset[str]:
    """The whole words of the readers' vocabulary. A name that is one of them is not rare."""
    tokenizer = shipped_folder() / "wordpiece" / "tokenizer.json"
    vocabulary: dict[str, int] = json.loads(tokenizer.read_text("utf-8"))["model"]["vocab"]
    return frozenset(word for word in vocabulary if not word.startswith("##"))


def rare_names(question: str, page: str, common: frozenset[str]) -> tuple[str, ...]:
    """The words of a question that its page has with a capital alone, and that are no `common` words."""
    small = {word for word in _WORD.findall(page) if word[0].islower()}
    words = set(_WORD.findall(page))
    return tuple(
        dict.fromkeys(
            word
            for word in _WORD.findall(question)
            if len(word) >= _LEAST_LETTERS
            and word[0].isupper()
            and word in words
            and word.lower() not in small
            and word.lower() not in common
            and word not in NO_NAMES
        )
    )


def draw(
    questions: Sequence[PageQuestion],
    pages: Mapping[str, str],
    common: frozenset[str],
    controls: int,
    seed: int,
) -> list[Spoken]:
    """Recordings of both halves, which share neither page nor voice, and controls of other pages for each.

    `pages` are the texts of the pages by their names. Every question of a half is heard over each noise.
    """
    chance = random.Random(seed)
    names = sorted(pages)
    chance.shuffle(names)
    half = {name: TUNING if at % 2 else TEST for at, name in enumerate(names)}
    short = [
        one for one in questions if one.page in pages and len(one.question.split()) <= _LONGEST
    ]
    rows: list[Spoken] = []
    for which, voices in ((TUNING, TUNING_VOICES), (TEST, TEST_VOICES)):
        here = [one for one in short if half[one.page] == which and one.kind != "typo"]
        turn = 0
        taken: dict[str, int] = {}
        for one in chance.sample(here, len(here)):
            rare = rare_names(one.question, pages[one.page], common)
            if not rare or taken.get(one.page, 0) >= _MOST_OF_A_PAGE:
                continue
            taken[one.page] = taken.get(one.page, 0) + 1
            voice = list(voices)[turn % len(voices)]
            turn += 1
            rows.extend(Spoken(one.id, one.page, which, voice, noise, rare) for noise in LEVELS)
        others = sorted({one.page for one in here})
        for at, one in enumerate(chance.sample(here, min(controls, len(here)))):
            beside = chance.choice([page for page in others if page != one.page])
            voice = list(voices)[at % len(voices)]
            noise = list(LEVELS)[at // len(voices) % len(LEVELS)]
            kind = CONTROL if which == TEST else f"{TUNING}-{CONTROL}"
            rows.append(Spoken(one.id, one.page, kind, voice, noise, beside=beside))
    return rows

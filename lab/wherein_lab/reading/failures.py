"""Lists real examples of each kind of a reader's failure, for its model card. Judged questions in, Markdown out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from enum import StrEnum

from wherein_lab.data.squad_file import SquadFile
from wherein_lab.metrics.squad_measures import is_right, normalised
from wherein_lab.reading.reading import Judged

EACH = 20
_AROUND = 60  # characters of the paragraph to quote on each side of the answer


class Failure(StrEnum):
    """How an answer can be wrong, by what a person would see."""

    INVENTED = "Answered, though the paragraph does not say"
    WITHHELD = "Right, but not sure enough to be shown"
    ELSEWHERE = "Shown, but another place was meant"
    TOO_SHORT = "Shown, but too little was marked"
    TOO_LONG = "Shown, but too much was marked"
    MISSED = "Refused, and its best guess was wrong"


def kind(item: Judged) -> Failure | None:
    """The kind of failure of a question; None when it succeeded."""
    right = is_right(item.said, item.asked.golds)
    if not item.answerable:
        return Failure.INVENTED if item.shown else None
    if not item.shown:
        return Failure.WITHHELD if right else Failure.MISSED
    if right:
        return None
    said = set(normalised(item.said).split())
    for gold in item.asked.golds:
        words = set(normalised(gold).split())
        if said and said < words:
            return Failure.TOO_SHORT
        if words and words < said:
            return Failure.TOO_LONG
    return Failure.ELSEWHERE


def markdown(judged: Sequence[Judged], file: SquadFile, seed: int, each: int = EACH) -> str:
    """A section for each kind of failure, with its frequency and up to `each` randomly drawn examples."""
    found: dict[Failure, list[Judged]] = {failure: [] for failure in Failure}
    for item in judged:
        failure = kind(item)
        if failure is not None:
            found[failure].append(item)
    lines = []
    draw = random.Random(seed)
    for failure, items in found.items():
        share = len(items) / len(judged) if judged else 0.0
        lines += [
            f"### {failure.value}",
            "",
            f"{len(items)} of {len(judged)} questions ({share:.1%}).",
            "",
        ]
        for item in draw.sample(items, min(each, len(items))):
            lines.append(f"- {line(item, file)}")
        lines.append("")
    return "\n".join(lines)


def line(item: Judged, file: SquadFile) -> str:
    """One example: the question, the answer with its confidence, its place, and the expected answer."""
    asked = item.asked
    wanted = " / ".join(f"“{flat(gold)}”" for gold in asked.golds[:2]) or "nothing"
    text = file.paragraphs[asked.article][asked.paragraph]
    at = text.find(item.said) if item.said else -1
    where = ""
    if at >= 0:
        low, high = max(0, at - _AROUND), at + len(item.said) + _AROUND
        before, after = text[low:at], text[at + len(item.said) : high]
        where = f" In: …{flat(before)} **{flat(item.said)}** {flat(after)}…"
    return (
        f"*{flat(asked.question)}* ({file.titles[asked.article]}): said “{flat(item.said)}” "
        f"({item.confidence:.2f}), expected {wanted}.{where}"
    )


def flat(text: str) -> str:
    """The text on one line, without characters that Markdown treats as markup."""
    return " ".join(text.split()).replace("*", "·").replace("|", "/").replace("<", "‹")

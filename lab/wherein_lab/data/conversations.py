"""Reads conversations in CANARD's form: questions with their history and rewriting. Completes nothing."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wherein.core.errors import DataMissing, UsageError
from wherein.questions.phrases.followup_terms import History, words_of

_TAIL = re.compile(r"\s*CANNOTANSWER\s*$")
_UNKNOWN = re.compile(r"^(?:i |we )?(?:don'?t|do not) know\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ConversationQuestion:
    """One turn: the question as `typed`, its `rewrite` that is understandable alone, and the history before it.

    `answer` is the known answer, taken from the history of the next turn; "" for the last turn and for
    answers that say that nothing is known.
    """

    dialog: str
    turn: int
    history: History
    typed: str
    rewrite: str
    answer: str

    def terms(self, text: str) -> set[str]:
        """The lower-cased words of a text that are in the history but not in the question."""
        said = [self.history.title, self.history.section]
        said += [part for turn in self.history.turns for part in turn]
        found = {word for part in said for word in words_of(part)}
        return (set(words_of(text)) - set(words_of(self.typed))) & found


def read_conversations(path: Path) -> tuple[tuple[ConversationQuestion, ...], str]:
    """The questions of a JSON-lines file (.jsonl or .jsonl.gz), by dialogue and turn, and the file's SHA-256.

    Raises DataMissing for a missing file, UsageError for another form.
    """
    if not path.is_file():
        raise DataMissing(f"There is no data file at {path}.", "Name a CANARD file.")
    raw = path.read_bytes()
    try:
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
        rows.sort(key=lambda row: (row["dialog"], row["turn"]))
        questions = tuple(
            ConversationQuestion(
                row["dialog"],
                row["turn"],
                _history(row["history"]),
                row["question"],
                row["rewrite"],
                _known(row, following),
            )
            for row, following in zip(rows, [*rows[1:], None], strict=True)
        )
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise UsageError(
            f"{path} is not a set of conversations ({error!r}).",
            "Give lines with dialog, turn, history, question and rewrite.",
        ) from error
    if not questions:
        raise UsageError(f"{path} has no question.", "Name another file.")
    return questions, hashlib.sha256(raw).hexdigest()


def _history(parts: Sequence[str]) -> History:
    said = parts[2:]
    turns = zip(said[::2], said[1::2], strict=True)
    return History(parts[0], parts[1], tuple((asked, _plain(answer)) for asked, answer in turns))


def _plain(answer: str) -> str:
    return _TAIL.sub("", answer).strip()


def _known(row: dict[str, object], following: dict[str, object] | None) -> str:
    if following is None or following["dialog"] != row["dialog"]:
        return ""
    assert isinstance(following["history"], list)
    answer = _plain(str(following["history"][-1]))
    return "" if _UNKNOWN.match(answer) else answer

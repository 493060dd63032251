"""Questions with their gold spans, and the judgement of a mark. Reads only the file of the set."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wherein.core.errors import UsageError
from wherein_lab.metrics.squad_measures import RIGHT_F1, token_f1

# The rule as stated in the set's own "about".
FIRST_MARKS = 3
_SAME_PLACE = 5  # words in a row
_WORDS_MORE = 25
_WORDS_INSIDE = 3
_ARTICLES = frozenset(("a", "an", "the"))


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """A piece of the page that contains an accepted answer; both as words."""

    piece: tuple[str, ...]
    answer: tuple[str, ...]

    @staticmethod
    def of(written: str) -> GoldSpan:
        """Parse a text with its answer in double brackets, as in "opens at [[nine]]". Raises ValueError without one."""
        marked = re.fullmatch(r"(.*?)\[\[(.+)\]\](.*)", written, re.DOTALL)
        if marked is None:
            raise ValueError(f"no answer is marked in {written!r}")
        # Several answers in a piece count as one, from the first to the last.
        bare = written.replace("[[", " ").replace("]]", " ")
        answer = marked[2].replace("[[", " ").replace("]]", " ")
        return GoldSpan(words_of(bare), words_of(answer))


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """One question with its gold spans; without any, the page does not answer it."""

    kind: str
    question: str
    accepted: tuple[GoldSpan, ...]
    without_typo: str | None = None


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A saved page: `page` is a member of `archive`, below the shared folder."""

    archive: str
    page: str
    sha256: str
    questions: tuple[GoldQuestion, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark as a person sees it: its words, and the sentence that contains them."""

    text: str
    sentence: str


def read_questions(path: Path) -> tuple[GoldPage, ...]:
    """Parse a set of questions. Raises UsageError for another form."""
    try:
        pages = json.loads(path.read_text("utf-8"))["pages"]
        return tuple(
            GoldPage(
                page["archive"],
                page["page"],
                page["sha256"],
                tuple(
                    GoldQuestion(
                        row["kind"],
                        row["question"],
                        tuple(GoldSpan.of(written) for written in row["accepted"]),
                        row.get("without_typo"),
                    )
                    for row in page["questions"]
                ),
            )
            for page in pages
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{path} is not a set of questions ({error!r}).", "Name another."
        ) from error


@cache
def words_of(text: str) -> tuple[str, ...]:
    """Runs of letters and digits, lower case, without articles."""
    return tuple(word for word in re.findall(r"[^\W_]+", text.lower()) if word not in _ARTICLES)


def is_right(mark: Mark, accepted: Sequence[GoldSpan]) -> bool:
    """Whether the mark is at an accepted place and has the words that are accepted there."""
    said = words_of(mark.text)
    sentence = words_of(mark.sentence)
    return any(_is_there(sentence, one.piece) and says(said, one.answer) for one in accepted)


def is_satisfied(marks: Sequence[Mark], accepted: Sequence[GoldSpan]) -> bool:
    """Whether one of the first three marks is right, or none is shown where nothing is accepted."""
    if not accepted:
        return not marks
    return any(is_right(mark, accepted) for mark in marks[:FIRST_MARKS])


def holds(text: str, accepted: Sequence[GoldSpan]) -> bool:
    """Whether a page's text contains any of the accepted pieces."""
    words = words_of(text)
    return any(_has(words, one.piece) for one in accepted)


def _is_there(sentence: tuple[str, ...], piece: tuple[str, ...]) -> bool:
    run = min(_SAME_PLACE, len(sentence), len(piece))
    return run > 0 and any(
        _has(sentence, piece[start : start + run]) for start in range(len(piece) - run + 1)
    )


def says(said: tuple[str, ...], answer: tuple[str, ...]) -> bool:
    """Whether the words of a mark are an accepted answer, by the rule in the set's "about"."""
    if not said:
        return False
    if token_f1(" ".join(said), [" ".join(answer)]) >= RIGHT_F1:
        return True
    if _has(said, answer):
        return len(said) - len(answer) <= _WORDS_MORE
    return len(said) >= _WORDS_INSIDE and _has(answer, said)


def _has(words: tuple[str, ...], run: tuple[str, ...]) -> bool:
    """Whether `run` occurs in `words`, consecutively."""
    # Words contain no spaces.
    return f" {' '.join(run)} " in f" {' '.join(words)} "

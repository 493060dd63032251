"""Exports the whole memory as lines of JSON, and imports them. Checks every line that it reads.

    {"wherein_memory": 2}
    {"question": {...}}        one a line: page, text, uses, askers, times, answers
    {"feedback": {...}}        one a line
    {"end": {"questions": 2, "feedback": 1, "sha256": "…"}}      of all lines before it

A truncated or changed file has no valid end, and nothing of it is imported. In format 1 blocks had no
headings: the answers of such an export are read again before they are served. So are those of an export without the
hash of the text that was read.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from wherein.core.errors import UsageError
from wherein.core.text.reason import reason_of
from wherein.memory.policies.page_url import canonical_url
from wherein.memory.policies.privacy import LONGEST_QUESTION, has_personal_data
from wherein.memory.policies.subject import is_library
from wherein.memory.store.store import (
    Feedback,
    Held,
    MemoryStore,
    Page,
    PageKey,
    Standing,
    StoredAnswer,
    StoredQuestion,
    Verdict,
)
from wherein.questions.normalisation import question_key

FORMAT = 2
_WITHOUT_HEADINGS = 1


@dataclass(frozen=True, slots=True)
class Imported:
    """The numbers of imported entries, and of entries left out by the privacy rules."""

    questions: int
    feedback: int
    refused: int


def export_lines(
    store: MemoryStore,
    asker: str | None = None,
    may_see: Callable[[PageKey], bool] = lambda page: True,
) -> Iterator[str]:
    """The lines of an export with their line ends: of everything, or of one asker's entries, of the pages that they may see.

    An asker's export does not reveal other askers of the same questions, nor by the library's generation how often others
    changed it.
    """
    digest = hashlib.sha256()
    questions = feedback = 0

    def line(value: dict[str, Any]) -> str:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
        digest.update(text.encode("utf-8"))
        return text

    yield line({"wherein_memory": FORMAT})
    for held in store.exchange.held(asker):
        if not may_see(held.question.page.key):
            continue
        questions += 1
        if asker is not None:
            held = replace(held, asker_names=(asker,))
        yield line({"question": _question_row(held, with_generation=asker is None)})
    for verdict in store.feedback.given(asker):
        if not may_see(verdict.page):
            continue
        feedback += 1
        row = asdict(verdict) | {"page": verdict.page.text}
        del row["id"]
        yield line({"feedback": row})
    end = {"questions": questions, "feedback": feedback, "sha256": digest.hexdigest()}
    yield line({"end": end})


def import_lines(store: MemoryStore, lines: Iterable[str]) -> Imported:
    """Import an export, completely or not at all. Raises UsageError with the number of the wrong line."""
    digest = hashlib.sha256()
    held: list[Held] = []
    feedback: list[Feedback] = []
    refused = 0
    ended = has_headings = False
    number = 0
    for number, line in enumerate(lines, 1):
        before = digest.hexdigest()
        digest.update(line.encode("utf-8", "surrogatepass"))
        if ended:
            raise _damaged(number, "there is something after its end")
        try:
            row = json.loads(line, parse_constant=_no_number)
            (kind, value), *more = row.items()
            if more or (kind == "wherein_memory") != (number == 1):
                raise ValueError("it is not a line of an export")
            if kind == "wherein_memory":
                has_headings = _has_headings(value)
            elif kind == "question":
                one = _question(value, has_headings)
                if _is_kept(one.question.page.key, one.question.text):
                    held.append(one)
                else:
                    refused += 1
            elif kind == "feedback":
                verdict = _feedback(value)
                if _is_kept(verdict.page, verdict.question):
                    feedback.append(verdict)
                else:
                    refused += 1
            elif kind == "end":
                counts = len(held) + len(feedback) + refused
                if value["sha256"] != before or value["questions"] + value["feedback"] != counts:
                    raise ValueError("its content is not what was exported")
                ended = True
            else:
                raise ValueError("it is not a line of an export")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise _damaged(
                number, str(error) if type(error) is ValueError else reason_of(error)
            ) from error
    if not ended:
        raise _damaged(number + 1, "its end is missing")
    questions, verdicts = store.exchange.restore(held, feedback)
    return Imported(questions, verdicts, refused)


def _has_headings(value: object) -> bool:
    """Whether blocks have headings in this format. Raises UsageError for an unknown one."""
    if value not in (_WITHOUT_HEADINGS, FORMAT):
        raise UsageError(
            f"The export is of format {value!r}, this wherein knows {FORMAT}.",
            "Update wherein, then import it again.",
        )
    return value == FORMAT


def _damaged(number: int, why: str) -> UsageError:
    return UsageError(
        f"The export is damaged at line {number} ({' '.join(why.split())[:120]}).",
        "Nothing was imported; export it again where it came from.",
    )


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def _is_kept(page: PageKey, question: str) -> bool:
    """Whether the privacy rules that hold with any settings allow storing the question."""
    address = (
        is_library(page)
        or page.text.startswith("document:")
        or canonical_url(page.text) == page.text
    )
    return address and not has_personal_data(question) and len(question) <= LONGEST_QUESTION


def _question_row(held: Held, with_generation: bool) -> dict[str, Any]:
    question = held.question
    left_out = {"id"} if with_generation else {"id", "generation"}
    return {
        "page": question.page.key.text,
        "title": question.page.title,
        "content_hash": question.page.content_hash,
        "text": question.text,
        "uses": question.uses,
        "score": question.score,
        "first_asked": question.first_asked,
        "last_asked": question.last_asked,
        "askers": list(held.asker_names),
        "answers": [
            {key: value for key, value in asdict(answer).items() if key not in left_out}
            for answer in question.answers
        ],
    }


def _question(row: dict[str, Any], has_headings: bool) -> Held:
    text = _text(row["text"])
    key = question_key(text)
    if not key:
        raise ValueError("the question has no words")
    names = tuple(_text(name) for name in row["askers"])
    question = StoredQuestion(
        id=0,
        page=Page(PageKey(_text(row["page"])), _text(row["title"]), _text(row["content_hash"])),
        key=key,
        text=text,
        uses=_count(row["uses"]),
        askers=len(names),
        score=_number(row["score"]),
        first_asked=_number(row["first_asked"]),
        last_asked=_number(row["last_asked"]),
        answers=tuple(_answer(answer, has_headings) for answer in row["answers"]),
    )
    return Held(question, names)


def _answer(row: dict[str, Any], has_headings: bool) -> StoredAnswer:
    standing = Standing(row["standing"])
    if not has_headings and standing is not Standing.WRONG:
        standing = Standing.STALE
    return StoredAnswer(
        text=_text(row["text"]),
        quote=_text(row["quote"]),
        block=_text(row["block"]),
        quote_start=_count(row["quote_start"]),
        answer_start=_count(row["answer_start"]),
        confidence=_number(row["confidence"]),
        found_by=_text(row["found_by"]),
        model=_text(row["model"]),
        evidence=bool(row["evidence"]),
        standing=standing,
        stored=_number(row["stored"]),
        document=_text(row.get("document", "")),
        generation=_count(row.get("generation", 0)),
        text_hash=_text(row.get("text_hash", "")),
        options=_text(row.get("options", "")),
    )


def _feedback(row: dict[str, Any]) -> Feedback:
    start = row["answer_start"]
    return Feedback(
        page=PageKey(_text(row["page"])),
        title=_text(row["title"]),
        question=_text(row["question"]),
        verdict=Verdict(row["verdict"]),
        context=_text(row["context"]),
        answer=_text(row["answer"]),
        answer_start=None if start is None else _count(start),
        given=_number(row["given"]),
        asker=_text(row.get("asker", "")),
        typed=_text(row.get("typed", "")),
        document=_text(row.get("document", "")),
        block=_text(row.get("block", "")),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a text")
    value.encode("utf-8")
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 53:
        raise ValueError(f"{value!r} is not a count")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{value!r} is not a number")
    return float(value)

"""Measures that memory answers the same question on the same main text and nothing else. Reads pages with a whole engine.

`measure_pairs` asks one question of a short text, then another one that is worded almost alike. `measure_revisits` saves
real pages a second time with other counters and relative times, and compares what an answer depends on.
"""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from wherein.answering.engine import Engine
from wherein.answering.library.sources import InlineText
from wherein.core.answer import Result
from wherein.core.document import Document
from wherein.core.errors import DataMissing, UsageError, WhereinError
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.memory.policies.revalidation import FOUND_BY
from wherein.passages.text_hash import text_hash


@dataclass(frozen=True, slots=True)
class Pair:
    """Two questions to one text. `second_has` is what a right answer to the second one contains; "" for none."""

    tag: str
    text: str
    first: str
    second: str
    second_has: str


@dataclass(frozen=True, slots=True)
class PairFigures:
    """Ask both questions of each of `n` pairs. `served` counts second questions that memory answered; some of them wrongly.

    `first_served` counts first questions that memory answered when they were asked again, of the `first_answered` that
    reading answered: without it, nothing wrong would mean nothing.
    """

    n: int
    served: int
    wrong: int
    first_answered: int
    first_served: int
    served_tags: tuple[str, ...]


def read_pairs(path: Path) -> list[Pair]:
    """Lines of JSON with `text`, `first`, `second` and `second_has`, or `second_answer` in its place.

    Raises DataMissing where there is no file, and UsageError that names the first line of another form.
    """
    if not path.exists():
        raise DataMissing(
            f"The pairs {path} are not on this machine.", "Name another file with --data."
        )
    pairs = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            has = row["second_has"] if "second_has" in row else row.get("second_answer", "")
            tag = row.get("tag") or row.get("kind") or ""
            pairs.append(Pair(tag, row["text"], row["first"], row["second"], has))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UsageError(
                f"Line {number} of {path} is not a pair of questions.",
                "Give text, first, second and second_has as a JSON object.",
            ) from error
    return pairs


def measure_pairs(
    engine: Engine,
    pairs: list[Pair],
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> PairFigures:
    """Ask the first question of each pair, the second one, and the first one again, each pair on a page of its own."""
    wrong = first_answered = first_served = 0
    served: list[str] = []
    for number, pair in enumerate(pairs):
        page = InlineText(pair.text, "A page", f"https://pairs.example.org/{number}")
        first = engine.ask(pair.first, page)
        second = engine.ask(pair.second, page)
        if _is_from_memory(second):
            served.append(pair.tag)
            wrong += not _is_right(second, pair.second_has)
        if first.answered and not _is_from_memory(first):
            # The first question stays in memory unless the second one was the same and took its place.
            first_answered += 1
            first_served += _is_from_memory(engine.ask(pair.first, page))
        on_progress(number + 1, len(pairs))
    return PairFigures(
        len(pairs), len(served), wrong, first_answered, first_served, tuple(sorted(served))
    )


def _is_from_memory(result: Result) -> bool:
    return any(answer.found_by == FOUND_BY for answer in result.answers)


def _is_right(result: Result, has: str) -> bool:
    return bool(has) and has.casefold() in result.answers[0].text.casefold()


@dataclass(frozen=True, slots=True)
class RevisitFigures:
    """Of `pages` saved twice, `changed` show another text the second time, and of those `served` have the main text of
    the first time, so that an answer in it is served. `share` is served of changed."""

    pages: int
    changed: int
    served: int
    share: float
    read_again: tuple[str, ...]


def saved_pages(archives: list[Path]) -> Iterator[tuple[str, bytes]]:
    """The name and bytes of every saved page in these archives."""
    for archive in archives:
        with tarfile.open(archive) as tar:
            for member in tar:
                path = PurePosixPath(member.name)
                file = tar.extractfile(member) if member.isfile() else None
                if file is None or path.suffix != ".html" or path.name.startswith("expected"):
                    continue
                name = path.name if path.name != "source.html" else path.parent.name
                yield name, file.read()


def measure_revisits(
    pages: list[tuple[str, bytes]],
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> RevisitFigures:
    """Compare each page with a copy as a later visit would find it: with other counters and times (`a_little_later`)."""
    changed = served = count = 0
    again: list[str] = []
    for number, (name, data) in enumerate(pages):
        before, after = _parsed(name, data), _parsed(name, a_little_later(data))
        on_progress(number + 1, len(pages))
        if before is None or after is None:
            continue
        count += 1
        if before.text == after.text:
            continue
        changed += 1
        if text_hash(before) == text_hash(after):
            served += 1
        else:
            again.append(name)
    return RevisitFigures(
        count, changed, served, round(served / max(1, changed), 4), tuple(sorted(again))
    )


def _parsed(name: str, data: bytes) -> Document | None:
    try:
        return parse(Source(data, name, f"https://pages.example.org/{name}", "text/html"))
    except WhereinError:
        return None  # a page without text


_TAG = re.compile(rb"(<(?:script|style)\b.*?</(?:script|style)\s*>|<[^>]*>)", re.DOTALL | re.I)
_COUNTER = re.compile(
    rb"\b(\d[\d,.]*)(\s*(?:comments?|shares?|likes?|views?|followers?|subscribers?|tweets?|retweets?|reviews?"
    rb"|replies|responses|votes?|points|claps|members|online|reads)\b)",
    re.I,
)
_AGO = re.compile(
    rb"\b(\d+)(\s*(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?)\s+ago\b)", re.I
)
_COUNTS = re.compile(rb"(?:class|id)\s*=\s*[\"'][^\"']*(?:count|share|like|vote|view)", re.I)
_NUMBER = re.compile(rb"^(\s*)(\d[\d,.]*)(\s*)$")


def a_little_later(page: bytes) -> bytes:
    """The page with each counter (comments, shares, views …) and each relative time ("3 hours ago") one higher."""
    parts = _TAG.split(page)
    for at in range(0, len(parts), 2):
        text = _AGO.sub(_one_more, _COUNTER.sub(_one_more, parts[at]))
        number = _NUMBER.match(text)
        if number and at and _COUNTS.search(parts[at - 1]):
            text = number[1] + _next(number[2]) + number[3]
        parts[at] = text
    return b"".join(parts)


def _one_more(found: re.Match[bytes]) -> bytes:
    return _next(found[1]) + found[2]


def _next(number: bytes) -> bytes:
    """The number one higher in its last digit, with its separators."""
    digits = re.sub(rb"\D", b"", number)
    higher = str(int(digits) + 1).zfill(len(digits))
    if len(higher) > len(digits):
        return higher.encode()
    each = iter(higher)
    return b"".join(
        next(each).encode() if char in b"0123456789" else bytes([char]) for char in number
    )

"""Parts delimited text (CSV, TSV) into records of fields, and finds its separator. Knows no document."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

SAMPLE_LINES = 200
_LONGEST_SAMPLE = 200_000
_SEPARATORS = "\t;,|"
_STATED = re.compile(r"sep=(.)\s*", re.IGNORECASE)
_RUN = re.compile('"+')
_MOST_LINES = 1_000
"""The most lines of one quoted field; a quotation mark that is open longer is a character."""


def separator_of(lines: Iterable[str], likeliest: str = ",") -> str:
    """The character between the fields of the first lines: the one that parts most lines into equally many fields.

    Excel's own line "sep=;" decides. Ties go to more fields, then to `likeliest`.
    """
    sample = _sample(lines)
    if sample and (stated := _STATED.fullmatch(sample[0])):
        return stated.group(1)
    best, best_score = likeliest, (0.0, 0, False)
    for separator in _SEPARATORS:
        counts = [len(record) for record in records(iter(sample), separator) if any(record)]
        many = [count for count in counts if count > 1]
        if not many:
            continue
        usual = max(set(many), key=lambda count: (many.count(count), count))
        score = (round(many.count(usual) / len(counts), 2), usual, separator == likeliest)
        if score[0] > best_score[0] + 0.1 or (
            score[0] > best_score[0] - 0.1 and score[1:] > best_score[1:]
        ):
            best, best_score = separator, score
    return best


def _sample(lines: Iterable[str]) -> list[str]:
    sample: list[str] = []
    length = 0
    for line in islice(lines, SAMPLE_LINES):
        sample.append(line)
        length += len(line)
        if length > _LONGEST_SAMPLE:
            break
    return sample


def is_statement(line: str) -> bool:
    """Whether a first line only states the separator ("sep=;")."""
    return _STATED.fullmatch(line) is not None


def records(lines: Iterator[str], separator: str) -> Iterator[list[str]]:
    """The fields of each record (RFC 4180), blank lines as records without fields.

    A quotation mark that does not begin a field, or that nothing closes within `_MOST_LINES` lines, is a character.
    """
    ahead: deque[str] = deque()
    number = 0  # of the next line
    unclosed_until = -1
    closing = _patterns(separator)[1]
    while True:
        line = ahead.popleft() if ahead else next(lines, None)
        if line is None:
            return
        number += 1
        if '"' not in line:
            yield line.split(separator) if line else []
            continue
        fields, begun = _fields(line, separator)
        while begun is not None:
            length = _lines_to(closing, ahead, lines, max(0, unclosed_until - number + 1))
            if length is None:
                unclosed_until = number + len(ahead) - 1
                fields += line[len(line) - len(begun) - 1 :].split(separator)
                break
            parts = [begun, *(ahead.popleft() for _ in range(length))]
            number += length
            last = parts.pop()
            match = closing.match(last)
            assert match is not None
            fields.append("\n".join((*parts, match.group(1))).replace('""', '"'))
            rest = last[match.end() :]
            begun, line = None, rest
            if rest:
                more, begun = _fields(rest[1:], separator)
                fields += more
        yield fields


def _lines_to(
    closing: re.Pattern[str], ahead: deque[str], lines: Iterator[str], known: int
) -> int | None:
    """How many of the lines ahead a quoted field takes; None where none of them closes it. The first `known` do not."""
    for count in range(known, _MOST_LINES):
        if count == len(ahead):
            line = next(lines, None)
            if line is None:
                return None
            ahead.append(line)
        if closing.match(ahead[count]):
            return count + 1
    return None


@lru_cache(maxsize=64)
def _patterns(separator: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A quoted field from its mark to its end, and the end of one that goes on from the line before."""
    end = rf'((?:[^"]|"")*+)"[ ]*(?={re.escape(separator)}|$)'
    return re.compile(rf'[ ]*"{end}'), re.compile(end)


def _fields(line: str, separator: str) -> tuple[list[str], str | None]:
    """The fields of a line, and the text of a last one whose quotation mark is still open."""
    quoted = _patterns(separator)[0]
    fields: list[str] = []
    at, last_single = 0, -2
    while True:
        if match := quoted.match(line, at):
            fields.append(match.group(1).replace('""', '"'))
            at = match.end()
        else:
            start = at
            at = line.find(separator, start)
            field = line[start:] if at < 0 else line[start:at]
            if field.lstrip(" ").startswith('"'):
                if last_single == -2:
                    last_single = _last_single(line)
                mark = line.index('"', start)
                if mark >= last_single:  # no mark that could close it follows
                    return fields, line[mark + 1 :]
            fields.append(field)
            if at < 0:
                return fields, None
        if at >= len(line):
            return fields, None
        at += len(separator)


def _last_single(line: str) -> int:
    """Where the last run of an odd number of quotation marks begins; -1 where all of them stand in pairs."""
    runs = [run.start() for run in _RUN.finditer(line) if len(run.group()) % 2]
    return runs[-1] if runs else -1

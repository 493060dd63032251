"""Nugget recall, 0 to 1: the share of listed facts that an answer states. Strings in, numbers out.

A fact is a list of alternative phrases, separated by " | ". A phrase matches if one of the answer's sentences has all
its words, in any order. Words are compared by their first letters, since endings differ; a word after "=" must match
exactly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wherein.core.errors import UsageError
from wherein_lab.data.corpora import id_of, json_lines

# Only this many letters of a word are compared, so "ranking" matches "ranked".
STEM = 4


@dataclass(frozen=True, slots=True)
class Nuggets:
    """A question's facts; each is a tuple of phrases, any of which states the fact."""

    facts: tuple[tuple[str, ...], ...]


def read_nuggets(path: Path) -> dict[str, Nuggets]:
    """The facts of the questions of a JSON-lines file, by id. Raises UsageError with the line."""
    out: dict[str, Nuggets] = {}
    for number, row in json_lines(path):
        try:
            if "facts" in row:
                out[id_of(number, row)] = Nuggets(
                    tuple(tuple(part.strip() for part in fact.split("|")) for fact in row["facts"])
                )
        except (TypeError, AttributeError) as error:
            raise UsageError(
                f"Line {number} of {path} has facts that are not strings ({row['facts']!r}).",
                'Write "facts": ["one | another way to say it"].',
            ) from error
    return out


def covered(facts: Nuggets, shown: Sequence[str]) -> float:
    """The share of the facts that the shown sentences state; 0 when nothing is shown."""
    if not facts.facts:
        return 0.0
    said = [_words(text) for text in shown]
    has = sum(any(_holds(phrase, said) for phrase in fact) for fact in facts.facts)
    return has / len(facts.facts)


def missing(facts: Nuggets, shown: Sequence[str]) -> list[str]:
    """The facts that the text does not state, each by its first phrase."""
    said = [_words(text) for text in shown]
    return [fact[0] for fact in facts.facts if not any(_holds(phrase, said) for phrase in fact)]


def _holds(phrase: str, said: Sequence[frozenset[str]]) -> bool:
    wanted = re.findall(r"=?[^\W_]+(?:[.,]\d+)*", phrase.casefold())
    return bool(wanted) and any(
        all(
            word[1:] in words if word[0] == "=" else any(w.startswith(word[:STEM]) for w in words)
            for word in wanted
        )
        for words in said
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+(?:[.,]\d+)*", text.casefold()))


def judgements(path: Path) -> Mapping[str, float]:
    """Accuracy as judged by a person, 0 to 100 by question id."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return {str(row["id"]): float(row["by_hand"]) for row in rows}

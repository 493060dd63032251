"""The shipped bounds of an answer and of a perhaps, from `contracts/lexicon/grades.json`. Grades nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

from wherein.core.errors import AssetDamaged
from wherein.lexicon import lexicon, lexicon_file

FILE = "grades"


class Bounds(NamedTuple):
    """The probabilities from which a candidate is an answer, and a perhaps."""

    answer: float
    perhaps: float


def shipped_bounds(group: str, name: str) -> Bounds:
    """The bounds `name` of a group of the file: a caution of `bounds`, a reader of `own_bounds`.

    Raises AssetDamaged, which names file, group and name, where they are no probabilities or that of a perhaps is above
    that of an answer.
    """
    try:
        entry: Any = lexicon(FILE).entries[group][name]
        answer, perhaps = entry["answer"], entry["perhaps"]
        is_right = 0.0 <= perhaps <= answer <= 1.0
    except (KeyError, TypeError) as error:
        raise _damaged(f"has no two numbers for {name!r} in {group!r}") from error
    if not is_right:
        raise _damaged(
            f"says for {name!r} in {group!r} that an answer begins at {answer} and a perhaps at {perhaps}, which has to be"
            " from 0 up to that of an answer, and both at most 1"
        )
    return Bounds(answer, perhaps)


def _damaged(what: str) -> AssetDamaged:
    path = lexicon_file().with_name(f"{FILE}.json")
    return AssetDamaged(f"{path} {what}.", "Mend the file, or install wherein again.")

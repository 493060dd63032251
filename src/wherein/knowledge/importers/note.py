"""Reads a person's note beside a source: the date of the snapshot, the licence, the credit."""

from __future__ import annotations

import json
from pathlib import Path

from wherein.core.errors import ParseError


def note_beside(source: Path) -> dict[str, str]:
    """The origin stated in the file "….origin.json" beside a source; empty without one. Raises ParseError."""
    path = source.with_name(source.name.split(".")[0] + ".origin.json")
    if not path.exists():
        return {}
    try:
        given = json.loads(path.read_text("utf-8"))
        if not isinstance(given, dict) or not all(
            isinstance(value, str) for value in given.values()
        ):
            raise ValueError("it is not an object of texts")
    except (OSError, ValueError) as error:
        raise ParseError(
            f"{path.name} can't be read.",
            'Write it as {"snapshot": "2026-01-31", "licence": "…", "attribution": "…"}.',
        ) from error
    return given

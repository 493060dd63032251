"""Reads files of JSON lines that a person wrote, with an error that says which form is wanted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from wherein.core.errors import UsageError

_Row = TypeVar("_Row")


def read_rows(path: Path, make: Callable[[dict[str, Any]], _Row], form: str) -> tuple[_Row, ...]:
    """What `make` gives for each line that is not blank.

    Raises UsageError, whose next step is `form`, where a line or the file can't be read so.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
        return tuple(make(json.loads(line)) for line in lines if line.strip())
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{path} has another form ({error!r}).", form) from error

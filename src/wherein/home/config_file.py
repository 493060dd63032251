"""Changes single settings in `config.toml` and preserves the rest of the file, comments included."""

from __future__ import annotations

import json
import os
import re
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from wherein.core.errors import UsageError
from wherein.home.folder import Home
from wherein.home.regular_file import read_regular
from wherein.home.room import is_full, storage_full

Value: TypeAlias = str | bool | int | float | tuple[str, ...]
_TABLE = re.compile(r"^\s*\[", re.MULTILINE)
GENERATIVE = "generative"


def change_settings(
    home: Home, changes: Mapping[str, Value], generative: Mapping[str, Value] | None = None
) -> None:
    """Write these settings, and the language model's where they are given; an empty mapping removes the language model.

    Raises UsageError for an invalid setting, and for a file in a form that can't be changed safely; the file then stays
    unchanged. Raises StorageFull.
    """
    before = read_regular(home.config) if home.config.exists() else ""
    home.settings()  # reports a file that is wrong already
    wanted = tomllib.loads(before)
    after = before
    for key, value in changes.items():
        wanted[key] = list(value) if isinstance(value, tuple) else value
        after = _with_key(after, key, value)
    if generative is not None:
        wanted.pop(GENERATIVE, None)
        after = _without_table(after, GENERATIVE)
        if generative:
            wanted[GENERATIVE] = dict(generative)
            rows = [f"{key} = {_toml(value)}" for key, value in generative.items()]
            after = "\n".join((after.rstrip(), "", f"[{GENERATIVE}]", *rows, "")).lstrip()
    if not _means(after, wanted):
        raise UsageError(
            f"The settings in {home.config} are written in a way that can't be changed here.",
            "Change them in the file.",
        )
    _replace(home, before, after)


def _with_key(text: str, key: str, value: Value) -> str:
    """The text with a key of the root table set."""
    table = _TABLE.search(text)
    head, rest = (text, "") if table is None else (text[: table.start()], text[table.start() :])
    line = f"{key} = {_toml(value)}"
    set_before = re.compile(rf"^{re.escape(key)}[ \t]*=[^\n]*$", re.MULTILINE)
    if set_before.search(head):
        return set_before.sub(lambda _: line, head, count=1) + rest
    head = head.rstrip()
    return "\n".join(filter(None, (head, line))) + "\n" + (f"\n{rest}" if rest else "")


def _without_table(text: str, name: str) -> str:
    return re.sub(
        rf"^[ \t]*\[{re.escape(name)}\][^\n]*\n?(?:(?![ \t]*\[)[^\n]*(?:\n|\Z))*?(?=^[ \t]*\[|\Z)",
        "",
        text,
        count=1,
        flags=re.MULTILINE,
    )


def _toml(value: Value) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    # A string of JSON is a basic string of TOML, and so are its numbers and truths.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _means(text: str, wanted: Mapping[str, object]) -> bool:
    try:
        return tomllib.loads(text) == wanted
    except ValueError:
        return False


def _replace(home: Home, before: str, after: str) -> None:
    """Replace the file, and restore the old one if the new settings are not valid."""
    home.make_private()
    _write(home.config, after)
    try:
        home.settings()
    except UsageError:
        if before:
            _write(home.config, before)
        else:
            home.config.unlink()
        raise


def _write(path: Path, text: str) -> None:
    part: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=".config-", dir=path.parent)
        part = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        if part is not None:
            part.unlink(missing_ok=True)
        if is_full(error):
            raise storage_full(path.parent, "the settings are as they were") from error
        raise UsageError(
            f"{path} can't be written ({error.strerror}).", "Check that the folder is yours."
        ) from error

"""Checks the names of people, groups, libraries, folders and programs. Knows no table."""

from __future__ import annotations

import re

from wherein.core.errors import UsageError
from wherein.core.text.readable import is_plain, quoted
from wherein.people.access import EVERYONE, MAIN

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
_TAKEN = (EVERYONE, MAIN)
_LONGEST_PROGRAM = 100


def checked_name(name: str) -> str:
    """The name of a person, a group or a library. Raises UsageError for what can be none."""
    if name in _TAKEN:
        raise UsageError(
            f"{quoted(name, 80)} is a name that has a meaning of its own here.", "Take another one."
        )
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{quoted(name, 80)} can't be a name.",
            "Take up to 63 of a-z, 0-9, dot, dash and underscore, as in anna.",
        )
    return name


def checked_program(program: str) -> str:
    """What a token is called. Raises UsageError for characters by which it would look like another line of a list."""
    if not is_plain(program) or not program.strip():
        raise UsageError(
            f"{quoted(program, 80)} can't be what a program is called.",
            "Take words on one line, without control characters.",
        )
    return program[:_LONGEST_PROGRAM]


def checked_folder(folder: str) -> str:
    """The folder of a share without a slash at its end; "" is the whole library. Raises UsageError for the root, which would be that too."""
    kept = folder.rstrip("/\\")
    if folder and not kept:
        raise UsageError(
            f"{quoted(folder, 80)} is no folder of a library.",
            "Name one, or leave it out to share the whole library.",
        )
    return kept

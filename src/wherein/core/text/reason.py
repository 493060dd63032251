"""Explains in wherein's own words why something can't be read, instead of using an exception's words."""

from __future__ import annotations

import json
import re
import tomllib

_AT = re.compile(r"\(at (line \d+, column \d+|end of document)\)$")


def reason_of(error: BaseException) -> str:
    """A clause on an error of reading a file that a person wrote. The system's words for an errno stay, and of a parser's words
    only the place."""
    if isinstance(error, OSError):
        return error.strerror or "the system can't read it"
    if isinstance(error, UnicodeError):
        return "it is not in UTF-8"
    if isinstance(error, json.JSONDecodeError):
        return f"it is not JSON at line {error.lineno}, column {error.colno}"
    if isinstance(error, tomllib.TOMLDecodeError):
        at = _AT.search(str(error))
        return f"it is not TOML at {at[1]}" if at else "it is not TOML"
    if isinstance(error, KeyError) and error.args:
        return f"{error.args[0]!r} is missing"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return "it has another form"

"""Maps any exception in reading one file to the error for this file, in words that say nothing of the code that met it.

The exception stays the cause of the error. Stops nothing else."""

from __future__ import annotations

from wherein.core.errors import ParseError, ParserKilled, SourceError, WhereinError


def as_failure(error: Exception, name: str) -> WhereinError:
    """The error to report for the file `name`; an error with a reason is returned unchanged."""
    if isinstance(error, WhereinError):
        return error
    if isinstance(error, RecursionError):
        return ParseError(f"{name} is nested too deeply to read.", "Save it again and give that.")
    if isinstance(error, MemoryError):
        return ParserKilled(f"{name} needs too much memory to read.", "Split it into parts.")
    if isinstance(error, OSError):
        return SourceError(
            f"{name} could not be read{f' ({error.strerror})' if error.strerror else ''}.",
            "Try it again.",
        )
    return ParseError(
        f"{name} has something in it that its format does not allow, or that wherein does not know.",
        "Open it and save it again, or as PDF.",
    )

"""Writes a result into the file that --out names."""

from __future__ import annotations

from pathlib import Path

from wherein.core.errors import UsageError


def write_file(out: Path, data: bytes) -> None:
    """Write the file whole or not at all; a device or a pipe is written to as it is. Raises UsageError."""
    is_file = out.is_file() or not out.exists()
    beside = out.with_name(out.name + ".part") if is_file else out
    try:
        beside.write_bytes(data)
        if is_file:
            beside.replace(out)
    except OSError as error:
        raise UsageError(
            f"{out} can't be written ({error.strerror}).", "Give another --out."
        ) from error

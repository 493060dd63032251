"""The parser's child process: reads files from standard input, writes documents, and limits its own resources."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wherein.documents.isolation.failure import as_failure
from wherein.documents.isolation.wire import (
    document_message,
    error_message,
    read_message,
    write_message,
)
from wherein.documents.source import Source

if TYPE_CHECKING:
    from wherein.documents.page_lines.recognition import Recognition


def serve() -> None:
    """Answer requests until standard input ends.

    Standard output is redirected first, so that the output of libraries does not mix with the answers.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    requests = sys.stdin.buffer
    while (message := read_message(requests)) is not None:
        header, (data,) = message
        limit(header["seconds"], header["memory_bytes"], header["file_memory_bytes"])

        def on_page(done: int, of: int) -> None:
            write_message(answers, {"recognised": done, "of": of})

        write_message(answers, *answer(header, data, on_page))


def answer(
    header: dict[str, Any], data: bytes, on_page: Callable[[int, int], None] = lambda done, of: None
) -> tuple[dict[str, Any], list[bytes]]:
    """A document or an error, both ready to send. `on_page(done, of)` is called after each page that is recognised."""
    from wherein.documents.parse import parse

    name = header["name"]
    try:
        source = Source(
            data,
            name,
            header["origin"],
            header["media_type"],
            header["password"],
            _recognition(header.get("recognition"), on_page),
        )
        return document_message(parse(source))
    except Exception as error:
        return error_message(as_failure(error, name)), []


def _recognition(
    fields: list[Any] | None, on_page: Callable[[int, int], None]
) -> Recognition | None:
    if fields is None:
        return None
    from wherein.documents.page_lines.recognition import Recognition

    program, languages, seconds = fields
    return Recognition(program, languages, seconds, on_page)


def limit(seconds: float, memory_bytes: int, file_memory_bytes: int | None = None) -> None:
    """Limit this process's address space and its further CPU time, where the system supports that.

    The address space may reach `memory_bytes`, and grow by `file_memory_bytes` from what files before have left.
    """
    try:
        import resource
    except ImportError:  # Windows: the parent's clock is the only limit
        return
    if file_memory_bytes is not None:
        memory_bytes = min(memory_bytes, _address_space_bytes() + file_memory_bytes)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > memory_bytes:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, hard))
        except ValueError:
            if sys.platform == "linux":
                raise
            # macOS gives every process more address space than that and refuses; only the time limit holds there.
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime + seconds) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY or hard > until:
        resource.setrlimit(resource.RLIMIT_CPU, (until, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _address_space_bytes() -> int:
    """What this process has of addresses now; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0

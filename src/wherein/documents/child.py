"""The parser's child process: reads files from standard input, writes documents, and limits its own resources."""

from __future__ import annotations

import os
import sys
from typing import Any

from wherein.documents.failure import as_failure
from wherein.documents.source import Source
from wherein.documents.wire import document_message, error_message, read_message, write_message


def serve() -> None:
    """Answer requests until standard input ends.

    Standard output is redirected first, so that the output of libraries does not mix with the answers.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    requests = sys.stdin.buffer
    while (message := read_message(requests)) is not None:
        header, (data,) = message
        limit(header["seconds"], header["memory_bytes"])
        write_message(answers, *answer(header, data))


def answer(header: dict[str, Any], data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """A document or an error, both ready to send."""
    from wherein.documents.parse import parse

    name = header["name"]
    try:
        source = Source(data, name, header["origin"], header["media_type"], header["password"])
        return document_message(parse(source))
    except Exception as error:
        return error_message(as_failure(error, name)), []


def limit(seconds: float, memory_bytes: int) -> None:
    """Limit this process's address space and its further CPU time, where the system supports that."""
    try:
        import resource
    except ImportError:  # Windows: the parent's clock is the only limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > memory_bytes:
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, hard))
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime + seconds) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY or hard > until:
        resource.setrlimit(resource.RLIMIT_CPU, (until, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

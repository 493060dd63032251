"""The child process that reads how documents look, and the function that calls it. Aligns nothing with a text."""

from __future__ import annotations

import os
import sys

from wherein.documents.isolation.child import limit
from wherein.documents.isolation.failure import as_failure
from wherein.documents.isolation.isolated import ParserProcess
from wherein.documents.isolation.looks import Picture, Run, looks_of
from wherein.documents.isolation.wire import error_from, error_message, read_message, write_message
from wherein.documents.source import Source

SECONDS = 20.0


def looks_read(source: Source, kind: str) -> list[Run | Picture]:
    """The runs and pictures of a file, read in a process of its own. Raises ParserKilled, or what reading raises."""
    with ParserProcess(
        seconds=SECONDS, module="wherein.documents.isolation.looks_child"
    ) as process:
        header, blobs = process.asked(source, {"kind": kind})
    if "error" in header:
        raise error_from(header)
    pictures = iter(blobs)
    return [
        Picture(next(pictures), each[0])
        if len(each) == 1
        else Run(each[0], tuple(each[1]), each[2])
        for each in header["found"]
    ]


def serve() -> None:
    """Answer requests until standard input ends, as `child.serve` does."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    requests = sys.stdin.buffer
    while (message := read_message(requests)) is not None:
        header, (data,) = message
        limit(header["seconds"], header["memory_bytes"], header["file_memory_bytes"])
        try:
            source = Source(data, header["name"], header["origin"], header["media_type"])
            found = list(looks_of(source, header["kind"]))
        except Exception as error:
            write_message(answers, error_message(as_failure(error, header["name"])))
            continue
        told = [
            [each.alt] if isinstance(each, Picture) else [each.text, each.kinds, each.target]
            for each in found
        ]
        write_message(
            answers, {"found": told}, [each.data for each in found if isinstance(each, Picture)]
        )

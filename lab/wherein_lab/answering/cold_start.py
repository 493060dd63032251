"""Measures the time from starting `wherein ask` to the first answer in a terminal, with a new process each time."""

from __future__ import annotations

import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from wherein.core.errors import WhereinError
from wherein_lab.data.shared_data import shared_path

_PDF = "data/docs/pdf/tracemonkey.pdf"
_PAGES = 10
_QUESTION = "Which browser is TraceMonkey implemented in?"


def measure(repeat: int) -> dict[str, Any]:
    """Seconds over `repeat` processes, after one that warms the disk cache.

    `first` is the time until the first answer is printed, `done` until all of the document is read; `processor` is what the
    command and the processes that it started used of processors until then, which other work lengthens less.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "paper.pdf"
        words = _cut(shared_path(_PDF), path)
        # Files in wherein's own home are never added.
        home = str(Path(folder) / "home")
        times = [_ask(path, home) for _ in range(repeat + 1)][1:]
    first, done, processor = zip(*times, strict=True)
    return {
        "pages": _PAGES,
        "words": words,
        "repeat": repeat,
        "first_seconds": round(statistics.median(first), 3),
        "first_best_seconds": round(min(first), 3),
        "done_seconds": round(statistics.median(done), 3),
        "done_processor_seconds": round(statistics.median(processor), 3),
    }


def _cut(source: Path, target: Path) -> int:
    """Write the first pages of a PDF as a file of their own; returns their number of words."""
    import pypdfium2

    from wherein.documents.parse import parse
    from wherein.documents.source import Source

    whole = pypdfium2.PdfDocument(source)
    part = pypdfium2.PdfDocument.new()
    part.import_pages(whole, list(range(_PAGES)))
    part.save(target)
    part.close()
    whole.close()
    return parse(Source(target.read_bytes(), target.name, str(target))).words


def _ask(path: Path, home: str) -> tuple[float, float, float]:
    leader, follower = pty.openpty()
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "wherein", "ask", str(path), _QUESTION],
        stdout=follower,
        stderr=follower,
        env={**os.environ, "WHEREIN_HOME": home, "TERM": "xterm"},
    )
    os.close(follower)
    said, first = b"", None
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # on Linux, reading from a terminal whose process has ended fails
            break
        if not part:
            break
        said += part
        # A marked answer starts with the code for bold.
        if first is None and b"\x1b[1m" in said:
            first = time.perf_counter() - began
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    os.close(leader)
    done = time.perf_counter() - began
    if first is None:
        raise WhereinError(
            f"No answer was shown ({said.decode('utf-8', 'replace')[:200]!r}).", "See why by hand."
        )
    return first, done, used.ru_utime + used.ru_stime

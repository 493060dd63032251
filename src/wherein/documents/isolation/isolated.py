"""Runs parsers in a child process with limits, so that a bad file can't crash this process. Parses nothing itself."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any, Self

from wherein.core.document import Document
from wherein.core.errors import NoText, ParserKilled
from wherein.core.lifetime.cancellation import bound_cancellation, checkpoint
from wherein.core.lifetime.closeable import Closeable
from wherein.documents.formats import FORMATS
from wherein.documents.isolation.failure import as_failure
from wherein.documents.isolation.wire import document_from, error_from, read_message, write_message
from wherein.documents.kind import kind_of
from wherein.documents.page_lines.recognition import MOST_PAGES, Recognition
from wherein.documents.source import Source
from wherein.lexicon import lexicon_file

SECONDS = 120.0
MEMORY_BYTES = 2 * 1024**3
LEAST_MEMORY_BYTES = 512 * 1024**2
MEMORY_PER_BYTE = 500
"""A file may take LEAST_MEMORY_BYTES and this for each of its bytes, MEMORY_BYTES at most. Books and manuals take up to 200 for a
byte; a PDF of 2 kB whose forms draw one another would take all there is."""
LARGEST_IN_PROCESS_BYTES = 500_000
"""Of plain text: even a harmless format needs much memory when a file is large, and text that is nothing but tables two seconds a
megabyte and more, in which a server answers nobody else."""
MORE_TIME_BYTES = 5_000_000
"""A file gets the time of one for every so many bytes."""
MARKUP_SECONDS = 30.0
"""For pages and Markdown of at most MORE_TIME_BYTES, which take less than one second as people write them."""
# Isolated and without `site`: 10 ms instead of 60, and nothing of the folder or environment it is
# started from; the import path is handed over as it is here, and the lexicon, which a checkout
# finds without a path, by its file.
_START = (
    "import importlib, importlib.util, sys; sys.path[:] = sys.argv[3:]; "
    "spec = importlib.util.spec_from_file_location('wherein_lexicon', sys.argv[2]); "
    "sys.modules[spec.name] = importlib.util.module_from_spec(spec); "
    "importlib.import_module(sys.argv[1]).serve()"
)


class ParserProcess(Closeable):
    """A process that parses one file after another; it starts at the first file, and again after a crash.

    Use it as a context manager, or call `close`. Calls of several threads wait for each other.
    """

    def __init__(
        self,
        *,
        seconds: float = SECONDS,
        memory_bytes: int | None = None,
        module: str = "wherein.documents.isolation.child",
    ) -> None:
        """The limits of each file: `seconds` of clock time and of CPU time for every 5 MB begun, and `memory_bytes`, or where
        that is None as much as its size allows (`MEMORY_PER_BYTE`). The process runs `serve` of `module`."""
        self._seconds = seconds
        self._memory_bytes = memory_bytes
        self._module = module
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def parse(self, source: Source, seconds: float | None = None) -> Document:
        """As `parse.parse`, in at most `seconds`. Raises ParserKilled when the process crashes or exceeds a limit."""
        more = {} if seconds is None else {"seconds": seconds}
        with self._lock:
            header, blobs = self._asked(source, more)
            if "error" in header:
                error = error_from(header)
                if isinstance(error, ParserKilled):
                    self._end()  # a process that ran out of memory gets no further file
                raise error
        return document_from(header, blobs)

    def asked(self, source: Source, more: dict[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
        """The process's reply on a file; `more` is passed on to its module. Raises ParserKilled."""
        with self._lock:
            return self._asked(source, more)

    def _asked(self, source: Source, more: dict[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
        how = source.recognition
        request = {
            "origin": source.origin,
            "name": source.name,
            "media_type": source.media_type,
            "password": source.password,
            "recognition": None if how is None else [how.program, how.languages, how.seconds],
            "seconds": self._allowed(source.data),
            "memory_bytes": self._memory_bytes or MEMORY_BYTES,
            "file_memory_bytes": self._file_memory(source),
            **more,
        }
        return self._exchange(request, source.data, how)

    def _file_memory(self, source: Source) -> int | None:
        """What this file may add to the memory of the process; None where only the limit of the process holds."""
        if self._memory_bytes is not None or source.recognition is not None:
            return None  # pictures of pages are large however small the file is
        return LEAST_MEMORY_BYTES + MEMORY_PER_BYTE * len(source.data)

    def _allowed(self, data: bytes) -> float:
        """A thousand pages may take longer than ten."""
        return self._seconds * max(1, -(-len(data) // MORE_TIME_BYTES))

    def _exchange(
        self, request: dict[str, Any], data: bytes, how: Recognition | None
    ) -> tuple[dict[str, Any], list[bytes]]:
        """Send one request and return the reply. Raises ParserKilled, or Cancelled where the caller's work is cancelled,
        which ends the process."""
        checkpoint()
        process = self._running()
        with bound_cancellation().calling(process.kill):
            return self._replied(process, request, data, how)

    def _replied(
        self,
        process: subprocess.Popen[bytes],
        request: dict[str, Any],
        data: bytes,
        how: Recognition | None,
    ) -> tuple[dict[str, Any], list[bytes]]:
        stdin, stdout = _pipes(process)
        timed_out = threading.Event()
        last = 0

        def stop() -> None:
            timed_out.set()
            process.kill()

        def started(seconds: float) -> threading.Timer:
            timer = threading.Timer(seconds, stop)
            timer.daemon = True
            timer.start()
            return timer

        # Recognition gets extra time: the first page with the rest, each further page after the one before.
        page_seconds = 0.0 if how is None else how.seconds
        timer = started(request["seconds"] + page_seconds)
        try:
            write_message(stdin, request, [data])
            answer = read_message(stdout)
            while how is not None and answer is not None and "recognised" in answer[0]:
                timer.cancel()
                done, of = int(answer[0]["recognised"]), int(answer[0]["of"])
                if not last < done <= of <= MOST_PAGES:
                    raise ValueError("pages are counted up")
                last = done
                timer = started(request["seconds"] + page_seconds)
                how.on_page(done, of)
                answer = read_message(stdout)
        except (OSError, EOFError, ValueError):
            answer = None
        except BaseException:
            self._end()
            raise
        finally:
            timer.cancel()
        if answer is None:
            self._end()
            checkpoint()
            raise _killed(request, timed_out.is_set())
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            here = str(Path(__file__).resolve().parents[3])
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-I", "-S", *_compiled_code(), "-c", _START, self._module),
                    *(str(lexicon_file()), here, *sys.path),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in _pipes(process):
            try:
                pipe.close()
            except OSError:
                continue  # what was not yet written has no reader any more
        process.wait()

    def close(self) -> None:
        """End the process; a later `parse` starts another."""
        with self._lock:
            self._end()

    def __enter__(self) -> Self:
        return self


def _killed(request: dict[str, Any], timed_out: bool) -> ParserKilled:
    name = request["name"]
    if timed_out:
        what = f"{name} took longer than {request['seconds']:g} seconds to read."
    else:
        what = f"The parser failed on {name}: the file is damaged or needs too much memory."
    return ParserKilled(what, "Save it again or split it into parts, and give those.")


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def parse_isolated(
    source: Source, *, seconds: float = SECONDS, memory_bytes: int | None = None
) -> Document:
    """Parse one file in a new process, which ends with the call."""
    with ParserProcess(seconds=seconds, memory_bytes=memory_bytes) as process:
        return process.parse(source)


def parse_safely(source: Source, process: ParserProcess | None = None) -> Document:
    """Parse plain text of bounded size in this process, and everything else in a child process.

    A few hundred kilobytes of markup may take gigabytes or minutes, whatever is done to prevent it: only a process of
    its own can be ended. `process` is the child process to use, for many files; without it a new one is started.
    """
    if not source.data:
        raise NoText(f"{source.name} is empty.", "Give a file with text in it.")
    kind = kind_of(source.data, source.address_or_name, source.media_type)
    if len(source.data) <= LARGEST_IN_PROCESS_BYTES and not FORMATS[kind].isolated:
        from wherein.documents.parse import parse

        try:
            return parse(source)
        except Exception as error:
            raise as_failure(error, source.name) from error
    markup = len(source.data) <= MORE_TIME_BYTES and kind in ("html", "markdown")
    with nullcontext(process) if process is not None else ParserProcess() as parser:
        return parser.parse(source, MARKUP_SECONDS if markup else None)


def _compiled_code() -> list[str]:
    """The options that have a child put compiled code where this process does, which `-I` makes it forget."""
    if sys.dont_write_bytecode:
        return ["-B"]
    return ["-X", f"pycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else []

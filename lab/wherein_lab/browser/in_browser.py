"""Runs the measuring tools of the browser's side (`web/tools`). Knows how to start them, not what they measure."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from wherein.core.errors import DataMissing, ExtraMissing

WEB = Path("web")


def run_tool(name: str, arguments: Sequence[str], given: str = "") -> Iterator[Any]:
    """Yield the JSON lines that `web/tools/NAME` prints; other lines are skipped. It reads `given` from standard input.

    Run at the root of a checkout, with the extension built. Raises ExtraMissing without Node.js or
    the built extension, DataMissing when the tool fails.
    """
    node = shutil.which("node")
    built = WEB / "extension" / "dist" / "chromium" / "manifest.json"
    if node is None or not built.is_file():
        what = "Node.js is not installed." if node is None else "The extension is not built."
        raise ExtraMissing(what, "Install Node.js 20 or newer, then run: make web-build")
    with (
        tempfile.TemporaryFile("w+") as asked,
        subprocess.Popen(
            [node, str(WEB / "tools" / name), *arguments],
            stdin=_rewound(asked, given),
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if line.startswith("{"):
                    yield json.loads(line)
        except BaseException:
            process.terminate()
            raise
    if process.returncode:
        raise DataMissing(
            f"{name} ended with status {process.returncode}.", "What it printed says why."
        )


def _rewound(file: IO[str], text: str) -> IO[str]:
    """The file with this text, to be read from its start."""
    file.write(text)
    file.seek(0)
    return file

"""Starts and ends a server over a home for measurements in a browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wherein.core.errors import DataMissing

_LINK = "with this link: "


@contextmanager
def served(home: Path) -> Iterator[str]:
    """Start `wherein serve`, give the link that signs a browser in, and end it. Raises DataMissing when it does not start."""
    command = [sys.executable, "-m", "wherein", "--home", str(home), "serve", "--no-browser"]
    with subprocess.Popen([*command, "--port", "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            link = next((line.partition(_LINK)[2] for line in process.stdout if _LINK in line), "")
            if not link:
                raise DataMissing("The server did not start.", "What it printed says why.")
            yield link.strip()
        finally:
            process.terminate()

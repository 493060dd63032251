"""A watched folder of very many files, really added: the first look, looks without a change, and a watcher started again.

The large size runs with `--soak`, and prints its seconds and memory.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

LOOKS = """
import resource, sys, time
from wherein import Engine

with Engine.open(sys.argv[1]) as engine:
    watch = engine.watch(sys.argv[2])
    for look in range(2):
        began = time.monotonic()
        scan = watch.scan()
        took = time.monotonic() - began
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{len(scan.added)} added, {len(scan.removed)} removed, {len(scan.failed)} failed: {took:.1f} s, {memory} MB", flush=True)
    found = sum("7777777" in hit.passage.text for hit in engine.search("ferry 7777777"))
    print(len(engine.documents()), "documents,", found, "found")
"""


def looks(home: Path, folder: Path, what: str) -> list[str]:
    command = [sys.executable, "-c", LOOKS, str(home), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    for line in done.stdout.splitlines():
        print(f"{what}: {line}")
    return [re.sub(r": [\d.]+ s, \d+ MB", "", line) for line in done.stdout.splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="counts memory with resource")
@pytest.mark.parametrize("number", [200, pytest.param(100_000, marks=pytest.mark.soak)])
def test_start_change_and_catching_up(tmp_path: Path, number: int) -> None:
    home, folder = tmp_path / "home", tmp_path / "watched"
    began = time.monotonic()
    for at in range(number):
        place = folder / f"{at // 1000:03}"
        if at % 1000 == 0:
            place.mkdir(parents=True)
        text = f"# Note {at}\n\nThe ferry {at} costs {at % 900} kroner and leaves at noon from the quay.\n"
        (place / f"{at:06}.md").write_text(text, "utf-8")
    (folder / "000" / "up").symlink_to(folder)
    print(f"{number:,} files written: {time.monotonic() - began:.1f} s")
    assert looks(home, folder, "start") == [
        f"{number} added, 0 removed, 0 failed",
        "0 added, 0 removed, 0 failed",
        f"{number} documents, 0 found",
    ]
    (folder / "000" / "000007.md").write_text("# Note\n\nThe ferry 7777777 is new.\n", "utf-8")
    (folder / "000" / "000008.md").unlink()
    (folder / "000" / "000009.md").rename(folder / "moved.md")
    assert looks(home, folder, "started again") == [
        "2 added, 2 removed, 0 failed",
        "0 added, 0 removed, 0 failed",
        f"{number - 1} documents, 1 found",
    ]

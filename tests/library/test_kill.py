"""Killed while adding: the library opens, acknowledged documents are there, and none is incomplete."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from wherein import Engine
from wherein.library.sqlite import SqliteLibrary

# Adds documents for ever and prints the id of each once it is durable.
_ADDER = """
import sys
from pathlib import Path
from wherein.core.document import Document
from wherein.library.sqlite import SqliteLibrary
from wherein.passages.split import split
library = SqliteLibrary(Path(sys.argv[1]) / "library.sqlite")
for number in range(int(sys.argv[2]), 10**9):
    text = f"Number {number} stands here. " * 4000
    document = Document(id=f"d{number}", source=f"/{number}", title=str(number), kind="text",
                        text=text, content_hash=str(number))
    library.put(document, split(document))
    print(document.id, flush=True)
"""
_KILLS = 20


def test_twenty_kills_lose_nothing(home: Path) -> None:
    chance = random.Random(11)
    acknowledged: list[str] = []
    for kill in range(_KILLS):
        process = subprocess.Popen(
            [sys.executable, "-c", _ADDER, str(home), str(kill * 1000)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        wanted = chance.randint(1, 3)
        for _ in range(wanted):
            acknowledged.append(process.stdout.readline().strip())
        # Somewhere inside the next document's transaction.
        try:
            process.wait(chance.uniform(0.0, 0.03))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        acknowledged.extend(line.strip() for line in process.stdout.read().splitlines())
        process.stdout.close()
        assert process.wait() == -signal.SIGKILL
        with SqliteLibrary(home / "library.sqlite") as library:
            kept = [entry.document for entry in library.entries()]
            assert set(acknowledged) <= set(kept)
            # At most one more: durable, but killed before it could say so.
            assert len(kept) - len(acknowledged) <= kill + 1
            for identity in kept[-3:]:
                _check_whole(library, identity)
    with SqliteLibrary(home / "library.sqlite") as library:
        for entry in library.entries():
            _check_whole(library, entry.document)


def _check_whole(library: SqliteLibrary, identity: str) -> None:
    document = library.document(identity)
    number = document.title
    assert document.text == f"Number {number} stands here. " * 4000
    passages = list(library.passages_of(identity))
    assert sum(len(p.text.split()) for p in passages) == document.words


@pytest.mark.parametrize("after", [0.4, 0.8, 1.2])
def test_an_index_killed_while_it_was_written_is_caught_up(
    home: Path, after: float, tmp_path: Path
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(60):
        (folder / f"{number}.txt").write_text(f"The code of box {number} is Q{number}Z.\n" * 30)
    process = subprocess.Popen(
        [sys.executable, "-m", "wherein", "add", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    with Engine.open(home) as engine:
        kept = {entry.title for entry in engine.documents()}
        found = {hit.passage.text[:20] for hit in engine.search("code of box", limit=1000)}
        assert len(found) == len(kept)
        engine.add(folder)
        assert len(engine.documents()) == 60
        assert engine.search("Q59Z", limit=1)[0].passage.text.startswith("The code of box 59")

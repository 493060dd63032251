"""The reference page of files: what a home folder has, the tables of its databases, and the formats that are read. From the code."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from wherein.answering.moving.backup import VERSION as BACKUP
from wherein.documents.formats import FORMATS
from wherein.home.database import Database, Migration
from wherein.home.folder import Home
from wherein.knowledge.store import MIGRATIONS as BASE
from wherein.library.migrations import MIGRATIONS as LIBRARY
from wherein.memory.store.migrations import MIGRATIONS as MEMORY


def files_page() -> Iterator[str]:
    """The page's Markdown."""
    home = Home(Path("HOME"))
    yield (
        "# Files\n\nFrom the code. `HOME` is the folder that `wherein doctor` names; [what is in it](../settings.md) is told there at length, and"
        " [what a new version may change](../releases.md).\n"
    )
    rows: tuple[tuple[Path, str, tuple[Migration, ...], str], ...] = (
        (home.library, "library", LIBRARY, "The documents that were added."),
        (home.memory, "memory", MEMORY, "Questions answered before, and what people say of answers."),
        (home.knowledge / "NAME" / "base.sqlite", "knowledge base", BASE, "The articles of a knowledge base."),
    )  # fmt: skip
    for path, name, migrations, what in rows:
        yield f"\n## `{path.as_posix()}`\n\n{what} An SQLite database of form {len(migrations)} (`{name} {len(migrations)}` of `wherein --version`).\n"
        yield "| table | columns |\n| --- | --- |"
        for table, columns in _tables(migrations, name):
            yield f"| `{table}` | {', '.join(f'`{column}`' for column in columns)} |"
    yield f"\n## A backup\n\nA ZIP file of form {BACKUP}: the databases above and files that were sent to the server, each with its SHA-256 in `manifest.json`.\n"
    yield "\n## Formats that are read\n\nWhat is kept of each: [formats](../formats.md). The number rises when a format is read differently; documents of an earlier one are named for adding again.\n"
    yield "| format | file names end in | media types | number |\n| --- | --- | --- | ---: |"
    for kind, form in FORMATS.items():
        yield f"| {kind} | {_code(form.suffixes)} | {_code(form.media_types)} | {form.version} |"


def _code(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _tables(migrations: tuple[Migration, ...], name: str) -> list[tuple[str, list[str]]]:
    """The tables of a new database with their columns; those that SQLite makes for its own use are left out."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "new.sqlite"
        Database(path, migrations, name).close()
        with closing(sqlite3.connect(path)) as made:
            names = [row[0] for row in made.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")]  # fmt: skip
            return [(table, [row[1] for row in made.execute(f"PRAGMA table_info({table})")]) for table in names]  # fmt: skip

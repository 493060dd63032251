"""Measures the parsing of real files: which give text, which give an error, and which crash the parser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wherein.core.errors import DataMissing, NoText, ParserKilled, WhereinError
from wherein.documents.isolation.isolated import ParserProcess, parse_safely
from wherein.documents.source import Source

INDEX = Path("data/docs/INDEX.jsonl")
# At least this share of the words that another library counted must be in the text.
_FEWEST_WORDS = 0.5


def measure_documents(shared: Path) -> dict[str, Any]:
    """Parse every file of the index and compare the outcome with the index.

    `added` counts files with text, `no_text_reported` files without text that were reported as such,
    `refused` files that were refused with a reason (passwords, damage, old formats), `crashed` those that
    ended their parser or raised anything but a WhereinError. `differs` lists each file whose outcome is not
    the one the index expects, with the actual one. A file whose `has_text` is "unknown" may have either
    outcome. Passwords in the index are used. Raises DataMissing when the index is missing.
    """
    index = shared / INDEX
    if not index.is_file():
        raise DataMissing(
            f"The documents are not at {index}.", "Set WHEREIN_SHARED to the folder of data."
        )
    rows = [json.loads(line) for line in index.read_text("utf-8").splitlines() if line]
    counts = dict.fromkeys(("added", "no_text_reported", "refused", "crashed"), 0)
    differs: list[dict[str, str]] = []
    with ParserProcess() as process:
        for row in rows:
            outcome, why, words = _outcome(index.parent / row["file"], row.get("password"), process)
            counts[outcome] += 1
            expected = {True: "added", False: "no_text_reported"}.get(row["has_text"], "")
            if outcome == "crashed" or (expected and outcome != expected):
                differs.append(
                    {"file": row["file"], "expected": expected, "got": outcome, "why": why}
                )
            elif outcome == "added" and words < _FEWEST_WORDS * _counted(row):
                few = f"{words} words of {_counted(row)}"
                differs.append(
                    {"file": row["file"], "expected": expected, "got": "few words", "why": few}
                )
    return {"n": len(rows), **counts, "differs": differs}


def _counted(row: dict[str, Any]) -> int:
    """The word count in the index; that of web pages includes menus, so they are not compared."""
    return int(row["checked"].get("words", 0)) if row["kind"] in ("epub", "odt", "md", "txt") else 0


def _outcome(path: Path, password: str | None, process: ParserProcess) -> tuple[str, str, int]:
    """The outcome of one file, the reason, and the number of its words."""
    try:
        data = path.read_bytes()
        document = parse_safely(
            Source(data, path.name, str(path), password=password), process=process
        )
    except NoText as error:
        return "no_text_reported", str(error), 0
    except ParserKilled as error:
        return "crashed", str(error), 0
    except WhereinError as error:
        return "refused", str(error), 0
    except Exception as error:  # a crash is one of the measured outcomes
        return "crashed", f"{type(error).__name__}: {error}", 0
    return "added", "", document.words

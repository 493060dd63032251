"""Measures parsing of real files: which gave text, which gave an error, which crashed the parser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wherein.core.errors import DataMissing, NoText, ParserKilled, WhereinError
from wherein.documents.isolated import ParserProcess, parse_safely
from wherein.documents.source import Source

INDEX = Path("data/docs/INDEX.jsonl")
# Of the words that another library counted, at least this share must be there.
_FEWEST_WORDS = 0.5


def measure_documents(shared: Path) -> dict[str, Any]:
    """Read every file of the index and compare with what the index says of it.

    `added` counts files that gave text, `no_text_reported` those that have none and said so,
    `refused` others that were refused with a reason (passwords, damage, old formats), `crashed`
    those that took their parser down or raised anything but a WhereinError. `differs` lists each
    file whose outcome is not the one the index expects, with what happened instead. A file whose
    `has_text` is "unknown" may do either. Passwords that the index tells are given. DataMissing when the index is not there.
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
    """The words the index counted; of web pages it counted menus too, so those are not compared."""
    return int(row["checked"].get("words", 0)) if row["kind"] in ("epub", "odt", "md", "txt") else 0


def _outcome(path: Path, password: str | None, process: ParserProcess) -> tuple[str, str, int]:
    """What became of one file, the reason, and the number of its words."""
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
    except Exception as error:  # exactly what this measures
        return "crashed", f"{type(error).__name__}: {error}", 0
    return "added", "", document.words

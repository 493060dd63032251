"""Whether a change of the code changes what is answered: the JSON of 1,000 questions, recorded and compared.

    python tools/same_answers.py record before.jsonl       # in the old checkout's environment
    python tools/same_answers.py record after.jsonl        # in the new one's
    python tools/same_answers.py compare before.jsonl after.jsonl

The questions are the first thousand of `benchmarks/questions/training-pages`, each asked of its page in one
warm process: once with memory off, then the first hundred of the library of all pages. Times and ids are masked.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "benchmarks" / "questions" / "training-pages"
QUESTIONS = 1000
OF_THE_LIBRARY = 100
MASKED = re.compile(r"milliseconds|seconds|_ms$|^added$|^modified$|^asked$|^source$|^address$")
IDENTITY = re.compile(r"\b[0-9a-f]{12,64}\b")


def answers() -> Iterator[dict[str, Any]]:
    """One record a question: its id, where it was asked, and the JSON that every door prints."""
    from wherein import Engine
    from wherein.answering.options import Options
    from wherein.server.wire.json_form import result_json

    rows = [
        json.loads(line) for line in (FOLDER / "questions.jsonl").read_text("utf-8").splitlines()
    ]
    pages = {path.stem: path for path in (FOLDER / "pages").iterdir()}
    pages |= {path.name: path for path in (FOLDER / "pages").iterdir()}
    with tempfile.TemporaryDirectory() as home, Engine.open(home) as engine:
        engine.add(*sorted(set(pages.values())))
        for row in rows[:QUESTIONS]:
            result = engine.ask(row["question"], pages[row["page"]], Options(memory=False))
            yield {"id": row["id"], "of": "page", "result": masked(result_json(result))}
        for row in rows[:OF_THE_LIBRARY]:
            result = engine.ask(row["question"], None, Options(memory=False))
            yield {"id": row["id"], "of": "library", "result": masked(result_json(result))}


def masked(value: Any) -> Any:
    """The same value without times, dates of adding, and identities."""
    if isinstance(value, dict):
        return {
            IDENTITY.sub("ID", name): masked(inner)
            for name, inner in value.items()
            if not MASKED.search(name)
        }
    if isinstance(value, list):
        return [masked(inner) for inner in value]
    if isinstance(value, float):
        return round(value, 6)
    return IDENTITY.sub("ID", value) if isinstance(value, str) else value


def differences(one: Any, other: Any, at: str = "") -> Iterator[str]:
    """The paths at which two JSON values differ, list positions left out."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted({*one, *other}):
            if name not in one or name not in other:
                yield f"{at}.{name} is in one only"
            else:
                yield from differences(one[name], other[name], f"{at}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for left, right in zip(one, other, strict=True):
            yield from differences(left, right, f"{at}[]")
    elif one != other:
        yield at


def compare(before: Path, after: Path) -> int:
    """Print what differs and how often; the number of questions with another result."""
    one, other = (
        [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for path in (before, after)
    )
    if [(r["id"], r["of"]) for r in one] != [(r["id"], r["of"]) for r in other]:
        sys.exit("The two recordings hold different questions; record both with the same script.")
    places: Counter[str] = Counter()
    changed = []
    for left, right in zip(one, other, strict=True):
        found = set(differences(left["result"], right["result"]))
        places.update(found)
        if found:
            changed.append(left["id"])
    print(
        json.dumps(
            {
                "n": len(one),
                "changed": len(changed),
                "places": places.most_common(20),
                "first": changed[:10],
            },
            indent=1,
        )
    )
    return len(changed)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["record", "compare"])
    parser.add_argument("files", nargs="+", type=Path)
    chosen = parser.parse_args()
    if chosen.what == "compare":
        sys.exit(bool(compare(*chosen.files)))
    with chosen.files[0].open("w", encoding="utf-8") as out:
        for record in answers():
            out.write(json.dumps(record, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()

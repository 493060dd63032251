"""Writes the tables of docs/browser-reader.md from benchmarks/results: `python web/tools/doc_tables.py`. Measures nothing.

A table stands between `<!-- NAME -->` and `<!-- /NAME -->`; missing results appear as "not run".
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/browser-reader.md"
RESULTS = ROOT / "benchmarks/results"
KINDS = ("plain", "field", "hard", "absent", "vague", "typo")
WAYS = (
    ("satisfaction-extension", "the extension"),
    ("satisfaction-server", "with the server"),
    ("satisfaction-server-large", "with the server and `large`"),
    ("satisfaction", "the small reader alone"),
    ("satisfaction-engine", "all of Python's stages"),
    ("satisfaction-engine-large", "those with `large`"),
)


def result(name: str) -> dict[str, Any] | None:
    file = RESULTS / f"{name}.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else None


def rate(found: dict[str, Any]) -> str:
    low, high = found["interval"]
    return f"{100 * found['rate']:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def table(head: list[str], numeric_from: int, rows: list[list[str]]) -> str:
    line = ["---:" if at >= numeric_from else "---" for at in range(len(head))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, line, *rows))


def satisfaction() -> str:
    found = [(title, measured) for name, title in WAYS if (measured := result(name))]
    head = ["kind", "n", *(title for title, _ in found)]
    rows = []
    for kind in KINDS:
        own = [measured["kinds"][kind] for _, measured in found]
        rows.append([kind, str(own[0]["n"]), *map(rate, own)])
    for key, said in (
        ("satisfied", "all"),
        ("everyday", "plain, vague, hard and absent (the paper's everyday ones)"),
        ("answerable", "all that the page answers"),
    ):
        rows.append([said, str(found[0][1][key]["n"]), *(rate(one[key]) for _, one in found)])
    lost = [str(measured["typos"]["lost"]) for _, measured in found]
    number = str(found[0][1]["typos"]["n"])
    return table(
        head, 1, [*rows, ["typos lost that are satisfied when spelt right", number, *lost]]
    )


def marks() -> str:
    found = [(title, measured) for name, title in WAYS if (measured := result(name))]
    rows = []
    for title, measured in found:
        of_kind = [measured["kinds"][kind]["marks"] for kind in KINDS]
        every = measured["marks"]
        rows.append(
            [title, *(f"{own['right']} of {own['shown']}" for own in of_kind),
             f"{every['right']} of {every['shown']}, {100 * every['share']:.0f} %"]
        )  # fmt: skip
    return table(["marks right", *KINDS, "all"], 1, rows)


def causes() -> str:
    found = [
        (title, measured)
        for name, title in WAYS
        if (measured := result(name)) and measured["causes"]
    ]
    names = sorted({cause for _, measured in found for cause in measured["causes"]})
    rows = [
        [name, *(str(measured["causes"].get(name, 0)) for _, measured in found)] for name in names
    ]
    return table(["cause", *(title for title, _ in found)], 1, rows)


def speed() -> str:
    measured = result("browser-speed") or {"rows": [], "load": "", "processor": "", "cores": 0}
    by = {(row["tokens"], row["order"], row["threads"]): row for row in measured["rows"]}

    def said(tokens: int, order: str, threads: int, what: str) -> str:
        row = by.get((tokens, order, threads))
        return f"{row[what]:,}" if row and row[what] is not None else "not run"

    rows, ratios = [], []
    for tokens in sorted({row["tokens"] for row in measured["rows"]}):
        for order in ("likeliest first", "as it stands"):
            given = [
                said(tokens, order, threads, what)
                for threads in (1, 2)
                for what in ("first", "all")
            ]
            rows.append([f"{tokens:,}", order, *given])
        pair = [by.get((tokens, order, 1)) for order in ("as it stands", "likeliest first")]
        if all(pair):
            ratios.append(f"{pair[0]['first'] / pair[1]['first']:.0f} at {tokens:,} tokens")  # type: ignore[index]
    head = [
        "tokens",
        "order",
        "first answer",
        "whole page",
        "first, two threads",
        "whole, two threads",
    ]
    about = f"Measured on {measured['cores']} cores ({measured['processor']}); {measured['load']}."
    return f"{about}\n\n{table(head, 2, rows)}\n\nThe first answer comes sooner by a factor of {', '.join(ratios)}."


TABLES: dict[str, Callable[[], str]] = {
    "satisfaction": satisfaction,
    "marks": marks,
    "causes": causes,
    "speed": speed,
}


def main() -> None:
    text = PAGE.read_text("utf-8")
    for name, make in TABLES.items():
        made = f"<!-- {name} -->\n\n{make()}\n\n<!-- /{name} -->"
        text, count = re.subn(
            rf"<!-- {name} -->.*?<!-- /{name} -->", lambda _, made=made: made, text, flags=re.DOTALL
        )
        if count != 1:
            raise SystemExit(f"{PAGE.name} has no place for the table {name!r}.")
    PAGE.write_text(text, "utf-8")
    print(f"Wrote {', '.join(TABLES)} into {PAGE.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()

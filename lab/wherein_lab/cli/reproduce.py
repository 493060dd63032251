"""`wherein eval reproduce`: a paper's table beside our figures, measured here or as recorded."""

from __future__ import annotations

from typing import Any

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.core.errors import UsageError
from wherein_lab.checkout import CHECKOUT
from wherein_lab.conditions import Verdict, read_condition, replay
from wherein_lab.published import Table, read_tables, recorded_outputs

_BENCHMARKS = CHECKOUT / "benchmarks"


@click.command("reproduce")
@click.argument("names", metavar="[TABLE]...", nargs=-1)
@click.option("--recorded", is_flag=True, help="Show the recorded figures; measure nothing.")
@as_json
def reproduce(names: tuple[str, ...], recorded: bool, as_json: bool) -> int:
    """Measure what a TABLE of the papers shows, and print both. Without TABLE, list them.

    A table whose data is absent is skipped with one sentence; where data has changed or a measurement fails, the exit status is 1.
    """
    tables = read_tables(_BENCHMARKS / "published.yaml")
    unknown = [name for name in names if name not in tables]
    if unknown:
        raise UsageError(
            f"There is no table called {', '.join(unknown)}.", f"There are: {', '.join(tables)}."
        )
    done = [_shown(tables[name], recorded) for name in names or (tables if recorded else ())]
    if as_json:
        print_json({"tables": done or [{"table": name} for name in tables]})
    elif not done:
        for table in tables.values():
            say(f"{table.table:<16} {table.what}  ({table.paper})")
    else:
        for form in done:
            _say(form)
    return 1 if any(form["failed"] for form in done) else 0


def _shown(table: Table, recorded: bool) -> dict[str, Any]:
    """The form of a table: its rows with both figures, and a sentence for what is missing."""
    outputs = recorded_outputs(table, _BENCHMARKS / "results") if recorded else {}
    remarks: list[str] = []
    failed = False
    for name in () if recorded else table.conditions:
        condition = read_condition(_BENCHMARKS / "conditions" / f"{name}.yaml")
        say(f"{name}: about {condition.minutes:g} min", err=True)
        result = replay(condition)
        outputs[name] = result.output
        remarks.extend(result.remarks)
        failed = failed or (result.verdict is Verdict.FAILED and result.output is None)
    rows = [
        {"row": row.row, "published": row.published, "ours": row.ours(outputs)}
        for row in table.rows
    ]
    return {
        "table": table.table,
        "paper": table.paper,
        "what": table.what,
        "differs": table.differs,
        "rows": rows,
        "remarks": remarks,
        "failed": failed,
    }


def _say(form: dict[str, Any]) -> None:
    say(f"{form['what']} ({form['paper']})")
    widest = max((len(row["row"]) for row in form["rows"]), default=0)
    for row in form["rows"]:
        ours = "not measured" if row["ours"] is None else f"{row['ours']:.4g}"
        say(f"  {row['row']:<{widest}}  published {row['published']:>8.4g}  ours {ours:>8}")
    say(f"  {form['differs']}")
    for remark in form["remarks"]:
        say(f"  {remark}")

"""`wherein doctor`: prints the checks of this installation, and the next step for each problem. Checks nothing itself."""

from __future__ import annotations

from dataclasses import asdict

import click

from wherein.cli.options import as_json, engine
from wherein.cli.terminal.printing import print_json, say


@click.command("doctor")
@click.option(
    "--report",
    "reports",
    is_flag=True,
    help="Print what a maintainer needs, and nothing private, to put into a bug report.",
)
@as_json
def doctor_command(reports: bool, as_json: bool) -> int:
    """Check packages, models, the library and its indexes, and print the next step for each problem."""
    if reports:
        _print_report(as_json)
        return 0
    from wherein.answering.doctor.diagnosis import checks

    with engine() as kept:
        rows = checks(kept)
    good = all(row.ok or not row.needed for row in rows)
    if as_json:
        values = [{k: v for k, v in asdict(row).items() if v is not None} for row in rows]
        print_json({"ok": good, "checks": values})
    else:
        for row in rows:
            sign = "ok      " if row.ok else "optional" if not row.needed else "WRONG   "
            say(f"{sign}  {row.check:<22}  {row.found}")
            if row.do is not None:
                say(f"{'':34}{row.do}")
        say(
            "All that wherein needs is here; what is optional brings more."
            if good
            else "What is WRONG keeps wherein from working; the line below it says what to do."
        )
    return 0 if good else 1


def _print_report(as_json: bool) -> None:
    from wherein.answering.doctor.report import report
    from wherein.home.folder import Home

    printed = report(Home.choose())
    if as_json:
        print_json(printed)
        return
    for name, value in printed.items():
        if not isinstance(value, dict):
            say(f"{name}: {value}")
            continue
        say(f"{name}:")
        for key, one in value.items():
            say(f"  {key}: {one}")

"""`wherein watch FOLDER`: the library follows a folder until Ctrl-C."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from pathlib import Path

import click

from wherein.answering.library.adding import Failure
from wherein.answering.library.folder_events import FolderEvents
from wherein.answering.library.watching import Scan, least_pause_after, pause_after
from wherein.cli.options import FiniteRange, as_json, engine
from wherein.cli.terminal.printing import print_json, say, say_sentence
from wherein.cli.terminal.terminal import progress
from wherein.core.errors import SourceNotFound, StorageFull


@click.command("watch")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--every",
    type=FiniteRange(0.2, 86_400),
    default=5.0,
    show_default=True,
    help="Seconds between two scans of the folder, when the system tells of no change before.",
)
@click.option("--once", is_flag=True, help="Scan the folder once and exit.")
@as_json
def watch_command(folder: Path, every: float, once: bool, as_json: bool) -> None:
    """Add new files in FOLDER, and follow changes, moves and deletions of the files that were added this way.

    Documents that were added by hand are never touched. While FOLDER does not exist, nothing is removed. With --once, exits
    with 1 where a file could not be added.
    """
    changed = threading.Event()
    events = FolderEvents(folder.absolute(), changed.set)
    with engine() as home, closing(events):
        tell: Callable[[int, int, str], None] = _silent
        watch = home.watch(folder, lambda *done: tell(*done))
        first, missing = True, False
        told: set[tuple[str, str]] = set()
        while True:
            began = time.monotonic()
            if not once:
                events.start()
            changed.clear()
            try:
                with progress("Adding") if first else nullcontext(_silent) as tell:
                    scan = watch.scan()
                first = missing = False
            except (SourceNotFound, StorageFull) as error:
                if once:
                    raise
                if not missing:
                    say_sentence(f"wherein: {error}")
                missing = True
                events.close()
            else:
                if as_json and (scan.changed or once):
                    failed = [{"source": f.source, "reason": f.reason} for f in scan.failed]
                    print_json(
                        {"added": list(scan.added), "removed": list(scan.removed), "failed": failed}
                    )
                elif not as_json:
                    _tell_changes(scan)
                    _tell([f for f in scan.failed if (f.source, f.reason) not in told])
                    told = {(f.source, f.reason) for f in scan.failed}
                    if once and not (scan.changed or scan.failed):
                        say(f"Nothing is new in {folder}.")
            if once:
                if scan.failed:
                    raise click.exceptions.Exit(1)
                return
            took = time.monotonic() - began
            least = least_pause_after(took)
            time.sleep(least)
            changed.wait(pause_after(took, every) - least)


def _silent(done: int, of: int, source: str) -> None:
    """Show no progress. Only the first scan shows it, since it may add very many files."""


def _tell_changes(scan: Scan) -> None:
    """Print a line for each file that was added or removed."""
    for name in scan.added:
        say(f"added {name}")
    for name in scan.removed:
        say(f"removed {name}")


def _tell(failed: Sequence[Failure]) -> None:
    """Print the failures. Where more than two have the same reason, as on a full disk, print the first and how many more."""
    sources: dict[str, list[str]] = {}
    for failure in failed:
        sources.setdefault(failure.reason, []).append(failure.source)
    for reason, found in sources.items():
        more = f" (and {len(found) - 1:,} more files)" if len(found) > 2 else ""
        for source in found[:1] if more else found:
            say(f"{source}{more}: {reason}", err=True)

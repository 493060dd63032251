"""`wherein eval doors`, `eval page-doors` and `eval soak`: whether every door gives the same answers, and what a server bears."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress
from wherein.core.errors import UsageError

_SETS = ("squad/devset-A", "squad/adversarial-A", "squad/nq-A", "reading-ood")
_SEED = click.option(
    "--seed",
    type=int,
    default=33,
    show_default=True,
    help="The seed with which questions are drawn.",
)


@click.command("doors")
@click.option("--data", type=click.Path(path_type=Path), multiple=True,
              help="A SQuAD-format file to draw from; may be repeated.  [default: four of the shared data]")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), default=2000, show_default=True,
              help="The number of questions.")  # fmt: skip
@_SEED
@click.option("--at", "doors", multiple=True, metavar="DOOR",
              help="A door to compare with Python: http, openai, mcp, command_line, app.  [default: http, openai, mcp]")  # fmt: skip
@click.option("--journal", type=click.Path(path_type=Path, dir_okay=False),
              help="Keep each outcome in this file; after an interruption, the same command continues.")  # fmt: skip
@as_json
def doors(
    data: tuple[Path, ...],
    limit: int,
    seed: int,
    doors: tuple[str, ...],
    journal: Path | None,
    as_json: bool,
) -> None:
    """Ask each question in Python and at several doors; count where the first three answers are identical."""
    from wherein_lab.answering.door_clients import DOORS, SERVED
    from wherein_lab.answering.doors import measure
    from wherein_lab.data.shared_data import shared_path

    if unknown := [door for door in doors if door not in DOORS]:
        raise UsageError(f"There is no door {unknown[0]!r}.", f"There are: {', '.join(DOORS)}.")
    files = data or tuple(shared_path(f"data/{name}.json.gz") for name in _SETS)
    with progress("doors") as on_progress:
        figures = measure(
            files,
            limit,
            seed,
            doors or SERVED,
            lambda done, of: on_progress(done, of, "questions"),
            journal,
        )
    _print(figures, as_json)


@click.command("page-doors")
@click.option("--limit", type=click.IntRange(min=1), default=200, show_default=True,
              help="The number of questions.")  # fmt: skip
@_SEED
@as_json
def page_doors(limit: int, seed: int, as_json: bool) -> None:
    """Ask questions of whole pages in the extension's reader and in Python; count where the first answer is the same."""
    from wherein_lab.browser.page_doors import measure

    with progress("page-doors") as on_progress:
        figures = measure(limit, seed, lambda done, of: on_progress(done, of, "questions"))
    _print(figures, as_json)


@click.command("soak")
@click.option("--minutes", type=click.FloatRange(min=0.1), default=10.0, show_default=True,
              help="The length of the test, in minutes.")  # fmt: skip
@as_json
def soak(minutes: float, as_json: bool) -> None:
    """Let fifty people ask one server at once; throughput, times, errors, memory. Needs Linux's /proc."""
    from tempfile import TemporaryDirectory

    from wherein.core.errors import ServerError
    from wherein_lab.answering.soak import soak as ask

    if not Path("/proc/self/status").exists():
        raise ServerError("Memory is read from /proc, which is not here.", "Run it on Linux.")
    with TemporaryDirectory() as folder:
        figures = ask(Path(folder) / "home", minutes * 60).rows(minutes * 60)
    _print({"minutes": minutes, **figures}, as_json)


def _print(figures: dict[str, object], as_json: bool) -> None:
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        say(f"{name:<22} {value}")

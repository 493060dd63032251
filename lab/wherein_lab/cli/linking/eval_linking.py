"""`wherein eval linking`: links compared with gold titles."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress


@click.command("linking")
@click.option("--kb", "bases", multiple=True, required=True, metavar="NAME|FILE",
              help="The name of a base, or files to build one from; may be repeated.")  # fmt: skip
@click.option("--questions", required=True, type=click.Path(path_type=Path))
@click.option("--limit", type=click.IntRange(min=1), help="Ask a random sample of this size.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--part", type=click.Choice(["all", "tuning", "test"]), default="all", show_default=True,
              help="tuning is the half the linker was fitted on, test the other.")  # fmt: skip
@click.option(
    "--details", is_flag=True, help="Also report by spelling, capitals and number of candidates."
)
@click.option(
    "--absent",
    type=click.Path(path_type=Path),
    help="A file of titles, from which names that the base lacks are taken.",
)
@click.option("--judged", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="Judged links as JSON lines (question, title, right); reports their precision too.")  # fmt: skip
@as_json
def linking(
    bases: tuple[str, ...],
    questions: Path,
    limit: int | None,
    seed: int,
    part: str,
    details: bool,
    absent: Path | None,
    judged: Path | None,
    as_json: bool,
) -> None:
    """Measure the linker on questions with gold titles (fields `entities` or `entity`)."""
    from wherein.core.errors import UsageError
    from wherein.home.folder import Home
    from wherein.knowledge.building import installed_bases
    from wherein.knowledge.store import InstalledBase
    from wherein.linking.logit import LogitLinker
    from wherein_lab.linking.linking import (
        base_of_files,
        measure_linking,
        part_of,
        read_questions,
        sampled,
    )
    from wherein_lab.linking.linking_details import details as measure_details
    from wherein_lab.linking.linking_details import judged_precision, read_titles, read_verdicts

    home = Home.choose()
    every = [one for one in read_questions(questions) if part in ("all", part_of(one.id))]
    asked = sampled(every, limit, seed)
    names = installed_bases(home.knowledge)
    files = [Path(given) for given in bases if given not in names]
    for file in files:
        if not file.exists():
            raise UsageError(
                f"{file} is neither a knowledge base nor a file.", "See: wherein kb list"
            )
    opened = [InstalledBase(home.knowledge / given) for given in bases if given in names]
    if files:
        with progress("Building a base") as on_progress:
            opened.append(
                base_of_files(
                    files, home.evaluation, lambda done, of, what: on_progress(done, of or 0, what)
                )
            )
    linker = LogitLinker(opened)
    began = time.process_time()
    row: dict[str, Any] = {**measure_linking(asked, linker, opened)}
    spent = time.process_time() - began
    if details:
        titles = read_titles(absent) if absent is not None else ()
        row["details"] = measure_details(asked, linker, opened[0], titles, seed)
        row["details"]["processor_milliseconds"] = round(1000 * spent / max(1, len(asked)), 3)
    if judged is not None:
        row["judged"] = judged_precision(read_verdicts(judged), linker)
    for base in opened:
        base.close()
    if as_json:
        print_json(row)
        return
    for key, value in row.items():
        say(f"{key:<28} {value}")

"""`wherein eval linking`: links compared with the titles that questions are about."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal import print_json, progress


@click.command("linking")
@click.option("--kb", "bases", multiple=True, required=True, metavar="NAME|FILE",
              help="A base by name, or files one is built of; may be repeated.")  # fmt: skip
@click.option("--questions", required=True, type=click.Path(path_type=Path))
@click.option("--limit", type=click.IntRange(min=1), help="Ask a random sample of so many.")
@click.option("--seed", type=int, default=0, show_default=True)
@as_json
def linking(
    bases: tuple[str, ...], questions: Path, limit: int | None, seed: int, as_json: bool
) -> None:
    """Measure the linker on questions with gold titles (`entities` or `entity`)."""
    from wherein.core.errors import UsageError
    from wherein.evaluation.linking import (
        base_of_files,
        measure_linking,
        read_questions,
        sampled,
    )
    from wherein.knowledge.building import installed
    from wherein.knowledge.store import InstalledBase
    from wherein.library.home import Home
    from wherein.linking.logit import LogitLinker

    home = Home.choose()
    asked = sampled(read_questions(questions), limit, seed)
    names = installed(home.knowledge)
    files = [Path(given) for given in bases if given not in names]
    for file in files:
        if not file.exists():
            raise UsageError(
                f"{file} is neither a knowledge base nor a file.", "See: wherein kb list"
            )
    opened = [InstalledBase(home.knowledge / given) for given in bases if given in names]
    if files:
        with progress("Building a base") as told:
            opened.append(
                base_of_files(
                    files, home.evaluation, lambda done, of, what: told(done, of or 0, what)
                )
            )
    row = measure_linking(asked, LogitLinker(opened), opened)
    for base in opened:
        base.close()
    if as_json:
        print_json(row)
        return
    for key, value in row.items():
        click.echo(f"{key:<28} {value}")

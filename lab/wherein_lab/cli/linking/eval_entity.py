"""`wherein eval entity`: retrieval by linked entities, compared with words and vectors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wherein.knowledge.store import InstalledBase
    from wherein_lab.linking.entity_bench import Bench, Thinned


def sets_of(names: str) -> list[str]:
    """Parse "a,b,c" as names of sets. Raises UsageError."""
    from wherein.core.errors import UsageError
    from wherein_lab.linking.entity_bench import SETS

    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in SETS:
            raise UsageError(f"There is no set {name!r}.", f"Choose among {', '.join(SETS)}.")
    return wanted


def openings_base(folder: Path) -> InstalledBase:
    """The base of all shared article openings, built if there is none yet, with progress shown."""
    from wherein.home.folder import Home
    from wherein_lab.linking.entity_bench import OPENINGS
    from wherein_lab.linking.linking import base_of_files

    with progress("Building a base") as on_progress:
        return base_of_files(
            [folder / name for name in OPENINGS],
            Home.choose().evaluation,
            lambda done, of, what: on_progress(done, of or 0, what),
        )


def with_encoders(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options `--encoders` and `--no-dense`, which choose the encoders of dense retrieval."""
    command = click.option("--no-dense", is_flag=True, help="Leave out dense retrieval.")(command)
    return click.option(
        "--encoders",
        default="static",
        show_default=True,
        help="Encoders for dense retrieval, with commas between: static, minilm-l6.",
    )(command)


def names_in(encoders: str, no_dense: bool) -> list[str]:
    """Parse "a,b" as names of encoders; `no_dense` gives none."""
    return [] if no_dense else [name.strip() for name in encoders.split(",")]


def opened_bench(
    folder: Path, encoders: Sequence[str], whole: bool, thin: Thinned | None = None
) -> Bench:
    """Open the bench over the shared data, with progress shown."""
    from wherein.home.folder import Home
    from wherein_lab.linking.entity_bench import open_bench

    with progress("Building a base") as on_progress:
        return open_bench(
            folder,
            Home.choose().evaluation,
            encoders,
            whole,
            lambda done, of, what: on_progress(done, of or 0, what),
            thin,
        )


@click.command("entity")
@click.option(
    "--set",
    "names",
    default="eq,eq_tail,fqa,lcquad",
    show_default=True,
    help="Names of sets, with commas between.",
)
@click.option("--part", type=click.Choice(["all", "tuning", "test"]), default="test",
              show_default=True, help="tuning is the half the linker was fitted on, test the other.")  # fmt: skip
@click.option("--methods", help="Only these methods, with commas between.")
@click.option("--openings-only", is_flag=True, help="Search only the openings of articles.")
@with_encoders
@click.option(
    "--weight", type=float, help="The weight of the link in the fusion, instead of the shipped one."
)
@click.option(
    "--power", type=float, help="The power of the link's probability, instead of the shipped one."
)
@click.option("--read", type=click.IntRange(min=0), default=0, show_default=True,
              help="Also read answers in each method's passages, for this many questions per set.")  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(min=1), help="Ask a random sample of this size from each set."
)
@click.option("--seed", type=int, default=0, show_default=True)
@as_json
def entity(
    names: str,
    part: str,
    methods: str | None,
    openings_only: bool,
    encoders: str,
    no_dense: bool,
    weight: float | None,
    power: float | None,
    read: int,
    limit: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Compare entity retrieval with BM25 and dense retrieval on the paper's questions."""
    from wherein.retrieval.by_words.entity import LINK_POWER, LINK_WEIGHT
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.linking.entity_bench import chosen, measure_set

    wanted = sets_of(names)
    folder = shared_path("data/entity")
    bench = opened_bench(folder, names_in(encoders, no_dense), not openings_only)
    only = [name.strip() for name in methods.split(",")] if methods else None
    sets = {
        name: measure_set(
            bench,
            chosen(folder, name, part, limit, seed),
            only,
            LINK_WEIGHT if weight is None else weight,
            LINK_POWER if power is None else power,
            read=read,
            seed=seed,
        )
        for name in wanted
    }
    row = {
        "passages": len(bench.corpus.passages),
        "whole_articles": len(bench.corpus.whole),
        "part": part,
        "sets": sets,
    }
    if as_json:
        print_json(row)
        return
    for name, measured in sets.items():
        say(f"{name}: {measured['n']} questions, {measured['in_base']} of them in the base")
        for method, figures in measured.get("by_title", {}).items():
            shown = "  ".join(f"{key} {value:.3f}" for key, value in figures.items())
            say(f"  {method:<22} {shown}")
        if "fused_minus_bm25" in measured:
            mean, low, high = measured["fused_minus_bm25"]
            say(f"  fused - bm25, nDCG@5: {mean:+.4f} [{low:+.4f}, {high:+.4f}]")


@click.command("entity-answers")
@click.option("--file", type=click.Path(path_type=Path, exists=True, dir_okay=False),
              default=Path("benchmarks/questions/entity/vital.jsonl"), show_default=True)  # fmt: skip
@click.option("--half", type=click.Choice(["tuning", "test"]), default="test", show_default=True,
              help="tuning is the half that the rules were chosen on, test the other.")  # fmt: skip
@as_json
def entity_answers(file: Path, half: str, as_json: bool) -> None:
    """Ask about articles of the base `vital`, which does not answer half of the questions; count wrong answers."""
    from tempfile import TemporaryDirectory

    from wherein.answering.articles.bases import VITAL, vital_leads
    from wherein.answering.engine import Engine
    from wherein_lab.linking.entity_answers import ask_all, counted, read_questions, with_base

    questions = [one for one in read_questions(file) if one.half == half]
    with TemporaryDirectory(prefix="wherein-") as folder, progress("Asking") as on_progress:
        with Engine.open() as own:
            vital = vital_leads(own.assets)
        with_base(Path(folder), VITAL, vital, on_progress)
        with Engine.open(folder) as engine:
            figures = counted(list(ask_all(engine, questions, on_progress)))
    if as_json:
        print_json(figures)
        return
    for name in ("stated", "unstated"):
        said = ", ".join(f"{key} {value}" for key, value in figures[name].items())
        say(f"{name:<9} {said}")

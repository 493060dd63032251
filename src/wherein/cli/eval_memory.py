"""`wherein eval memory` and `wherein eval typing`: question pairs and slips measured."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal import print_json
from wherein.core.errors import UsageError


@click.command("memory")
@click.option(
    "--data", type=click.Path(path_type=Path), required=True, help="Pairs, tab-separated."
)
@click.option("--part", type=click.Choice(["all", "tuning", "report"]), default="all", show_default=True,
              help="All pairs, or one half: alternate couples of lines.")  # fmt: skip
@click.option("--encoder", default="static", show_default=True, help="static or minilm-l6.")
@click.option("--least", type=float, help="Another similarity than the policy's own.")
@click.option("--served", is_flag=True, help="List the pairs labelled different that are served.")
@as_json
def memory(
    data: Path, part: str, encoder: str, least: float | None, served: bool, as_json: bool
) -> None:
    """Measure the near policy on question pairs (label or score, q1, q2)."""
    from wherein.evaluation import memory as measured
    from wherein.evaluation.encoders import ENCODERS
    from wherein.memory.dictionary import english
    from wherein.memory.near import LEAST_SIMILARITY, NearPolicy

    pairs = measured.read_pairs(data)
    if part != "all":
        # By couples, since some files alternate between same and different.
        pairs = [pair for n, pair in enumerate(pairs) if (n // 2) % 2 == (part == "report")]
    policy = NearPolicy(english(), LEAST_SIMILARITY if least is None else least)
    if encoder not in ENCODERS:
        raise UsageError(
            f"There is no encoder {encoder!r}.", f"Choose among {', '.join(ENCODERS)}."
        )
    made = ENCODERS[encoder]()
    row = measured.as_row(measured.measure_pairs(pairs, made, policy))
    if served:
        row["served_though_different"] = [
            {"q1": pair.one, "q2": pair.other, "similarity": round(similarity, 4)}
            for pair, similarity in measured.served(pairs, made, policy)
            if not pair.same
        ]
    _print(row, as_json)


@click.command("typing")
@click.option("--data", type=click.Path(path_type=Path), required=True,
              help="Lines `right: wrong wrong …`, or two questions parted by a tab: wrong, right.")  # fmt: skip
@click.option("--page", metavar="DOC", help="A document whose words are known too.")
@as_json
def typing(data: Path, page: str | None, as_json: bool) -> None:
    """Measure the correction of slips, and of what was right."""
    from wherein.evaluation import memory as measured
    from wherein.memory.dictionary import english
    from wherein.memory.spelling import Speller

    text = ""
    if page is not None:
        from wherein.cli.options import engine

        with engine() as asked:
            text = asked.document(page).text
    slips = measured.read_slips(data)
    _print(measured.as_row(measured.measure_typing(slips, Speller(english(), text))), as_json)


def _print(row: dict[str, object], as_json: bool) -> None:
    if as_json:
        print_json(row)
        return
    for key, value in row.items():
        click.echo(f"{key:<28} {value}")

"""`wherein eval entity-curves` and `entity-generation`: the entity retrieval paper's figures and tables."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress
from wherein_lab.cli.linking.eval_entity import (
    names_in,
    opened_bench,
    openings_base,
    sets_of,
    with_encoders,
)


@click.command("entity-curves")
@click.option(
    "--set",
    "names",
    default="eq,fqa",
    show_default=True,
    help="Names of sets, with commas between.",
)
@click.option(
    "--part", type=click.Choice(["all", "tuning", "test"]), default="test", show_default=True
)
@with_encoders
@click.option("--thin", type=click.IntRange(min=1),
              help="Search only this many passages: the gold articles, and others drawn at random.")  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(min=1), help="Ask a random sample of this size from each set."
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--plots", type=click.Path(path_type=Path, file_okay=False, exists=True),
              help="Draw the curves into this folder.")  # fmt: skip
@as_json
def entity_curves(
    names: str, part: str, encoders: str, no_dense: bool, thin: int | None, limit: int | None, seed: int,
    plots: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Measure nDCG@k, Success@k and MRR by answer, as in the paper's figures 2 and 3 and table 1."""
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.linking.entity import links_of
    from wherein_lab.linking.entity_bench import Thinned, chosen, soft_linker
    from wherein_lab.linking.entity_curves import LONG, SHORT, curves, draw, openings, recorded

    folder = shared_path("data/entity")
    wanted = sets_of(names)
    left = None
    if thin is not None:
        asked = [one for name in wanted for one in chosen(folder, name, part, limit, seed)]
        left = Thinned(tuple(sorted({title for one in asked for title in one.titles})), thin, seed)
    bench = opened_bench(folder, names_in(encoders, no_dense), True, left)
    link = soft_linker(bench.base)
    links = links_of(bench.base, link)
    found = {}
    for name in wanted:
        posed = [
            one for one in chosen(folder, name, part, limit, seed) if one.answers and not one.yes_no
        ]
        given = {
            key: of
            for key, of in links.items()
            if key != "SpEL" or any(one.spel is not None for one in posed)
        }
        every = {key: of for key, of in bench.methods(link).items() if not key.endswith("100w")}
        inside = [one for one in posed if any(bench.base.number(t) is not None for t in one.titles)]
        whole = [one for one in inside if any(t in bench.corpus.whole for t in one.titles)]
        row = curves({**every, **openings(given, bench.corpus, SHORT)}, inside)
        row["whole"] = curves({**every, **openings(given, bench.corpus, (*SHORT, *LONG))}, whole)
        if (folder / f"{name}_recorded.jsonl.gz").exists():
            row["recorded"] = recorded(folder, name, inside)
        if plots is not None and inside:
            row["plots"] = draw(plots, name, row["whole"] if len(whole) > len(inside) / 2 else row)
        for report in (row, row["whole"]):
            del report["drawn"]
        found[name] = row
    if as_json:
        print_json({"part": part, "passages": len(bench.corpus.passages), "sets": found})
        return
    for name, row in found.items():
        for title, report in ((name, row), (f"{name}, whole articles", row["whole"])):
            say(f"{title}: {report['n']} questions")
            for method, figures in report["methods"].items():
                shown = "  ".join(f"{key} {value:.3f}" for key, value in figures.items())
                say(f"  {method:<22} {shown}")


@click.command("entity-generation")
@click.option(
    "--set",
    "names",
    default="eq,fqa",
    show_default=True,
    help="Names of sets, with commas between.",
)
@click.option(
    "--part", type=click.Choice(["all", "tuning", "test"]), default="test", show_default=True
)
@click.option("--model", required=True, help="A name in `wherein models list`, or a .gguf file.")
@click.option(
    "--methods",
    default="bm25,entity oracle 100w,entity linked 100w,entity SpEL 100w,fused",
    show_default=True,
    help="Methods to compare with the closed book, with commas between.",
)
@click.option("--passages", type=click.IntRange(min=1), default=4, show_default=True,
              help="Passages of each method in the prompt.")  # fmt: skip
@click.option("--decide", is_flag=True, help="Ask the yes/no questions, with replies of one token.")
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--batched", is_flag=True,
              help="Reply to many prompts at once in bfloat16, with PyTorch, transformers, gguf and accelerate.")  # fmt: skip
@click.option("--others", default="",
              help="Retrievers to compare beside the methods, with commas between: keyword, kar-static.")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), default=25, show_default=True)
@click.option(
    "--seeds",
    default="0,1",
    show_default=True,
    help="Seeds, with commas between: one sample for each, and one of all together.",
)
@with_encoders
@click.option("--keep", type=click.Path(path_type=Path, dir_okay=False),
              help="Append replies to this file, and reuse those that it has.")  # fmt: skip
@as_json
def entity_generation(
    names: str, part: str, model: str, methods: str, passages: int, decide: bool, threads: int,
    batched: bool, others: str, limit: int, seeds: str, encoders: str, no_dense: bool, keep: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Measure a language model's answers without passages and with those of each method (tables 2 and 4)."""
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.linking.entity_bench import chosen, soft_linker, with_retrievers
    from wherein_lab.linking.entity_generation import asked_of, generate, recorded_replies
    from wherein_lab.linking.repliers import open_replier

    folder = shared_path("data/entity")
    bench = opened_bench(folder, names_in(encoders, no_dense), True)
    if others:
        folder_of_others = click.get_current_context().with_resource(TemporaryDirectory())
        bench = with_retrievers(bench, names_in(others, False), Path(folder_of_others))
    every = bench.methods(soft_linker(bench.base))
    wanted = [*(name.strip() for name in methods.split(",")), *bench.dense]
    drawn = [int(seed) for seed in seeds.split(",")]
    opened = open_replier(model, threads, batched)
    found = {}
    for name in sets_of(names):
        posed = [
            one
            for one in chosen(folder, name, part, None, 0)
            if any(bench.base.number(title) is not None for title in one.titles)
        ]
        recorded = any(one.spel is not None for one in posed)
        only = {name: every[name] for name in wanted if recorded or "SpEL" not in name}
        samples = {seed: asked_of(posed, decide, limit, seed) for seed in drawn}
        with progress(f"Asking {model}") as on_progress:
            found[name] = generate(opened, only, samples, decide, passages, keep, on_progress)
        pooled = {one.id: one for asked in samples.values() for one in asked}
        found[name]["recorded"] = recorded_replies(folder, name, list(pooled.values()), decide)
    if as_json:
        print_json({"part": part, "sets": found})
        return
    for name, row in found.items():
        for label, sample in row["samples"].items():
            say(f"{name}, sample {label}: {sample['n']} questions")
            for method, figures in sample["methods"].items():
                say(f"  {method:<22} {figures}")


@click.command("entity-cost")
@click.option("--set", "name", default="fqa", show_default=True)
@click.option("--processes", type=click.IntRange(1, 64), default=2, show_default=True)
@as_json
def entity_cost(name: str, processes: int, as_json: bool) -> None:
    """Measure time, disk and peak memory of retrieving the contexts of a set's questions, end to end (table 5)."""
    from wherein.home.folder import Home
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.linking.entity import read_posed
    from wherein_lab.linking.entity_cost import measure_cost

    folder = shared_path("data/entity")
    base = openings_base(folder)
    row = measure_cost(
        Home.choose().evaluation / base.name,
        [one.question for one in read_posed(folder, sets_of(name)[0])],
        processes,
    )
    if as_json:
        print_json(row)
        return
    for key, value in row.items():
        say(f"{key:<20} {value}")

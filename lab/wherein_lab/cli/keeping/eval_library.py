"""`wherein eval library`: questions put to a whole library of some hundred documents."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress


@click.command("library")
@click.option("--documents", type=click.Path(path_type=Path, exists=True), multiple=True,
              help="A further file or folder to add; may be repeated.")  # fmt: skip
@click.option("--reader", type=click.Choice(("small", "large")), default="small", show_default=True,
              help="The largest reader to use.")  # fmt: skip
@click.option("--timed", type=click.IntRange(min=0), default=0, show_default=True,
              help="The number of questions to answer and time.")  # fmt: skip
@as_json
def library(documents: tuple[Path, ...], reader: str, timed: int, as_json: bool) -> None:
    """Measure how often the right passage is among those that are read, and how long answers take."""
    from wherein_lab.fresh_home import open_with
    from wherein_lab.retrieval.library import fill, measure, stand_alone, unpack

    with tempfile.TemporaryDirectory(prefix="wherein-library-") as folder:
        questions = stand_alone()
        got = ["large"] if reader == "large" else []
        with open_with(Path(folder) / "home", got) as engine, progress("library") as on_progress:
            on_progress(0, None, "documents are added")
            by_file = fill(engine, [*unpack(Path(folder) / "documents"), *documents])
            row = measure(
                engine,
                questions,
                by_file,
                timed,
                lambda done, of: on_progress(done, of, "questions"),
            )
    if as_json:
        print_json(row)
        return
    low, high = row["recall_interval"]
    say(f"{row['documents']} documents, {row['words']:,} words")
    say(
        f"right passage among {row['read']}: {row['recall']:.1%} [{low:.1%}, {high:.1%}] of {row['n']} questions"
    )
    for name, figures in row["times"].items():
        if isinstance(figures, dict):
            say(
                f"{name.replace('_', ' ')}: median {figures['median']:.0f} ms, 95 % {figures['p95']:.0f} ms, n {figures['n']}"
            )


@click.command("library-answers")
@click.option("--documents", type=click.IntRange(min=1),
              help="About how many documents the library has; by default all of the data. Beyond these, short texts join them.")  # fmt: skip
@click.option("--libraries", type=click.IntRange(min=1), default=1, show_default=True,
              help="How many random libraries are made. The questions are shared out among them.")  # fmt: skip
@click.option("--questions", type=click.IntRange(min=1), default=300, show_default=True,
              help="The most questions to ask.")  # fmt: skip
@click.option("--reader", type=click.Choice(("small", "large")), default="small", show_default=True,
              help="The largest reader to use.")  # fmt: skip
@click.option("--half", type=click.Choice(("fit", "tell")),
              help="Only the questions of this half of the documents: what is fitted is fitted on the first.")  # fmt: skip
@click.option("--absent/--no-absent", default=True, show_default=True,
              help="Also ask each question of the library without its document.")  # fmt: skip
@click.option("--per-question", is_flag=True, help="Also print the answers to each question.")
@as_json
def library_answers(
    documents: int | None,
    libraries: int,
    questions: int,
    reader: str,
    half: str | None,
    absent: bool,
    per_question: bool,
    as_json: bool,
) -> None:
    """Ask questions of their document alone and then of a whole library; say where the lost answers are lost.

    Each question is also asked of the library without its document, where it should be refused.
    """
    from wherein_lab.pages.library_answers import Plan, figures, row_json, run

    plan = Plan(documents, libraries, questions, reader, half, absent)
    with progress("library-answers") as on_progress:
        sizes, rows = run(plan, on_progress)
    found = {**sizes, **figures(rows)}
    if per_question:
        found["questions"] = [row_json(row) for row in rows]
    if as_json:
        print_json(found)
        return
    kept = found["rightly_alone"]
    say(
        f"{found['documents']} documents, {found['n']} questions, {kept['n']} of them answered rightly alone"
    )
    for name in ("kept", "in_three", "refused", "wrong"):
        low, high = kept[name]["interval"]
        say(f"{name.replace('_', ' ')}: {kept[name]['share']:.1%} [{low:.1%}, {high:.1%}]")
    for name, count in kept["lost"].items():
        say(f"lost, {name.replace('_', ' ')}: {count}")
    without = found["without_the_document"]
    if without["n"]:
        say(f"without the document, refused: {without['refused']['share']:.1%} of {without['n']}")


@click.command("together")
@click.option("--questions", type=click.IntRange(min=1), default=300, show_default=True,
              help="The number of questions to ask of the base, and of the library.")  # fmt: skip
@as_json
def together(questions: int, as_json: bool) -> None:
    """Count the first answers of a base that change when a library is added, and those of a library when a base is added."""
    from wherein_lab.retrieval.together import measure

    with (
        tempfile.TemporaryDirectory(prefix="wherein-together-") as folder,
        progress("together") as on_progress,
    ):
        row = measure(Path(folder), questions, on_progress)
    if as_json:
        print_json(row)
        return
    for collection, changes in (
        ("base", ("changed_by_5", "changed_by_many")),
        ("library", ("changed_by_base",)),
    ):
        for name in changes:
            of = row[collection][name]
            say(
                f"{collection}, {name.replace('_', ' ')}: {of['replaced']} of"
                f" {row[collection]['answered']} first answers replaced, {of['came']} new ones"
            )

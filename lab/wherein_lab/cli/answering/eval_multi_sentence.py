"""`wherein eval several`: questions that ask for several things, on tagged texts and mixed paragraphs."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say

FOLDER = Path("benchmarks/questions/several")


@click.command("several")
@click.option("--folder", type=click.Path(path_type=Path), default=FOLDER, show_default=True)
@click.option(
    "--limit", type=click.IntRange(1, 100), help="The most sentences of an answer.  [default: 8]"
)
@click.option(
    "--mixed",
    is_flag=True,
    help="Also measure the selector on mixed paragraphs of the shared data.",
)
@as_json
def several(folder: Path, limit: int | None, mixed: bool, as_json: bool) -> None:
    """Measure multi-sentence answers: coverage of the listed facts and share of sentences on topic."""
    from wherein.reading.topic_sentences import TopicSentences
    from wherein_lab.answering.multi_sentence import measure, measure_mixtures
    from wherein_lab.registry.encoders import static_encoder

    figures = measure(folder, limit)
    if mixed:
        figures["mixed"] = measure_mixtures(TopicSentences(static_encoder), limit or 8)
    if as_json:
        print_json(figures)
        return
    for name, row in figures.items():
        say(f"{name:<12} {row}")


@click.command("versions")
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    default=Path("benchmarks/questions/versions.txt"),
    show_default=True,
)
@as_json
def versions(file: Path, as_json: bool) -> None:
    """Measure the order of contradicting answers, with and without --since and --until, on two versions of documents."""
    from wherein_lab.answering.versions import measure

    figures = measure(file)
    if as_json:
        print_json(figures)
        return
    for name, row in figures.items():
        say(f"{name:<12} {row}")

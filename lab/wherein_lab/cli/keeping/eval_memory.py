"""The measurements of the memory: question pairs, the same question again, typos, load and size."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.core.errors import UsageError

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder


@click.command("memory")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    required=True,
    help="Pairs of questions, tab-separated.",
)
@click.option("--part", type=click.Choice(["all", "tuning", "test"]), default="all", show_default=True,
              help="All pairs, or one of two halves: lines alternate in twos.")  # fmt: skip
@click.option(
    "--encoder",
    default="static",
    show_default=True,
    help="The encoder of the questions: static or minilm-l6.",
)
@click.option("--edited", is_flag=True, help="Put one random typo into each first question.")
@click.option(
    "--mended",
    is_flag=True,
    help="Also search with the spelling corrected, as the search for similar questions does.",
)
@click.option(
    "--reranked",
    help="The encoder that reranks the first 50, as in the search for similar questions: minilm-l6.",
)
@click.option("--curve", is_flag=True, help="Also report true and false hits by similarity.")
@click.option("--limit", type=click.IntRange(1), help="Only this many pairs, from the first.")
@as_json
def memory(
    data: Path,
    part: str,
    encoder: str,
    edited: bool,
    mended: bool,
    reranked: str | None,
    curve: bool,
    limit: int | None,
    as_json: bool,
) -> None:
    """Measure how well requests and vectors recognise pairs of paraphrases (columns: label or score, q1, q2)."""
    from wherein.questions.spelling.spelling import Speller
    from wherein.questions.words.dictionary import english
    from wherein_lab.memory import memory as measured

    pairs = measured.read_pairs(data)
    if part != "all":
        # In twos, since some files alternate between same and different.
        pairs = [pair for n, pair in enumerate(pairs) if (n // 2) % 2 == (part == "test")]
    pairs = pairs[:limit]
    if edited:
        pairs = measured.with_typos(pairs)
    made = _encoder(encoder)
    better = None if reranked is None else _encoder(reranked)
    speller = Speller(english()) if mended else None
    row = measured.as_row(measured.measure_pairs(pairs, made, speller, better))
    if not curve:
        del row["curve"]
    _print(row, as_json)


@click.command("typing")
@click.option("--data", type=click.Path(path_type=Path), required=True,
              help="Lines `right: wrong wrong …`, or two questions separated by a tab: wrong, right.")  # fmt: skip
@click.option("--page", metavar="DOC", help="A document whose words count as correct.")
@as_json
def typing(data: Path, page: str | None, as_json: bool) -> None:
    """Measure spelling correction: how many misspelt texts it corrects and how many correct ones it changes."""
    from wherein.questions.spelling.spelling import Speller
    from wherein.questions.words.dictionary import english
    from wherein_lab.memory import memory as measured

    text = ""
    if page is not None:
        from wherein.cli.options import engine

        with engine() as asked:
            text = asked.document(page).text
    slips = measured.read_typos(data)
    _print(measured.as_row(measured.measure_typing(slips, Speller(english(), text))), as_json)


def _encoder(name: str) -> Encoder:
    from wherein_lab.registry.encoders import ENCODERS

    if name not in ENCODERS:
        raise UsageError(f"There is no encoder {name!r}.", f"Choose among {', '.join(ENCODERS)}.")
    return ENCODERS[name]()


def _print(row: dict[str, object], as_json: bool) -> None:
    if as_json:
        print_json(row)
        return
    for key, value in row.items():
        say(f"{key:<28} {value}")


@click.command("edited-questions")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    required=True,
    help="A SQuAD-format file, .json or .json.gz.",
)
@click.option("--limit", type=click.IntRange(1), default=200, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--paragraphs",
    type=click.IntRange(1),
    help="Ask pages of this many paragraphs instead of whole articles.",
)
@as_json
def edited_questions(
    data: Path, limit: int, seed: int, paragraphs: int | None, as_json: bool
) -> None:
    """Ask questions of whole pages, as they are and with one typo, as a person would ask them."""
    import tempfile

    from wherein.answering.engine import Engine
    from wherein.cli.terminal.terminal import progress
    from wherein_lab.data.squad_file import read_squad
    from wherein_lab.reading.typo_robustness import evaluate

    file = read_squad(data)
    with (
        tempfile.TemporaryDirectory() as scratch,
        Engine.open(scratch) as engine,
        progress("Asking") as on_progress,
    ):
        row = evaluate(
            engine, file, limit, seed, lambda done, of: on_progress(done, of, ""), paragraphs
        )
    _print(row, as_json)


@click.command("memory-load")
@click.option("--questions", type=click.IntRange(1), default=1_000_000, show_default=True)
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Keep the home in this folder, and reuse an existing one.",
)
@click.option("--seconds", type=click.FloatRange(1), default=30.0, show_default=True)
@as_json
def memory_load(questions: int, folder: Path | None, seconds: float, as_json: bool) -> None:
    """Serve a memory of the given number of questions, and time 50 clients that each ask once a second."""
    import tempfile

    from wherein_lab.memory.memory_load import as_row, measure_load
    from wherein_lab.registry.encoders import static_encoder

    with tempfile.TemporaryDirectory() as scratch:
        home = folder or Path(scratch)
        _print(as_row(measure_load(home, questions, static_encoder(), seconds)), as_json)


@click.command("memory-scale")
@click.option("--questions", type=click.IntRange(1), default=1_000_000, show_default=True)
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Keep the memory in this folder, and reuse an existing one.",
)
@as_json
def memory_scale(questions: int, folder: Path | None, as_json: bool) -> None:
    """Make a memory of the given number of questions, and time exact hits, popular and similar questions."""
    import tempfile

    from wherein_lab.memory.memory_scale import as_row, measure_scale
    from wherein_lab.registry.encoders import static_encoder

    with tempfile.TemporaryDirectory() as scratch:
        _print(as_row(measure_scale(folder or Path(scratch), questions, static_encoder())), as_json)


@click.command("memory-pairs")
@click.option("--data", type=click.Path(path_type=Path), required=True,
              help="JSON lines, each with text, first (a question), second (one worded like it) and second_has (its answer).")  # fmt: skip
@as_json
def memory_pairs(data: Path, as_json: bool) -> None:
    """Ask two questions that are worded alike, and count the second ones that memory answers wrongly."""
    import tempfile
    from dataclasses import asdict

    from wherein.answering.engine import Engine
    from wherein.cli.terminal.terminal import progress
    from wherein_lab.memory.same_question import measure_pairs, read_pairs

    pairs = read_pairs(data)
    with (
        tempfile.TemporaryDirectory() as scratch,
        Engine.open(scratch) as engine,
        progress("Asking") as on_progress,
    ):
        figures = measure_pairs(engine, pairs, lambda done, of: on_progress(done, of, ""))
    _print(asdict(figures), as_json)


@click.command("memory-revisits")
@as_json
def memory_revisits(as_json: bool) -> None:
    """Change the counters and times in saved web pages as a later visit would, and count how many answers memory still serves."""
    from dataclasses import asdict

    from wherein.cli.terminal.terminal import progress
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.memory.same_question import measure_revisits, saved_pages

    archives = ("pages/pages.tar.xz", "readability/test-pages.tar.xz")
    pages = list(saved_pages([shared_path(f"data/webpages/{name}") for name in archives]))
    with progress("Parsing") as on_progress:
        figures = measure_revisits(pages, lambda done, of: on_progress(done, of, ""))
    _print(asdict(figures), as_json)

"""`wherein eval speech`: spoken questions, their words and names, and their times. Arguments in, JSON out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress
from wherein.speech.registry import DEFAULT, RECOGNISERS

SEED = 32


@click.group("speech")
def speech() -> None:
    """Measure how well speech is recognised and how long it takes.

    Each recording is synthesised once and kept in the cache folder.
    """


def _with_model(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--with", "model", type=click.Choice(list(RECOGNISERS)), default=DEFAULT, show_default=True,
        help="The recogniser.",
    )(command)  # fmt: skip


@speech.command("draw")
@click.option("--controls", type=click.IntRange(1), default=1000, show_default=True,
              help="Questions of other pages for each half.")  # fmt: skip
@click.option("--seed", type=int, default=SEED, show_default=True)
@click.option("--into", type=click.Path(path_type=Path, dir_okay=False), required=True)
@as_json
def draw(controls: int, seed: int, into: Path, as_json: bool) -> int:
    """Draw the questions that are spoken, as the list in benchmarks/questions/spoken.jsonl was."""
    from wherein_lab.speech.recordings.clips import page_questions, pages
    from wherein_lab.speech.recordings.questions import common_words, write_spoken
    from wherein_lab.speech.recordings.questions import draw as drawn

    questions = page_questions()
    with progress("Reading pages") as show:
        read = pages(sorted({one.page for one in questions}), lambda n, of: show(n, of, "pages"))
    texts = {name: page.text for name, page in read.items()}
    rows = drawn(questions, texts, common_words(), controls, seed)
    write_spoken(into, rows)
    return _print({"recordings": len(rows), "questions": len({row.id for row in rows})}, as_json)


@speech.command("names")
@_with_model
@click.option("--half", type=click.Choice(["tuning", "test"]), default="test", show_default=True,
              help="The half of the recordings: the one constants are fitted on, or the one kept for testing.")  # fmt: skip
@click.option(
    "--controls/--no-controls",
    default=True,
    help="Also ask questions of other pages, to count names put in wrongly.",
)
@click.option("--limit", type=click.IntRange(1), help="Recognise only this many recordings.")
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False),
              help="Draw errors against noise into this file.")  # fmt: skip
@click.option("--kept", type=click.Path(path_type=Path, dir_okay=False),
              help="Reuse the recognitions of moonshine-tiny in this file, and append new ones.")  # fmt: skip
@click.option("--rows", "rows_path", type=click.Path(path_type=Path, dir_okay=False),
              help="Write the recognised texts of each recording to this JSON-lines file.")  # fmt: skip
@as_json
def names(
    model: str, half: str, controls: bool, limit: int | None, plot: Path | None, kept: Path | None,
    rows_path: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Measure the error rates of words and of the page's names, with and without the page, and what is heard in silence."""
    import json

    from wherein_lab.speech import names as measure
    from wherein_lab.speech.plotted import draw_errors
    from wherein_lab.speech.recordings.clips import page_questions, pages
    from wherein_lab.speech.recordings.questions import CONTROL, read_spoken
    from wherein_lab.speech.tried import default_file, try_all

    recogniser = _recogniser(model)
    tuning, test = measure.halves(read_spoken())
    rows = [
        row for row in (tuning if half == "tuning" else test)
        if controls or not row.half.endswith(CONTROL)
    ][:limit]  # fmt: skip
    questions = {one.id: one for one in page_questions()}
    read = pages(sorted({row.beside or row.page for row in rows}))
    with progress("Recognising") as show:
        told = lambda n, of: show(n, of, "recordings")  # noqa: E731
        heard = (
            measure.with_bounds(
                try_all(
                    recogniser, rows, questions, read, kept or default_file(_folder(model)), told
                )
            )
            if model == DEFAULT
            else measure.hear_all(recogniser, rows, questions, read, told)
        )
    found = measure.figures(heard)
    found["controls"]["wrong_let_through"] = measure.let_through(recogniser, heard, questions, read)
    most = max((page.names for page in read.values()), key=len)
    found["nothing_said"] = measure.of_nothing(recogniser, most, 20, SEED)
    found |= {"recogniser": recogniser.name, "half": half}
    if plot is not None:
        draw_errors(found, plot)
    if rows_path is not None:
        lines = (
            {"id": one.row.id, "half": one.row.half, "voice": one.row.voice, "noise": one.row.noise,
             "said": one.said, "without": one.without, "with": one.with_names, "meant": one.meant}
            for one in heard
        )  # fmt: skip
        rows_path.write_text(
            "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8"
        )
    return _print(found, as_json)


@speech.command("fit")
@click.option("--kept", type=click.Path(path_type=Path, dir_okay=False),
              help="Reuse the recognitions in this file, and append new ones.")  # fmt: skip
@click.option("--into", type=click.Path(path_type=Path, dir_okay=False, exists=True),
              help="Write the fitted weights and bounds into this JSON file.")  # fmt: skip
@as_json
def fit(kept: Path | None, into: Path | None, as_json: bool) -> int:
    """Fit the probabilities from which a name is put in or offered, on the tuning half."""
    from wherein_lab.speech import fitting
    from wherein_lab.speech.names import halves
    from wherein_lab.speech.recordings.clips import page_questions, pages
    from wherein_lab.speech.recordings.questions import read_spoken
    from wherein_lab.speech.tried import default_file, try_all

    rows, _ = halves(read_spoken())
    questions = {one.id: one for one in page_questions()}
    read = pages(sorted({row.beside or row.page for row in rows}))
    with progress("Recognising") as show:
        tried = try_all(
            _recogniser(DEFAULT), rows, questions, read, kept or default_file(_folder(DEFAULT)),
            lambda n, of: show(n, of, "recordings"),
        )  # fmt: skip
    fitted = fitting.fit(tried)
    if into is not None:
        fitting.write(fitted, into)
    return _print({"fitted": fitted, **fitting.figures(tried, fitted)}, as_json)


@speech.command("times")
@_with_model
@click.option("--repeat", type=click.IntRange(1, 50), default=5, show_default=True)
@as_json
def times(model: str, repeat: int, as_json: bool) -> int:
    """Time the recognition of a question and of 1, 3 and 6 sentences, with one and two threads, and the first sound of an answer."""
    from wherein_lab.speech import times as measure

    return _print(
        measure.measure(model, _folder(model), _most_names(), repeat, ("hibari", "espeak")), as_json
    )


@speech.command("browser")
@click.option("--runs", type=click.IntRange(1, 20), default=5, show_default=True)
@as_json
def browser(runs: int, as_json: bool) -> int:
    """Time speech recognition in the extension, and how long it takes from the end of a spoken question to the first mark."""
    from wherein_lab.speech.in_browser import measure

    return _print(measure(_most_names(), runs), as_json)


@speech.command("recordings")
@click.option("--beside", type=click.Choice(list(RECOGNISERS)), default="whisper-base",
              show_default=True, help="The recogniser to compare with.")  # fmt: skip
@_with_model
@as_json
def recordings(beside: str, model: str, as_json: bool) -> int:
    """Measure word errors in the recordings of people in the shared data, by two recognisers."""
    from wherein_lab.speech.names import of_recordings
    from wherein_lab.speech.recordings.real import real_recordings

    clips = real_recordings()
    found = {name: of_recordings(_recogniser(name), clips) for name in (model, beside)}
    more = found[model]["word_errors"] - found[beside]["word_errors"]
    return _print({**found, "more_errors": round(more, 4)}, as_json)


@speech.command("loop")
@_with_model
@click.option("--voice", default="hibari", show_default=True, help="The synthesiser of the answer.")
@click.option("--repeat", type=click.IntRange(1, 20), default=3, show_default=True)
@as_json
def loop(model: str, voice: str, repeat: int, as_json: bool) -> int:
    """Measure the time from a spoken question to its spoken answer, step by step, on the Keyword Augmented Retrieval questions."""
    from wherein_lab.speech.spoken_loop import measure

    with progress("Asking") as show:
        found = measure(_recogniser(model), voice, repeat, lambda n, of: show(n, of, "questions"))
    return _print(found, as_json)


@speech.command("respoken")
@click.option("--with", "model", type=click.Choice(list(RECOGNISERS)), default="whisper-base",
              show_default=True, help="The recogniser.")  # fmt: skip
@click.option("--sentences", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, default=SEED, show_default=True)
@as_json
def respoken(model: str, sentences: int, seed: int, as_json: bool) -> int:
    """Speak sentences with each voice of the product, recognise them, and count word errors."""
    from wherein_lab.speech.recordings.voices import PRODUCT_VOICES
    from wherein_lab.speech.respoken import measure

    with progress("Recognising") as show:
        found = measure(
            _recogniser(model),
            PRODUCT_VOICES,
            sentences,
            seed,
            lambda n, of: show(n, of, "sentences"),
        )
    return _print(found, as_json)


def _most_names() -> tuple[str, ...]:
    """The names of the page that has most."""
    from wherein_lab.speech.recordings.clips import page_questions, pages

    read = pages(sorted({one.page for one in page_questions()}))
    return max((page.names for page in read.values()), key=len)


def _recogniser(model: str) -> Any:
    return RECOGNISERS[model](_folder(model), 1)


def _folder(model: str) -> Path:
    """The verified model of the checkout or of the home. Raises AssetMissing."""
    from wherein.assets.store import AssetStore, shipped_folder
    from wherein.home.folder import Home

    shipped = AssetStore(shipped_folder())
    return (shipped if shipped.is_here(model) else AssetStore(Home.choose().assets)).verified(model)


def _print(found: dict[str, Any], as_json: bool) -> int:
    if as_json:
        print_json(found)
    else:
        for key, value in found.items():
            say(f"{key:<16} {value}")
    return 0

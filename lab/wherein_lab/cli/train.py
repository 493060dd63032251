"""`wherein train …`: the commands that make the shipped readers. Arguments in, one call each, out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wherein.cli.options import engine
from wherein.cli.terminal.printing import say
from wherein.core.errors import UsageError
from wherein_lab.cli.answering.followups import train as followups
from wherein_lab.cli.reading.stopping import train as stopping
from wherein_lab.cli.training.train_bundle import bundle, collect, near_misses
from wherein_lab.cli.training.train_cells import cells
from wherein_lab.cli.training.train_evidence import evidence
from wherein_lab.cli.training.train_grades import grades
from wherein_lab.cli.training.train_learning_curve import curve
from wherein_lab.cli.training.train_linker import linker
from wherein_lab.cli.training.train_retrieval_discount import retrieval_discount
from wherein_lab.cli.training.train_sources import sources
from wherein_lab.cli.training.train_static import static
from wherein_lab.cli.training.train_terms import terms
from wherein_lab.training.runs.kept_weights import FOLDER, fetch, read_list, weights_file

if TYPE_CHECKING:
    from wherein_lab.training.runs.tune import Documents

DEFAULT_ROOT = Path("~/.cache/wherein/training")
DEFAULT_RECIPE = Path("recipes/small.toml")
root_option = click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    default=DEFAULT_ROOT,
    show_default=True,
    help="The folder of the training set, the base and the checkpoints.",
)
recipe_option = click.option(
    "--recipe",
    "recipe_path",
    type=click.Path(path_type=Path, dir_okay=False),
    default=DEFAULT_RECIPE,
    show_default=True,
    help="The recipe: the model, its data and the length of the training.",
)


@click.group("train")
def group() -> None:
    """Make, calibrate, export and check readers (needs the train extra)."""


@group.command()
@root_option
def data(root: Path) -> None:
    """Build the training set from the SQuAD-format files of the shared folder."""
    from wherein_lab.data.shared_data import shared_folder
    from wherein_lab.training.examples.data import build

    manifest = build(shared_folder(), root.expanduser() / "data")
    say(json.dumps(manifest, indent=1))


@group.command()
@root_option
@recipe_option
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True)
@click.option(
    "--pause-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Pause the training while this file exists.  [default: PAUSE in the root]",
)
@click.option(
    "--branch",
    help="Copy the trunk's newest checkpoint to a branch of this name and let the rate fall to 0.",
)
@click.option(
    "--decay-tokens", type=click.IntRange(1000), default=3_000_000, show_default=True,
    help="Tokens over which a branch's rate falls.",
)  # fmt: skip
@click.option(
    "--seed",
    type=int,
    help="The seed of a branch, instead of the recipe's; it changes the order of the data.",
)
@click.option(
    "--start", type=click.Path(path_type=Path, dir_okay=False),
    help="Continue training from these weights, a file or a name of recipes/kept-weights.toml, instead of the recipe's base.",
)  # fmt: skip
@click.option(
    "--from", "feedback", type=click.Path(path_type=Path, dir_okay=False), multiple=True,
    help="Corrections (SQuAD 2.0 JSON) to learn with --start; may be repeated.",
)  # fmt: skip
@click.option(
    "--documents", "folders", multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder of documents with questions.jsonl, as for wherein eval strangers, to learn with --start; may be repeated.",
)  # fmt: skip
@click.option(
    "--readings", "readings_path", type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="With --documents: the readings of wherein train sources, whose wrong passages with the highest margins are learned as near misses.",
)  # fmt: skip
@click.option(
    "--name", help="With --start: the name of the new reader.  [default: small, or the recipe's]"
)
@click.option(
    "--log", "log_path", type=click.Path(path_type=Path), help="Append progress to this file."
)
def reader(
    root: Path, recipe_path: Path, workers: int, pause_file: Path | None, branch: str | None,
    decay_tokens: int, seed: int | None, start: Path | None, feedback: tuple[Path, ...],
    folders: tuple[Path, ...], readings_path: Path | None, name: str | None, log_path: Path | None,
) -> None:  # fmt: skip
    """Train a reader, or resume an interrupted training; the command is the same.

    With --start, training continues from a trained reader: on corrections (--from), on questions to
    documents (--documents), or on another recipe's data (--name policy reads recipes/policy.toml). The result is in tuned/NAME below the root;
    `wherein train check` compares it with the current reader and installs it.
    SIGTERM or SIGINT stops a run; after a kill it resumes from its last checkpoint.
    """
    if start is not None:
        documents = _documents(folders, readings_path)
        _taken_further(
            root.expanduser(), recipe_path, start, feedback, documents, name, workers, log_path
        )
        return
    if feedback or folders or name:
        raise UsageError(
            "--from, --documents and --name need --start.", "Name the weights to start from."
        )
    if seed is not None and not branch:
        raise UsageError("--seed is for a branch.", "Name it with --branch.")
    from wherein_lab.training.runs.assemble import start_reader

    start_reader(
        root.expanduser(), recipe_path, workers, pause_file, branch, decay_tokens, log_path, seed
    )


def _documents(folders: tuple[Path, ...], readings_path: Path | None) -> Documents:
    """The documents to learn; near misses come from the readings of the shipped reader where they are given."""
    from wherein.assets.store import shipped_folder
    from wherein.reading.extractive import ReaderFiles
    from wherein_lab.pages.readings import Readings, model_of
    from wherein_lab.training.examples.document_questions import nearest_by_margin
    from wherein_lab.training.runs.tune import Documents

    if readings_path is None:
        return Documents(folders)
    shipped = shipped_folder()
    files = ReaderFiles.of(shipped / "small", shipped / "wordpiece" / "tokenizer.json")
    return Documents(folders, nearest_by_margin(Readings(readings_path), model_of(files)))


def _taken_further(
    root: Path, recipe_path: Path, start: Path, feedback: tuple[Path, ...],
    documents: Documents, name: str | None, workers: int, log_path: Path | None,
) -> None:  # fmt: skip
    from wherein_lab.training.runs.recipe import read_recipe
    from wherein_lab.training.runs.tune import tune

    if recipe_path == DEFAULT_RECIPE:
        recipe_path = recipe_path.with_name("feedback.toml" if feedback else f"{name}.toml")
    recipe = read_recipe(recipe_path)
    start = weights_file(start, root)
    called = name or ("small" if feedback else recipe.name)
    settings = _settings_in_use("small")
    settings["window_tokens"] = recipe.windows.window_tokens
    report = tune(root, recipe, start, called, feedback, settings, workers, log_path, documents)
    say(json.dumps(report, indent=1))


def _settings_in_use(name: str) -> dict[str, Any]:
    """The settings of the reader that is installed under a name."""
    with engine() as kept:
        path = kept.assets.verified(name) / "reader.json"
    settings: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return settings


@group.command()
@click.argument("names", nargs=-1)
@root_option
def weights(names: tuple[str, ...], root: Path) -> None:
    """Get the weights NAMES (default: all of recipes/kept-weights.toml) from the history of this clone, and print the files."""
    listed = read_list()
    for name in names or listed:
        say(str(fetch(name, root.expanduser() / FOLDER, listed)))


@group.command()
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@root_option
@click.option("--of", "shares", type=(click.Path(path_type=Path, dir_okay=False), float),
              multiple=True, required=True, metavar="WEIGHTS SHARE",
              help="The weights of a branch, a file or a name of recipes/kept-weights.toml, and their share of the mean;"
              " may be repeated.")  # fmt: skip
def average(out: Path, root: Path, shares: tuple[tuple[Path, float], ...]) -> None:
    """Write the weighted mean of several branches of one trunk into OUT (a model soup)."""
    from wherein_lab.training.network.model_soup import model_soup as write_mean
    from wherein_lab.training.runs.assemble import require_training_extra

    require_training_extra()
    write_mean([(weights_file(of, root.expanduser()), share) for of, share in shares], out)
    say(f"The mean of {len(shares)} readers is in {out}.")


@group.command()
@click.argument("weights", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--from", "base", required=True, help="The weights that training started from, in the folder of OUT.",
              type=click.Path(path_type=Path, exists=True, dir_okay=False))  # fmt: skip
def difference(weights: Path, out: Path, base: Path) -> None:
    """Write the difference between WEIGHTS and the weights they started from into OUT: an eighth of the size."""
    from wherein_lab.training.network.weight_delta import write_weight_delta
    from wherein_lab.training.runs.assemble import require_training_extra

    require_training_extra()
    write_weight_delta(weights, base, out)
    say(f"{out.stat().st_size / 1e6:.1f} MB in {out}.")


@group.command()
@root_option
@click.argument("weights", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@recipe_option
@click.option("--name", default="small", show_default=True, help="The reader's name.")
@click.option("--longest", type=click.IntRange(1, 200), default=30, show_default=True,
              help="The most tokens of an answer.")  # fmt: skip
def export(
    root: Path, weights: Path, folder: Path, recipe_path: Path, name: str, longest: int
) -> None:
    """Write WEIGHTS (safetensors, a checkpoint or a name of recipes/kept-weights.toml) into FOLDER as ONNX in three precisions."""
    from wherein_lab.training.runs.assemble import export_reader

    root = root.expanduser()
    weights = weights_file(weights, root)
    manifest = export_reader(root, weights, folder, recipe_path, name, longest)
    say(json.dumps(manifest, indent=1))


@group.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--data", "paths", type=click.Path(path_type=Path, dir_okay=False), multiple=True,
              required=True, help="SQuAD-format files of held-out articles; may be repeated.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1), default=300, show_default=True,
              help="Questions of each file.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--precision", type=click.FloatRange(0, 1), default=0.72, show_default=True,
              help="The share of the shown answers that should be right.")  # fmt: skip
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    help="Keep the readings in this file, for another fit.",
)
@click.option(
    "--again",
    type=click.Path(path_type=Path, exists=True),
    help="Fit on the readings of an earlier --keep.",
)
@click.option("--first", help="The first reader, for a reader that only re-reads, as large does.")
@click.option("--rerank-depth", type=click.IntRange(1, 50), default=4, show_default=True,
              help="With --first: the number of passages to re-read.")  # fmt: skip
@click.option("--escalation-threshold", type=click.FloatRange(0, 1), default=0.7, show_default=True,
              help="With --first: the confidence below which the first reader escalates.")  # fmt: skip
def calibrate(
    folder: Path, paths: tuple[Path, ...], limit: int, seed: int, precision: float,
    keep: Path | None, again: Path | None, first: str | None, rerank_depth: int, escalation_threshold: float,
) -> None:  # fmt: skip
    """Fit the calibration of the reader in FOLDER, from margins to probabilities, and write it into its reader.json."""
    from wherein_lab.training.fitting.calibrate import calibrate_folder

    report = calibrate_folder(
        folder,
        paths,
        limit,
        seed,
        precision,
        keep,
        again,
        first,
        rerank_depth,
        escalation_threshold,
    )
    say(json.dumps(report, indent=1))


@group.command()
@click.argument("candidate", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--current", default="small", show_default=True, help="A reader's name or folder.")
@click.option("--data", "paths", type=click.Path(path_type=Path, dir_okay=False), multiple=True,
              required=True, help="SQuAD-format files; may be repeated.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1), help="Questions of each file.")
@click.option("--pages", type=click.IntRange(1),
              help="Also ask this many questions per file of whole articles (some 3 s each).")  # fmt: skip
@click.option("--page-questions", "page_questions_path", help="People's questions of saved pages, as JSON lines; those of the split tune are asked too.",
              type=click.Path(path_type=Path, exists=True, dir_okay=False))  # fmt: skip
@click.option("--page-archive", "page_archive_path", help="The folder or tar archive of those pages.",
              type=click.Path(path_type=Path, exists=True))  # fmt: skip
@click.option("--page-limit", type=click.IntRange(1), default=300, show_default=True,
              help="Take whole pages until there are this many questions.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--install", is_flag=True,
              help="Install the reader if it is not worse; wherein models undo NAME goes back.")  # fmt: skip
def check(
    candidate: Path, current: str, paths: tuple[Path, ...], limit: int | None,
    pages: int | None, page_questions_path: Path | None, page_archive_path: Path | None,
    page_limit: int, seed: int, install: bool,
) -> None:  # fmt: skip
    """Compare the reader in CANDIDATE with the current one; exit 1 when it is worse on any file."""
    from wherein_lab.data.squad_file import read_squad
    from wherein_lab.pages.questions import read_questions, sampled_pages, saved_pages
    from wherein_lab.registry.readers import open_reader
    from wherein_lab.training.release.check import (
        compare,
        compare_page_questions,
        compare_pages,
        table,
    )

    if (page_questions_path is None) != (page_archive_path is None):
        raise UsageError(
            "Questions of pages need their pages.", "Give --page-questions and --page-archive."
        )
    files = [(path.name.split(".")[0], read_squad(path)) for path in paths]
    if not (Path(current) / "reader.json").is_file():
        with engine() as kept:
            current = str(kept.assets.verified(current))
    old, new = open_reader(current), open_reader(str(candidate))
    rows = compare(old, new, files, limit, seed)
    if pages is not None:
        rows += compare_pages(old, new, files, pages, seed)
    if page_questions_path is not None and page_archive_path is not None:
        asked = sampled_pages(read_questions(page_questions_path, "tune"), page_limit, seed)
        saved = saved_pages(page_archive_path, {one.page for one in asked})
        rows += compare_page_questions(old, new, asked, saved)
    say(table(rows))
    if any(row.worse for row in rows):
        say("The candidate is worse and should not be installed.", err=True)
        raise click.exceptions.Exit(1)
    say("The candidate is not worse.")
    if install:
        from wherein.assets.fetch import fetch
        from wherein_lab.training.release.release import describe

        asset = describe(candidate, "reader, made on this machine", f"exported in {candidate}")
        with engine() as kept:
            kept.assets.adopt(asset, lambda target: fetch(asset, target, str(candidate)))
        say(f"Installed. To go back: wherein models undo {asset.name}")


@group.command("topic-sentences")
@click.option(
    "--folder", type=click.Path(path_type=Path), default=Path("benchmarks/questions/several")
)
def topic_sentences(folder: Path) -> None:
    """Fit the weights that select sentences on a topic (seconds; needs no extra)."""
    from wherein_lab.registry.encoders import static_encoder
    from wherein_lab.training.fitting.topic_sentences import fit

    say(json.dumps(fit(folder, static_encoder()), indent=1))


group.add_command(stopping)
group.add_command(linker)
group.add_command(followups)
group.add_command(retrieval_discount)
group.add_command(curve)
group.add_command(grades)
group.add_command(cells)
group.add_command(sources)
group.add_command(terms)
group.add_command(evidence)
group.add_command(near_misses)
group.add_command(bundle)
group.add_command(collect)


@group.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@root_option
@click.option("--head", type=click.Path(path_type=Path, dir_okay=False), required=True,
              help="Markdown for the beginning of the card: what the reader is, and where it fails.")  # fmt: skip
@click.option("--result", "results", type=click.Path(path_type=Path, dir_okay=False), multiple=True,
              help="The JSON of wherein eval reading or page; may be repeated.")  # fmt: skip
@click.option("--failures", "examples", type=click.Path(path_type=Path, dir_okay=False), multiple=True,
              help="The Markdown of wherein eval reading --failures; may be repeated.")  # fmt: skip
def card(
    folder: Path, root: Path, head: Path, results: tuple[Path, ...], examples: tuple[Path, ...]
) -> None:
    """Write the model card (NOTICE.md) of the reader in FOLDER from its measured results."""
    from wherein_lab.training.release.release import write_card

    data = root.expanduser() / "data" / "manifest.json"
    say(f"Written: {write_card(folder, head, data, results, examples)}")


@group.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--models", type=click.Path(path_type=Path, exists=True, file_okay=False),
              default=Path("models"), show_default=True, help="The checkout's folder of models.")  # fmt: skip
@click.option("--what", required=True, help="A short description, such as: reader, 6 x 384, int8")
@click.option(
    "--origin", required=True, help="The data it was trained on, and the location of its card."
)
def ship(folder: Path, models: Path, what: str, origin: str) -> None:
    """Copy the calibrated reader in FOLDER, with its card, to the models of a checkout."""
    from wherein_lab.training.release.release import describe
    from wherein_lab.training.release.release import ship as place

    describe(folder, what, origin)
    for line in place(folder, models, what, origin):
        say(line)


group.add_command(static)
train_command = group  # the name the command table looks for

if __name__ == "__main__":
    group()

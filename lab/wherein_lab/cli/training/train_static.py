"""`wherein train static`: makes the static encoder from its sources."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.terminal.printing import say


@click.command("static")
@click.option(
    "--weights",
    required=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of all-MiniLM-L6-v2: config.json and model.safetensors.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder to write the encoder to.",
)
@click.option("--dimensions", type=int, default=256, show_default=True)
@click.option("--epochs", type=int, default=2, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
def static(weights: Path, out: Path, dimensions: int, epochs: int, seed: int) -> None:
    """Distil and train the static encoder (minutes; needs the train extra)."""
    from tokenizers import Tokenizer

    from wherein.assets.store import shipped_folder
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.training.encoders.static_encoder import Recipe, make, save
    from wherein_lab.training.examples.question_pairs import read_paragraphs
    from wherein_lab.training.examples.sources import TRAINING, Form

    tokenizer = Tokenizer.from_file(str(shipped_folder() / "wordpiece" / "tokenizer.json"))
    squad = [source for source in TRAINING if source.form is Form.SQUAD]
    paragraphs = read_paragraphs([shared_path(source.path) for source in squad])
    recipe = Recipe(dimensions=dimensions, epochs=epochs, seed=seed)
    rows = make(weights, tokenizer, paragraphs, recipe, lambda line: say(line, err=True))
    say(save(rows, tokenizer, out))

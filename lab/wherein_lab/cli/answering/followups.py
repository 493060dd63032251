"""`wherein eval followups` and `wherein train followups`: measures and fits the completion of questions."""

from __future__ import annotations

import json
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say

FITTED_ON = "data/followups/canard-train.jsonl.gz"
COMPLETE = "data/pagequestions/questions.jsonl"


@click.command("followups")
@click.option("--data", required=True, type=click.Path(path_type=Path),
              help="Conversations in CANARD's form, JSON lines.")  # fmt: skip
@click.option(
    "--terms-only",
    is_flag=True,
    help="Measure only the terms, without asking a reader for answers.",
)
@click.option("--complete", type=click.Path(path_type=Path),
              help="Measure instead how many complete questions of this page set are changed"
              " when they follow unrelated conversations.")  # fmt: skip
@click.option("--split", default="tune", show_default=True, help="The split of the page set.")
@as_json
def evaluate(
    data: Path, terms_only: bool, complete: Path | None, split: str, as_json: bool
) -> None:
    """Measure the completion of follow-up questions: terms, answers, and questions left unchanged."""
    from wherein_lab.answering.followups import measure, measure_foreign
    from wherein_lab.data.conversations import read_conversations
    from wherein_lab.registry.readers import open_reader

    questions, sha256 = read_conversations(data)
    if complete is not None:
        asked = _complete_questions(complete, split)
        figures = measure_foreign(questions, asked)
    else:
        figures = measure(questions, None if terms_only else open_reader("small"))
    if as_json:
        print_json({**figures, "data_sha256": sha256})
        return
    for name, value in figures.items():
        say(f"{name:<20} {value}")


@click.command("followups")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="The file to write the weights to.",
)
@click.option("--words", type=click.Path(path_type=Path, exists=True),
              help="An earlier model: its word weights are kept, and only the test for complete questions is fitted again.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True)
def train(out: Path, words: Path | None, seed: int) -> None:
    """Fit the model that selects the words of earlier turns to add to a follow-up. Takes minutes and needs the shared
    data."""
    from random import Random

    from wherein_lab.answering.followups import foreign_turns, understandable_alone
    from wherein_lab.data.conversations import read_conversations
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.data.squad_file import read_squad
    from wherein_lab.training.fitting.followups import as_file, fit, refit_alone

    conversations, _ = read_conversations(shared_path(FITTED_ON))
    questions = _complete_questions(shared_path(COMPLETE), "train", ("plain", "hard"))
    if words is None:
        squad = read_squad(shared_path("data/training/squad-train.json.gz")).asked
        plain = [one.question for one in squad if understandable_alone(one.question)]
        questions += Random(seed).sample(plain, 2 * len(conversations) - len(questions))
    foreign = list(foreign_turns(conversations, questions, seed))
    if words is None:
        raw = fit(conversations, foreign, seed)
    else:
        raw = refit_alone(conversations, foreign, json.loads(words.read_text("utf-8")))
    out.write_text(as_file(raw), "utf-8")
    say(f"{len(conversations):,} follow-ups, {len(questions):,} complete questions: {out}")


def _complete_questions(path: Path, split: str, kinds: tuple[str, ...] = ("plain",)) -> list[str]:
    """The full questions of a page set that are understandable alone."""
    from wherein_lab.answering.followups import understandable_alone
    from wherein_lab.pages.questions import read_questions

    asked = [row.question for row in read_questions(path, split) if row.kind in kinds]
    return [question for question in asked if understandable_alone(question)]

"""Trains a reader further, on people's corrections or for one domain. Reads and writes files.

A run is one epoch with a rate that falls to 0, on the new questions and a share of the old ones, so that the old ones
are not forgotten (rehearsal; Robins, 1995). The result is a folder like that of any exported reader; `wherein train
check` compares it with the current one and installs it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wherein.core.errors import DataMissing
from wherein_lab.answering.strangers import QUESTIONS
from wherein_lab.data.squad_file import clean_title, read_articles
from wherein_lab.training.examples.data import Context, Example, digest, linked, load, questions_of
from wherein_lab.training.examples.document_questions import (
    DocumentQuestions,
    Near,
    read_document_questions,
)
from wherein_lab.training.examples.sources import Source
from wherein_lab.training.runs.assemble import MIX_POOLS, require_training_extra
from wherein_lab.training.runs.base import base_tokenizer, verified
from wherein_lab.training.runs.recipe import Recipe

FEEDBACK = Source("feedback", "the owner's own", "corrections made on this machine", held=0)
REPEATS = 4  # repetitions of a correction, since there are few
REPLAY = 3.0  # old questions for each repetition of a correction


@dataclass(frozen=True, slots=True)
class Documents:
    """Folders of documents with people's questions to them; `near` selects their near misses (default: by BM25)."""

    folders: tuple[Path, ...]
    near: Near | None = None

    @property
    def questions(self) -> tuple[Path, ...]:
        return tuple(folder / QUESTIONS for folder in self.folders)

    def read(self, article: int) -> DocumentQuestions:
        """Their contexts and examples; `article` is the first one's number. Raises DataMissing, UsageError."""
        return read_document_questions(self.folders, self.near, article)


NO_DOCUMENTS = Documents(())


@dataclass(frozen=True, slots=True)
class Material:
    """What a run learns. `recipe` has the weights of all sources; `refused` counts the questions to documents that were left
    out, by reason."""

    recipe: Recipe
    contexts: list[Context]
    examples: list[Example]
    refused: dict[str, int]


def material_of(
    root: Path, recipe: Recipe, feedback: Sequence[Path], documents: Documents
) -> Material:
    """The written set with the corrections and the questions to documents behind it. Raises DataMissing, ParseError,
    UsageError."""
    contexts, examples = load(root / "data")
    if feedback:
        own, asked = corrections(feedback, contexts)
        recipe = with_replay(recipe, contexts, examples, len(asked))
        contexts, examples = joined(contexts, examples, own, asked)
    added = documents.read(1 + max((context.article for context in contexts), default=-1))
    contexts, examples = joined(contexts, examples, added.contexts, added.examples)
    return Material(recipe, contexts, examples, added.refused)


def corrections(
    paths: Sequence[Path], contexts: Sequence[Context]
) -> tuple[list[Context], list[Example]]:
    """The contexts and examples of SQuAD-format files, numbered to be appended to `contexts`.

    Raises DataMissing, ParseError; DataMissing also when they have no question.
    """
    own: list[Context] = []
    asked: list[Example] = []
    article = 1 + max((context.article for context in contexts), default=-1)
    for path in paths:
        for entry in read_articles(path)[0]:
            for paragraph in entry["paragraphs"]:
                text = paragraph["context"]
                title = clean_title(entry["title"])
                own.append(Context(FEEDBACK.name, article, title, text, digest(text), held=False))
                asked.extend(questions_of(paragraph, FEEDBACK, len(own) - 1))
            article += 1
    if not asked:
        raise DataMissing(
            "There is no correction to learn from.",
            "Correct some answers, then: wherein memory export --feedback feedback.json",
        )
    return own, linked(own, asked)


def joined(
    contexts: Sequence[Context], examples: Sequence[Example],
    own: Sequence[Context], asked: Sequence[Example],
) -> tuple[list[Context], list[Example]]:  # fmt: skip
    """Both sets as one; the second one's rows are renumbered to follow the first's."""
    shift, rows = len(contexts), len(examples)
    moved = [
        replace(
            example,
            context=example.context + shift,
            twin=None if example.twin is None else example.twin + rows,
            negatives=tuple(place + shift for place in example.negatives),
        )
        for example in asked
    ]
    return [*contexts, *own], [*examples, *moved]


def with_replay(recipe: Recipe, contexts: Sequence[Context], examples: Sequence[Example],
                new: int) -> Recipe:  # fmt: skip
    """The recipe with weights that repeat corrections REPEATS times, and REPLAY old questions for each, from the recipe's
    sources in proportion.
    """
    old = sum(
        recipe.sources.get(example.source, 0.0)
        for example in examples
        if not contexts[example.context].held
    )
    scale = REPLAY * REPEATS * new / old if old else 0.0
    sources = {name: weight * scale for name, weight in recipe.sources.items()}
    return replace(recipe, sources={**sources, FEEDBACK.name: float(REPEATS)})


def tune(
    root: Path, recipe: Recipe, start: Path, name: str, feedback: Sequence[Path],
    settings: dict[str, Any], workers: int, log_path: Path | None,
    documents: Documents = NO_DOCUMENTS,
) -> dict[str, Any]:  # fmt: skip
    """Continue training from the reader with the weights `start` and export it into `root/tuned/NAME`.

    Without feedback it learns the recipe's own sources, and `documents` with the weight that the recipe has for them.
    `settings` are those of the starting reader, whose calibration remains until a new one is fitted. An interrupted run resumes when called with the same arguments. Returns the
    manifest of the exported files.
    """
    require_training_extra()
    os.environ["TOKENIZERS_PARALLELISM"] = "false"  # threads do not survive a fork
    import torch
    from safetensors.torch import save_file
    from tokenizers import Tokenizer

    from wherein_lab.training.examples.windows import Feed
    from wherein_lab.training.network.export import PACKED, export
    from wherein_lab.training.network.unpacking import read_packed
    from wherein_lab.training.network.weights import load_weights
    from wherein_lab.training.runs import checkpoints
    from wherein_lab.training.runs.reader import TOKENS, Decay, Run, Shared, line_logger, train
    from wherein_lab.training.runs.teacher import Teacher

    material = material_of(root, recipe, feedback, documents)
    recipe, contexts, examples = material.recipe, material.contexts, material.examples
    tokenizer = base_tokenizer(root, recipe)
    feed = Feed(recipe, contexts, examples, tokenizer)
    pools = range(feed.pools_per_epoch)
    tokens = sum(batch.tokens for n in pools for batch in feed.batches(n, decaying=True))
    torch.manual_seed(recipe.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    workers = workers if device == "cpu" else 1
    shared = Shared(recipe, load_weights(start, recipe.shape), workers, device)
    shared.decay = Decay(0, tokens)
    if recipe.teaching is not None:
        home = recipe.teaching.folder
        taught_by = read_packed(home / PACKED, recipe.teaching.shape)
        theirs = Tokenizer.from_file(str(verified(home / "tokenizer.json", None)))
        shared.teacher = Teacher(taught_by, theirs, tokenizer, recipe.teaching)
    folder = root / "tuned" / name
    inputs = (start, *feedback, *documents.questions)
    sources = hashlib.sha256(b"".join(p.read_bytes() for p in inputs)).hexdigest()
    run = Run(folder / f"run-{sources[:12]}", workers, root / "PAUSE")
    if (found := checkpoints.latest(run.folder)) is not None:
        shared.restore(checkpoints.read(found))
    log = line_logger(log_path)
    mix = feed.mix(pools[:MIX_POOLS], decaying=True).shares()
    log(
        {
            "event": "start",
            "tokens": tokens,
            "done": int(shared.counters[TOKENS]),
            "refused": material.refused,
            **mix,
        }
    )
    train(shared, feed, run, log)
    if not shared.finished(feed.pools_per_epoch):
        return {"finished": False, "tokens": int(shared.counters[TOKENS]), "of": tokens}
    weights = {n: t.cpu().contiguous().clone() for n, t in shared.model.state_dict().items()}
    save_file(weights, folder / "weights.safetensors")
    pair = {"pair": recipe.shape.kind}
    manifest = export(shared.model, folder, {**settings, "name": name, **pair})
    if recipe.shape.kind != "bert":
        tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "tuned.json").write_text(
        json.dumps({"start": start.name, "inputs_sha256": sources, "tokens": tokens}) + "\n",
        "utf-8",
    )
    return {"finished": True, "tokens": tokens, "folder": str(folder), **manifest}

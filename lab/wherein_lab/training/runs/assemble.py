"""Starts a trainer from a root folder and a recipe: paths of files, and which run continues which."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from wherein.core.errors import DataMissing, ExtraMissing
from wherein_lab.training.runs.base import base_file, base_reader, base_tokenizer

MIX_POOLS = 8  # pools whose mix of windows a run logs: some 3,000 windows, a few seconds


def require_training_extra() -> None:
    """Raises ExtraMissing unless torch and safetensors can be imported."""
    try:
        import safetensors  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise ExtraMissing(
            "Training needs the train extra.", "Get it: .venv/bin/pip install -e '.[train]'"
        ) from error


def start_reader(
    root: Path, recipe_path: Path, workers: int, pause_file: Path | None, branch: str | None,
    decay_tokens: int, log_path: Path | None, seed: int | None = None,
) -> None:  # fmt: skip
    """Train the trunk in `root/checkpoints`, or a branch of it in `root/branches/NAME`.

    Either resumes from its own newest checkpoint where it has one. A finished branch leaves `weights.safetensors` in
    its folder. `seed` replaces the recipe's, for a branch that reads the data in another order.
    """
    require_training_extra()
    os.environ["TOKENIZERS_PARALLELISM"] = "false"  # threads do not survive a fork
    # Every batch has another shape; caching compiled products for all of them would fill the memory.
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "128")
    import torch

    from wherein_lab.training.examples.data import load
    from wherein_lab.training.examples.windows import Feed
    from wherein_lab.training.runs import checkpoints
    from wherein_lab.training.runs.reader import TOKENS, Decay, Run, Shared, line_logger, train
    from wherein_lab.training.runs.recipe import read_recipe

    recipe = read_recipe(recipe_path)
    if seed is not None:
        recipe = replace(recipe, seed=seed)
    contexts, examples = load(root / "data")
    feed = Feed(recipe, contexts, examples, base_tokenizer(root, recipe))
    torch.manual_seed(recipe.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    workers = workers if device == "cpu" else 1
    shared = Shared(recipe, base_reader(root, recipe), workers, device)

    root = root / recipe.folder
    trunk = root / "checkpoints"
    folder = root / "branches" / branch if branch else trunk
    found = checkpoints.latest(folder)
    if found is None and branch:
        found = checkpoints.latest(trunk)
        if found is None:
            raise DataMissing("There is no trunk to branch from.", "Run wherein train reader.")
    if found is not None:
        state = checkpoints.read(found)
        if branch and found.parent == trunk:
            state["seed"] = recipe.seed
        shared.restore(state)
    if branch and shared.decay is None:
        shared.decay = Decay(int(shared.counters[TOKENS]), decay_tokens)
    log = line_logger(log_path)
    began = found.name if found else base_file(root, recipe).name
    log({"event": "start", "from": began, "folder": str(folder)})
    first = range(min(MIX_POOLS, feed.pools_per_epoch))
    log({"event": "windows", **feed.mix(first, shared.decay is not None).shares()})
    run = Run(folder, workers, pause_file or root / "PAUSE")
    train(shared, feed, run, log)
    if branch and shared.finished(feed.pools_per_epoch):
        from safetensors.torch import save_file

        weights = {n: t.cpu().contiguous().clone() for n, t in shared.model.state_dict().items()}
        save_file(weights, folder / "weights.safetensors")
    log({"event": "stop", "finished": shared.finished(feed.pools_per_epoch)})


def export_reader(
    root: Path, weights: Path, folder: Path, recipe_path: Path, name: str, longest: int
) -> dict[str, object]:
    """Export a branch's `weights.safetensors`, or any checkpoint (its frozen words are the base's).

    The settings beside the model say how windows were cut in training; they have no calibration until
    `wherein train calibrate` fits one.
    """
    require_training_extra()
    from wherein_lab.training.network.export import described, export
    from wherein_lab.training.network.weights import load_weights
    from wherein_lab.training.runs import checkpoints
    from wherein_lab.training.runs.recipe import read_recipe

    recipe = read_recipe(recipe_path)
    if weights.suffix == ".pt":
        model = base_reader(root, recipe)
        model.load_state_dict(checkpoints.read(weights)["weights"], strict=False)
    else:
        model = load_weights(weights, recipe.shape)
    settings = {
        "name": name,
        "format": 1,
        "window_tokens": recipe.windows.window_tokens,
        "stride_tokens": recipe.windows.window_tokens // 3,
        "question_tokens": recipe.windows.question_tokens,
        "prefix_tokens": recipe.windows.prefix_tokens,
        "max_answer_tokens": longest,
        "pair": recipe.shape.kind,
    }
    manifest = export(model, folder, settings, recipe.packing)
    if recipe.shape.kind != "bert":  # all others use the shipped tokenizer
        base_tokenizer(root, recipe).save(str(folder / "tokenizer.json"))
        manifest["files"].append(described(folder / "tokenizer.json"))
    return manifest

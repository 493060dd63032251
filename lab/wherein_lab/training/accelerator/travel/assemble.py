"""From a recipe and files on this machine to a bundle, and from a bundle's result back to weights that export reads."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from wherein.assets.store import shipped_folder
from wherein.core.errors import AssetDamaged, AssetMissing, DataMissing, UsageError
from wherein_lab.training.accelerator.failure import RunError
from wherein_lab.training.accelerator.pieces import Cut, joined
from wherein_lab.training.accelerator.run import RESULT, Bundle
from wherein_lab.training.accelerator.settings import Cutting, Settings, Stage
from wherein_lab.training.accelerator.travel.bundle import Load, Start, write_bundle
from wherein_lab.training.accelerator.weights_file import read_weights as read_sent
from wherein_lab.training.network.shape import Shape

PACKED = "reader.packed.onnx"


def read_settings(path: Path) -> Settings:
    """The stages of a recipe for an accelerator. Raises DataMissing (no such file) and UsageError (not such a recipe)."""
    if not path.is_file():
        raise DataMissing(f"There is no recipe at {path}.", "Name recipes/accelerator.toml.")
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
        stages = tuple(
            Stage(**{**stage, "shape": Shape(**stage["shape"]), "sources": raw["sources"]})
            for stage in raw["stages"]
        )
        return Settings(stages, Cutting(**raw.get("cutting", {})))
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(
            f"{path.name} is not a recipe for an accelerator: {error}.",
            "Compare it with recipes/accelerator.toml.",
        ) from error


def read_start(path: Path, shape: Shape) -> Start:
    """The reader in a folder with a packed graph, or the weights in a safetensors file. Raises AssetMissing, AssetDamaged."""
    from wherein_lab.training.network.unpacking import read_packed
    from wherein_lab.training.network.weights import load_weights

    if path.is_dir():
        reader, tokenizer = read_packed(path / PACKED, shape), path / "tokenizer.json"
    else:
        reader = load_weights(path, shape)
        tokenizer = shipped_folder() / "wordpiece" / "tokenizer.json"
    if not tokenizer.is_file():
        raise AssetMissing(f"There is no tokenizer at {tokenizer}.", "Copy the reader's there.")
    return Start(tokenizer, {name: t.numpy() for name, t in reader.state_dict().items()})


def make_bundle(
    out: Path,
    root: Path,
    recipe: Path,
    starts: dict[str, Path],
    near_misses: Path | None,
    load_bytes: int,
) -> list[Load]:
    """Write the bundle of a recipe with the training set of `root`. Raises DataMissing, UsageError, AssetMissing."""
    from wherein_lab.training.examples.data import load
    from wherein_lab.training.examples.near_misses import read_mined

    settings = read_settings(recipe)
    if missing := [stage.name for stage in settings.stages if stage.name not in starts]:
        raise UsageError(
            f"No weights to start {missing[0]} from.", f"Name them: --start {missing[0]} PATH."
        )
    read = {stage.name: read_start(starts[stage.name], stage.shape) for stage in settings.stages}
    contexts, examples = load(root / "data")
    mined = read_mined(near_misses) if near_misses else []
    return write_bundle(out, settings, read, contexts, examples, mined, load_bytes)


def collect(bundle: Path, result: Path, out: Path) -> list[Path]:
    """Write what came back as one safetensors file a stage, with the weights that stayed as they were sent.

    Raises AssetMissing for a missing file, AssetDamaged for a wrong one.
    """
    from safetensors.numpy import save_file

    path = result / RESULT
    if not path.is_file():
        raise AssetMissing(
            f"There is no {RESULT} in {result}.", "Name the folder of what came back."
        )
    written = []
    try:
        sent = Bundle.of(bundle / "load-1")
        stages = {stage.name: stage for stage in sent.settings.stages}
        for one in json.loads(path.read_text("utf-8"))["stages"]:
            weights = sent.weights(stages[one["stage"]])
            weights.update(read_sent(joined(Cut.of(one["file"]), [result])))
            out.mkdir(parents=True, exist_ok=True)
            save_file(weights, out / f"{one['stage']}.safetensors")
            written.append(out / f"{one['stage']}.safetensors")
    except RunError as error:
        raise AssetDamaged(str(error), "Fetch it again, or make the training again.") from error
    return written

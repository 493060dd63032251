"""Makes a bundle: one folder in loads, each of which fits one transfer, with all that a training needs elsewhere."""

from __future__ import annotations

import ast
import io
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from wherein.core.errors import DataMissing, UsageError
from wherein.passages.heading_prefix import heading_prefix
from wherein.reading.windows import PAIRS
from wherein_lab.training.accelerator.chunking.material import PASSAGES, QUESTIONS, compressed
from wherein_lab.training.accelerator.learning.learner import in_four_bits
from wherein_lab.training.accelerator.pieces import cut
from wherein_lab.training.accelerator.run import (
    BUNDLE,
    FORMAT,
    NUMBERS,
    TOKENIZER,
    weights_name,
)
from wherein_lab.training.accelerator.settings import Settings
from wherein_lab.training.accelerator.weights_file import Weights, write_weights
from wherein_lab.training.examples.data import Context, Example
from wherein_lab.training.examples.near_misses import Mined
from wherein_lab.training.runs.teacher import numbers_of

PIECE_BYTES = 4_000_000  # small, so that loads fill up
CODE = "code"
ENTRY = "wherein_lab.training.accelerator.main"
_RUN = '''"""Trains what this bundle holds: python3 run.py --minutes N --resume. See run.py --help."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "code"))

from wherein_lab.training.accelerator.main import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(HERE))
'''


@dataclass(frozen=True, slots=True)
class Start:
    """A stage's tokenizer and the weights that it starts with, by the name of the stage."""

    tokenizer: Path
    weights: Weights


@dataclass(frozen=True, slots=True)
class Load:
    """A folder that travels in one transfer."""

    name: str
    bytes: int
    pieces: tuple[str, ...]


def write_bundle(
    out: Path, settings: Settings, starts: dict[str, Start], contexts: Sequence[Context],
    examples: Sequence[Example], mined: Sequence[Mined], load_bytes: int,
) -> list[Load]:  # fmt: skip
    """Write the bundle into `out`, which must be new or a bundle, in loads of at most `load_bytes`.

    Held-out articles and sources that no stage reads are left out. Raises UsageError, DataMissing.
    """
    if out.exists() and not (out / "load-1" / BUNDLE).is_file() and any(out.iterdir()):
        raise UsageError(f"{out} is not empty.", "Name a new folder.")
    shutil.rmtree(out, ignore_errors=True)
    first = out / "load-1"
    _write_code(first)
    made = out / "whole"
    made.mkdir()
    files = _write_files(made, settings, starts, contexts, examples, mined)
    cuts, size = [], sum(path.stat().st_size for path in first.rglob("*") if path.is_file())
    loads: list[tuple[int, list[str]]] = [(size + 50_000, [])]  # room for bundle.json
    for path in files:
        parts = cut(path, out / "cut", PIECE_BYTES)
        cuts.append(parts)
        for piece in parts.pieces:
            if loads[-1][0] + piece.bytes > load_bytes:
                loads.append((0, []))
            loads[-1] = (loads[-1][0] + piece.bytes, [*loads[-1][1], piece.name])
            folder = out / f"load-{len(loads)}"
            folder.mkdir(exist_ok=True)
            (out / "cut" / piece.name).replace(folder / piece.name)
    shutil.rmtree(made)
    shutil.rmtree(out / "cut")
    about = {
        "format": FORMAT,
        "settings": settings.as_json(),
        "specials": _specials(settings, starts),
        "files": [parts.as_json() for parts in cuts],
    }
    (first / BUNDLE).write_text(json.dumps(about, indent=1), encoding="utf-8")
    return [Load(f"load-{n}", size, tuple(names)) for n, (size, names) in enumerate(loads, 1)]


def _write_files(
    folder: Path, settings: Settings, starts: dict[str, Start], contexts: Sequence[Context],
    examples: Sequence[Example], mined: Sequence[Mined],
) -> list[Path]:  # fmt: skip
    """Write the files that the run reads whole: text, tokenizer, ids and weights, the largest last."""
    passages, questions = rows_of(settings, contexts, examples, mined)
    (folder / PASSAGES).write_bytes(compressed(passages))
    (folder / QUESTIONS).write_bytes(compressed(questions))
    pupil = settings.stages[-1]
    shutil.copy(starts[pupil.name].tokenizer, folder / TOKENIZER)
    paths = [folder / PASSAGES, folder / QUESTIONS, folder / TOKENIZER]
    for stage in settings.stages:
        if stage.shape.kind == "mpnet":
            own, pupils = (
                Tokenizer.from_file(str(starts[s.name].tokenizer)) for s in (stage, pupil)
            )
            buffer = io.BytesIO()
            np.save(buffer, numbers_of(own, pupils).astype(np.uint16))
            (folder / NUMBERS).write_bytes(buffer.getvalue())
            paths.append(folder / NUMBERS)
    for stage in reversed(settings.stages):
        weights = starts[stage.name].weights
        packs = stage.rounds_from < 1
        four = {n for n, array in weights.items() if packs and in_four_bits(n, array.shape)}
        write_weights(folder / weights_name(stage), weights, four)
        paths.append(folder / weights_name(stage))
    return paths


def rows_of(
    settings: Settings,
    contexts: Sequence[Context],
    examples: Sequence[Example],
    mined: Sequence[Mined],
) -> tuple[list[Any], list[Any]]:
    """The rows of both text files. Mined near misses stand in for those of BM25 where a question has them."""
    sources = {source for stage in settings.stages for source in stage.sources}
    kept = [n for n, c in enumerate(contexts) if c.source in sources and not c.held]
    row = {old: new for new, old in enumerate(kept)}
    by_hash: dict[str, list[int]] = {}
    for old in kept:
        by_hash.setdefault(contexts[old].hash, []).append(old)
    near = {one.question: one for one in mined}
    asked = [n for n, e in enumerate(examples) if e.context in row]
    number = {old: new for new, old in enumerate(asked)}
    if not asked:
        raise DataMissing(
            "No question of the stages' sources is in the training set.", "Run wherein train data."
        )
    passages = [
        [c.article, heading_prefix(c.title, c.section), c.text] for c in (contexts[n] for n in kept)
    ]
    questions = []
    for old in asked:
        e = examples[old]
        misses = [row[n] for n in e.negatives if n in row]
        if e.hash in near:
            article = contexts[e.context].article
            misses = [
                row[n] for context, _ in near[e.hash].misses for n in by_hash.get(context, ())
                if contexts[n].article == article
            ] or misses  # fmt: skip
        twin = None if e.twin is None else number[e.twin]
        questions.append([e.source, row[e.context], e.question, e.start, e.end, twin, misses])
    return passages, questions


def _specials(settings: Settings, starts: dict[str, Start]) -> dict[str, Any]:
    """The ids of the special tokens of each stage's encoder."""
    out = {}
    for stage in settings.stages:
        tokenizer = Tokenizer.from_file(str(starts[stage.name].tokenizer))
        before, between, after = PAIRS[stage.shape.kind].ids(tokenizer)
        out[stage.shape.kind] = {"first": before[0], "between": list(between), "last": after[0]}
    return out


def _write_code(folder: Path) -> None:
    """Write run.py and the modules that it imports, with empty packages around them."""
    folder.mkdir(parents=True)
    (folder / "run.py").write_text(_RUN, encoding="utf-8")
    for name, source in modules(ENTRY).items():
        path = folder / CODE / Path(*name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, path)
        for package in path.relative_to(folder / CODE).parents:
            if package != Path():
                (folder / CODE / package / "__init__.py").touch()


def modules(entry: str) -> dict[str, Path]:
    """The lab's modules that `entry` imports, itself included, directly or through others, by name.

    Raises UsageError for one of the product: a bundle runs without it.
    """
    root = Path(__file__).parents[4]
    found: dict[str, Path] = {}
    coming = [entry]
    while coming:
        name = coming.pop()
        if name.split(".")[0] == "wherein":
            raise UsageError(f"A bundle cannot import {name}.", "Move what it needs into the lab.")
        path = root / Path(*name.split(".")).with_suffix(".py")
        if name in found or not path.is_file():
            continue
        found[name] = path
        coming += _imports(path)
    return found


def _imports(path: Path) -> list[str]:
    """The names of modules, or of what is in them, that a file imports when it runs."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return names

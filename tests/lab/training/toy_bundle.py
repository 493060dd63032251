"""A bundle of two toy readers on made-up articles, for the tests of a training on an accelerator."""

from __future__ import annotations

from pathlib import Path

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from wherein_lab.training.accelerator.settings import Cutting, Settings, Stage
from wherein_lab.training.accelerator.travel.bundle import Load, Start, write_bundle
from wherein_lab.training.examples.data import Context, Example, build, load
from wherein_lab.training.examples.near_misses import Mined
from wherein_lab.training.examples.sources import Source
from wherein_lab.training.network.shape import Shape
from wherein_lab.training.network.weights import new_reader

from tests.lab.training.squad_text import article, tiny_tokenizer, write_squad

SOURCE = Source("towns", "CC0-1.0", "made for this test", held=1)
LARGE = Shape("mpnet", 700, 100, 2, 32, 2, 64)
SMALL = Shape(vocabulary=700, positions=100, layers=1, channels=32, heads=2, inner=32)
STAGES = (
    Stage("large", LARGE, 1, {"towns": 1.0}, 0.6, 4, 3e-3, 3e-3, rounds_from=0.6, dropout=0.1),
    Stage("small", SMALL, 2, {"towns": 1.0}, 0.4, 4, 3e-3, 3e-3, teacher_share=0.5, unlabelled_share=1.0),
)  # fmt: skip
CUTTING = Cutting(96, 16, 8, 12, 40, 16)
SETTINGS = Settings(STAGES, CUTTING)
MARKS = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3, "<mask>": 4}


def with_marks(own: Tokenizer) -> Tokenizer:
    """A tokenizer with the same word pieces, MPNet's marks before them."""
    pieces = {**MARKS, **{p: n + 5 for p, n in own.get_vocab().items()}}
    out = Tokenizer(models.WordPiece(pieces, unk_token="<unk>"))
    out.normalizer = normalizers.BertNormalizer(lowercase=True)
    out.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return out


def towns(folder: Path) -> tuple[list[Context], list[Example]]:
    write_squad(folder / SOURCE.path, [article(number) for number in range(6)])
    build(folder, folder / "set", [SOURCE], [])
    return load(folder / "set")


def starts(folder: Path, contexts: list[Context], examples: list[Example]) -> dict[str, Start]:
    texts = [context.text for context in contexts] + [example.question for example in examples]
    own = tiny_tokenizer([*texts, "Old town"])
    out = {}
    torch.manual_seed(0)
    for stage, tokenizer in (("small", own), ("large", with_marks(own))):
        path = folder / f"{stage}-tokenizer.json"
        tokenizer.save(str(path))
        reader = new_reader(SMALL if stage == "small" else LARGE)
        out[stage] = Start(path, {name: t.numpy() for name, t in reader.state_dict().items()})
    return out


def toy_bundle(folder: Path, load_bytes: int = 60_000) -> list[Load]:
    """Write the bundle into `folder / "bundle"`; its loads are copied together into `folder / "there"`."""
    contexts, examples = towns(folder)
    mined = [Mined(examples[0].hash, ((contexts[1].hash, 1.0),))]
    return write_bundle(
        folder / "bundle",
        SETTINGS,
        starts(folder, contexts, examples),
        contexts,
        examples,
        mined,
        load_bytes,
    )

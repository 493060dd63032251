"""A teacher reads the student's windows with its own token ids and gives logits at the student's positions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="teaching needs the train extra (torch)")

import torch
from tokenizers import Tokenizer, models
from wherein_lab.training.examples.windows import Window, collate
from wherein_lab.training.network.model import SpanReader
from wherein_lab.training.network.mpnet import MpnetReader
from wherein_lab.training.network.shape import Shape
from wherein_lab.training.runs.reader import span_loss
from wherein_lab.training.runs.recipe import Teaching
from wherein_lab.training.runs.teacher import Teacher, numbers_of

from wherein.core.errors import AssetDamaged

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefgh"]
THEIRS = ["<s>", "<pad>", "</s>", "<unk>", *PIECES, "<mask>"]
CLS, SEP = PIECES.index("[CLS]"), PIECES.index("[SEP]")
SHAPE = Shape("mpnet", len(THEIRS), 40, 2, 16, 2, 32)
TEACHING = Teaching(Path("large"), SHAPE, share=0.5, temperature=2.0)


def tokenizer(pieces: list[str]) -> Tokenizer:
    unknown = next(piece for piece in pieces if "unk" in piece.lower())
    return Tokenizer(models.WordLevel({piece: n for n, piece in enumerate(pieces)}, unknown))


def teacher(teaching: Teaching = TEACHING) -> Teacher:
    torch.manual_seed(0)
    return Teacher(MpnetReader(SHAPE), tokenizer(THEIRS), tokenizer(PIECES), teaching)


def window(question: str, passage: str) -> Window:
    ask = (CLS, *map(PIECES.index, question), SEP)
    ids = (*ask, *map(PIECES.index, passage), SEP)
    return Window(ids, len(ask), len(ask), len(ask), len(ask))


BATCH = collate([window("ab", "cdefg"), window("h", "ab")])


def test_the_teacher_has_a_mark_more_and_numbers_of_its_own() -> None:
    ids, mask, places = teacher().windows(BATCH)
    read = [[THEIRS[number] for number in row] for row in ids]
    assert read[0] == ["<s>", "a", "b", "</s>", "</s>", *"cdefg", "</s>"]
    assert read[1] == ["<s>", "h", "</s>", "</s>", *"ab", "</s>", *["<pad>"] * 4]
    assert mask.sum(1).tolist() == [11, 7]
    assert places[0].tolist() == [0, 1, 2, 3, 5, 6, 7, 8, 9, 10]
    assert places[1, :6].tolist() == [0, 1, 2, 4, 5, 6]


def test_each_place_gets_what_the_teacher_says_of_its_piece() -> None:
    own = teacher()
    starts, ends = own.logits(BATCH, "cpu", half=False)
    text = ["<s>", "h", "</s>", "</s>", *"ab", "</s>"]
    with torch.no_grad():
        alone = own.model(torch.tensor([[THEIRS.index(piece) for piece in text]]), None)
    for got, wanted in zip((starts, ends), alone, strict=True):
        assert torch.allclose(got[1, [0, 1, 2, 3, 4, 5]], wanted[0, [0, 1, 2, 4, 5, 6]], atol=1e-5)


def test_what_agrees_with_the_teacher_costs_nothing() -> None:
    own = teacher()
    starts, _ = own.logits(BATCH, "cpu", half=False)
    assert own.loss(starts, starts).item() == pytest.approx(0.0, abs=1e-6)
    assert own.loss(starts.flip(1), starts).item() > 1e-5


def test_a_pupil_comes_nearer_to_its_teacher() -> None:
    own = teacher(Teaching(Path("large"), SHAPE, share=1.0))
    torch.manual_seed(1)
    pupil = SpanReader(Shape("bert", len(PIECES), 40, 1, 16, 2, 32))
    optimizer = torch.optim.Adam(pupil.parameters(), lr=1e-2)
    losses = []
    for _ in range(60):
        loss = span_loss(pupil, BATCH, "cpu", half=False, teacher=own)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.2 * losses[0]
    assert all(parameter.grad is None for parameter in own.model.parameters())


def test_a_teacher_with_other_pieces_is_refused() -> None:
    with pytest.raises(AssetDamaged, match="lacks 1 of"):
        Teacher(MpnetReader(SHAPE), tokenizer(THEIRS), tokenizer([*PIECES, "z"]), TEACHING)
    assert np.array_equal(teacher()._numbers, [1, 3, 0, 2, 16 + 1, *range(9, 17)])


def test_an_unknown_word_is_what_the_teachers_own_tokenizer_makes_of_it() -> None:
    """MPNet's vocabulary has `<unk>` and `[UNK]`; its tokenizer gives the second."""
    own = Tokenizer(models.WordPiece({p: n for n, p in enumerate(THEIRS)}, unk_token="[UNK]"))
    numbers = numbers_of(own, tokenizer(PIECES))
    assert [THEIRS[numbers[PIECES.index("[UNK]")]]] == own.encode("?").tokens

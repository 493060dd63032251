"""Distillation: a smaller reader learns a larger one's logits besides the gold spans (Hinton et al., 2015).

The teacher is an MPNet, the student a BERT. Both have the same word pieces with different ids. The teacher has one more
special token between question and passage, so that its positions in the passage are shifted by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from wherein.core.errors import AssetDamaged

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from wherein_lab.training.examples.windows import Batch
    from wherein_lab.training.network.weights import AnyReader
    from wherein_lab.training.runs.recipe import Teaching

_MARKS = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "<pad>", "[UNK]": "<unk>", "[MASK]": "<mask>"}
_PADDING, _BETWEEN = "<pad>", "</s>"


class Teacher:
    def __init__(
        self, model: AnyReader, own: Tokenizer, pupils: Tokenizer, teaching: Teaching
    ) -> None:
        """Raises AssetDamaged unless the teacher has every word piece of the student."""
        self.model = model.eval().requires_grad_(False)
        self.share, self.temperature = teaching.share, teaching.temperature
        self._numbers = numbers_of(own, pupils)
        self._between, self._padding = own.token_to_id(_BETWEEN), own.token_to_id(_PADDING)

    def windows(
        self, batch: Batch
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """(B, T + 1) ids and mask of the student's windows as the teacher reads them, and (B, T) the position of each of the
        student's tokens in those.
        """
        rows, length = batch.ids.shape
        question = batch.types.argmax(1)  # (B,): where the passage begins
        places = np.arange(length)[None, :] + (np.arange(length)[None, :] >= question[:, None])
        ids = np.full((rows, length + 1), self._padding, np.int64)
        mask = np.zeros((rows, length + 1), np.int64)
        np.put_along_axis(ids, places, self._numbers[batch.ids], 1)
        np.put_along_axis(
            mask, places, np.ones_like(batch.ids) if batch.mask is None else batch.mask, 1
        )
        ids[np.arange(rows), question] = self._between
        mask[np.arange(rows), question] = 1
        ids[mask == 0] = self._padding
        return ids, mask, places

    def logits(self, batch: Batch, device: str, half: bool) -> list[Tensor]:
        """Two (B, T): the teacher's logits at the student's positions."""
        ids, mask, places = (torch.from_numpy(array).to(device) for array in self.windows(batch))
        with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=half):
            starts, ends = self.model(ids, mask, None)
        return [starts.gather(1, places), ends.gather(1, places)]

    def loss(self, pupils: Tensor, own: Tensor) -> Tensor:
        """The divergence of the student's distribution over positions from the teacher's, with gradients scaled as without a
        temperature; both (B, T), excluded positions very low.
        """
        wanted = functional.log_softmax(own / self.temperature, -1)
        got = functional.log_softmax(pupils / self.temperature, -1)
        apart = functional.kl_div(got, wanted, reduction="batchmean", log_target=True)
        return apart * self.temperature**2


def numbers_of(own: Tokenizer, pupils: Tokenizer) -> NDArray[np.int64]:
    """The teacher's id of each of the student's word pieces, by the student's id. Raises AssetDamaged where one is missing.

    What the student does not know is what the teacher's own tokenizer makes of an unknown word: MPNet's has two such
    pieces, and reads [UNK].
    """
    vocabulary = pupils.get_vocab()
    marks = {**_MARKS, "[UNK]": getattr(own.model, "unk_token", None) or _MARKS["[UNK]"]}
    numbers = np.zeros(max(vocabulary.values()) + 1, np.int64)
    missing = 0
    for piece, number in vocabulary.items():
        theirs = own.token_to_id(marks.get(piece, piece))
        missing += theirs is None
        numbers[number] = theirs or 0
    if missing:
        raise AssetDamaged(
            f"The teacher lacks {missing} of the student's word pieces.",
            "Name a teacher with the same vocabulary.",
        )
    return numbers

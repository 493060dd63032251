"""Tokenises texts of any length in batches, so that the work can be cancelled between two. Knows no encoder.

A long text is cut at white space, where no token of the tokenizers here crosses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from wherein.core.lifetime.cancellation import checkpoint

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

FEW_CHARACTERS = 20_000
"""Up to this many characters in a batch, texts are tokenised one by one."""
PART_CHARACTERS = 1 << 14
"""A longer text is cut into parts of about this size."""
BATCH_CHARACTERS = 1 << 18
"""Characters that are tokenised between two checkpoints, in some 0.1 s."""
_SPACE = re.compile(r"\s")


def tokenised(tokenizer: Tokenizer, texts: Sequence[str]) -> Iterator[tuple[int, Encoding]]:
    """The tokens of every part of every text, with the text's index, in order; without special tokens.

    A text of more than `PART_CHARACTERS` has several parts, whose tokens together are its tokens.
    """
    for batch in _batches(texts):
        checkpoint()
        parts = [part for _, part in batch]
        if sum(map(len, parts)) > FEW_CHARACTERS:
            cut = tokenizer.encode_batch_fast(parts, add_special_tokens=False)
        else:
            # Waking the tokenizer's threads takes longer than these do.
            cut = [tokenizer.encode(part, add_special_tokens=False) for part in parts]
        yield from zip((number for number, _ in batch), cut, strict=True)


def count_tokens(tokenizer: Tokenizer, text: str) -> int:
    """The number of tokens of a text, special tokens not counted."""
    return sum(len(encoding.ids) for _, encoding in tokenised(tokenizer, [text]))


def _batches(texts: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    batch: list[tuple[int, str]] = []
    size = 0
    for number, text in enumerate(texts):
        for part in parts_of(text):
            if batch and size + len(part) > BATCH_CHARACTERS:
                yield batch
                batch, size = [], 0
            batch.append((number, part))
            size += len(part)
    if batch:
        yield batch


def parts_of(text: str) -> Iterator[str]:
    """The text in parts of at least `PART_CHARACTERS` up to the next white space, and of at most twice as many."""
    start = 0
    while len(text) - start > 2 * PART_CHARACTERS:
        space = _SPACE.search(text, start + PART_CHARACTERS, start + 2 * PART_CHARACTERS)
        end = space.start() if space else start + 2 * PART_CHARACTERS
        yield text[start:end]
        start = end
    yield text[start:]

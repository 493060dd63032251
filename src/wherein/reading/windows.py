"""Cuts passages into the windows that a reader sees at once, with every token's place. Knows tokens, not models.

A window is `[CLS] question [SEP] headings passage [SEP]`, with the special tokens of the encoder. Token type is 0
up to and including those after the question, then 1. Spans begin and end only in tokens of the passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wherein.core.passage import Passage
from wherein.passages.heading_prefix import heading_prefix, headings_above
from wherein.passages.long_runs import without_long_runs

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_BLANK_LINE = re.compile(r"\n\n")


@dataclass(frozen=True, slots=True)
class WindowShape:
    """Sizes in tokens; `window` counts all tokens, including the three special ones."""

    window: int = 320
    stride: int = 128
    question: int = 64
    prefix: int = 32


@dataclass(frozen=True, slots=True)
class PairFormat:
    """The special tokens before, between and after question and passage. "Not in this window" is scored at the
    first one."""

    before: tuple[str, ...]
    between: tuple[str, ...]
    after: tuple[str, ...]

    def ids(self, tokenizer: Tokenizer) -> tuple[tuple[int, ...], ...]:
        """The token ids of `before`, `between` and `after`. Raises ValueError for a missing token."""
        return tuple(
            tuple(_special(tokenizer, token) for token in tokens)
            for tokens in (self.before, self.between, self.after)
        )


PAIRS = {
    "bert": PairFormat(("[CLS]",), ("[SEP]",), ("[SEP]",)),
    "mpnet": PairFormat(("<s>",), ("</s>", "</s>"), ("</s>",)),
}


@dataclass(frozen=True, slots=True)
class Window:
    """One input of the reader.

    The passage's tokens start at `first` and are as many as `offsets`; `offsets[i]` is the place of token
    `first + i` in the passage's text, in code points. `context` is the index of the first token of type 1.
    """

    passage: Passage
    ids: tuple[int, ...]
    context: int
    first: int
    offsets: tuple[tuple[int, int], ...]
    breaks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Body:
    """A passage's own tokens, their places in its text, and its breaks."""

    ids: list[int]
    offsets: tuple[tuple[int, int], ...]
    breaks: tuple[int, ...]


class WindowCutter:
    """Cuts passages into windows with one tokenizer, for any question."""

    def __init__(
        self, tokenizer: Tokenizer, shape: WindowShape, pair: PairFormat = PAIRS["bert"]
    ) -> None:
        """Raises ValueError for a tokenizer without the special tokens."""
        self._tokenizer = tokenizer
        self._shape = shape
        self._before, self._between, self._after = pair.ids(tokenizer)

    def cut(
        self, question: str, passages: Sequence[Passage], titles: Sequence[str]
    ) -> Iterator[Window]:
        """The windows of each passage in order, each overlapping the one before by the stride.

        `titles[i]` is the title of the document that `passages[i]` belongs to. A question longer
        than its budget is cut at its end. Long runs of marks or of one word are read without their middle
        (`without_long_runs`). A passage without a single token gives no window.
        """
        shape = self._shape
        ask = self._ids(question)[: shape.question]
        prefixes = [
            heading_prefix(title, headings_above(passage))
            for passage, title in zip(passages, titles, strict=True)
        ]
        heads = self._tokenizer.encode_batch(prefixes, add_special_tokens=False)
        texts = [without_long_runs(passage.text) for passage in passages]
        bodies = self._tokenizer.encode_batch(
            [text.text for text in texts], add_special_tokens=False
        )
        for passage, head, text, body in zip(passages, heads, texts, bodies, strict=True):
            breaks = (match.start() for match in _BLANK_LINE.finditer(passage.text))
            own = _Body(
                body.ids,
                text.restored(body.offsets),
                tuple(sorted((*breaks, *text.places()))),
            )
            yield from self._windows(passage, ask, head.ids[-shape.prefix :], own)

    def _windows(
        self, passage: Passage, ask: list[int], head: list[int], body: _Body
    ) -> Iterator[Window]:
        start = (*self._before, *ask, *self._between)
        room = self._shape.window - len(start) - len(head) - len(self._after)
        step = max(1, room - self._shape.stride)
        at = 0
        while at < len(body.ids):
            yield Window(
                passage,
                (*start, *head, *body.ids[at : at + room], *self._after),
                len(start),
                len(start) + len(head),
                body.offsets[at : at + room],
                body.breaks,
            )
            if at + room >= len(body.ids):
                break
            at += step

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)


def _special(tokenizer: Tokenizer, token: str) -> int:
    identity = tokenizer.token_to_id(token)
    if identity is None:
        raise ValueError(f"the tokenizer has no {token}")
    return identity

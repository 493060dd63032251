"""Makes padded batches of token ids of training examples: their order, and how they are cut.

Everything here is a function of (recipe, set, pool number), without state, so that a run can resume at any batch. A
pool has some hundred units. The windows of a unit share a batch: a question alone, an unanswerable question with its
answerable twin, or a question on its own paragraph and on a similar one that does not answer it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from wherein.passages.heading_prefix import heading_prefix
from wherein.reading.windows import PAIRS
from wherein_lab.data.perturbation import as_typed
from wherein_lab.training.examples.data import Context, Example
from wherein_lab.training.runs.recipe import Recipe

Unit = tuple[int, int | None]  # row of an example, and of its twin if it has one


@dataclass(frozen=True, slots=True)
class Window:
    """Token ids of one window. `first` is the position of the passage's first token (after question, special tokens
    and prefix), `start` and `end` of the answer's first and last token, both 0 without an answer. `near_miss`: the
    passage is near to the question but from another part of the page than the answer.
    """

    ids: tuple[int, ...]
    question: int
    first: int
    start: int
    end: int
    near_miss: bool = False


@dataclass(frozen=True, slots=True)
class Mix:
    """The contents of a number of windows: an answer, a near miss of the same page, or an unanswerable question on the
    passage that it was written for.
    """

    windows: int
    answered: int
    near_misses: int

    def shares(self) -> dict[str, float]:
        """The three shares of the windows; they sum to 1 but for rounding."""
        unanswerable = self.windows - self.answered - self.near_misses
        counts = {
            "answered": self.answered,
            "near_misses": self.near_misses,
            "unanswerable": unanswerable,
        }
        return {name: round(count / max(self.windows, 1), 4) for name, count in counts.items()}


@dataclass(frozen=True, slots=True)
class Batch:
    """Arrays of shape (windows, tokens), int64 except `allowed`: the positions where a span may begin or end, which are
    the passage's tokens and the first token. `mask` is None without padding.
    """

    ids: NDArray[np.int64]
    types: NDArray[np.int64]
    mask: NDArray[np.int64] | None
    allowed: NDArray[np.bool_]
    start: NDArray[np.int64]
    end: NDArray[np.int64]

    @property
    def tokens(self) -> int:
        return self.ids.size


class Feed:
    """The batches of a run, by pool number."""

    def __init__(
        self, recipe: Recipe, contexts: Sequence[Context], examples: Sequence[Example],
        tokenizer: Tokenizer,
    ) -> None:  # fmt: skip
        self.recipe = recipe
        self.contexts = contexts
        self.examples = examples
        self.tokenizer = tokenizer
        self.before, self.between, self.after = PAIRS[recipe.shape.kind].ids(tokenizer)
        self.unit_cache: dict[tuple[int, bool], list[Unit]] = {}
        self.pools_per_epoch = -(-len(self.units(0)) // recipe.schedule.pool_units)

    def units(self, epoch: int, decaying: bool = False) -> list[Unit]:
        """All units of an epoch in order, of the trunk or of a decay branch. An answerable question that is the twin in a
        pair has no unit of its own.
        """
        if (epoch, decaying) in self.unit_cache:
            return self.unit_cache[epoch, decaying]
        random = np.random.default_rng([self.recipe.seed, epoch, *([2] if decaying else [])])
        units: list[Unit] = []
        paired = {example.twin for example in self.examples if example.twin is not None}
        for row, example in enumerate(self.examples):
            if self.contexts[example.context].held or row in paired:
                continue
            weight = self.recipe.sources.get(example.source, 0.0)
            if decaying and example.start is None:
                weight *= self.recipe.decay.pair_weight
            times = int(weight) + int(random.random() < weight % 1.0)
            units.extend([(row, example.twin)] * times)
        order = random.permutation(len(units))
        units = [units[place] for place in order]
        self.unit_cache = {(epoch, decaying): units}
        return units

    def lengths(self, pool: int, decaying: bool) -> tuple[int, int]:
        """Fewest and most passage tokens in a pool of the trunk, or of a decay branch."""
        if decaying:
            return self.recipe.decay.phase
        done = pool / self.pools_per_epoch
        _, fewest, most = [p for p in self.recipe.windows.phases if p[0] <= done][-1]
        return fewest, most

    def negatives(self, decaying: bool) -> float:
        """The share of questions that come with a near paragraph that does not answer them."""
        return (self.recipe.decay if decaying else self.recipe.windows).negative_share

    def batches(self, pool: int, decaying: bool = False) -> list[Batch]:
        """The batches of one pool; the same arguments give the same batches."""
        groups, random = self.groups(pool, decaying)
        groups.sort(key=lambda group: max(len(window.ids) for window in group))
        batches: list[list[Window]] = [[]]
        for group in groups:
            longest = max(len(window.ids) for window in (*batches[-1], *group))
            full = longest * (len(batches[-1]) + len(group)) > self.recipe.schedule.batch_tokens
            if full and batches[-1]:
                batches.append([])
            batches[-1].extend(group)
        order = random.permutation(len(batches))
        return [collate(batches[index]) for index in order]

    def groups(self, pool: int, decaying: bool) -> tuple[list[list[Window]], np.random.Generator]:
        """The windows of each unit of a pool, and the generator they were drawn with."""
        epoch, place = divmod(pool, self.pools_per_epoch)
        size = self.recipe.schedule.pool_units
        random = np.random.default_rng([self.recipe.seed, epoch, place, 1])
        groups = [
            self.windows(unit, random, *self.lengths(pool, decaying), self.negatives(decaying))
            for unit in self.units(epoch, decaying)[place * size : (place + 1) * size]
        ]
        return groups, random

    def mix(self, pools: Sequence[int], decaying: bool = False) -> Mix:
        """Count the contents of the windows of some pools."""
        windows = [
            window for pool in pools for group in self.groups(pool, decaying)[0] for window in group
        ]
        return Mix(
            len(windows),
            sum(window.start > 0 for window in windows),
            sum(window.near_miss for window in windows),
        )

    def windows(
        self, unit: Unit, random: np.random.Generator, fewest: int, most: int, negatives: float
    ) -> list[Window]:
        """The windows of one unit, cut to a length drawn from [fewest, most] passage tokens."""
        row, twin_row = unit
        example = self.examples[row]
        length = int(random.integers(fewest, most + 1))
        with_prefix = random.random() < self.recipe.windows.prefix_share
        context = self.contexts[example.context]
        prefix = heading_prefix(context.title, context.section) if with_prefix else ""
        if example.start is None or example.end is None:
            twin = self.examples[twin_row] if twin_row is not None else None
            length = max(length, self.recipe.windows.pair_tokens)
            marked = (twin.start, twin.end) if twin else None
            pieces = Pieces(self.tokenizer, context.text, marked)
            low = pieces.cut(length, random, self.recipe.windows.start_share)
            out = [self.window(example, prefix, pieces, low, length, random, answerable=False)]
            if twin is not None:
                out.append(self.window(twin, prefix, pieces, low, length, random, answerable=True))
            return out
        text, shift = context.text, 0
        if random.random() < self.recipe.windows.join_share:
            text, shift = self.joined(example.context)
        pieces = Pieces(self.tokenizer, text, (example.start + shift, example.end + shift))
        low = pieces.cut(length, random, self.recipe.windows.start_share)
        out = [self.window(example, prefix, pieces, low, length, random, answerable=True)]
        if example.negatives and random.random() < negatives:
            other = self.contexts[example.negatives[int(random.integers(len(example.negatives)))]]
            pieces = Pieces(self.tokenizer, other.text, None)
            low = pieces.cut(length, random, self.recipe.windows.start_share)
            prefix = heading_prefix(other.title, other.section) if with_prefix else ""
            miss = self.window(example, prefix, pieces, low, length, random, answerable=False)
            out.append(replace(miss, near_miss=True))
        return out

    def joined(self, row: int) -> tuple[str, int]:
        """A context with its neighbours in the article, and how far that moves its offsets."""
        own = self.contexts[row]
        before = self.contexts[row - 1].text + "\n" if row and self.same(row - 1, row) else ""
        after = ""
        if row + 1 < len(self.contexts) and self.same(row, row + 1):
            after = "\n" + self.contexts[row + 1].text
        return before + own.text + after, len(before)

    def same(self, one: int, other: int) -> bool:
        return self.contexts[one].article == self.contexts[other].article

    def window(
        self, example: Example, prefix: str, pieces: Pieces, low: int, length: int,
        random: np.random.Generator, *, answerable: bool,
    ) -> Window:  # fmt: skip
        cut = self.recipe.windows
        asked = as_typed(
            example.question, random, cut.typo_share, cut.casual_share, cut.search_share
        )
        question = self.tokenizer.encode(asked, add_special_tokens=False).ids[: cut.question_tokens]
        # Cut from the left, since the last heading is the nearest.
        above = self.tokenizer.encode(prefix, add_special_tokens=False).ids[-cut.prefix_tokens :]
        high = low + min(max(length, pieces.answer_length), cut.room)
        ask = (*self.before, *question, *self.between)
        ids = (*ask, *above, *pieces.ids[low:high], *self.after)
        first = len(ask) + len(above)
        start = end = 0
        if answerable and pieces.answer is not None and pieces.answer[1] < high:
            start, end = (place - low + first for place in pieces.answer)
        return Window(ids, len(ask), first, start, end)


class Pieces:
    """A text's word pieces, and the range of pieces that the marked span covers (first, last)."""

    def __init__(
        self, tokenizer: Tokenizer, text: str, marked: tuple[int | None, int | None] | None
    ):
        encoding = tokenizer.encode(text, add_special_tokens=False)
        self.ids: list[int] = encoding.ids
        self.answer: tuple[int, int] | None = None
        if marked is not None and marked[0] is not None and marked[1] is not None:
            inside = [
                place for place, (start, end) in enumerate(encoding.offsets)
                if start < marked[1] and end > marked[0]
            ]  # fmt: skip
            if inside:
                self.answer = (inside[0], inside[-1])

    @property
    def answer_length(self) -> int:
        return self.answer[1] - self.answer[0] + 1 if self.answer else 0

    def cut(self, length: int, random: np.random.Generator, start_share: float) -> int:
        """The start of a window of `length` pieces, drawn uniformly so that the answer is inside; a share `start_share` of
        the windows that can begin at the start of the text do so.
        """
        last = max(len(self.ids) - length, 0)
        low, high = 0, last
        if self.answer is not None:
            low = min(max(self.answer[1] + 1 - length, 0), self.answer[0])
            high = max(min(self.answer[0], last), low)
        at_start = random.random() < start_share
        drawn = int(random.integers(low, high + 1))
        return 0 if at_start and low == 0 else drawn


def collate(windows: Sequence[Window]) -> Batch:
    """Stack windows into a batch, padded on the right with zeros."""
    length = max(len(window.ids) for window in windows)
    shape = (len(windows), length)
    ids, types = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    mask, allowed = np.zeros(shape, np.int64), np.zeros(shape, np.bool_)
    for row, window in enumerate(windows):
        size = len(window.ids)
        ids[row, :size] = window.ids
        types[row, window.question : size] = 1
        mask[row, :size] = 1
        allowed[row, 0] = True
        allowed[row, window.first : size - 1] = True
    padded = bool((mask == 0).any())
    return Batch(
        ids, types, mask if padded else None, allowed,
        np.array([window.start for window in windows], np.int64),
        np.array([window.end for window in windows], np.int64),
    )  # fmt: skip

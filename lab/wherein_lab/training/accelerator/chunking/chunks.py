"""Makes chunks of packed rows: which questions an epoch asks, how they are cut to windows, how windows fill rows.

A chunk is a function of (stage, epoch, number, share of unlabelled windows), so that any process can make it and a run
can resume at it. A row holds several windows; tokens see only those of their own window. Windows are packed by their
length in MPNet's layout, which has a token more than BERT's, so that both layouts of a chunk have the same windows in
the same rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from wherein_lab.data.perturbation import as_typed
from wherein_lab.training.accelerator.chunking.material import NONE, Ids, Material
from wherein_lab.training.accelerator.settings import Cutting, Stage

UNITS = 384  # of a chunk: some 600 windows
NEIGHBOURS = 3  # an unlabelled window is mostly of a passage this near to the question's own
MARKS = 4  # special tokens of a window in the longer layout
Generator = np.random.Generator


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The ids of an encoder's special tokens, and its id of each of the tokenizer's word pieces (None: the same)."""

    first: int
    between: tuple[int, ...]
    last: int
    numbers: NDArray[np.uint16] | None = None

    def of(self, ids: Ids) -> Ids:
        return ids if self.numbers is None else self.numbers[ids]


@dataclass(frozen=True, slots=True)
class Window:
    """`start` and `end` are 1 + the answer's first and last token in `passage`, both 0 without an answer."""

    question: Ids
    above: Ids
    passage: Ids
    start: int = 0
    end: int = 0
    labelled: bool = True

    @property
    def tokens(self) -> int:
        return len(self.question) + len(self.above) + len(self.passage) + MARKS


@dataclass(frozen=True, slots=True)
class Layout:
    """Packed rows for one encoder: (rows, tokens) each. `windows` numbers the windows of a row, -1 is padding; `places` counts
    a window's tokens from 0. `spots` (windows, places) are the columns of a window's first token and of its passage,
    -1 where the passage has ended.
    """

    ids: NDArray[np.int32]
    types: NDArray[np.int8]
    places: NDArray[np.int16]
    windows: NDArray[np.int16]
    spots: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Packed rows with their windows, sorted by row; `start` and `end` are places of `spots`."""

    layouts: dict[str, Layout]
    row: NDArray[np.int32]
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    labelled: NDArray[np.bool_]

    @property
    def rows(self) -> int:
        return len(next(iter(self.layouts.values())).ids)


@dataclass(slots=True)
class ChunkMaker:
    """Makes the chunks of a stage; `alphabets` names the layouts that each has."""

    material: Material
    tokenizer: Tokenizer
    stage: Stage
    cutting: Cutting
    alphabets: dict[str, Alphabet]
    epoch: tuple[int, NDArray[np.int64]] | None = None

    def units(self, epoch: int) -> NDArray[np.int64]:
        """The questions of an epoch in their order. An answerable one that is the twin in a pair comes with that pair."""
        if self.epoch is not None and self.epoch[0] == epoch:
            return self.epoch[1]
        random = np.random.default_rng([self.stage.seed, epoch])
        material = self.material
        weights = np.array([self.stage.sources.get(source, 0.0) for source in material.source])
        weights = np.where(material.first == NONE, weights * self.stage.pair_weight, weights)
        paired = np.unique(material.twin[material.twin != NONE])
        weights[paired] = 0.0
        times = np.floor(weights) + (random.random(len(weights)) < weights % 1.0)
        units = np.repeat(np.arange(len(weights)), times.astype(np.int64))
        self.epoch = (epoch, random.permutation(units))
        return self.epoch[1]

    def chunks(self, epoch: int) -> int:
        return max(1, -(-len(self.units(epoch)) // UNITS))

    def make(self, number: int, unlabelled: float) -> Chunk:
        """Chunk `number` of the run, counted over all epochs (which have as many chunks as the first)."""
        epoch, place = divmod(number, self.chunks(0))
        random = np.random.default_rng([self.stage.seed, epoch, place, 1])
        units = self.units(epoch)[place * UNITS : (place + 1) * UNITS]
        if not len(units):  # an epoch may have a few units fewer than the first
            units = self.units(epoch)[:UNITS]
        windows = [w for unit in units for w in self.windows(int(unit), random, unlabelled)]
        return packed(windows, self.cutting.row_tokens, self.alphabets, random)

    def windows(self, unit: int, random: Generator, unlabelled: float) -> list[Window]:
        """The windows of one question: its own, its twin's or a near miss, perhaps an unlabelled one."""
        cut, material = self.cutting, self.material
        length = int(random.integers(cut.fewest, cut.most + 1))
        with_prefix = random.random() < cut.prefix_share
        passage = int(material.passage[unit])
        out = []
        if material.first[unit] == NONE:
            twin = int(material.twin[unit])
            length = max(length, min(cut.pair_tokens, cut.most))
            marked = self.marks(twin) if twin != NONE else None
            text = material.passages[passage]
            low = self.cut_at(len(text), marked, length, random)
            out.append(self.window(unit, passage, text, low, length, None, with_prefix, random))
            if twin != NONE:
                out.append(
                    self.window(twin, passage, text, low, length, marked, with_prefix, random)
                )
        else:
            marked = self.marks(unit)
            text, shift = material.passages[passage], 0
            if random.random() < cut.join_share:
                text, shift = self.with_neighbours(passage)
            marked = (marked[0] + shift, marked[1] + shift)
            low = self.cut_at(len(text), marked, length, random)
            out.append(self.window(unit, passage, text, low, length, marked, with_prefix, random))
            misses = material.misses[unit]
            if misses and random.random() < self.stage.negative_share:
                other = misses[int(random.integers(len(misses)))]
                out.append(self.elsewhere(unit, other, length, with_prefix, random))
        if random.random() < unlabelled:
            neighbour = self.beside(passage, random)
            if neighbour is not None:
                window = self.elsewhere(unit, neighbour, length, with_prefix, random)
                out.append(Window(window.question, window.above, window.passage, labelled=False))
        return out

    def marks(self, unit: int) -> tuple[int, int]:
        return int(self.material.first[unit]), int(self.material.last[unit])

    def elsewhere(
        self, unit: int, passage: int, length: int, with_prefix: bool, random: Generator
    ) -> Window:
        text = self.material.passages[passage]
        low = self.cut_at(len(text), None, length, random)
        return self.window(unit, passage, text, low, length, None, with_prefix, random)

    def beside(self, passage: int, random: Generator) -> int | None:
        """Another passage of the same page: three times of four a near one."""
        article = self.material.article
        low, high = passage, passage
        reach = NEIGHBOURS if random.random() < 0.75 else len(article)
        while low > 0 and passage - low < reach and article[low - 1] == article[passage]:
            low -= 1
        while (
            high + 1 < len(article)
            and high - passage < reach
            and article[high + 1] == article[passage]
        ):
            high += 1
        if low == high:
            return None
        drawn = int(random.integers(low, high))
        return drawn + int(drawn >= passage)

    def with_neighbours(self, passage: int) -> tuple[Ids, int]:
        """A passage with those before and after it on its page, and how many tokens come before it."""
        article, texts = self.material.article, self.material.passages
        parts: list[Ids] = [texts[passage]]
        shift = 0
        if passage and article[passage - 1] == article[passage]:
            parts.insert(0, texts[passage - 1])
            shift = len(parts[0])
        if passage + 1 < len(article) and article[passage + 1] == article[passage]:
            parts.append(texts[passage + 1])
        return np.concatenate(parts), shift

    def cut_at(
        self, size: int, marked: tuple[int, int] | None, length: int, random: Generator
    ) -> int:
        """Where a cut of `length` tokens begins, drawn so that the answer is inside; some begin with the text."""
        last = max(size - length, 0)
        low, high = 0, last
        if marked is not None:
            low = min(max(marked[1] + 1 - length, 0), marked[0])
            high = max(min(marked[0], last), low)
        at_start = random.random() < self.cutting.start_share
        drawn = int(random.integers(low, high + 1))
        return 0 if at_start and low == 0 else drawn

    def window(
        self, unit: int, passage: int, text: Ids, low: int, length: int,
        marked: tuple[int, int] | None, with_prefix: bool, random: Generator,
    ) -> Window:  # fmt: skip
        cut, stage = self.cutting, self.stage
        asked = as_typed(
            self.material.questions[unit], random, stage.typo_share, stage.casual_share,
            stage.search_share,
        )  # fmt: skip
        encoded = self.tokenizer.encode(asked, add_special_tokens=False).ids
        question = np.array(encoded[: cut.question_tokens], np.uint16)
        above = (
            self.material.headings[passage][-cut.prefix_tokens :] if with_prefix else question[:0]
        )
        size = marked[1] - marked[0] + 1 if marked else 0
        high = low + min(max(length, size), cut.most)
        start = end = 0
        if marked is not None and marked[1] < min(high, len(text)):
            start, end = marked[0] - low + 1, marked[1] - low + 1
        return Window(question, above, text[low:high], start, end)


def packed(
    windows: Sequence[Window], tokens: int, alphabets: dict[str, Alphabet], random: Generator
) -> Chunk:
    """Pack windows into rows of `tokens` tokens, the longest first, each into the first row with room."""
    room = np.zeros(0, np.int64)
    bins: list[list[int]] = []
    for number in sorted(range(len(windows)), key=lambda n: -windows[n].tokens):
        size = windows[number].tokens
        fits = np.flatnonzero(room >= size)
        if len(fits):
            bins[fits[0]].append(number)
            room[fits[0]] -= size
        else:
            bins.append([number])
            room = np.append(room, tokens - size)
    order = [bins[place] for place in random.permutation(len(bins))]
    flat = [windows[number] for some in order for number in some]
    return Chunk(
        {kind: laid_out(windows, order, tokens, letters) for kind, letters in alphabets.items()},
        np.repeat(np.arange(len(order), dtype=np.int32), [len(some) for some in order]),
        np.array([window.start for window in flat], np.int64),
        np.array([window.end for window in flat], np.int64),
        np.array([window.labelled for window in flat], np.bool_),
    )


def laid_out(
    windows: Sequence[Window], order: Sequence[Sequence[int]], tokens: int, letters: Alphabet
) -> Layout:
    """The rows of `order` in one encoder's layout."""
    shape = (len(order), tokens)
    ids, types = np.zeros(shape, np.int32), np.zeros(shape, np.int8)
    places, numbers = np.zeros(shape, np.int16), np.full(shape, -1, np.int16)
    longest = max((len(window.passage) for window in windows), default=0)
    spots = np.full((sum(map(len, order)), 1 + longest), -1, np.int16)
    count = 0
    for row, some in enumerate(order):
        at = 0
        for place, number in enumerate(some):
            window = windows[number]
            ask = [letters.first, *letters.of(window.question).tolist(), *letters.between]
            told = [
                *letters.of(window.above).tolist(),
                *letters.of(window.passage).tolist(),
                letters.last,
            ]
            end = at + len(ask) + len(told)
            ids[row, at:end] = ask + told
            types[row, at + len(ask) : end] = 1
            places[row, at:end] = np.arange(end - at)
            numbers[row, at:end] = place
            begins = at + len(ask) + len(window.above)
            spots[count, 0] = at
            spots[count, 1 : 1 + len(window.passage)] = np.arange(
                begins, begins + len(window.passage)
            )
            at = end
            count += 1
    return Layout(ids, types, places, numbers, spots)

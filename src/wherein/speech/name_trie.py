"""A trie of the tokens of expected names, and the bias that it gives to decoding. Knows no model and no text.

`web/speech/src/name-trie.ts` is the twin; `contracts/speech-decoding.json` has the cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class NameTrie:
    """The tokens that a name begins with, and those that follow what has been said of it."""

    def __init__(self, names: Iterable[Sequence[int]]) -> None:
        self.root: dict[int, _Node] = {}
        for tokens in names:
            here = self.root
            for token in tokens:
                here = here.setdefault(token, _Node()).after


class _Node:
    __slots__ = ("after",)

    def __init__(self) -> None:
        self.after: dict[int, _Node] = {}


class TrieBias:
    """A `Bias` that adds `at_start` to the tokens that begin a name and `along` to those that go on with one.

    Names are spelt from the space before them, so a name begins wherever a word does.
    """

    def __init__(self, trie: NameTrie, at_start: float, along: float) -> None:
        self._start = dict.fromkeys(trie.root, at_start)
        self._root = trie.root
        self._along = along
        self._within: list[dict[int, _Node]] = []

    def added(self) -> dict[int, float]:
        added = dict(self._start)
        for here in self._within:
            for token in here:
                added[token] = max(self._along, added.get(token, 0.0))
        return added

    def took(self, token: int) -> None:
        self._within = [here[token].after for here in (self._root, *self._within) if token in here]

"""The name index: from names to articles, with keys in a mapped trie and postings in flat arrays. Builds nothing.

Data that every question needs is memory-mapped. Postings are read from the file, one name at a time. Files in the
  folder, little-endian: names.trie     marisa trie of keys (see `names.key_of`); a key's number orders the rest
  starts.u32     (keys + 1): where a key's postings begin articles.u32   article numbers, a key's best first kinds.u8
  the `NameKind` of each posting mentions.u32   by article: openings of other articles that name it types.u8       by
  article: its `ArticleKind` words.trie     marisa trie of words seen in openings and titles words.u32      (words, 3):
  openings with it, times with a capital inside a sentence, titles with it
"""

from __future__ import annotations

import math
import mmap
import os
import threading
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from wherein.knowledge.article_kind import ArticleKind
from wherein.knowledge.damage import damaged
from wherein.knowledge.names import NameKind

LONGEST_NAME_WORDS = 14
MOST_POSTINGS = 64
"""Most articles of one name, best first."""


@dataclass(frozen=True, slots=True)
class Posting:
    """An article with a name, and the kind of the name."""

    article: int
    kind: NameKind


@dataclass(frozen=True, slots=True)
class WordCounts:
    """For one word: the number of openings with it, of its capitalised occurrences, and of titles with it."""

    openings: int
    capitals: int
    titles: int


_UNSEEN = WordCounts(0, 0, 0)
_KINDS = tuple(NameKind)
_TYPES = tuple(ArticleKind)


class _Column:
    """A flat file of numbers that is read a few at a time. Threads may share it."""

    def __init__(self, path: Path, form: Literal["I", "B"]) -> None:
        self._form, self._width = form, 4 if form == "I" else 1
        self._path = path
        self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        weakref.finalize(self, os.close, self._file)
        self._lock = threading.Lock()
        self._length = os.fstat(self._file).st_size // self._width

    def __len__(self) -> int:
        return self._length

    def read(self, start: int, end: int) -> memoryview[int]:
        """The numbers in [start, end). Raises BaseDamaged where the file is truncated."""
        with self._lock:
            os.lseek(self._file, start * self._width, os.SEEK_SET)
            raw = os.read(self._file, (end - start) * self._width)
        if len(raw) != (end - start) * self._width:
            raise damaged(self._path.parent, f"{self._path.name} is cut short")
        return memoryview(raw).cast(self._form)


class NameIndex:
    """Looks up names. Threads may share it. Its files stay open until it is closed."""

    def __init__(self, folder: Path) -> None:
        """Raises BaseDamaged when a file is missing or truncated, as does every method that reads."""
        import marisa_trie

        self._folder = folder
        self._maps: list[mmap.mmap] = []
        try:
            self._names = marisa_trie.Trie()
            self._names.mmap(str(folder / "names.trie"))
            self._words = marisa_trie.Trie()
            self._words.mmap(str(folder / "words.trie"))
            self._starts = _Column(folder / "starts.u32", "I")
            self._articles = _Column(folder / "articles.u32", "I")
            self._kinds = _Column(folder / "kinds.u8", "B")
            self._mentions = self._map(folder / "mentions.u32", "I")
            self._types = self._map(folder / "types.u8", "B")
            self._counts = self._map(folder / "words.u32", "I")
        except (OSError, RuntimeError, ValueError, TypeError) as error:
            raise damaged(folder, "its names can't be read") from error
        if (
            len(self._starts) != len(self._names) + 1
            or len(self._counts) != 3 * len(self._words)
            or len(self._kinds) != len(self._articles)
            or len(self._types) != len(self._mentions)
        ):
            raise damaged(folder, "its names do not fit together")
        self.word = lru_cache(maxsize=65_536)(self._word)
        self.postings = lru_cache(maxsize=16_384)(self._postings)

    def _map(self, path: Path, form: Literal["I", "B"]) -> memoryview[int]:
        if path.stat().st_size == 0:
            return memoryview(b"").cast(form)
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._maps.append(mapped)
        return memoryview(mapped).cast(form)

    @property
    def articles(self) -> int:
        """How many articles there are."""
        return len(self._mentions)

    @property
    def keys(self) -> int:
        return len(self._names)

    def starting(self, words: list[str], at: int) -> list[tuple[int, int]]:
        """(number of words, key number) of every name that begins with the word at `at`."""
        text = " ".join(words[at : at + LONGEST_NAME_WORDS]) + " "
        try:
            return [(key.count(" "), self._names[key]) for key in self._names.prefixes(text)]
        except (KeyError, UnicodeDecodeError) as error:
            raise damaged(self._folder, "its names can't be read") from error

    def key(self, key: str) -> int | None:
        """The number of a key; None where it is no name."""
        number = self._names.get(key)
        return None if number is None else int(number)

    def _postings(self, key: int) -> tuple[Posting, ...]:
        """A key's articles, the best kind first, then the most mentioned."""
        start, end = self._starts.read(key, key + 2)
        if not start <= end <= len(self._articles) or end - start > MOST_POSTINGS:
            raise damaged(self._folder, "a name leads nowhere")
        articles, kinds = self._articles.read(start, end), self._kinds.read(start, end)
        if max(articles, default=-1) >= self.articles or max(kinds, default=-1) >= len(_KINDS):
            raise damaged(self._folder, "a name leads nowhere")
        return tuple(
            Posting(article, _KINDS[kind]) for article, kind in zip(articles, kinds, strict=True)
        )

    def mentions(self, article: int) -> int:
        return int(self._mentions[article])

    def kind(self, article: int) -> ArticleKind:
        number = int(self._types[article])
        if number >= len(_TYPES):
            raise damaged(self._folder, "an article is of no kind")
        return _TYPES[number]

    def _word(self, word: str) -> WordCounts:
        """The counts of a word; zeros for an unknown word."""
        number = self._words.get(word)
        if number is None:
            return _UNSEEN
        at = 3 * number
        return WordCounts(self._counts[at], self._counts[at + 1], self._counts[at + 2])

    def words(self) -> Iterator[str]:
        """Every word of the openings and titles."""
        return iter(self._words.iterkeys())

    def knows(self, word: str) -> bool:
        """Whether any opening or title has the word."""
        return word in self._words

    def rarity(self, word: str) -> float:
        """log(articles / articles with the word); an unknown word is slightly rarer than one that occurs once."""
        return math.log((self.articles + 1) / (self.word(word).openings + 0.5))

"""Searches the articles of knowledge bases by their words, with a BM25 index inside each base. Runs no reader.

It serves questions that name no article, and questions whose answer is in another article than the named one.
Names implementations.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.core.errors import IndexDamaged
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span
from wherein.core.text.word_count import word_count
from wherein.knowledge.document import article_document, article_id
from wherein.knowledge.store import WORDS_FOLDER, Place
from wherein.passages.split import split
from wherein.retrieval.by_words.bm25 import Bm25Index

if TYPE_CHECKING:
    from wherein.knowledge.store import InstalledBase
    from wherein.retrieval.retriever import Index, Retriever

COMMIT_EVERY_PASSAGES = 50_000
"""Passages between two commits: at most so much work is repeated after an interrupted build."""
ARTICLES_HELD = 512
"""Articles whose passages are cached: a question looks at a hundred passages."""
_MOST_TRIED = 20
"""Titles that are searched to learn the name that a base was built under; one may consist of words that are not indexed."""
OnProgress = Callable[[int, int | None, str], None]


class ArticlePassages:
    """A `PassageSource` over the articles of one base, by the ids that links carry."""

    def __init__(self, base: InstalledBase, name: str | None = None) -> None:
        """`name` is the base's final name, where the base is still being built in another folder."""
        self._base = base
        self._info = replace(base.info, name=name or base.name)
        self.built_as = base.name
        """The name that the ids in the index begin with, as far as it is known."""
        self._of = lru_cache(ARTICLES_HELD)(self._read)

    def split(self, number: int) -> tuple[str, list[Passage]]:
        """(id, passages) of an article, with its title as their outermost heading."""
        document = article_document(self._info, self._base.article(number))
        title = document.title
        passages = [
            passage
            if title in passage.section
            else replace(passage, section=(title, *passage.section))
            for passage in split(document)
        ]
        return document.id, passages

    def _read(self, document: str) -> list[Passage]:
        """The passages of `split`, read from the stored places, because splitting a long article takes 20 ms."""
        number = self._base.number(document.partition(":")[2])
        if number is None:
            return []
        places = self._base.places(number)
        if places is None:
            return [replace(each, document=document) for each in self.split(number)[1]]
        text = self._base.article(number).text
        return [
            Passage(document, index, Span(start, end), text[start:end], section)
            for index, (start, end, section) in enumerate(places)
        ]

    def passages(self, keys: Sequence[tuple[str, int]]) -> list[Passage]:
        found = []
        for document, index in keys:
            self.built_as = document.partition(":")[0]
            passages = self._of(document)
            if index < len(passages):
                found.append(passages[index])
        return found


def index_articles(base: InstalledBase, name: str, folder: Path, on_progress: OnProgress) -> int:
    """Build the word index of the base `name` in `folder`, or finish an interrupted build; returns its word count.

    The index's generation is the number of articles in it. Raises StorageFull.
    """
    source = ArticlePassages(base, name)
    with _opened(folder, source) as index:
        of, words, pending = base.info.articles, 0, 0
        done = index.generation
        places: list[tuple[int, list[Place]]] = []
        for number in range(of):
            document, passages = source.split(number)
            words += sum(word_count(passage.text) for passage in passages)
            if number < done:
                continue  # an interrupted build goes on; its words are counted once more
            index.replace(document, passages)
            places.append((number, [(p.span.start, p.span.end, p.section) for p in passages]))
            pending += len(passages)
            if pending >= COMMIT_EVERY_PASSAGES or number + 1 == of:
                base.put_places(places)  # first, so that what is indexed can be shown
                index.commit(number + 1)
                pending, places = 0, []
            on_progress(number + 1, of, "words")
    return words


@contextmanager
def _opened(folder: Path, source: ArticlePassages) -> Iterator[Index]:
    try:
        index = Bm25Index.open(folder, source)
    except IndexDamaged:
        shutil.rmtree(folder, ignore_errors=True)
        index = Bm25Index.open(folder, source)
    try:
        yield index
    finally:
        index.close()


class _BaseWords:
    """A `Retriever` whose hits name the base as it is called now, even if its index was built under an earlier name."""

    name = "bm25"

    def __init__(self, base: InstalledBase) -> None:
        """Raises IndexDamaged."""
        self._base = base
        self._passages = ArticlePassages(base)
        self._index = _whole(base, self._passages)
        self._knows_names = False

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        hits = self._index.search(question, limit, within and self._as_built(within))
        return hits if self._passages.built_as == self._base.name else list(map(self._now, hits))

    def _now(self, hit: Hit) -> Hit:
        title = hit.passage.document.removeprefix(f"{self._passages.built_as}:")
        return replace(
            hit, passage=replace(hit.passage, document=article_id(self._base.name, title))
        )

    def _as_built(self, within: Collection[str]) -> Collection[str]:
        """Ids of articles as the index has them. The first passage that it finds says the name that they begin with."""
        if not self._knows_names:
            titles = (self._base.title(number) for number in range(self._base.info.articles))
            any(self._index.search(title, 1) for title in islice(titles, _MOST_TRIED))
            self._knows_names = True
        built_as, name = self._passages.built_as, self._base.name
        if built_as == name:
            return within
        return [article_id(built_as, one.removeprefix(f"{name}:")) for one in within]


def _whole(base: InstalledBase, passages: ArticlePassages) -> Index:
    """The index of an installed base. Raises IndexDamaged."""
    folder = base.folder / WORDS_FOLDER
    index = None if base.words_damaged else Bm25Index.open(folder, passages)
    if index is None or index.generation != base.info.articles:
        raise IndexDamaged(
            f"The word index in {folder} is incomplete.", "Build the base again: wherein kb add"
        )
    return index


class ArticleWords:
    """A `Retriever` over the articles of several bases, by BM25 in each."""

    name = "bm25"

    def __init__(self, bases: Sequence[InstalledBase]) -> None:
        """Leaves out bases without a word index and those whose index is `damaged`.

        Raises BaseDamaged for a base whose articles can't be counted."""
        self._indexes: dict[str, Retriever] = {}
        self._words: dict[str, int] = {}
        self.damaged: list[str] = []
        for base in bases:
            if base.info.words is None:
                continue
            try:
                self._indexes[base.name] = _BaseWords(base)
                self._words[base.name] = base.info.words
            except IndexDamaged:
                self.damaged.append(base.name)

    def words(self, bases: Collection[str] | None = None) -> int:
        """The number of words of the articles that can be searched, of all bases or of these."""
        return sum(words for name, words in self._words.items() if bases is None or name in bases)

    def __bool__(self) -> bool:
        return bool(self._indexes)

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        hits: list[Hit] = []
        for name, index in list(self._indexes.items()):
            try:
                hits += index.search(question, limit, within)
            except IndexDamaged:  # some damage is seen only where it is read
                self._indexes.pop(name, None)
                self._words.pop(name, None)
                self.damaged.append(name)
        hits.sort(key=lambda hit: (-hit.score, hit.passage.document, hit.passage.index))
        return hits[: max(0, limit)]

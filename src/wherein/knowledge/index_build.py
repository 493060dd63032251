"""Builds the name index from the articles of a base. Memory grows with keys and words, not with text."""

from __future__ import annotations

import re
import sqlite3
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

from wherein.knowledge.article_kind import ArticleKind, article_kind
from wherein.knowledge.name_index import MOST_POSTINGS
from wherein.knowledge.names import (
    NameKind,
    names_of_lead,
    names_of_title,
    norms,
    partial_words,
    places,
    surname,
)

MOST_PARTIAL = 24
"""A word in more titles than this is a partial name only of the most mentioned ones."""
KEPT_PARTIAL = 6
LEAST_MENTIONS = 3
MOST_WORDS = 3_000_000
"""The most words kept; above it, words of a single opening are dropped."""
WORDS_AT_ONCE = 300_000
"""Words counted in memory before the counts are added to those on disk."""
OPENING_WORDS = 100
"""Words of an article that count mentions and words."""
TIMES_MENTIONED = 2
"""An article is meant by a surname if it is named more than this many times as often as all others with it together."""
_SURNAME = len(NameKind)
"""While the index is built: a partial name that is a person's surname."""

_SENTENCE_END = re.compile(r"[.!?:\n]\s*[\"'(\u201c]*$")


class Entry:
    """The data of one article for the index; `number` counts from 0."""

    __slots__ = ("aliases", "number", "opening", "title")

    def __init__(self, number: int, title: str, opening: str, aliases: Iterable[str]) -> None:
        self.number, self.title, self.opening, self.aliases = number, title, opening, aliases


def build_index(
    folder: Path,
    entries: Callable[[], Iterator[Entry]],
    on_progress: Callable[[int, str], None] = lambda done, what: None,
) -> None:
    """Write the files of `NameIndex` into `folder`; `entries` is read twice, in order of number.

    `on_progress(articles done, what)` reports progress.
    """
    scratch = folder / "keys.scratch.sqlite"
    scratch.unlink(missing_ok=True)
    rows = sqlite3.connect(scratch, isolation_level=None)
    try:
        rows.execute("PRAGMA journal_mode = OFF")
        rows.execute("PRAGMA synchronous = OFF")
        rows.execute("CREATE TABLE names (key TEXT, kind INTEGER, article INTEGER)")
        rows.execute("BEGIN")
        kinds = bytearray()
        words = _Words(rows)
        for entry in entries():
            kind = article_kind(entry.title, entry.opening)
            rows.executemany("INSERT INTO names VALUES (?, ?, ?)", _keys(entry, kind))
            kinds.append(kind)
            words.read(entry)
            on_progress(entry.number + 1, "names")
        rows.execute("COMMIT")
        (folder / "types.u8").write_bytes(kinds)
        words.write(folder)
        trie = _write_trie(folder / "names.trie", _distinct(rows))
        mentions = _mentions(trie, rows, entries, len(kinds), on_progress)
        (folder / "mentions.u32").write_bytes(mentions.tobytes())
        _write_postings(folder, trie, rows, mentions)
    finally:
        rows.close()
        scratch.unlink(missing_ok=True)


def _keys(entry: Entry, of: ArticleKind) -> list[tuple[str, int, int]]:
    best: dict[str, int] = {}
    for key, kind in names_of_title(entry.title):
        best.setdefault(key, kind)
    for alias in entry.aliases:
        for key, kind in names_of_title(alias):
            named = NameKind.ALIAS if kind in (NameKind.TITLE, NameKind.BARE) else kind
            best[key] = min(best.get(key, named), named)
    for key in names_of_lead(entry.title, entry.opening):
        best.setdefault(key, NameKind.LEAD)
    family = surname(entry.title) if of is ArticleKind.PERSON else None
    for word in partial_words(entry.title):
        best.setdefault(word + " ", _SURNAME if word == family else NameKind.PARTIAL)
    return [(key, kind, entry.number) for key, kind in best.items() if key]


def _distinct(rows: sqlite3.Connection) -> Iterator[str]:
    return (key for key, _ in _grouped(rows))


def _write_trie(path: Path, keys: Iterable[str]) -> object:
    import marisa_trie

    trie = marisa_trie.Trie(keys)
    trie.save(str(path))
    return trie


class _Words:
    """Word counts over openings and titles, collected in memory and summed on disk."""

    def __init__(self, rows: sqlite3.Connection) -> None:
        self._rows = rows
        rows.execute(
            "CREATE TABLE words (word TEXT PRIMARY KEY, openings INTEGER, capitals INTEGER,"
            " titles INTEGER) WITHOUT ROWID"
        )
        self._forget()

    def _forget(self) -> None:
        self._openings: Counter[str] = Counter()
        self._capitals: Counter[str] = Counter()
        self._titles: Counter[str] = Counter()

    def read(self, entry: Entry) -> None:
        text = _first_words(entry.opening)
        words = list(places(text))
        self._openings.update({norm for _, _, norm in words})
        self._capitals.update(
            {
                norm
                for start, _, norm in words
                if start
                and text[start].isupper()
                and not _SENTENCE_END.search(text[max(0, start - 4) : start])
            }
        )
        self._titles.update(set(norms(entry.title)))
        if len(self._openings) + len(self._titles) > WORDS_AT_ONCE:
            self._add_up()

    def _add_up(self) -> None:
        every = sorted(self._openings.keys() | self._titles.keys())
        self._rows.executemany(
            "INSERT INTO words VALUES (?, ?, ?, ?) ON CONFLICT (word) DO UPDATE SET"
            " openings = openings + excluded.openings, capitals = capitals + excluded.capitals,"
            " titles = titles + excluded.titles",
            ((w, self._openings[w], self._capitals[w], self._titles[w]) for w in every),
        )
        self._forget()

    def write(self, folder: Path) -> None:
        self._add_up()
        (count,) = self._rows.execute("SELECT count(*) FROM words").fetchone()
        kept = "WHERE openings > 1 OR titles" if count > MOST_WORDS else ""
        rows = f"SELECT word, openings, capitals, titles FROM words {kept} ORDER BY word"
        words = (word for word, *_ in self._rows.execute(rows))
        trie = _write_trie(folder / "words.trie", words)
        counts = array("I", bytes(12 * len(trie)))  # type: ignore[arg-type]
        for word, *three in self._rows.execute(rows):
            at = 3 * trie[word]  # type: ignore[index]
            counts[at : at + 3] = array("I", three)
        (folder / "words.u32").write_bytes(counts.tobytes())


def _first_words(text: str) -> str:
    return " ".join(text.split(" ", OPENING_WORDS)[:OPENING_WORDS])


def _mentions(
    trie: object,
    rows: sqlite3.Connection,
    entries: Callable[[], Iterator[Entry]],
    count: int,
    on_progress: Callable[[int, str], None],
) -> array[int]:
    """For each article, the number of other openings that name it; matches the longest capitalised names first."""
    prefixes = trie.prefixes  # type: ignore[attr-defined]
    named = array("I", bytes(4 * len(trie)))  # type: ignore[arg-type]
    for entry in entries():
        opening = _first_words(entry.opening)
        words = list(places(opening))
        texts = [norm for _, _, norm in words]
        own = {key for key, kind in names_of_title(entry.title)}
        seen = set()
        at = 0
        while at < len(words):
            step = 1
            if opening[words[at][0]].isupper():
                found = prefixes(" ".join(texts[at : at + 8]) + " ")
                if found:
                    key = found[-1]
                    step = key.count(" ")
                    if key not in own:
                        seen.add(key)
            at += step
        for key in seen:
            named[trie[key]] += 1  # type: ignore[index]
        on_progress(entry.number + 1, "mentions")
    mentions = array("I", bytes(4 * count))
    # A name counts for the articles that it names best.
    for key, group in _grouped(rows):
        times = named[trie[key]]  # type: ignore[index]
        if times:
            best = group[0][0]
            if best <= NameKind.ALIAS:
                for kind, article in group:
                    if kind == best:
                        mentions[article] += times
    return mentions


def _grouped(rows: sqlite3.Connection) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Each key with its (kind, article), the best kind first."""
    ordered = rows.execute("SELECT key, kind, article FROM names ORDER BY key, kind, article")
    for key, group in groupby(ordered, key=lambda row: row[0]):
        postings = [(kind, article) for _, kind, article in group]
        yield key, postings


def _distinguished(group: list[tuple[int, int]], mentions: array[int]) -> list[tuple[int, int]]:
    """A key's postings, in which a surname or place name is an alias of its dominant article.

    An article is dominant if no other has this name as a whole and other openings name it TIMES_MENTIONED times as
    often as all others whose title has the word: "Kepler", "Washington". In a base without redirects, such names have
    no other source. Every other surname is a partial name.
    """
    read = [(min(kind, int(NameKind.PARTIAL)), article) for kind, article in group]
    bearers = [article for kind, article in group if kind in (_SURNAME, NameKind.PLACE)]
    if not bearers or group[0][0] < NameKind.LEAD:
        return read
    first = max(bearers, key=lambda article: mentions[article])
    others = sum(mentions[article] for _, article in group) - mentions[first]
    if mentions[first] <= TIMES_MENTIONED * others:
        return read
    return [(int(NameKind.ALIAS), first), *(one for one in read if one[1] != first)]


def _kept(group: list[tuple[int, int]], mentions: array[int]) -> list[tuple[int, int]]:
    """A key's postings without the articles for which it is too common a part of the title."""
    whole = [posting for posting in group if posting[0] != NameKind.PARTIAL]
    parts = group[len(whole) :]
    if len(parts) > MOST_PARTIAL:
        parts = [p for p in parts[:KEPT_PARTIAL] if mentions[p[1]] >= LEAST_MENTIONS]
    return whole + parts


def _write_postings(
    folder: Path, trie: object, rows: sqlite3.Connection, mentions: array[int]
) -> None:
    import numpy as np

    numbers, articles, kinds = array("I"), array("I"), array("B")
    for key, group in _grouped(rows):
        number = trie[key]  # type: ignore[index]
        group = _distinguished(group, mentions)
        group.sort(key=lambda posting: (posting[0], -mentions[posting[1]], posting[1]))
        for kind, article in _kept(group, mentions)[:MOST_POSTINGS]:
            numbers.append(number)
            articles.append(article)
            kinds.append(kind)
    by_key = np.frombuffer(numbers, "<u4") if numbers else np.zeros(0, "<u4")
    order = np.argsort(by_key, kind="stable")
    starts = np.zeros(len(trie) + 1, "<u4")  # type: ignore[arg-type]
    starts[1:] = np.cumsum(np.bincount(by_key, minlength=len(trie)))  # type: ignore[arg-type]
    starts.tofile(folder / "starts.u32")
    (np.frombuffer(articles, "<u4") if articles else by_key)[order].tofile(folder / "articles.u32")
    (np.frombuffer(kinds, "u1") if kinds else np.zeros(0, "u1"))[order].tofile(folder / "kinds.u8")

"""Extracts the keywords of a passage by KeyBERT's method (Grootendorst, 2020) over any encoder. Knows no index.

Candidates are the passage's words, scored by the inner product of their vectors with the passage's. Maximal
marginal relevance (Carbonell & Goldstein, SIGIR 1998) selects among them, so that the keywords are not five forms
of one word.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import IndexDamaged
from wherein.encoding.encoder import Encoder
from wherein.home.room import has_room, storage_full
from wherein.retrieval.by_words.words import plain_words

DIVERSITY = 0.2
"""Weight of dissimilarity to the keywords already selected."""
FEWEST = 16
"""Least number of keywords, however short the text."""
MOST_CANDIDATES = 400
WORDS_KEPT = 50_000
"""Cached word vectors; 51 MB with 256 dimensions."""


class KeywordExtractor:
    """Extracts keywords of texts; caches word vectors, so that a collection's words are encoded once."""

    def __init__(self, encoder: Encoder, share: float, most: int) -> None:
        """`share` of a text's distinct words are keywords, at most `most`, at least FEWEST."""
        self.name = f"{encoder.name} {share:g} {most} {DIVERSITY:g}"
        self._encoder = encoder
        self._share = share
        self._most = most
        self._vectors: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def keywords(self, text: str) -> list[tuple[str, float]]:
        """Words with their similarity to the text, -1 to 1, in the order of selection.

        Empty for a text without words; words unknown to the encoder have similarity 0 and come last.
        """
        words = list(dict.fromkeys(plain_words(text)))[:MOST_CANDIDATES]
        if not words:
            return []
        wanted = min(self._most, max(FEWEST, round(self._share * len(words))))
        (whole,) = self._encoder.encode([text])
        vectors = self._word_vectors(words)
        likeness = vectors @ whole
        picked = marginal_relevance(likeness, vectors, wanted, DIVERSITY)
        return [(words[at], float(likeness[at])) for at in picked]

    def _word_vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """(len(words), dimensions)"""
        new = [word for word in words if word not in self._vectors]
        if new:
            self._vectors.update(zip(new, self._encoder.encode(new), strict=True))
        found = []
        for word in words:
            self._vectors.move_to_end(word)
            found.append(self._vectors[word])
        while len(self._vectors) > WORDS_KEPT:
            self._vectors.popitem(last=False)
        return np.stack(found)


def marginal_relevance(
    likeness: NDArray[np.float32], vectors: NDArray[np.float32], wanted: int, diversity: float
) -> list[int]:
    """Indexes in the order of selection; each maximises (1 - d) * similarity - d * (closest selected one)."""
    alike = diversity * (vectors @ vectors.T)
    gain = (1 - diversity) * likeness  # -inf once picked
    nearest = np.full(len(likeness), -np.inf, dtype=np.float32)
    picked: list[int] = []
    while len(picked) < min(wanted, len(likeness)):
        best = int((gain - nearest if picked else gain).argmax())
        picked.append(best)
        gain[best] = -np.inf
        np.maximum(nearest, alike[best], out=nearest)
    return picked


class KeywordCache:
    """Extracted keywords by text and extractor, cached in a file.

    Raises IndexDamaged when the file can't be read; it is derived and can be made again.
    """

    def __init__(self, path: Path, extractor: KeywordExtractor) -> None:
        self._path = path
        self._extractor = extractor
        with self._mapped_errors():
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = OFF")  # what is lost is only drawn again
            self._db.execute(
                "CREATE TABLE IF NOT EXISTS keywords"
                " (text BLOB PRIMARY KEY, found TEXT) WITHOUT ROWID"
            )

    def keywords(self, text: str) -> list[tuple[str, float]]:
        mixed = f"{self._extractor.name}\n{text}".encode("utf-8", "surrogatepass")
        key = hashlib.blake2b(mixed, digest_size=16).digest()
        with self._mapped_errors():
            row = self._db.execute("SELECT found FROM keywords WHERE text = ?", (key,)).fetchone()
        if row is not None:
            return [(word, score) for word, score in json.loads(row[0])]
        found = self._extractor.keywords(text)
        rounded = json.dumps([(word, round(score, 4)) for word, score in found])
        with self._mapped_errors():
            self._db.execute("INSERT OR REPLACE INTO keywords VALUES (?, ?)", (key, rounded))
        return found

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _mapped_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if not has_room(self._path.parent):
                raise storage_full(self._path.parent, "the keywords are as they were") from error
            raise IndexDamaged(
                f"The keywords in {self._path} can't be read.",
                "They will be extracted again from the library.",
            ) from error

"""The index of words in Milvus: its BM25 over terms that are stemmed before they are written.

Its own analysers accept a stemmer and ignore it, so terms are those of `by_words`, each as one word of letters and digits.
Body and headings are fields of their own, and a passage's score is the sum of both with the weight of `bm25`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Any

from wherein.core.passage import Hit, Passage
from wherein.milvus.server import MilvusServer
from wherein.passages.heading_prefix import heading_prefix
from wherein.retrieval.by_milvus.collection import MilvusIndex, Ranked, Row, best_hits
from wherein.retrieval.by_words.bm25 import DIGITS, K1, B
from wherein.retrieval.by_words.terms import ALL_WORDS
from wherein.retrieval.by_words.words import STOP_WORDS, index_terms, question_terms
from wherein.retrieval.passage_source import PassageSource

_LONGEST_TERM = 32
"""Characters; Milvus's own filters leave out words of more than 40."""
_LONGEST_FIELD = 60_000
"""Bytes; a field has room for 65,535."""
_CONSTANTS = {"bm25_k1": K1, "bm25_b": B}
_EXACT_FROM = 24
_FIELDS = ("body", "headings")


class MilvusWords(MilvusIndex):
    """An `Index` by the BM25 of Milvus."""

    name = "bm25"

    def __init__(self, server: MilvusServer, collection: str, source: PassageSource) -> None:
        super().__init__(server, collection, _describe)
        self._source = source

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        self.write(document, _rows_of(passages))

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        terms = question_terms(question)
        if limit <= 0 or not terms or (within is not None and not within):
            return []
        asked = " ".join(_word(term) for term in terms)
        return best_hits(
            lambda wanted: self._sums(asked, wanted, within), self._source, limit, DIGITS
        )

    def _sums(self, asked: str, wanted: int, within: Collection[str] | None) -> Ranked:
        """The best passages of either field, with the sum of both."""
        found = [
            {k: abs(s) for k, s in self.scores(f, asked, wanted, within).items()}
            for f in (f"{field}_bm25" for field in _FIELDS)
        ]
        full = [len(scores) >= wanted for scores in found]
        union = list(dict.fromkeys(key for scores in found for key in scores))
        for at, field in enumerate(_FIELDS):
            missing = [key for key in union if key not in found[at]] if full[at] else []
            if missing:
                more = self.scores(f"{field}_bm25", asked, len(missing), None, missing)
                found[at] |= {key: abs(score) for key, score in more.items()}
        weights = (1.0, ALL_WORDS.heading_boost)
        sums = {
            key: sum(w * scores.get(key, 0.0) for w, scores in zip(weights, found, strict=True))
            for key in union
        }
        if not any(full):
            return Ranked(sums, float("-inf"))
        left_out = sum(
            w * min(scores.values())
            for w, scores, is_full in zip(weights, found, full, strict=True)
            if is_full
        )
        return Ranked(sums, left_out)


def _describe(schema: Any, indexes: Any) -> None:
    from pymilvus import DataType, Function, FunctionType

    for field in _FIELDS:
        schema.add_field(
            field,
            DataType.VARCHAR,
            max_length=65_535,
            enable_analyzer=True,
            analyzer_params={"tokenizer": "standard"},
        )
        schema.add_field(f"{field}_bm25", DataType.SPARSE_FLOAT_VECTOR)
        schema.add_function(
            Function(
                name=f"{field}_of",
                function_type=FunctionType.BM25,
                input_field_names=[field],
                output_field_names=[f"{field}_bm25"],
            )
        )
        indexes.add_index(
            f"{field}_bm25",
            index_type="SPARSE_INVERTED_INDEX",
            metric_type="BM25",
            # A server reads them as they are, Milvus Lite only in a dictionary of their own.
            params=_CONSTANTS | {"params": _CONSTANTS},
        )


def _rows_of(passages: Iterable[Passage]) -> Iterator[Row]:
    for passage in passages:
        yield {
            "passage": passage.index,
            "body": _field(ALL_WORDS.of_passage(passage)),
            "headings": _field(heading_prefix("", passage.section)),
        }


def _field(text: str) -> str:
    return " ".join(_word(term) for term in _with_tantivys_length(index_terms(text)))[
        :_LONGEST_FIELD
    ]


def _with_tantivys_length(terms: list[str]) -> list[str]:
    """The terms without so many repeated stop words that their number is the length that Tantivy keeps in a byte.

    It rounds lengths down: exact up to 39, then to four significant bits of what is above 24. Without this the same words
    rank other passages of nearly the same score first.
    """
    above = len(terms) - _EXACT_FROM
    bits = max(0, above.bit_length() - 4) if above > 0 else 0
    surplus = above - ((above >> bits) << bits) if bits else 0
    seen: set[str] = set()
    kept: list[str] = []
    for term in terms:
        if surplus and term in seen and term in _stop_terms():
            surplus -= 1
            continue
        seen.add(term)
        kept.append(term)
    return kept


@cache
def _stop_terms() -> frozenset[str]:
    return frozenset(index_terms(" ".join(sorted(STOP_WORDS))))


def _word(term: str) -> str:
    """A term as a word that Milvus neither cuts nor leaves out: its letters and digits, or a hash."""
    if term.isascii() and term.isalnum() and len(term) <= _LONGEST_TERM:
        return term
    return "x" + hashlib.blake2b(term.encode(), digest_size=10).hexdigest()

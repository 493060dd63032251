"""The index of words in PostgreSQL: its own full text and `ts_rank`, which knows no rarity of a word and so is not BM25.

Its parsers cut words otherwise in each language and find none in some scripts, so the terms are those of `by_words`, written
as a `tsvector` with their places; headings weigh as they do there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable

from wherein.core.passage import Hit, Passage
from wherein.passages.heading_prefix import heading_prefix
from wherein.postgres.address import StoreAddress
from wherein.retrieval.by_postgres.index import PostgresIndex
from wherein.retrieval.by_words.terms import ALL_WORDS
from wherein.retrieval.by_words.words import index_terms, question_terms
from wherein.retrieval.passage_source import PassageSource

DIGITS = 6
_LONGEST_TERM_BYTES = 200
"""A lexeme has room for 2,046 bytes; a longer term stands there as a hash."""
_MOST_PLACES = 16_000
"""The last place that a `tsvector` can tell is 16,383."""
_TERMS_AT_ONCE = 20_000
"""Terms of one passage; a `tsvector` has room for a megabyte."""


class PostgresWords(PostgresIndex):
    """An `Index` by PostgreSQL's full text."""

    name = "postgres"

    def __init__(self, address: StoreAddress, name: str, source: PassageSource) -> None:
        super().__init__(address, f"{name}/words", "search_words", "tsvector", source)

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        self.hold(document, [(passage.index, _terms(passage)) for passage in passages])

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        terms = dict.fromkeys(question_terms(question))
        if not terms:
            return []
        asked = " | ".join(_lexeme(term) for term in terms)
        # The asked terms stand in the score and in the condition.
        return self.ranked(
            f"ts_rank('{{1, 1, 1, {ALL_WORDS.heading_boost}}}', terms, %s::tsquery, 1)",
            DIGITS,
            "terms @@ %s::tsquery",
            (asked,),
            limit,
            within,
        )


def _terms(passage: Passage) -> str:
    """A passage as the text of a `tsvector`: headings with the weight A."""
    headings = index_terms(heading_prefix("", passage.section))
    body = index_terms(ALL_WORDS.of_passage(passage))
    every = [(term, "A") for term in headings] + [(term, "") for term in body]
    return " ".join(
        f"{_lexeme(term)}:{min(place, _MOST_PLACES)}{weight}"
        for place, (term, weight) in enumerate(every[:_TERMS_AT_ONCE], 1)
    )


def _lexeme(term: str) -> str:
    """A term as a quoted lexeme, in which it is data and no syntax."""
    written = term.encode("utf-8", "replace")
    if len(written) > _LONGEST_TERM_BYTES or b"\0" in written:
        return f"'#{hashlib.blake2b(written, digest_size=16).hexdigest()}'"
    text = written.decode().replace("\\", "\\\\").replace("'", "''")
    return f"'{text}'"

"""Selects the few passages that a stronger reader reads again. Pure.

Source: docs/decisions/0005-a-larger-reader-judges.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from wherein.core.answer import Candidate
from wherein.core.passage import Passage


def selected_for_reranking(
    candidates: Sequence[Candidate], order: Sequence[Passage], limit: int
) -> list[Passage]:
    """At most `limit` distinct passages, taken alternately from the first reader and from the retriever.

    `candidates` are the first reader's, best first; `order` is the retriever's, likeliest first. Without
    candidates, the result is the beginning of `order`.
    """
    read = list(dict.fromkeys(_key(candidate.passage) for candidate in candidates))
    ranked = [_key(passage) for passage in order]
    by_key = {_key(passage): passage for passage in order}
    by_key.update({_key(candidate.passage): candidate.passage for candidate in candidates})
    chosen: dict[tuple[str, int], None] = {}
    for place in range(max(len(read), len(ranked))):
        for some in (read, ranked):
            if place < len(some) and len(chosen) < limit:
                chosen.setdefault(some[place])
    return [by_key[key] for key in chosen]


def _key(passage: Passage) -> tuple[str, int]:
    return passage.document, passage.index

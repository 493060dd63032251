"""Which few passages a stronger reader re-reads: what a first reader and the retriever point to. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from wherein.core.answer import Candidate
from wherein.core.passage import Passage


def selected_for_reranking(
    candidates: Sequence[Candidate], order: Sequence[Passage], limit: int
) -> list[Passage]:
    """At most `limit` passages, none twice: in turn one where the first reader's best candidates
    lie, best first, and one of those the retriever ranks highest.

    `candidates` best first, `order` likeliest first. A reader that found nothing leaves the
    retriever's own.
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

"""Our BM25 beside somebody else's: bm25s, Lucene's variant, on the same terms."""

from __future__ import annotations

import random
import warnings
from pathlib import Path

import pytest

from tests.retrieval.makers import passages
from wherein.retrieval.by_words.bm25 import K1, B, Bm25Index
from wherein.retrieval.by_words.page import PageIndex
from wherein.retrieval.by_words.words import index_terms, question_terms
from wherein.retrieval.passage_source import PassageTable

DRAW = random.Random(11)
VOCABULARY = [f"word{number}" for number in range(80) for _ in range(80 - number)]
GROUP = passages(
    "d", *(" ".join(DRAW.choices(VOCABULARY, k=DRAW.randint(3, 60))) for _ in range(400))
)
QUESTIONS = [" ".join(DRAW.choices(VOCABULARY, k=DRAW.randint(1, 6))) for _ in range(40)]


def theirs(question: str) -> dict[int, float]:
    """Passage index to score. Lucene leaves out the constant factor k1 + 1, which orders nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        bm25s = pytest.importorskip("bm25s")
    oracle = bm25s.BM25(method="lucene", k1=K1, b=B)
    oracle.index([index_terms(p.text) for p in GROUP], show_progress=False)
    terms = [term for term in question_terms(question) if term in oracle.vocab_dict]
    places, scores = oracle.retrieve([terms], k=len(GROUP), show_progress=False)
    found = zip(places[0].tolist(), scores[0].tolist(), strict=True)
    return {place: score * (K1 + 1) for place, score in found if score > 0}


@pytest.mark.parametrize("question", QUESTIONS[:10])
def test_a_pages_scores_are_the_same(question: str) -> None:
    page = PageIndex.of(GROUP)
    ours = {hit.passage.index: hit.score for hit in page.search(question, len(GROUP))}
    assert ours == pytest.approx(theirs(question), rel=1e-4)


def test_the_disk_index_ranks_the_same_first(tmp_path: Path) -> None:
    # Its lengths are rounded to a byte and one entry of its own counts, so only nearly.
    disk = Bm25Index.open(tmp_path, PassageTable(GROUP))
    disk.replace("d", GROUP)
    disk.commit(1)
    shared = 0
    for question in QUESTIONS:
        known = sorted(theirs(question).items(), key=lambda pair: (-pair[1], pair[0]))[:10]
        found = {hit.passage.index for hit in disk.search(question, 10)}
        shared += len(found & {place for place, _ in known}) * 10 // max(1, len(known))
    assert shared >= 0.9 * 10 * len(QUESTIONS)

"""Recombined passages: no copies, no article twice, real words, the same again with the same seed."""

from __future__ import annotations

from itertools import islice

from wherein_lab.scale.synthetic_corpus import growth, synthetic_passages

from tests.retrieval.makers import passages
from wherein.core.passage import Passage

REAL: list[Passage] = [
    passage
    for number in range(40)
    for passage in passages(
        f"a{number}",
        f"Place{number} is a town in the north. It has a river called Stream{number} since old times."
        f" The people of the town trade in cloth number{number}.",
        section=(f"Place{number}",),
    )
]
NAMES = [f"Village{number}" for number in range(500)]


def made(count: int, seed: int = 0) -> list[Passage]:
    return list(islice(synthetic_passages(REAL, NAMES, seed), count))


def test_no_passage_is_a_copy_and_none_takes_an_article_twice() -> None:
    real = {passage.text for passage in REAL}
    for passage in made(300):
        assert passage.text not in real
        marks = [w for w in passage.text.split() if w.startswith(("Stream", "number"))]
        numbers = ["".join(c for c in mark if c.isdigit()) for mark in marks]
        digits = [number for number in numbers if number]
        assert len(digits) == len(set(digits))
        assert passage.text.count(".") >= 2


def test_an_articles_own_name_is_replaced_by_a_new_one() -> None:
    text = " ".join(passage.text for passage in made(300))
    assert "Place" not in text
    assert "Village" in text


def test_the_same_seed_makes_the_same() -> None:
    assert made(20) == made(20)
    assert made(20) != made(20, seed=1)


def test_growth_counts() -> None:
    found = growth(passages("d", "one two", "two three three"), 2)
    assert (found.passages, found.terms, found.vocabulary) == (2, 5, 3)
    assert found.postings == {"1": 2}
    assert found.once == round(2 / 3, 4)

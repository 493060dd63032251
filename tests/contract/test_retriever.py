"""Every sentence of the Retriever and Index Protocols, over every implementation."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.retrieval.makers import INDEXES, Opened, in_store, passage, passages
from wherein.core.passage import Passage
from wherein.postgres.address import StoreAddress
from wherein.retrieval.registry import IN_STORE
from wherein.retrieval.retriever import Index

LIBRARY = {
    "alps": passages(
        "alps",
        "The Matterhorn is a mountain of the Alps, straddling the border of Switzerland and Italy.",
        "Edward Whymper first climbed the Matterhorn in 1865.",
        "Zermatt is the village at its foot; cars are banned there.",
    ),
    "sea": passages(
        "sea",
        "The Baltic Sea freezes in hard winters.",
        "Ferries cross the Baltic between Helsinki and Stockholm every night.",
    ),
    "tea": passages("tea", "Green tea is steeped at eighty degrees.", section=("Hot drinks",)),
}


@pytest.fixture(params=[*sorted(INDEXES), *sorted(IN_STORE)])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    if request.param in IN_STORE:
        address = StoreAddress.parse(request.getfixturevalue("store_url"))
        made = in_store(request.param, address)
    else:
        made = INDEXES[request.param](tmp_path / "index")
    yield made
    made.index.close()


@pytest.fixture
def filled(opened: Opened) -> Opened:
    fill(opened, LIBRARY, 3)
    return opened


def fill(opened: Opened, library: dict[str, list[Passage]], generation: int) -> None:
    for document, group in library.items():
        opened.replace(document, group)
    opened.index.commit(generation)


def keys(index: Index, question: str, limit: int = 10, **more: object) -> list[tuple[str, int]]:
    hits = index.search(question, limit, **more)  # type: ignore[arg-type]
    return [(hit.passage.document, hit.passage.index) for hit in hits]


def test_the_passage_that_answers_comes_first(filled: Opened) -> None:
    assert keys(filled.index, "Who first climbed the Matterhorn?")[0] == ("alps", 1)
    assert keys(filled.index, "ferries from Stockholm")[0] == ("sea", 1)


def test_hits_carry_the_passages_as_they_were_given(filled: Opened) -> None:
    (hit,) = filled.index.search("green tea steeped", 1)
    assert hit.passage == LIBRARY["tea"][0]


def test_headings_are_searched_too(filled: Opened) -> None:
    assert keys(filled.index, "hot drinks")[0] == ("tea", 0)


def test_at_most_limit_hits_best_first_with_finite_scores(filled: Opened) -> None:
    for limit in (1, 2, 3, 50):
        hits = filled.index.search("the Matterhorn and the Baltic Sea in winter", limit)
        scores = [hit.score for hit in hits]
        assert 0 < len(hits) <= limit
        assert all(math.isfinite(score) for score in scores)
        assert scores == sorted(scores, reverse=True)
        assert len({(h.passage.document, h.passage.index) for h in hits}) == len(hits)


def test_a_smaller_limit_gives_the_head_of_a_larger(filled: Opened) -> None:
    whole = keys(filled.index, "Baltic Matterhorn", 6)
    for limit in range(1, len(whole)):
        assert keys(filled.index, "Baltic Matterhorn", limit) == whole[:limit]


def test_ties_come_by_document_then_passage(opened: Opened) -> None:
    same = "Exactly the same words stand here."
    names = ["d", "b", "a", "c"]
    for name in names:
        opened.replace(name, passages(name, same, same, same))
        opened.index.commit(1 + names.index(name))
    expected = [(name, at) for name in sorted(names) for at in range(3)]
    for limit in (1, 2, 4, 5, 11, 12, 30):
        assert keys(opened.index, "same words", limit) == expected[:limit]


@pytest.mark.parametrize("question", ["", " ", "\n\t", "\u00a0\u2003"])
def test_a_blank_question_gives_nothing(filled: Opened, question: str) -> None:
    assert filled.index.search(question, 5) == []


def test_a_limit_of_nothing_gives_nothing(filled: Opened) -> None:
    assert filled.index.search("Matterhorn", 0) == []


def test_an_empty_index_gives_nothing(opened: Opened) -> None:
    assert opened.index.search("Matterhorn", 5) == []
    assert opened.index.generation == 0


def test_within_keeps_only_those_documents(filled: Opened) -> None:
    question = "the Matterhorn, the Baltic Sea and green tea"
    if not filled.keeps_every_word:
        question = "Matterhorn Baltic sea green tea"
    assert {d for d, _ in keys(filled.index, question, within={"sea", "tea"})} == {"sea", "tea"}
    assert keys(filled.index, "Matterhorn climbed", within=["alps"])[0][0] == "alps"
    assert keys(filled.index, question, within=set()) == []
    assert keys(filled.index, question, within={"unknown"}) == []
    outside = passages("huge", *["The Matterhorn was climbed first by Whymper."] * 30)
    filled.replace("huge", outside)
    filled.index.commit(4)
    (kept,) = keys(filled.index, "who climbed the Matterhorn", 1, within={"alps"})
    assert kept[0] == "alps"


@pytest.mark.parametrize(
    "question",
    [
        'body:"Matterhorn" AND -Alps +(',
        "document:alps",
        "Matterhorn^1000 ~2 [a TO z] {",
        "* ? \\ /.*/ NOT OR",
        "'; DROP TABLE passages; --",
        "Matterhorn\x00\ud7ff\ufffd",
        "🏔️👨‍👩‍👧‍👦",
        "- - -",
        "x" * 100_000,
        "Matterhorn " * 20_000,
    ],
)
def test_a_question_is_data_never_syntax(filled: Opened, question: str) -> None:
    hits = filled.index.search(question, 5)
    assert len(hits) <= 5
    if "Matterhorn" in question:
        assert hits[0].passage.document == "alps"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("東京は日本の首都です。", "日本の首都"),
        ("Главный город России — Москва.", "москва"),
        ("ירושלים היא עיר הבירה", "עיר הבירה"),
        ("القاهرة هي عاصمة مصر", "عاصمة مصر"),
        ("दिल्ली भारत की राजधानी है", "भारत की राजधानी"),
        ("Zürich is larger than Genève", "zurich geneve"),
        ("The ofﬁce ﬂoor was ﬁne", "office floor"),
    ],
)
def test_other_scripts_are_found(opened: Opened, text: str, question: str) -> None:
    fill(opened, {**LIBRARY, "other": passages("other", text)}, 1)
    assert keys(opened.index, question)[0] == ("other", 0)


def test_one_document_is_updated_and_deleted_without_the_others(filled: Opened) -> None:
    filled.replace("alps", passages("alps", "The Eiger has a north face."))
    filled.index.commit(4)
    assert ("alps", 0) in keys(filled.index, "north face of the Eiger")
    assert all(at == 0 for d, at in keys(filled.index, "Matterhorn Zermatt Eiger") if d == "alps")
    filled.replace("alps", [])
    filled.index.commit(5)
    assert all(d != "alps" for d, _ in keys(filled.index, "Eiger Matterhorn Alps"))
    assert keys(filled.index, "ferries from Stockholm")[0] == ("sea", 1)
    assert filled.index.generation == 5


def test_the_last_replace_of_a_commit_stands(opened: Opened) -> None:
    opened.replace("a", passages("a", "First version about zebras.", "More zebras."))
    opened.replace("a", passages("a", "Second version about lions."))
    opened.index.commit(1)
    assert keys(opened.index, "zebras lions versions") == [("a", 0)]


def test_clear_forgets_everything(filled: Opened) -> None:
    filled.index.clear()
    assert filled.index.search("Matterhorn", 5) == []
    assert filled.index.generation == 0
    fill(filled, LIBRARY, 9)
    assert keys(filled.index, "Who first climbed the Matterhorn?")[0] == ("alps", 1)
    assert filled.index.generation == 9


def test_a_passage_gone_from_the_source_is_no_hit_and_the_next_takes_its_place(
    filled: Opened,
) -> None:
    if filled.table is None:
        pytest.skip("keeps its passages itself")
    filled.table.replace("alps", [])
    found = keys(filled.index, "Matterhorn Baltic ferries", 2)
    assert [d for d, _ in found] == ["sea", "sea"]


def test_what_was_committed_survives_reopening(filled: Opened) -> None:
    if filled.reopen is None:
        pytest.skip("kept in memory only")
    filled.index.close()
    again = filled.reopen()
    assert again.index.generation == 3
    assert keys(again.index, "Who first climbed the Matterhorn?")[0] == ("alps", 1)
    again.index.close()


def test_what_was_not_committed_is_as_if_never_written(filled: Opened) -> None:
    """A crash between `replace` and `commit`: the old index stands, with the old generation."""
    if filled.reopen is None:
        pytest.skip("kept in memory only")
    filled.index.replace("sea", [])
    filled.index.replace("new", passages("new", "Narwhals of the north."))
    filled.index.close()
    again = filled.reopen()
    assert again.index.generation == 3
    assert keys(again.index, "ferries from Stockholm")[0] == ("sea", 1)
    assert all(d != "new" for d, _ in keys(again.index, "narwhals"))
    again.index.close()


def test_another_reader_sees_a_commit(filled: Opened) -> None:
    if filled.reopen is None:
        pytest.skip("kept in memory only")
    reader = filled.reopen()
    assert keys(reader.index, "ferries from Stockholm")[0] == ("sea", 1)
    filled.replace("new", passages("new", "Narwhals live in the Arctic."))
    filled.index.commit(4)
    assert reader.index.generation == 4
    assert keys(reader.index, "narwhals Arctic")[0] == ("new", 0)
    reader.index.close()


words = st.text(
    alphabet=st.one_of(
        st.sampled_from("ab z\n\"':-+^()🏔👩‍🚀é\u0301ß日本語한עברית\u200f\u200d"),
        st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"),
    ),
    max_size=60,
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(texts=st.lists(words, min_size=1, max_size=4), question=words)
def test_any_text_can_be_indexed_and_any_question_asked(
    opened: Opened, texts: list[str], question: str
) -> None:
    opened.index.clear()
    fill(opened, {"any": [passage("any", at, text) for at, text in enumerate(texts)]}, 1)
    hits = opened.index.search(question, 3)
    assert len(hits) <= 3
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(math.isfinite(score) for score in scores)
    assert all(hit.passage.text == texts[hit.passage.index] for hit in hits)

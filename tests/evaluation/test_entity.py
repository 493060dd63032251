"""The entity bench on a base made in the test: blocks, runs by title and by answer, details of linking."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherein.evaluation.entity import (
    Corpus,
    Posed,
    blocks,
    by_answer,
    by_title,
    difference,
    methods,
)
from wherein.evaluation.linking import Asked, measure_linking, sampled
from wherein.evaluation.linking_details import by_candidates, details, is_named
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.knowledge.store import InstalledBase
from wherein.linking.logit import LogitLinker
from wherein.retrieval.page import PageIndex


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> InstalledBase:
    return build_base(tmp_path_factory.mktemp("kb"), "sample", [importer_for("sample")])


POSED = [
    Posed("1", "Where did John Snetzler die?", ("Schaffhausen",), ("John Snetzler",)),
    Posed("2", "What is the capital of Seine-Saint-Denis?", ("Bobigny",), ("Seine-Saint-Denis",)),
    Posed("3", "Is Berlin larger than Rome?", ("Yes.",), ("Berlin",)),
]


def test_blocks_are_a_hundred_words_and_lie_where_they_stand() -> None:
    text = "  ".join(f"w{number}" for number in range(250))
    cut = blocks("T", text)
    assert [len(block.text.split()) for block in cut] == [100, 100, 50]
    assert "".join(block.text for block in cut) == text
    assert all(text[b.span.start : b.span.end] == b.text for b in cut)
    assert blocks("T", "") == []


def test_methods_are_measured_on_the_same_questions(base: InstalledBase) -> None:
    corpus = Corpus()
    for number in range(base.names.articles):
        corpus.by_title[base.title(number)] = blocks(base.title(number), base.opening(number))
    linker = LogitLinker([base], least=-3.0)
    every = methods(corpus, base, linker.link, PageIndex.of(corpus.passages), {})
    rows = {
        name: by_title(name, every[name], POSED, base)
        for name in ("bm25", "fused", "entity oracle 100w")
    }
    assert rows["entity oracle 100w"].means()["nDCG@5"] == 1.0
    assert rows["fused"].means()["nDCG@5"] >= rows["bm25"].means()["nDCG@5"]
    mean, low, high = difference(rows["fused"], rows["bm25"], "nDCG@5")
    assert low <= mean <= high
    answered = by_answer("oracle", every["entity oracle 100w"], POSED[:2]).means()
    assert answered["Success@1"] == 1.0
    assert by_title("none", lambda posed: [], POSED, base).means()["nDCG@5"] == 0.0
    assert POSED[2].yes_no
    assert not POSED[0].yes_no


def test_details_tell_spelling_and_ambiguity_apart(base: InstalledBase) -> None:
    linker = LogitLinker([base])
    asked = [Asked(one.id, one.question, one.titles) for one in POSED[:2]]
    asked.append(Asked("4", "Who wrote Nothing At All?", ("Nothing At All",)))
    row = measure_linking(asked, linker, [base])
    assert row["accuracy_in_kb"] == 1.0
    assert row["false_links_when_absent"] == 0.0
    assert row["linked"] == pytest.approx(2 / 3, abs=1e-3)
    told = details(asked, linker, base, ["Xyzzyx Quux", "Plugh Grault (film)"])
    assert told["in_base"]["n"] == told["named"]["n"] == 2
    assert told["made_absent"] == {"n": 3, "false_links": 0.0}
    assert is_named(asked[0], base)
    assert not is_named(Asked("5", "Where did he die?", ("John Snetzler",)), base)
    assert by_candidates([], base) == {}


def test_a_sample_is_drawn_and_not_the_head() -> None:
    asked = [Asked(str(n), "?", ()) for n in range(100)]
    drawn = sampled(asked, 10, 1)
    assert len(drawn) == 10
    assert drawn == sampled(asked, 10, 1) != asked[:10]
    assert sampled(asked, None, 0) == asked


def test_files_become_a_base_that_is_kept(tmp_path: Path) -> None:
    from wherein.evaluation.linking import base_of_files

    file = tmp_path / "a.jsonl"
    file.write_text('{"title": "Ada", "text": "Ada is a town."}\n', "utf-8")
    told: list[str] = []
    first = base_of_files([file], tmp_path / "kept", lambda done, of, what: told.append(what))
    assert first.info.articles == 1
    assert told
    told.clear()
    again = base_of_files([file], tmp_path / "kept", lambda done, of, what: told.append(what))
    assert again.name == first.name
    assert told == []

"""A comparison end to end on a corpus small enough to know the figures."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from wherein_lab.cli.keeping.eval_retrieval import retrieval
from wherein_lab.data.corpora import Question
from wherein_lab.data.datasets import DATA_SETS, DataSet, data_set
from wherein_lab.data.relevance import Relevance, judged, unit_name
from wherein_lab.data.trec import read_qrels, read_run, write_qrels, write_run
from wherein_lab.registry.baselines import KeybertIndex, Reranked, YakeIndex
from wherein_lab.retrieval.retrieval import Job, _probed, compare, measure

from tests.answering.fakes import WordReader
from tests.retrieval.makers import HashEncoder, passages
from wherein.core.errors import DataMissing, ExtraMissing, UsageError
from wherein.core.passage import Hit, Passage
from wherein.retrieval.passage_source import PassageTable

CORPUS: list[dict[str, object]] = [
    {"id": "alps", "title": "Matterhorn", "text": "Whymper climbed the Matterhorn in 1865."},
    {"id": "sea", "title": "Baltic", "text": "The Baltic Sea freezes in hard winters."},
    {"id": "tea", "title": "Tea", "text": "Green tea is steeped at eighty degrees."},
]
QUESTIONS: list[dict[str, object]] = [
    {"id": "1", "question": "who climbed the Matterhorn", "relevant": {"alps": 1}},
    {"id": "2", "question": "does the Baltic Sea freeze", "relevant": {"sea": 2}},
    {"id": "3", "question": "how hot is green tea steeped", "relevant": {"tea": 1, "alps": 1}},
    {"id": "4", "question": "  ", "relevant": {"tea": 1}},
    {"id": "5", "question": "unanswerable", "relevant": {}, "unanswerable": True},
    {"id": "6", "question": "nothing judged", "relevant": {}},
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "corpus.jsonl", tmp_path / "questions.jsonl"
    for path, rows in zip(paths, (CORPUS, QUESTIONS), strict=True):
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return paths


def test_the_command_prints_what_it_measured(files: tuple[Path, Path], tmp_path: Path) -> None:
    corpus, questions = files
    arguments = ["--corpus", str(corpus), "--questions", str(questions), "--k", "1,20", "--json"]
    arguments += ["--retriever", "bm25,hybrid", "--runs", str(tmp_path / "runs")]
    ran = CliRunner().invoke(retrieval, arguments, catch_exceptions=False)
    report = json.loads(ran.stdout)
    assert report["n"] == 3
    assert report["skipped"] == {
        "questions: blank": 1,
        "questions: unanswerable": 1,
        "questions: nothing relevant by given": 1,
    }
    assert set(report["retrievers"]) == {"bm25", "hybrid"}
    row = report["retrievers"]["bm25"]
    assert row["Success@1"] == row["RR"] == row["nDCG_retrieved@20"] == 1.0
    assert row["R@20"] == pytest.approx((1 + 1 + 0.5) / 3, abs=1e-3)
    assert row["index_bytes"] > 0 < row["index_seconds"]
    assert row["peak_memory_bytes"] > 1_000_000
    assert row["milliseconds"] <= row["milliseconds_p99"]
    assert row["intervals"]["RR"] == [1.0, 1.0]
    assert report["retrievers"]["hybrid"]["p_against_bm25"]["RR"] == 1.0
    run = read_run(tmp_path / "runs" / "bm25.trec")
    assert list(run) == ["1", "2", "3"]
    assert run["1"][0][0] == "alps"


def test_k_beyond_the_corpus_and_a_sample(files: tuple[Path, Path]) -> None:
    job = Job((files[0],), files[1], Relevance.GIVEN, 1000, limit=2, seed=1)
    report = compare(job, ["bm25"], [1000])
    assert report.summary()["n"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--retriever", "bm26"], "no retriever 'bm26'"),
        (["--k", "x"], "not a list of numbers"),
        (["--k", "0"], "not a positive number"),
    ],
)
def test_wrong_arguments_are_errors(
    files: tuple[Path, Path], arguments: list[str], message: str
) -> None:
    named = ["--corpus", str(files[0]), "--questions", str(files[1]), *arguments]
    with pytest.raises(UsageError, match=message):
        CliRunner().invoke(retrieval, named, catch_exceptions=False)


def test_nothing_named_and_nothing_matching_are_errors(files: tuple[Path, Path]) -> None:
    with pytest.raises(UsageError, match="nothing to measure on"):
        CliRunner().invoke(retrieval, [], catch_exceptions=False)
    with pytest.raises(UsageError, match="anything relevant"):
        measure(Job((files[0],), files[1], Relevance.ANSWER, 5), "bm25")


class Deaf:
    name = "deaf"

    def search(self, question: str, limit: int, within: object = None) -> list[Hit]:
        return []


def test_an_index_that_finds_nothing_is_no_measurement() -> None:
    with pytest.raises(UsageError, match="finds no passage"):
        _probed(Deaf(), passages("d", "One.", "Two."), 0)


ARTICLES: list[Passage] = [
    *passages("a", "Born in Paris, in 1900.", "Died in Rome.", section=("Ann", "Life")),
    *passages("b", "Rome is the capital of Italy.", section=("Rome",)),
]


@pytest.mark.parametrize(
    ("relevance", "expected"),
    [
        (Relevance.ANSWER, {"a#1": 1, "b#0": 1}),
        (Relevance.ANSWER_IN_TITLE, {"a#1": 1}),
        (Relevance.TITLE, {"a": 1}),
    ],
)
def test_relevance_without_judges(relevance: Relevance, expected: dict[str, int]) -> None:
    question = Question("q", "where did Ann die", answers=("the Rome!",), titles=("Ann",))
    assert judged([question], ARTICLES, relevance) == [expected]
    names = {unit_name(passage, relevance) for passage in ARTICLES}
    assert set(expected) <= names


def test_an_answer_inside_a_word_is_none() -> None:
    question = Question("q", "?", answers=("Rom",))
    assert judged([question], ARTICLES, Relevance.ANSWER) == [{}]


def test_a_run_file_and_other_judgements(files: tuple[Path, Path], tmp_path: Path) -> None:
    write_run(tmp_path / "r.trec", "theirs", [("1", [("sea", 2.0), ("alps", 1.0)])])
    write_qrels(tmp_path / "qrels", {"1": {"sea": 1}, "2": {"sea": 1}})
    job = Job((files[0],), files[1], Relevance.GIVEN, 5, qrels=tmp_path / "qrels")
    rows = compare(job, ["bm25"], [1], {"theirs": tmp_path / "r.trec"}).summary()["retrievers"]
    assert rows["theirs"]["RR"] == 0.5  # question 2 is not in the run and counts as nothing found
    assert "milliseconds" not in rows["theirs"]
    assert read_qrels(tmp_path / "qrels") == {"1": {"sea": 1}, "2": {"sea": 1}}
    write_run(tmp_path / "other.trec", "theirs", [("zz", [("sea", 2.0)])])
    with pytest.raises(UsageError, match="none of these questions"):
        compare(job, ["bm25"], [1], {"theirs": tmp_path / "other.trec"})


def test_run_files_come_back_as_they_were(tmp_path: Path) -> None:
    found = [("q 1", [("New York#0", 2.5), ("a", 1.25)]), ("q2", [])]
    write_run(tmp_path / "r.trec", "bm25", found)
    assert read_run(tmp_path / "r.trec") == {"q 1": found[0][1]}
    (tmp_path / "r.trec").write_text("q Q0 d one 2 tag\n")
    with pytest.raises(UsageError, match="Line 1"):
        read_run(tmp_path / "r.trec")


@pytest.mark.parametrize("declared", DATA_SETS.values(), ids=DATA_SETS)
def test_every_declared_set_is_whole(declared: DataSet) -> None:
    assert data_set(declared.name) is declared
    assert declared.what
    assert declared.licence
    assert {*declared.corpus, declared.questions} == set(declared.files)
    assert all(len(sha256) == 64 for sha256 in declared.files.values())


def test_another_version_of_a_file_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHEREIN_SHARED", str(tmp_path))
    declared = data_set("multihop")
    with pytest.raises(DataMissing, match="not on this machine"):
        declared.paths()
    for relative in declared.files:
        (tmp_path / relative).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / relative).write_bytes(b"other")
    with pytest.raises(DataMissing, match="not the file"):
        declared.paths()


def test_rereading_orders_the_first_hits_by_the_readers_margin() -> None:
    some = passages("d", "Ingrid came.", "Olaf came.", "Nobody came.", "They came.")

    class InOrder:
        name = "in-order"

        def search(self, question: str, limit: int, within: object = None) -> list[Hit]:
            return [Hit(p, 1.0 - at) for at, p in enumerate(some)][:limit]

    reread = Reranked(InOrder(), WordReader({"Olaf": 2.0, "Ingrid": 1.0, "They": 9.0}), depth=3)
    hits = reread.search("who came?", 10)
    assert [hit.passage.index for hit in hits] == [1, 0, 2, 3]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len(reread.search("who came?", 2)) == 2
    assert reread.name == "in-order-reread"


def test_a_baseline_that_is_not_installed_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "yake", None)
    with pytest.raises(ExtraMissing, match="yake is not installed"):
        YakeIndex(PassageTable([]))
    monkeypatch.setitem(sys.modules, "keybert", None)
    with pytest.raises(ExtraMissing, match="keybert is not installed"):
        KeybertIndex(HashEncoder(), PassageTable([]))


def test_keybert_is_asked_with_our_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    class KeyBERT:
        def __init__(self, model: Any) -> None:
            self.model = model

        def extract_keywords(self, text: str) -> list[tuple[str, float]]:
            words = text.split()
            near = self.model.embed(words) @ self.model.embed([text])[0]
            return sorted(zip(words, near.tolist(), strict=True), key=lambda pair: -pair[1])[:5]

    monkeypatch.setitem(sys.modules, "keybert", SimpleNamespace(KeyBERT=KeyBERT))
    backend = SimpleNamespace(BaseEmbedder=object)
    monkeypatch.setitem(sys.modules, "keybert.backend", backend)
    table = PassageTable(passages("tea", "Green tea is steeped", "Ferries cross the Baltic"))
    index = KeybertIndex(HashEncoder(), table)
    index.replace("tea", table.passages([("tea", 0), ("tea", 1)]))
    assert [hit.passage.index for hit in index.search("the Baltic", 5)] == [1]

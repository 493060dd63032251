"""The entity bench on a base made in the test: blocks, runs by title and by answer, details of linking."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from wherein_lab.linking.entity import (
    DEPTH,
    Corpus,
    Posed,
    Row,
    blocks,
    by_answer,
    by_title,
    difference,
    links_of,
    methods,
)
from wherein_lab.linking.entity_bench import Thinned, _dense, gained, thinned
from wherein_lab.linking.entity_cost import measure_cost
from wherein_lab.linking.entity_curves import at_every_k, curves, draw, openings
from wherein_lab.linking.entity_generation import asked_of, generate, recorded_replies
from wherein_lab.linking.linking import LinkingQuestion, measure_linking, sampled
from wherein_lab.linking.linking_details import (
    by_candidates,
    details,
    is_named,
    judged_precision,
    read_verdicts,
)
from wherein_lab.linking.repliers import Batched, OneByOne, batches
from wherein_lab.metrics.measures import Kind, Measure

from wherein.core.errors import ExtraMissing, UsageError
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.knowledge.store import InstalledBase
from wherein.linking.logit import LogitLinker
from wherein.reading.generative.language_model import Reply, Request
from wherein.retrieval.by_words.page import PageIndex


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


def test_curves_agree_with_the_measures_at_every_k() -> None:
    relevant = (np.random.default_rng(3).random((7, DEPTH)) < 0.05).astype(float)
    relevant[0] = 0
    report = at_every_k(relevant)
    for name, kind in (("nDCG", Kind.NDCG_RETRIEVED), ("Success", Kind.SUCCESS)):
        for k in (1, 2, 5, 20, 100):
            measure = Measure(kind, k)
            each = [
                measure.of([str(n) for n in range(DEPTH)], {str(n): 1 for n in np.flatnonzero(row)})
                for row in relevant
            ]
            assert report[name][k - 1] == pytest.approx(np.mean(each))


def test_curves_of_openings_and_words(base: InstalledBase, tmp_path: Path) -> None:
    corpus = Corpus()
    for number in range(base.names.articles):
        corpus.by_title[base.title(number)] = blocks(base.title(number), base.opening(number))
    links = links_of(base, LogitLinker([base]).link)
    every = openings({"oracle": links["oracle"], "linked": links["linked"]}, corpus, (5, 100))
    report = curves(every, POSED[:2])
    assert report["methods"]["entity oracle 100w"]["Success@1"] == 1.0
    assert report["methods"]["entity linked 100w"]["MRR"] == 1.0
    assert report["methods"]["entity oracle 5w"]["Success@100"] == 0.0
    assert curves(every, [])["methods"] == {}
    assert draw(tmp_path, "two", report) == ["entity-two-ndcg.svg", "entity-two-success.svg"]
    assert "two: nDCG@k, 2 questions" in (tmp_path / "entity-two-ndcg.svg").read_text("utf-8")


class Saying:
    """A `LanguageModel` with given replies that counts its calls."""

    name = "saying"
    groundings = ()

    def __init__(self, *said: str) -> None:
        self._said = list(said)
        self.prompts: list[str] = []

    def load(self) -> None:
        pass

    def reply(self, request: Request) -> Reply:
        self.prompts.append(request.prompt)
        return Reply(self._said.pop(0), 0.0, 0.0)


def test_a_language_model_is_asked_with_and_without_what_was_found(tmp_path: Path) -> None:
    passage = Passage("John Snetzler", 0, Span(0, 26), "He died in Schaffhausen. .")
    found = {"given": lambda posed: [Hit(passage, 1.0)]}
    asked = asked_of(POSED, decide=False, limit=9, seed=0)
    assert [one.id for one in asked] == ["1", "2"]
    model = Saying(" Bern\nQ: And?", " Paris", " Schaffhausen", " Bobigny Q: What")
    samples = {0: asked, 1: asked[:1]}
    report = generate(OneByOne(model), found, samples, False, 1, tmp_path / "kept.jsonl")
    assert [row["n"] for row in report["samples"].values()] == [2, 1, 2]
    assert report["samples"]["all"]["methods"]["closed-book"]["EM"][0] == 0.0
    assert report["samples"]["0"]["methods"]["given"]["EM"][0] == 1.0
    assert ["Schaffhausen" in prompt for prompt in model.prompts] == [False, False, True, True]
    # What was kept is not asked again: this model would have nothing to say.
    assert generate(OneByOne(Saying()), found, samples, False, 1, tmp_path / "kept.jsonl") == report


def test_prompts_of_like_length_are_batched_and_none_is_lost() -> None:
    lengths, most = [5, 900, 7, 300, 6, 2000], [10, 10, 10, 10, 1, 10]
    groups = list(batches(lengths, most, 1000))
    assert groups == [[5], [1], [3, 2, 0], [4]]
    assert list(batches([], [], 10)) == []


def test_what_batches_need_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wherein_lab.linking.repliers._PACKAGES", ("json", "no_such_package"))
    with pytest.raises(ExtraMissing, match="need no_such_package"):
        Batched(Path("m.gguf"), "m", 1)


def test_a_larger_sample_of_a_seed_holds_the_smaller() -> None:
    many = [Posed(str(at), "Who?", ("He",), ("T",)) for at in range(40)]
    five, ten = (asked_of(many, False, limit, seed=3) for limit in (5, 10))
    assert ten[:5] == five
    assert asked_of(many, False, 5, seed=4) != five


def test_recorded_replies_are_measured_by_the_papers_method(tmp_path: Path) -> None:
    rows = [
        {"id": "1", "spel": [], "llama3_8b": {"closed": "Bern", "bm25": "Schaffhausen"}},
        {"id": "3", "spel": [], "llama3_8b": {"bm25": "Yes, it is larger"}},
    ]
    with gzip.open(tmp_path / "eq_recorded.jsonl.gz", "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)
    report = recorded_replies(tmp_path, "eq", POSED[:2], decide=False)
    assert report["bm25"]["n"] == 1
    assert (report["closed"]["EM"][0], report["bm25"]["EM"][0]) == (0.0, 1.0)
    assert recorded_replies(tmp_path, "eq", POSED[2:], True)["bm25"]["accuracy"][0] == 1.0
    assert recorded_replies(tmp_path, "sqa_train", POSED, True) == {}


def test_a_reply_that_is_neither_yes_nor_no_is_invalid_and_wrong() -> None:
    yes = asked_of(POSED, decide=True, limit=9, seed=0)
    passage = Passage("Berlin", 0, Span(0, 13), "It is larger.")
    found = {"given": lambda posed: [Hit(passage, 1.0)], "none": lambda posed: []}
    report = generate(OneByOne(Saying(" Yes", " The")), found, {0: yes}, True, 1)["samples"]["0"][
        "methods"
    ]
    assert report["closed-book"] == report["none"]
    assert report["closed-book"]["accuracy"] == [1.0, pytest.approx(0.131, abs=1e-3), 1.0]
    assert report["given"]["accuracy"] == [0.0, 0.0, pytest.approx(0.869, abs=1e-3)]
    assert (report["none"]["invalid"], report["given"]["invalid"]) == (0, 1)


def test_details_separate_spelling_and_ambiguity(base: InstalledBase) -> None:
    linker = LogitLinker([base])
    asked = [LinkingQuestion(one.id, one.question, one.titles) for one in POSED[:2]]
    asked.append(LinkingQuestion("4", "Who wrote Nothing At All?", ("Nothing At All",)))
    row = measure_linking(asked, linker, [base])
    assert row["accuracy_in_kb"] == 1.0
    assert row["false_links_when_absent"] == 0.0
    assert row["linked"] == pytest.approx(2 / 3, abs=1e-3)
    report = details(asked, linker, base, ["Xyzzyx Quux", "Plugh Grault (film)"])
    assert report["in_base"]["n"] == report["named"]["n"] == 2
    assert report["made_absent"] == {"n": 3, "false_links": 0.0}
    assert is_named(asked[0], base)
    assert not is_named(LinkingQuestion("5", "Where did he die?", ("John Snetzler",)), base)
    assert by_candidates([], base) == {}


def test_precision_is_of_the_links_that_were_judged(base: InstalledBase, tmp_path: Path) -> None:
    file = tmp_path / "judged.jsonl"
    rows = [
        {"question": "Is Berlin larger than Rome?", "title": "Berlin", "right": True},
        {"question": "Where did John Snetzler die?", "title": "John Snetzler", "right": False},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    report = judged_precision(read_verdicts(file), LogitLinker([base]))
    assert report["judged"] == 2
    assert report["precision"] == 0.5
    assert report["unjudged"] == 1  # Rome


def test_the_cost_of_contexts_is_of_every_question(tmp_path: Path) -> None:
    build_base(tmp_path, "sample", [importer_for("sample")]).close()
    report = measure_cost(
        tmp_path / "sample", [one.question for one in POSED] + ["How are you?"], 1
    )
    assert report["questions"] == 4
    assert report["with_context"] == 3
    assert report["disk_bytes"] > report["index_bytes"] > 0
    assert report["peak_memory_bytes"] > 10_000_000


def test_a_sample_is_drawn_and_not_the_head() -> None:
    asked = [LinkingQuestion(str(n), "?", ()) for n in range(100)]
    drawn = sampled(asked, 10, 1)
    assert len(drawn) == 10
    assert drawn == sampled(asked, 10, 1) != asked[:10]
    assert sampled(asked, None, 0) == asked


def test_files_become_a_base_that_is_kept(tmp_path: Path) -> None:
    from wherein_lab.linking.linking import base_of_files

    file = tmp_path / "a.jsonl"
    file.write_text('{"title": "Ada", "text": "Ada is a town."}\n', "utf-8")
    report: list[str] = []
    first = base_of_files([file], tmp_path / "kept", lambda done, of, what: report.append(what))
    assert first.info.articles == 1
    assert report
    report.clear()
    again = base_of_files([file], tmp_path / "kept", lambda done, of, what: report.append(what))
    assert again.name == first.name
    assert report == []


def test_a_thinned_corpus_keeps_the_articles_asked_for() -> None:
    corpus = Corpus({f"T{n}": blocks(f"T{n}", "word " * 250) for n in range(50)}, {"T7", "T8"})
    left = thinned(corpus, Thinned(("T7", "absent"), 12, 0))
    assert "T7" in left.by_title
    assert len(left.passages) == 12
    assert left.whole <= {"T7", "T8"}
    assert list(left.by_title) == sorted(left.by_title, key=lambda title: int(title[1:]))
    assert thinned(corpus, Thinned(("T7",), 12, 1)).by_title.keys() != left.by_title.keys()


def test_an_unknown_encoder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no encoder 'glove'"):
        _dense("glove", [], tmp_path)


def test_the_share_of_what_perfect_links_gain_is_of_those_that_name_their_article() -> None:
    def row(name: str, *scores: float) -> Row:
        return Row(name, {"nDCG@5": list(scores)}, 0.0)

    rows = {
        "bm25": row("bm25", 0.5, 0.5, 0.0),
        "fused": row("fused", 0.9, 0.5, 0.0),
        "fused oracle": row("fused oracle", 1.0, 1.0, 1.0),
    }
    report = gained(rows, [True, True, False])
    assert report == {"n": 2, "bm25": 0.5, "fused": 0.7, "fused oracle": 1.0, "share_of_gain": 0.4}
    assert gained(rows, [False, False, False])["share_of_gain"] == 1.0

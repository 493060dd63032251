"""Answering measured: what is shown, refused and decided is counted as a table of cases says."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from wherein_lab.answering.answering import run
from wherein_lab.data.corpora import read_corpus
from wherein_lab.data.nuggets import Nuggets, covered, missing, read_nuggets
from wherein_lab.data.relevance import Relevance
from wherein_lab.data.sampling import Job, draw
from wherein_lab.registry.readers import by_margin

from tests.answering.fakes import MarginIsProbability, WordReader
from tests.reading.models import Says
from wherein import Engine
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Candidate
from wherein.core.errors import UsageError
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.generative.gate import LEAST, Gate
from wherein.reading.generative.generative import GENERATIVE_CONFIDENCE, GenerativeReader

CORPUS = [
    {"id": "a", "title": "Bay", "text": "The tide rises 16 metres. It is the largest."},
    {"id": "b", "title": "Bread", "text": "Dough rests for two hours."},
]
QUESTIONS = [
    {"id": "1", "question": "How far does the tide rise?", "relevant": ["a"], "answers": ["16 metres"]},
    {"id": "2", "question": "How long does dough rest?", "relevant": ["b"], "answers": ["for two hours", "two hours"]},
    {"id": "3", "question": "Who found the tide?", "relevant": ["a"], "unanswerable": True},
    {"id": "4", "question": "Does the tide rise?", "relevant": ["a"], "answers": ["Yes"]},
    {"id": "5", "question": "What of the bay?", "relevant": ["a"], "facts": ["largest", "16 metres | sixteen"]},
    {"id": "6", "question": "And this?", "relevant": ["b"]},
    {"id": "7", "question": "  ", "relevant": ["b"], "answers": ["x"]},
]  # fmt: skip


@pytest.fixture
def job(tmp_path: Path) -> Job:
    for name, rows in (("corpus", CORPUS), ("questions", QUESTIONS)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    questions = tmp_path / "questions.jsonl"
    return Job((tmp_path / "corpus.jsonl",), questions, facts=read_nuggets(questions))


def stage(**words: float) -> CalibratedReader:
    return CalibratedReader(
        WordReader({word.replace("_", " "): p for word, p in words.items()}), MarginIsProbability()
    )


def test_what_is_shown_refused_and_left_out(job: Job) -> None:
    report, rows = run(job, ["given", "bm25"], [stage(**{"16_metres": 0.9, "rests": 0.3})])
    assert (report["n"], report["unanswerable"]) == (5, 1)
    assert report["skipped"] == {"questions: no answers": 1, "questions: blank": 1}
    given = report["retrievers"]["given"]
    assert given["n"] == 3
    assert given["answered_right"] == 0.5
    assert given["contains"] == 0.5
    assert given["refusal_recall"] == 0.0  # "16 metres" was said of the unanswerable one
    assert given["refusal_precision"] == 0.0  # and the one refused could have been answered
    assert given["verbatim"] == 1.0
    assert given["yes_no"] == {"n": 1, "accuracy": 0.0, "interval": [0.0, 0.0], "invalid": 1}
    assert given["facts"]["accuracy"] == 50.0
    sentence = "The tide rises 16 metres."  # the evidence, since yes or no was asked
    assert [said.shown for said in rows["given"]] == [
        ("16 metres",),
        (),
        ("16 metres",),
        (sentence,),
        ("16 metres",),
    ]
    assert report["retrievers"]["bm25"]["index_seconds"] > 0


def test_balanced_draws_as_many_of_each_kind(job: Job) -> None:
    few = Job(job.corpus, job.questions, balanced=True, limit=4)
    report, _ = run(few, ["given"], [stage(metres=0.9)])
    assert (report["n"], report["unanswerable"]) == (2, 1)
    short = Job(job.corpus, job.questions, longest_context=6)
    assert (
        run(short, ["given"], [stage(metres=0.9)])[0]["skipped"]["questions: longer context"] == 4
    )


def test_half_are_asked_of_a_corpus_without_their_documents(tmp_path: Path) -> None:
    subjects = ["Alder", "Birch", "Cedar", "Date"]
    corpus = [
        {"title": name, "text": f"The {name.lower()} grows {n} metres. It flowers in May."}
        for n, name in enumerate(subjects, 11)
    ]
    questions = [
        {"id": f"{name}-{n}", "question": f"How far grows the {name} ({n})?", "answers": [answer], "entities": [{"title": title}]}
        for name, title, answer in (
            *((name, name, f"{n} metres") for n, name in enumerate(subjects, 11)),
            ("lie", "Alder", "ninety"), ("yes", "Birch", "Yes"), ("elsewhere", "Elm", "May"),
        )
        for n in range(2)
    ]  # fmt: skip
    for name, rows in (("corpus", corpus), ("questions", questions)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    job = Job(
        (tmp_path / "corpus.jsonl",), tmp_path / "questions.jsonl",
        absent=True, relevance=Relevance.ANSWER_IN_TITLE, limit=4,
    )  # fmt: skip
    drawn = draw(job, read_corpus(*job.corpus).passages)
    left = {passage.document for passage in drawn.passages}
    assert len(left) == 3  # both questions of the one that was taken out are its half
    assert drawn.skipped == {
        "questions: yes or no": 2,
        "questions: nothing in the corpus answers it": 4,
    }
    assert {q.id.split("-")[0] in left: q.is_answerable for q in drawn.questions} == {
        True: True,
        False: False,
    }
    assert sorted(drawn.absent) == sorted(q.id for q in drawn.questions if not q.is_answerable)
    assert len(drawn.questions) == 4

    report, _ = run(job, ["bm25"], [stage(flowers=0.9)])
    figures = report["retrievers"]["bm25"]
    assert (report["passages"], report["unanswerable"]) == (3, 2)
    assert figures["absent"] == {"n": 2, "refused": 0, "right_elsewhere": 0}
    assert (figures["answered"], figures["answered_right"]) == (1.0, 0.0)
    # What the missing document says stands in another one, too: an answer is no fault then.
    said = [
        {
            "title": "Fir",
            "text": "Whatever grows here: " + ", ".join(f"{n} metres" for n in range(11, 15)),
        }
    ]
    with (tmp_path / "corpus.jsonl").open("a") as file:
        file.writelines(json.dumps(row) + "\n" for row in said)
    every = {a for answers in drawn.absent.values() for a in answers}
    report, _ = run(job, ["bm25"], [stage(**{a.replace(" ", "_"): 0.9 for a in every})])
    assert report["retrievers"]["bm25"]["absent"]["right_elsewhere"] == 2


def test_questions_that_cannot_be_halved_are_refused(job: Job) -> None:
    halved = replace(job, absent=True)
    passages = read_corpus(*job.corpus).passages
    with pytest.raises(UsageError, match="can be split into"):
        draw(replace(halved, limit=1), passages)
    with pytest.raises(UsageError, match="--absent"):
        draw(replace(halved, balanced=True), passages)
    drawn = draw(halved, passages)
    assert [(q.id, q.is_answerable) for q in drawn.questions] in (
        [("1", True), ("2", False)], [("1", False), ("2", True)],
    )  # fmt: skip
    assert len(drawn.passages) == 1


def test_a_language_model_is_counted_and_decides_yes_or_no(job: Job, engine: Engine) -> None:
    says = Says("16 metres", "two hours", "I don't know", "Yes.", "It is the largest")
    reader = GenerativeReader(says, engine.stage("sentence").reader, lambda passage: "")
    report, rows = run(job, ["given"], [CalibratedReader(reader, GENERATIVE_CONFIDENCE)])
    figures = report["retrievers"]["given"]
    assert figures["answered_right"] == 1.0
    assert figures["refusal_recall"] == 1.0
    assert figures["yes_no"]["accuracy"] == 1.0
    assert figures["yes_no"]["invalid"] == 0
    used = figures["language_model"]
    assert (used["calls"], used["refused"], used["tokens_in"]) == (5, 1, 500)
    assert used["first_token_seconds_a_question"] == pytest.approx(0.1)
    assert says.asked[3].most_tokens == 1
    assert [said.shown for said in rows["given"]][2] == ()


def test_a_margin_may_decide_instead_of_the_calibration(engine: Engine) -> None:
    stage = by_margin(engine.stage("sentence"))
    text = "The tide rises."
    found = [
        Candidate(Passage("d", 0, Span(0, len(text)), text, ()), Span(0, 8), margin, 0.0)
        for margin in (LEAST, LEAST - 0.1, 9.0)
    ]
    sure = stage.confidence.probabilities("What rises?", found, 7)
    assert [p >= stage.confidence.answer_bound for p in sure] == [True, False, True]
    assert Gate(stage.reader).odds("?", []) == -math.inf


def test_nothing_to_measure_is_an_error(tmp_path: Path, job: Job) -> None:
    (tmp_path / "none.jsonl").write_text('{"id": "1", "question": "?"}\n')
    with pytest.raises(UsageError, match="can be measured"):
        run(Job(job.corpus, tmp_path / "none.jsonl"), ["given"], [stage(a=1.0)])


# --- facts


@pytest.mark.parametrize(
    ("facts", "shown", "share"),
    [
        (["largest"], ["It is the largest."], 1.0),
        (["ranked graph"], ["A graph is used.", "Ranking follows."], 0.0),
        (["ranked graph"], ["The ranking uses a graph."], 1.0),
        (["google | larry page", "1998"], ["It was made at Google."], 0.5),
        (["=rank"], ["PageRank ranks pages."], 0.0),
        (["2.5"], ["It took 2.5 s."], 1.0),
        (["2.5"], ["It took 25 s."], 0.0),
        (["a"], [], 0.0),
        ([], ["x"], 0.0),
    ],
)  # fmt: skip
def test_facts_are_phrases_within_one_sentence(
    facts: list[str], shown: list[str], share: float
) -> None:
    wanted = Nuggets(tuple(tuple(fact.split(" | ")) for fact in facts))
    assert covered(wanted, shown) == share
    assert len(missing(wanted, shown)) == round((1 - share) * len(facts))


@pytest.mark.parametrize("line", ["{", "[]", '{"id": 1, "facts": 3}', '{"id": 1, "facts": [3]}'])
def test_a_line_of_facts_that_is_wrong_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text('{"id": "0", "facts": ["a"]}\n' + line)
    with pytest.raises(UsageError, match="Line 2"):
        read_nuggets(path)

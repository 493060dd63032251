"""Further attempts at a question: with corrected spelling, or in another scope; the surer outcome wins."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.answering.fakes import MarginIsProbability
from tests.answering.test_pipeline import page, scope
from wherein import Engine
from wherein.answering.attempts.further_attempt import FurtherAttempt, Joins
from wherein.answering.attempts.pipeline import FURTHER_PASSAGES, Pipeline
from wherein.answering.attempts.stream import AnswerStream
from wherein.answering.grading.grades import in_words
from wherein.answering.question.retries import corrected_spelling, respelled
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.remembered import Recollection
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Answer, Candidate, Outcome, Result
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.home.folder import Home
from wherein.questions.question import Question, parse_question
from wherein.reading.reader import Reading

TYPED, MEANT = "Who desined the harbour?", "Who designed the harbour?"
PAGE = page("The harbour was designed by Ingrid. She came in 1990.")
ELSEWHERE = replace(page("The harbour was drawn by Olaf, they say."), id="elsewhere")


class Knowing:
    """Marks a word with a margin, both by the question and the document; keeps what it was asked."""

    name = "fake"

    def __init__(self, said: dict[tuple[str, str], tuple[str, float]]) -> None:
        self.said = said
        self.asked: list[tuple[str, str]] = []

    def load(self) -> None:
        """There is nothing to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        for passage in passages:
            self.asked.append((question, passage.document))
            word, margin = self.said.get((question, passage.document), ("", 0.0))
            at = passage.text.find(word) if word else -1
            start = passage.span.start + at
            place = Span(start, start + len(word)) if at >= 0 else None
            found = () if place is None else (Candidate(passage, place, margin, 0.0),)
            yield Reading((passage,), found)


def asked(
    reader: Knowing, *, scope_of_second: Scope | None = None, revalidate: object = None
) -> AnswerStream:
    def question_for(question: Question, so_far: Result) -> Question | None:
        if scope_of_second is not None:
            return None if so_far.answered else question
        return parse_question(MEANT)

    another = FurtherAttempt(question_for, joins=Joins.AS_REPAIR)
    if scope_of_second is not None:
        another = FurtherAttempt(question_for, lambda: scope_of_second)
    pipeline = Pipeline([CalibratedReader(reader, MarginIsProbability())])
    return pipeline.ask(parse_question(TYPED), scope(PAGE), None, revalidate, [another])  # type: ignore[arg-type]


CASES = json.loads((Path(__file__).parents[2] / "contracts/corrections.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["name"])
def test_of_a_question_and_its_correction_the_surer_stands(case: dict[str, Any]) -> None:
    typed, meant = (next(iter(case[key]), 0.0) for key in ("question", "correction"))
    reader = Knowing({(TYPED, "page"): ("Ingrid", typed), (MEANT, "page"): ("1990", meant)})
    result = asked(reader).result()
    assert reader.asked == [(TYPED, "page"), (MEANT, "page")]
    assert result.question == TYPED
    surer, word = (meant, "1990") if case["stands"] == "correction" else (typed, "Ingrid")
    assert [(a.text, a.confidence) for a in result.answers] == ([(word, surer)] if surer else [])
    assert result.meant == (MEANT if case["named"] else None)
    assert [step.name for step in result.steps] == ["bm25", "fake", "meant", "bm25", "fake"]
    taken = case["stands"] == "correction"
    assert result.steps[2].outcome is (Outcome.ANSWERED if taken else Outcome.REFUSED)
    assert result.steps[2].reason == f"Searched for {MEANT!r} too."


def test_a_less_sure_answer_never_takes_the_place_of_a_surer_one_on_the_way() -> None:
    reader = Knowing({(TYPED, "page"): ("Ingrid", 0.9), (MEANT, "page"): ("1990", 0.6)})
    stream = asked(reader)
    assert {progress.answers[0].text for progress in stream} == {"Ingrid"}
    assert stream.result().answers[0].text == "Ingrid"


def test_a_repair_that_finds_nothing_is_not_named() -> None:
    result = asked(Knowing({})).result()
    assert (result.question, result.meant, result.answered) == (TYPED, None, False)


def test_an_answer_to_a_repair_is_at_most_likely() -> None:
    reader = Knowing({(MEANT, "page"): ("1990", 0.97)})
    stream = asked(reader)
    shown = [answer.confidence for progress in stream for answer in progress.answers]
    result = stream.result()
    assert in_words(result.answers[0].confidence) == "likely"
    assert result.meant == MEANT
    assert {in_words(confidence) for confidence in shown} == {"likely"}


def test_a_question_that_is_answered_is_not_repaired() -> None:
    rule = corrected_spelling([PAGE])
    answered = asked(Knowing({(TYPED, "page"): ("Ingrid", 0.6)})).result()
    refused = asked(Knowing({})).result()
    assert rule(parse_question(TYPED), answered) is None
    assert rule(parse_question(TYPED), refused) == parse_question(MEANT)


def test_a_library_without_documents_at_hand_is_asked_for_its_words() -> None:
    assert respelled("who built the ligthouse", (), {"lighthouse"}.__contains__) == (
        "who built the lighthouse"
    )
    assert respelled("who built the ligthouse", (), {"harbour"}.__contains__) is None
    assert respelled("can I airbnb my room", (), {"airing"}.__contains__) is None


def test_a_library_reads_the_repaired_question_where_it_read_the_typed_one(tmp_path: Path) -> None:
    (tmp_path / "harbour.txt").write_text("The harbour was built by Ingrid Hellqvist in 1990.\n")
    (tmp_path / "bread.txt").write_text("Bread is baked at dawn in the old bakery.\n")

    class Reads:
        """A reader that knows the name as it is written."""

        name = "small"

        def load(self) -> None:
            pass

        def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
            for passage in passages:
                at = passage.text.find("1990") if "hellqvist" in question.lower() else -1
                start = passage.span.start + at
                found: tuple[Candidate, ...] = ()
                if at >= 0:
                    found = (Candidate(passage, Span(start, start + 4), 0.8, 0.0),)
                yield Reading((passage,), found)

    stage = CalibratedReader(Reads(), MarginIsProbability())
    with Engine(Home.choose(tmp_path / "home"), lambda made: stage) as engine:
        engine.add(tmp_path / "harbour.txt", tmp_path / "bread.txt")
        # No list of English words has the name: it is the nearest document's.
        result = engine.ask("When did helqvist build the harbour?")
    assert result.meant == "When did hellqvist build the harbour?"
    assert [answer.text for answer in result.answers] == ["1990"]


def test_another_place_is_asked_where_the_first_has_no_answer() -> None:
    reader = Knowing({(TYPED, "elsewhere"): ("Olaf", 0.8), (TYPED, "page"): ("1990", 0.3)})
    wide = replace(scope(ELSEWHERE), notes=("of a base",))
    result = asked(reader, scope_of_second=wide).result()
    assert [answer.text for answer in result.answers] == ["Olaf"]
    assert result.perhaps == ()
    assert result.notes == ("of a base",)
    assert result.read.words == PAGE.words + ELSEWHERE.words
    assert [step.name for step in result.steps] == ["bm25", "fake", "bm25", "fake"]
    assert [hit.passage.document for hit in result.nearest] == ["page", "elsewhere"]
    assert result.labels.keys() == {"page", "elsewhere"}


def test_another_place_is_not_asked_where_the_first_answers() -> None:
    reader = Knowing({(TYPED, "page"): ("Ingrid", 0.9), (TYPED, "elsewhere"): ("Olaf", 1.0)})
    result = asked(reader, scope_of_second=scope(ELSEWHERE)).result()
    assert [answer.text for answer in result.answers] == ["Ingrid"]
    assert reader.asked == [(TYPED, "page")]


def test_what_both_places_doubt_is_listed_with_the_surer_first() -> None:
    reader = Knowing({(TYPED, "page"): ("1990", 0.3), (TYPED, "elsewhere"): ("Olaf", 0.4)})
    result = asked(reader, scope_of_second=scope(ELSEWHERE)).result()
    assert not result.answered
    assert [answer.text for answer in result.perhaps] == ["Olaf", "1990"]


def test_what_another_place_says_stands_beside_what_is_known() -> None:
    def also(question: Question, so_far: Result) -> Question:
        return question

    reader = Knowing({(TYPED, "page"): ("1990", 0.7), (TYPED, "elsewhere"): ("Olaf", 0.8)})
    pipeline = Pipeline([CalibratedReader(reader, MarginIsProbability())])
    stream = pipeline.ask(
        parse_question(TYPED),
        scope(PAGE),
        None,
        None,
        [FurtherAttempt(also, lambda: scope(ELSEWHERE))],
    )
    shown = [[answer.text for answer in progress.answers] for progress in stream]
    assert shown == [["1990"], ["Olaf", "1990"]]
    assert [answer.text for answer in stream.result().answers] == ["Olaf", "1990"]
    assert stream.result().meant is None


def test_what_was_read_is_not_read_again_where_only_the_unread_is_asked_for() -> None:
    def respelled_there(question: Question, so_far: Result) -> Question:
        return parse_question(MEANT)

    reader = Knowing({(TYPED, "page"): ("1990", 0.7)})
    pipeline = Pipeline([CalibratedReader(reader, MarginIsProbability())])
    again = FurtherAttempt(
        respelled_there, lambda: scope(PAGE, whole=False), Joins.AS_RIVAL, skip_read=True
    )
    result = pipeline.ask(parse_question(TYPED), scope(PAGE), None, None, [again]).result()
    assert reader.asked == [(TYPED, "page")]
    assert [answer.text for answer in result.answers] == ["1990"]
    assert result.steps[-1].reason == "It found only passages that were read before."


def test_progress_elsewhere_shows_an_answer_only_above_the_bound() -> None:
    reader = Knowing({(TYPED, "elsewhere"): ("Olaf", 0.4)})
    without = list(asked(reader, scope_of_second=scope(ELSEWHERE)))
    assert [progress.answers for progress in without] == [(), ()]
    assert without[-1].passages == without[-1].passages_chosen == 1
    reader = Knowing({(TYPED, "elsewhere"): ("Olaf", 0.8)})
    texts = [[a.text for a in p.answers] for p in asked(reader, scope_of_second=scope(ELSEWHERE))]
    assert texts == [[], ["Olaf"]]


def test_a_remembered_answer_ends_the_attempt_and_reads_nothing() -> None:
    span = Span(28, 34)
    known = Answer("Ingrid", "page", "Harbour", span, "Ingrid", span, (), 0.8, "memory")
    reader = Knowing({})
    pipeline = Pipeline([CalibratedReader(reader, MarginIsProbability())])

    def nowhere() -> Scope:
        raise AssertionError("nothing is to be read")

    stream = pipeline.ask(
        parse_question(TYPED), nowhere, None, lambda text: Recollection((known,), "Asked before.")
    )
    assert list(stream) == []
    assert stream.result().answers == (known,)
    assert [(s.name, s.outcome) for s in stream.result().steps] == [("memory", Outcome.ANSWERED)]


def test_a_stream_that_is_left_goes_on_to_its_result_and_a_closed_one_stops() -> None:
    reader = Knowing({(TYPED, "page"): ("Ingrid", 0.9)})
    stream = asked(reader)
    for _ in stream:
        break
    assert stream.result().answers[0].text == "Ingrid"
    assert stream.result() is stream.result()
    stopped = asked(Knowing({}))
    next(stopped)
    stopped.close()
    with pytest.raises(StopIteration):
        next(stopped)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_in_other_languages_nothing_is_respelled(language: str) -> None:
    assert respelled(TYPED, [PAGE]) == MEANT
    assert respelled(TYPED, [replace(PAGE, language=language)]) is None
    assert respelled(MEANT, [PAGE]) is None


MANY = "\n\n".join(f"The harbour of part {n} was built of stone. " * 22 for n in range(60))


class Judge(Knowing):
    """A reader that judges after the other one."""

    name = "judge"


def library_of(text: str, identity: str) -> Scope:
    """A scope that is read as a library is: only what is retrieved."""
    return replace(scope(replace(page(text), id=identity)), passages=None)


def further(*places: Scope, own_place: bool = False) -> list[FurtherAttempt]:
    return [
        FurtherAttempt(lambda question, so_far: question, lambda at=at: at, own_place=own_place)  # type: ignore[misc]
        for at in places
    ]


def test_all_further_attempts_share_one_budget_of_passages() -> None:
    reader = Knowing({})
    places = [library_of(MANY, f"place{number}") for number in range(6)]
    pipeline = Pipeline([CalibratedReader(reader, MarginIsProbability())])
    question = parse_question("Who built the harbour?")
    result = pipeline.ask(question, places[0], further=further(*places[1:])).result()
    assert len(reader.asked) == LIBRARY_PASSAGES + LIBRARY_PASSAGES + FURTHER_PASSAGES
    assert {document for _, document in reader.asked} == {"place0", "place1", "place2"}
    skipped = [step for step in result.steps if step.outcome is Outcome.SKIPPED]
    assert len(skipped) == 3
    assert "what one question may read" in (skipped[0].reason or "")


@pytest.mark.parametrize(
    ("margin", "own_place", "judged"),
    [(0.05, False, 0), (0.15, False, 1), (0.25, False, 1), (0.05, True, 1)],
    ids=["far from a perhaps", "near one", "a perhaps", "a place of its own"],
)
def test_a_judge_reads_in_a_further_attempt_where_something_there_comes_near_a_perhaps(
    margin: float, own_place: bool, judged: int
) -> None:
    elsewhere = library_of("The harbour was drawn by Olaf.", "elsewhere")
    asked = "Who drew the harbour?"
    reader, judge = Knowing({(asked, "elsewhere"): ("Olaf", margin)}), Judge({})
    readers = [
        CalibratedReader(reader, MarginIsProbability()),
        CalibratedReader(judge, MarginIsProbability(), rerank_depth=4, escalation_threshold=0.75),
    ]
    first = library_of("The harbour is old.", "first")
    ask = Pipeline(readers).ask(
        parse_question(asked), first, further=further(elsewhere, own_place=own_place)
    )
    ask.result()
    read_by_judge = [document for _, document in judge.asked]
    assert read_by_judge.count("first") == 1  # the first attempt is judged in any case
    assert read_by_judge.count("elsewhere") == judged

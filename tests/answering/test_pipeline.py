"""The pipeline asks the readers in turn, reports each one's outcome, and never shows an answer below the bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from tests.answering.fakes import MarginIsProbability, WordReader
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.grading.escalation import selected_for_reranking
from wherein.answering.grading.grades import Grades
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Candidate, Outcome, Result
from wherein.core.document import Document
from wherein.core.errors import AssetMissing, UsageError
from wherein.core.passage import Passage
from wherein.passages.split import split
from wherein.questions.question import parse_question
from wherein.reading.reader import Reading
from wherein.reading.together import Together
from wherein.retrieval.by_words.page import PageIndex

TEXT = "\n\n".join(
    [
        "The harbour master is Ingrid. She came in 1990.",
        "Bread is baked at dawn. " * 20,
        "The ferry leaves at seven. Nobody waits for Olaf.",
        "Soup is served at noon. " * 20,
    ]
)


def page(text: str = TEXT, language: str | None = "en") -> Document:
    return Document(
        id="page",
        source="s",
        title="Harbour",
        kind="text",
        text=text,
        content_hash="h",
        language=language,
    )


def scope(document: Document, whole: bool = True) -> Scope:
    passages = split(document)
    return Scope(
        PageIndex.of(passages),
        {document.id: document}.__getitem__,
        document.words,
        passages if whole else None,
    )


def ask(question: str, *readers: WordReader, where: Scope | None = None, limit: int = 3) -> Result:
    calibrated = [CalibratedReader(reader, MarginIsProbability()) for reader in readers]
    asked = parse_question(question)
    return Pipeline(calibrated).ask(asked, where or scope(page()), limit).result()


def test_an_answer_is_placed_exactly() -> None:
    result = ask("Who is the harbour master?", WordReader({"Ingrid": 0.9}))
    (answer,) = result.answers
    assert answer.span.of(TEXT) == answer.text == "Ingrid"
    assert answer.quote == "The harbour master is Ingrid."
    assert answer.quote_span.of(TEXT) == answer.quote
    assert (answer.found_by, answer.confidence, answer.title) == ("words", 0.9, "Harbour")
    assert result.answered
    assert result.read.fraction == 1.0
    assert result.read.words == len(TEXT.split())


def test_what_does_not_pass_is_folded_away_or_dropped() -> None:
    result = ask("Who?", WordReader({"Ingrid": 0.49, "Olaf": 0.2, "Bread": 0.19}))
    assert result.answers == ()
    assert not result.answered
    assert [answer.text for answer in result.perhaps] == ["Ingrid", "Olaf"]


def test_a_lone_quotation_mark_is_no_answer() -> None:
    where = scope(page("She said “No more than 3.2 tons” and left."))
    result = ask("How heavy?", WordReader({"“": 0.9, "3.2 tons": 0.6}), where=where)
    assert [answer.text for answer in result.answers] == ["No more than 3.2 tons"]


def test_a_refusal_names_its_best_candidate_and_the_bound() -> None:
    sure = {"She came in 1990.": 0.05, "Olaf": 0.12}
    result = ask("Who?", WordReader(sure))
    assert result.perhaps == ()
    assert result.steps[-1].reason == (
        "Its best candidate, “Olaf”, has confidence 0.12, below 0.20, the least for a perhaps."
    )


def test_a_refusal_names_the_candidate_that_the_scope_does_not_admit() -> None:
    where = replace(scope(page()), admits=lambda question, candidate: False)
    result = ask("When?", WordReader({"Bread is baked at dawn. " * 5: 0.9}), where=where)
    reason = result.steps[-1].reason or ""
    assert reason.startswith("Its best candidate, “Bread is baked at dawn. Bread is baked")
    assert reason.endswith(" …”, is not the kind of thing that was asked for.")


def test_what_is_nearly_as_likely_stands_beside_the_first_answer() -> None:
    graded = Grades(0.5, 0.1, 3, beside=0.5)

    def asked(**sure: float) -> tuple[list[str], list[str]]:
        stage = CalibratedReader(WordReader(sure), MarginIsProbability(), grades=graded)
        result = Pipeline([stage]).ask(parse_question("Who?"), scope(page())).result()
        return [a.text for a in result.answers], [a.text for a in result.perhaps]

    assert asked(Ingrid=0.8, Olaf=0.4, Bread=0.39) == (["Ingrid", "Olaf"], ["Bread"])
    assert asked(Ingrid=0.49, Olaf=0.4) == ([], ["Ingrid", "Olaf"])


def test_a_fourth_answer_has_to_pass_the_bound() -> None:
    stage = CalibratedReader(
        WordReader({"Ingrid": 0.9, "Olaf": 0.6, "Bread": 0.55, "Soup": 0.46}),
        MarginIsProbability(),
        grades=Grades(0.5, 0.1, 3, beside=0.5),
    )
    result = Pipeline([stage]).ask(parse_question("Who?"), scope(page()), limit=9).result()
    assert [answer.text for answer in result.answers] == ["Ingrid", "Olaf", "Bread"]
    assert [answer.text for answer in result.perhaps] == ["Soup"]


def both(first: dict[str, float], judge: dict[str, float]) -> Result:
    """A first reader, and a judge that weighs what both say."""
    readers = [
        CalibratedReader(WordReader(first, "small"), MarginIsProbability()),
        CalibratedReader(
            WordReader(judge, "large"),
            MarginIsProbability(),
            rerank_depth=2,
            escalation_threshold=0.7,
            together=Together("small", (1.0, -2.0, 1.0, -0.5), 0.0),
        ),
    ]
    return Pipeline(readers).ask(parse_question("Who?"), scope(page()), 3).result()


def test_a_judge_that_agrees_makes_an_answer_surer() -> None:
    (answer,) = both({"Ingrid": 0.6}, {"Ingrid": 0.6}).answers
    assert answer.confidence == pytest.approx(0.6923, abs=1e-4)  # odds of 1.5 * 1.5
    assert answer.found_by == "large"


def test_what_the_judge_does_not_see_is_worth_less_and_stays_perhaps() -> None:
    result = both({"Ingrid": 0.65}, {"Olaf": 0.3})
    assert not result.answered
    report = {
        answer.text: (answer.found_by, round(answer.confidence, 2)) for answer in result.perhaps
    }
    assert report == {"Olaf": ("large", 0.21), "Ingrid": ("small", 0.2)}
    assert [(step.name, step.outcome) for step in result.steps][-1] == ("large", Outcome.REFUSED)


def test_a_second_stage_is_asked_only_when_the_first_refuses() -> None:
    sure, unsure, second = (
        WordReader({"Ingrid": 0.8}),
        WordReader({}),
        WordReader({"Olaf": 0.6}, "second"),
    )
    assert [step.name for step in ask("Who waits?", sure, second).steps] == ["bm25", "words"]
    assert second.asked == 0
    result = ask("Who waits?", unsure, second)
    assert [(step.name, step.outcome) for step in result.steps] == [
        ("bm25", Outcome.ANSWERED),
        ("words", Outcome.REFUSED),
        ("second", Outcome.ANSWERED),
    ]
    assert result.steps[1].reason == "It found no candidate for an answer."
    assert result.answers[0].found_by == "second"


def test_doubtful_answers_of_the_first_stage_outlive_a_second_that_fails() -> None:
    result = ask("Who?", WordReader({"Ingrid": 0.4}), WordReader({"Bread": 0.3}, "second"))
    assert [answer.text for answer in result.perhaps] == ["Ingrid"]
    assert "0.40, below 0.50" in (result.steps[1].reason or "")


class _Broken:
    name = "broken"

    def load(self) -> None:
        raise AssetMissing("The model is gone.", "Get it.")

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        raise AssetMissing("The model is gone.", "Get it.")
        yield  # what makes this a generator


def test_a_missing_model_is_skipped_with_its_reason() -> None:
    readers = [
        CalibratedReader(_Broken(), MarginIsProbability()),
        CalibratedReader(WordReader({"Ingrid": 0.9}), MarginIsProbability()),
    ]
    result = Pipeline(readers).ask(parse_question("Who?"), scope(page())).result()
    assert (result.steps[1].outcome, result.steps[1].reason) == (
        Outcome.SKIPPED,
        "The model is gone. Get it.",
    )
    assert result.answered


def test_a_library_reads_the_likeliest_passages_and_says_so() -> None:
    text = "\n\n".join(f"Boat {n} is called Gull. " * 40 for n in range(60))
    where = scope(page(text), whole=False)
    result = ask("What is boat 59 called?", WordReader({"Gull": 0.9}), where=where)
    assert 0 < result.read.fraction < 1
    assert result.read.words <= LIBRARY_PASSAGES * 200
    assert len(result.nearest) == 3


def test_progress_comes_before_the_end_and_only_grows() -> None:
    readers = [CalibratedReader(WordReader({"Ingrid": 0.9, "Olaf": 0.6}), MarginIsProbability())]
    stream = Pipeline(readers).ask(parse_question("Who is the harbour master?"), scope(page()))
    found = list(stream)
    assert found[0].answers[0].text == "Ingrid"
    assert found[0].read.fraction < 1.0
    fractions = [state.read.fraction for state in found]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert stream.result().answers == found[-1].answers


def test_equal_words_are_one_answer_at_their_likeliest_place() -> None:
    text = "Olaf left. " * 2 + "\n\n" + "He saw OLAF. " * 2
    result = ask("Who left?", WordReader({"Olaf": 0.7, "OLAF": 0.8}), where=scope(page(text)))
    assert [(answer.text, answer.confidence) for answer in result.answers] == [("OLAF", 0.8)]


def test_a_yes_no_question_gets_evidence_never_a_yes() -> None:
    result = ask("Does the ferry leave at seven?", WordReader({"seven": 0.9}))
    (answer,) = result.answers
    assert answer.evidence
    assert answer.text == answer.quote == "The ferry leaves at seven."


def test_a_german_question_that_looks_like_yes_or_no_is_not() -> None:
    result = ask(
        "Was kostet die Fähre?", WordReader({"Ingrid": 0.9}), where=scope(page(language="de"))
    )
    assert [answer.evidence for answer in result.answers] == [False]


def test_another_language_is_reported() -> None:
    result = ask("Wer?", WordReader({"Ingrid": 0.9}), where=scope(page(language="de")))
    assert result.answered
    (note,) = result.notes
    assert "(de). The reader learned English" in note
    assert ask("Who?", WordReader({"Ingrid": 0.9})).notes == ()


@pytest.mark.parametrize("question", ["", "  \n", "x" * 2001, "why " * 3_000_000])
def test_questions_that_cannot_be_asked(question: str) -> None:
    with pytest.raises(UsageError):
        ask(question, WordReader({}))


def test_nothing_to_read() -> None:
    result = ask("Who?", WordReader({"Ingrid": 0.9}), where=scope(page("")))
    assert not result.answered
    assert [(step.outcome, step.reason) for step in result.steps] == [
        (Outcome.REFUSED, "There is no text here.")
    ]
    assert result.read.fraction == 1.0


def judged(
    first: WordReader, second: WordReader, escalation_threshold: float, rerank_depth: int = 2
) -> Result:
    readers = [
        CalibratedReader(first, MarginIsProbability()),
        CalibratedReader(
            second,
            MarginIsProbability(),
            rerank_depth=rerank_depth,
            escalation_threshold=escalation_threshold,
        ),
    ]
    asked = parse_question("Who is the harbour master?")
    return Pipeline(readers).ask(asked, scope(page())).result()


def test_a_judge_is_asked_when_the_first_is_unsure_and_what_it_says_stands() -> None:
    second = WordReader({"Ingrid": 0.9}, "judge")
    result = judged(WordReader({"Olaf": 0.6}), second, escalation_threshold=0.7)
    assert [(a.text, a.found_by) for a in result.answers] == [("Ingrid", "judge")]
    assert second.asked == 1
    assert result.read.fraction == 1.0, "what the first read counts as read"


def test_a_judge_is_not_asked_when_the_first_is_sure() -> None:
    second = WordReader({"Ingrid": 0.9}, "judge")
    result = judged(WordReader({"Olaf": 0.7}), second, escalation_threshold=0.7)
    assert [answer.text for answer in result.answers] == ["Olaf"]
    assert second.asked == 0


def test_a_judge_that_refuses_folds_the_doubtful_answer_away() -> None:
    result = judged(WordReader({"Olaf": 0.6}), WordReader({}, "judge"), escalation_threshold=0.7)
    assert result.answers == ()
    assert result.perhaps[0].text == "Olaf"
    assert [step.outcome for step in result.steps[1:3]] == [Outcome.ANSWERED, Outcome.REFUSED]


def test_a_judge_sees_only_the_passages_pointed_to() -> None:
    seen: list[Passage] = []

    class Watching(WordReader):
        def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
            seen.extend(passages)
            return super().read(question, passages)

    judged(
        WordReader({"Olaf": 0.3}),
        Watching({"Ingrid": 0.9}, "judge"),
        escalation_threshold=0.7,
        rerank_depth=1,
    )
    assert ["Olaf" in passage.text for passage in seen] == [True]


def test_where_nothing_was_found_the_retrievers_own_are_pointed_to() -> None:
    passages = split(page())
    assert selected_for_reranking([], passages, 2) == passages[:2]
    olaf = Candidate(passages[-1], passages[-1].span, 1.0, 0.0)
    assert selected_for_reranking([olaf, olaf], passages, 1) == [passages[-1]]
    assert selected_for_reranking([olaf], passages, 100) == [passages[-1], *passages[:-1]]
